// What a release shows, made ready for the models: its labels, boxes, classes and people.
#include "kernel/core/field.h"
#include "kernel/subject/original_distribution.h"
#include "methods/verify/verification.h"

#include <algorithm>

namespace scrim::verifier {

void Verification::check_labels(const Table* rows) {
    if (!rows) return;
    const Table& table = *rows;
    bool all_known = true;
    for (const std::string& name : claimed_.columns_in(Role::quasi_identifier)) {
        DomainPtr original;
        if (original_rows_) original = original_rows_->table[original_rows_->table.find(name).value()].domain_ptr();
        auto printed = printed_column(*claimed_.find(name), release_.hierarchies,
                                      table[table.find(name).value()].domain(), original);
        if (!printed) {
            ledger_.fails("quasi-identifiers print known values", printed.error().message);
            printed_.clear();
            return;
        }
        all_known &= printed->has_value();
        if (*printed) printed_.push_back(**std::move(printed));
    }
    if (const ClaimedColumn* column = claimed_.generalized()) {
        DomainPtr original;
        if (original_rows_)
            original = original_rows_->table[original_rows_->table.find(column->name).value()].domain_ptr();
        auto printed =
            printed_column(*column, release_.hierarchies, table[table.find(column->name).value()].domain(), original);
        if (!printed) {
            ledger_.fails("sensitive values are nodes of their hierarchy", printed.error().message);
            printed_.clear();
            return;
        }
        cells_ = *std::move(printed);
        ledger_.holds("sensitive values are nodes of their hierarchy",
                      format("those of {} are generalized record by record", quoted(std::string_view(column->name))));
    }
    if (!printed_.empty())
        ledger_.holds(
            "quasi-identifiers print known values",
            all_known ? "" : format("of those that have a hierarchy; give {} for the others", field("original")));
    if (!all_known) printed_.clear();  // a mean over some of them would mislead
}

Result<bool> Verification::read_printed() {
    if (claimed_.form != ReleaseForm::grouped) return true;
    std::vector<std::string> columns = claimed_.columns_in(Role::quasi_identifier);
    columns.push_back(claimed_.group_column);
    SCRIM_TRY(printed_rows_, read_claimed(*release_.data, columns, reading_, ledger_));
    if (!printed_rows_) return false;
    // Each different (box, group) is a row.
    const Domain& groups = printed_rows_->table[columns.size() - 1].domain();
    ledger_.settle("every group prints one box", printed_rows_->size() == groups.size() ? "" : "some print several");
    return true;
}

bool Verification::add_population(models::Evidence::Input& input) {
    auto population = subject::make_population(*people_, input.table, input.quasi_identifiers, release_.hierarchies);
    if (!population) ledger_.fails("people of the population fit classes", population.error().message);
    if (population) input.population = *std::move(population);
    return input.population.has_value();
}

void Verification::add_joined(models::Evidence::Input& input) const {
    const auto known = [&](const std::string& name) { return input.table.find(name).has_value(); };
    for (const auto& y : named_.joined)
        if (std::all_of(y.begin(), y.end(), known)) input.joined.push_back(y);
}

bool Verification::add_original_distributions(models::Evidence::Input& input) {
    if (!original_rows_ ||
        std::none_of(promises_.begin(), promises_.end(), [](const Promise& p) { return p.model->against_original(); }))
        return true;
    for (const std::string& name : claimed_.columns_in(Role::sensitive)) {
        const auto place = original_rows_->table.find(name);
        if (!place) continue;
        const auto added = subject::add_original(name, original_rows_->table[*place], original_rows_->weights,
                                                 release_.hierarchies, input);
        if (!added) ledger_.fails("sensitive values are the original's", added.error().message);
        if (!added) return false;
    }
    return true;
}

Result<bool> Verification::gather_evidence(JudgedData judged) {
    release_columns_ = judged.tuples.table.names();
    records_ = judged.tuples.total;
    if (claimed_.generalized() && !cells_) return false;
    auto input = evidence_input(std::move(judged.tuples), std::move(judged.quasi_identifiers), judged.sensitive,
                                release_.hierarchies, cells_ ? &*cells_ : nullptr);
    if (!input) {
        ledger_.fails("sensitive values are leaves of their hierarchies", input.error().message);
        return false;
    }
    if (!add_original_distributions(*input)) return false;
    add_joined(*input);
    if (request_.population && !claimed_.has_groups() && !unlocated_.empty()) {
        ledger_.unchecked("people of the population fit classes", not_located());
    } else if (request_.population && !claimed_.has_groups()) {
        SCRIM_TRY(const auto source, reading_.open(as_stated(*request_.population)));
        for (const std::string& name : input->quasi_identifiers)
            if (!source->has(name)) return subject::no_such_column(*source, name);
        SCRIM_TRY(people_, source->read(input->quasi_identifiers, reading_.progress));
        if (!add_population(*input)) people_.reset();
        if (people_ && stated_input_) add_population(*stated_input_);
    }
    if (stated_input_) stated_.emplace(*std::move(stated_input_));
    evidence_.emplace(*std::move(input));
    return true;
}

}  // namespace scrim::verifier
