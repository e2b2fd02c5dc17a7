#include "methods/verify/verify_folder.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/subject/original_distribution.h"
#include "methods/verify/exact_claims.h"
#include "methods/verify/measures.h"
#include "methods/verify/outlines.h"
#include "methods/verify/policy_claims.h"
#include "methods/verify/stated_persons.h"
#include "methods/verify/traced.h"
#include "methods/verify/truth.h"
#include "methods/verify/untrue.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>

namespace scrim::verifier {
namespace {

namespace fs = std::filesystem;

// One verification: the claims in their order, each step with what the ones before it found.
class Verification {
public:
    Verification(const VerifyRequest& request, const OpenSource& open, Progress& progress)
        : request_(request), reading_{open, request.memory, progress} {}

    Result<VerifyReport> run() {
        std::error_code error;
        if (!fs::is_directory(request_.folder, error))
            return input_error(format("there is no folder {}", quoted(std::string_view(request_.folder))));
        SCRIM_TRY(const bool all, check());
        if (!all) ledger_.unchecked("all other claims", "what failed above comes first");
        return VerifyReport{request_.folder, ledger_.take()};
    }

private:
    // False when the rest could not be checked.
    Result<bool> check() {
        auto claimed = read_certificate(request_.folder, ledger_);
        if (!claimed) return false;
        claimed_ = *std::move(claimed);
        SCRIM_TRY(const ReleaseFiles files, check_files(request_.folder, claimed_, ledger_, reading_.progress));
        auto promises = read_promises(claimed_, ledger_);
        if (!promises) return false;
        promises_ = *std::move(promises);
        if (request_.policy) check_policy(with_defaults(*request_.policy, claimed_.names()), claimed_, ledger_);
        SCRIM_TRY(auto release, open_release(request_.folder, claimed_, files, reading_, ledger_));
        if (!release) return false;
        release_ = *std::move(release);
        SCRIM_CHECK(check_outlines(release_, claimed_, reading_, ledger_));
        if (request_.policy) SCRIM_CHECK(check_hierarchies(*request_.policy, claimed_, release_, ledger_));
        unlocated_ = unlocated_column(release_, claimed_);
        named_ = named_columns(promises_, claimed_.has_groups() ? std::vector{claimed_.group_column}
                                                                : claimed_.columns_in(Role::quasi_identifier));
        SCRIM_TRY(auto judged, read_judged(release_, claimed_, named_.columns, reading_, ledger_));
        if (!judged || judged->tuples.total == 0) return false;
        if (claimed_.persons) {
            SCRIM_TRY(auto stated, stated_persons(release_, claimed_, *judged, reading_, ledger_));
            if (stated) stated_input_ = *std::move(stated);
        }
        SCRIM_CHECK(read_original());
        SCRIM_TRY(const bool printed, read_printed());
        if (!printed) return false;
        check_labels(claimed_.has_groups() ? (printed_rows_ ? &printed_rows_->table : nullptr) : &judged->tuples.table);
        if (claimed_.series) SCRIM_CHECK(check_untrue(release_, claimed_, judged->tuples, reading_, ledger_));
        SCRIM_TRY(const bool understood, gather_evidence(*std::move(judged)));
        if (!understood) return false;
        SCRIM_CHECK(check_truth());
        SCRIM_CHECK(trace_original());
        SCRIM_CHECK(judge());
        SCRIM_CHECK(check_people());
        ledger_.unchecked("what is told in words: algorithm, not_promised, report.html",
                          "nothing in a release can confirm it");
        return true;
    }

    // The released columns of the original: quasi-identifiers last, or, where there are groups, the parted column.
    std::vector<std::string> shared_columns() const {
        std::vector<std::string> first, last;
        for (const ClaimedColumn& column : claimed_.columns) {
            const bool is_last =
                claimed_.has_groups() ? column.name == claimed_.parted_column : column.role == Role::quasi_identifier;
            (is_last ? last : first).push_back(column.name);
        }
        first.insert(first.end(), last.begin(), last.end());
        return first;
    }

    // Types that the certificate or the policy names, and what the policy takes for missing.
    TableInput as_stated(const TableInput& table) const {
        return request_.policy ? read_as(claimed_.read_as_stated(table), *request_.policy)
                               : claimed_.read_as_stated(table);
    }

    Result<void> read_original() {
        const std::string what = "number of records of the original";
        if (!request_.original) {
            ledger_.unchecked(what, format("the certificate says {}, {} of them suppressed: give {}",
                                           with_thousands(claimed_.original), with_thousands(claimed_.suppressed),
                                           field("original")));
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

    // The boxes of a grouped release; false, and a claim that fails, when they cannot be read.
    Result<bool> read_printed() {
        if (claimed_.form != ReleaseForm::grouped) return true;
        std::vector<std::string> columns = claimed_.columns_in(Role::quasi_identifier);
        columns.push_back(claimed_.group_column);
        SCRIM_TRY(printed_rows_, read_claimed(*release_.data, columns, reading_, ledger_));
        if (!printed_rows_) return false;
        // Each different (box, group) is a row.
        const Domain& groups = printed_rows_->table[columns.size() - 1].domain();
        ledger_.settle("every group prints one box",
                       printed_rows_->size() == groups.size() ? "" : "some print several");
        return true;
    }

    // Every printed quasi-identifier means something, by its hierarchy or among the original's values.
    void check_labels(const Table* rows) {
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
        if (!printed_.empty())
            ledger_.holds(
                "quasi-identifiers print known values",
                all_known ? "" : format("of those that have a hierarchy; give {} for the others", field("original")));
        if (!all_known) printed_.clear();  // a mean over some of them would mislead
    }

    // False, and a claim that fails, when printed values mean nothing beside the population's.
    bool add_population(models::Evidence::Input& input) {
        auto population =
            subject::make_population(*people_, input.table, input.quasi_identifiers, release_.hierarchies);
        if (!population) ledger_.fails("people of the population fit classes", population.error().message);
        if (population) input.population = *std::move(population);
        return input.population.has_value();
    }

    // Attributes of several columns, where all of them are there.
    void add_joined(models::Evidence::Input& input) const {
        const auto known = [&](const std::string& name) { return input.table.find(name).has_value(); };
        for (const auto& y : named_.joined)
            if (std::all_of(y.begin(), y.end(), known)) input.joined.push_back(y);
    }

    // False, and a claim that fails, where the release prints sensitive values that the original lacks.
    bool add_original_distributions(models::Evidence::Input& input) {
        if (!original_rows_ || std::none_of(promises_.begin(), promises_.end(),
                                            [](const Promise& p) { return p.model->against_original(); }))
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

    Result<bool> gather_evidence(JudgedData judged) {
        release_columns_ = judged.tuples.table.names();
        records_ = judged.tuples.total;
        auto input = evidence_input(std::move(judged.tuples), std::move(judged.quasi_identifiers), judged.sensitive,
                                    release_.hierarchies);
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

    // Why nobody can say where the values of other tables lie.
    std::string not_located() const {
        return format(
            "which values the labels of column {} cover is not in the release: give {}, whose hierarchy "
            "says it",
            quoted(std::string_view(unlocated_)), field("policy"));
    }

    Result<void> check_truth() {
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
            const std::size_t most = request_.memory ? request_.memory / 16 : std::size_t{1} << 27;
            truth = check_generalized(*released_rows_, *original_rows_, printed_, most, reading_.progress);
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

    // People, guarding nodes and columns that are not released, where some promise asks for them.
    Result<void> trace_original() {
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
                                       release_.hierarchies, named, reading_));
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

    Result<void> judge() {
        const std::vector<std::string>& whole = evidence_->quasi_identifiers();
        const auto classes = evidence_->classes(whole, {});
        auto counted = claimed_.counts_people ? nullptr : classes;
        if (claimed_.counts_people && traced_)
            counted = traced_->classes(whole, {});
        else if (claimed_.counts_people && stated_)
            counted = stated_->classes(whole, {});
        check_classes(claimed_, *classes, counted.get(), untraced_, ledger_);
        const Witnesses witnesses{{&*evidence_, release_columns_},
                                  {traced_ ? &*traced_ : nullptr, traced_columns_},
                                  {stated_ ? &*stated_ : nullptr, release_columns_},
                                  untraced_,
                                  people_.has_value(),
                                  original_rows_.has_value()};
        SCRIM_CHECK(judge_promises(promises_, claimed_, witnesses, ledger_, reading_.progress));
        check_risks(claimed_, counted.get(), people_.has_value(), untraced_, ledger_);
        const MetricGrounds grounds{*classes,
                                    counted.get(),
                                    printed_rows_ ? *printed_rows_ : classes->tuples(),
                                    records_,
                                    printed_,
                                    original_rows_ && unlocated_.empty() ? &*original_rows_ : nullptr,
                                    asked_class_size(promises_, claimed_),
                                    [this](const std::string& column) {
                                        return majorities(column, claimed_, *evidence_, release_columns_,
                                                          *release_.data, reading_);
                                    }};
        return check_metrics(claimed_, grounds, ledger_);
    }

    // Whom exact columns single out; how many people there are; that the tables of people tell the truth of them.
    Result<void> check_people() {
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
            ledger_.settle(
                what,
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

    const VerifyRequest& request_;
    const Reading reading_;
    Ledger ledger_;
    ClaimedRelease claimed_;
    std::vector<Promise> promises_;
    NamedColumns named_;
    ReleasedData release_;
    std::string unlocated_;                  // a quasi-identifier whose labels cover values that nobody has named
    std::unique_ptr<TableSource> original_;  // null when not given or not usable
    std::optional<Tuples> original_rows_;    // its released columns, as shared_columns() orders them
    std::optional<Tuples> released_rows_;    // the same columns of a generalized release
    std::optional<Tuples> printed_rows_;     // quasi-identifiers and group of a grouped release
    std::optional<Table> people_;            // of the population
    std::vector<PrintedColumn> printed_;     // every quasi-identifier, or none
    std::vector<std::string> release_columns_, traced_columns_;
    std::uint64_t records_ = 0;
    std::optional<models::Evidence> evidence_, traced_, stated_;
    std::optional<models::Evidence::Input> stated_input_;
    std::optional<Tuples> traced_rows_;  // the released records as the original has them, where people are counted …
    std::optional<std::size_t> traced_person_;  // … and the column that says whose they are
    std::uint64_t original_people_ = 0;
    std::string untraced_;
};

}  // namespace

Result<VerifyReport> verify_folder(const VerifyRequest& request, const OpenSource& open, Progress& progress) {
    try {
        return Verification(request, open, progress).run();
    } catch (const std::bad_alloc&) {
        return input_error("not enough memory to verify this release");
    } catch (const std::exception& fault) {
        return fault_error(format("verifying failed: {}", fault.what()));
    }
}

}  // namespace scrim::verifier
