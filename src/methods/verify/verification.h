// Verification: one release that is verified, the claims in their order, each step with what the ones before it found.
//
// Its steps are in files of their own: verify_folder.cc has their order and the judgment, verify_evidence.cc what the
// release shows, verify_original.cc what the original says, verify_perturbed.cc all of a release whose rows are not
// true.
#pragma once

#include "kernel/core/text.h"
#include "methods/verify/exact_claims.h"
#include "methods/verify/measures.h"
#include "methods/verify/microdata_claims.h"
#include "methods/verify/outlines.h"
#include "methods/verify/policy_claims.h"
#include "methods/verify/stated_persons.h"
#include "methods/verify/traced.h"
#include "methods/verify/truth.h"
#include "methods/verify/untrue.h"
#include "methods/verify/verify_folder.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::verifier {

class Verification {
public:
    Verification(const VerifyRequest& request, const OpenSource& open, Progress& progress)
        : request_(request), reading_{open, request.memory, progress, {}} {
        for (const SeenFile& file : request.seen) reading_.seen.push_back(file.held());
    }

    Result<VerifyReport> run();

private:
    // False when the rest could not be checked.
    Result<bool> check();
    // The same of a release whose rows are not true: what it keeps, and the models of its classes, if any.
    Result<bool> check_perturbed();
    void check_number_of_records(std::uint64_t found);
    Result<void> read_perturbed_original();
    // The released columns of the original: quasi-identifiers last, or, where there are groups, the parted column.
    std::vector<std::string> shared_columns() const;
    // Types that the certificate or the policy names, and what the policy takes for missing.
    TableInput as_stated(const TableInput& table) const;
    Result<void> read_original();
    // The boxes of a grouped release; false, and a claim that fails, when they cannot be read.
    Result<bool> read_printed();
    // Every printed quasi-identifier means something, by its hierarchy or among the original's values.
    void check_labels(const Table* rows);
    // False, and a claim that fails, when printed values mean nothing beside the population's.
    bool add_population(models::Evidence::Input& input);
    // Attributes of several columns, where all of them are there.
    void add_joined(models::Evidence::Input& input) const;
    // False, and a claim that fails, where the release prints sensitive values that the original lacks.
    bool add_original_distributions(models::Evidence::Input& input);
    Result<bool> gather_evidence(JudgedData judged);
    // Why nobody can say where the values of other tables lie.
    std::string not_located() const;
    Result<void> check_truth();
    // Pairs of rows and classes that may be held in memory.
    std::size_t most_pairs() const { return request_.memory ? request_.memory / 16 : std::size_t{1} << 27; }
    // People, guarding nodes and columns that are not released, where some promise asks for them.
    Result<void> trace_original();
    Result<void> judge();
    // Whom exact columns single out; how many people there are; that the tables of people tell the truth of them.
    Result<void> check_people();

    const VerifyRequest& request_;
    Reading reading_;
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
    std::optional<PrintedColumn> cells_;     // the sensitive column that is generalized record by record
    std::vector<std::string> release_columns_, traced_columns_;
    std::uint64_t records_ = 0;
    std::optional<models::Evidence> evidence_, traced_, stated_;
    std::optional<models::Evidence::Input> stated_input_;
    std::optional<Tuples> traced_rows_;  // the released records as the original has them, where people are counted …
    std::optional<std::size_t> traced_person_;  // … and the column that says whose they are
    std::uint64_t original_people_ = 0;
    std::string untraced_;
};

}  // namespace scrim::verifier
