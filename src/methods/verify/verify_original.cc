// What the original says of a release: that its records are true, whose they are, and how many people there are.
#include "kernel/core/field.h"
#include "methods/verify/verification.h"

#include <algorithm>

namespace scrim::verifier {

std::vector<std::string> Verification::shared_columns() const {
    std::vector<std::string> first, last;
    for (const ClaimedColumn& column : claimed_.columns) {
        if (column.generalized) continue;
        const bool is_last =
            claimed_.has_groups() ? column.name == claimed_.parted_column : column.role == Role::quasi_identifier;
        (is_last ? last : first).push_back(column.name);
    }
    if (const ClaimedColumn* column = claimed_.generalized()) first.push_back(column->name);
    first.insert(first.end(), last.begin(), last.end());
    return first;
}

Result<void> Verification::read_original() {
    const std::string what = "number of records of the original";
    if (!request_.original) {
        ledger_.unchecked(
            what, format("the certificate says {}, {} of them suppressed: give {}", with_thousands(claimed_.original),
                         with_thousands(claimed_.suppressed), field("original")));
        return {};
    }
    if (claimed_.series) {
        ledger_.unchecked(what, "it is a release of a series, with records that are not true: verify the series");
        return {};
    }
    SCRIM_TRY(original_, reading_.open(as_stated(*request_.original)));
    std::vector<std::string> missing;
    for (const std::string& name : claimed_.names())
        if (!original_->has(name)) missing.push_back(name);
    if (!missing.empty()) {
        ledger_.fails("the original has the columns of the release", format("it lacks {}", list_some(missing)));
        original_.reset();
        return {};
    }
    SCRIM_TRY(original_rows_, original_->read_tuples(shared_columns(), reading_.memory, reading_.progress));
    ledger_.settle(what,
                   original_rows_->total == claimed_.original
                       ? ""
                       : format("it has {}, the certificate says {}", with_thousands(original_rows_->total),
                                with_thousands(claimed_.original)),
                   format("{}, {} of them suppressed", with_thousands(original_rows_->total),
                          with_thousands(claimed_.suppressed)));
    return {};
}

Result<void> Verification::check_truth() {
    if (!original_rows_) return {};
    if (!unlocated_.empty() && !claimed_.has_groups()) {
        ledger_.unchecked("every record is one of the original", not_located());
        return {};
    }
    Result<Truth> truth = Truth{Truth::Outcome::fails, "its quasi-identifiers mean nothing among the original's"};
    const std::vector<std::string> columns = shared_columns();
    if (claimed_.has_groups()) {
        std::vector<std::string> rows = columns;
        rows.back() = claimed_.group_column;
        SCRIM_TRY(const auto data, read_claimed(*release_.data, rows, reading_, ledger_));
        if (!data) return {};
        const auto values = evidence_->classes({claimed_.group_column}, {claimed_.parted_column});
        truth = check_grouped(*data, values->tuples(), *original_rows_, reading_.progress);
    } else if (!printed_.empty()) {
        SCRIM_TRY(released_rows_, read_claimed(*release_.data, columns, reading_, ledger_));
        if (!released_rows_) return {};
        std::vector<PrintedColumn> printed = printed_;
        if (cells_) printed.insert(printed.begin(), *cells_);
        truth = check_generalized(*released_rows_, *original_rows_, printed, most_pairs(), reading_.progress);
    }
    if (!truth) return truth.error();
    const std::string what = "every record is one of the original";
    switch (truth->outcome) {
        case Truth::Outcome::holds: ledger_.holds(what, truth->detail); break;
        case Truth::Outcome::fails: ledger_.fails(what, truth->detail); break;
        case Truth::Outcome::undecided: ledger_.unchecked(what, truth->detail); break;
    }
    return {};
}

Result<void> Verification::trace_original() {
    if (claimed_.has_groups()) {
        untraced_ = "which records of the original are in a group is not certain";
        return {};
    }
    if (!original_ || !request_.policy) {
        untraced_ = format("it is about people or columns that the release does not show: give {}",
                           !original_ ? format("{} and {}", field("original"), field("policy")) : field("policy"));
        return {};
    }
    const bool asked = claimed_.counts_people ||
                       std::any_of(promises_.begin(), promises_.end(),
                                   [&](const Promise& p) { return p.model->info().traits.needs_guards; }) ||
                       std::any_of(named_.columns.begin(), named_.columns.end(),
                                   [&](const std::string& name) { return !claimed_.find(name); });
    if (!asked) return {};
    untraced_ = "its quasi-identifiers mean nothing among the original's";
    if (!released_rows_) return {};
    std::vector<std::string> named = named_.columns;
    for (const std::string& name : claimed_.columns_in(Role::insensitive)) named.push_back(name);
    SCRIM_TRY(Traced traced, trace(*original_, *request_.policy, claimed_, *released_rows_, printed_,
                                   release_.hierarchies, named, cells_ ? &*cells_ : nullptr, reading_));
    untraced_ = traced.why_not;
    if (!traced.input) return {};
    original_people_ = traced.original_people;
    const auto person = traced.input->table.find(request_.policy->person);
    if (claimed_.counts_people && person) {
        traced_rows_.emplace(Tuples{traced.input->table, traced.input->weights, 0});
        for (const std::uint32_t weight : traced_rows_->weights) traced_rows_->total += weight;
        traced_person_ = person;
    }
    traced_columns_ = traced.input->table.names();
    add_joined(*traced.input);
    if (people_) add_population(*traced.input);
    traced_.emplace(*std::move(traced.input));
    return {};
}

Result<void> Verification::check_people() {
    if (claimed_.form == ReleaseForm::generalized && !claimed_.series) {
        if (traced_person_) {
            check_exact(claimed_, *traced_rows_, traced_person_, untraced_, ledger_);
        } else {
            const auto rows = release_.data->read_tuples(claimed_.names(), reading_.memory, reading_.progress);
            if (!rows && is_ours(rows.error())) return rows.error();
            if (rows)
                check_exact(claimed_, *rows, std::nullopt, untraced_, ledger_);
            else
                ledger_.unchecked("whom columns single out that are printed as they are", rows.error().message);
        }
    }
    if (!claimed_.counts_people || claimed_.released_people == 0) return {};
    const std::string what = "number of people";
    if (traced_person_) {
        const std::size_t columns[] = {*traced_person_};
        const std::uint64_t released = distinct_tuples(*traced_rows_, columns).size();
        const bool same = released == claimed_.released_people && original_people_ == claimed_.original_people;
        ledger_.settle(what,
                       same ? ""
                            : format("{} of {} are released, the certificate says {} of {}", with_thousands(released),
                                     with_thousands(original_people_), with_thousands(claimed_.released_people),
                                     with_thousands(claimed_.original_people)),
                       format("{} of {} released", with_thousands(released), with_thousands(original_people_)));
    } else {
        ledger_.unchecked(what, untraced_);
    }
    if (stated_ && traced_)
        ledger_.settle("people in classes are those of the original", persons_differ(*stated_, *traced_));
    return {};
}

}  // namespace scrim::verifier
