// A release whose rows are not true: what it keeps of the original, how values changed by chance, and the models of its
// classes, if any.
#include "kernel/core/text.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/verify/chance_claims.h"
#include "methods/verify/cluster_claims.h"
#include "methods/verify/exact_claims.h"
#include "methods/verify/kept_claims.h"
#include "methods/verify/privacy_claims.h"
#include "methods/verify/verification.h"

namespace scrim::verifier {

Result<bool> Verification::check_perturbed() {
    SCRIM_TRY(const auto rows, read_claimed(*release_.data, claimed_.names(), reading_, ledger_));
    if (!rows) return false;
    check_number_of_records(rows->total);
    if (request_.original) SCRIM_CHECK(read_perturbed_original());
    check_kept(claimed_, *rows, original_rows_ ? &*original_rows_ : nullptr, ledger_);
    check_transitions(claimed_, *rows, ledger_);
    check_unchanged(claimed_, *rows, ledger_);
    std::optional<hierarchy::Hierarchies> hierarchies;
    if (request_.policy) {
        SCRIM_TRY(hierarchies, policy::read_hierarchies(*request_.policy));
    }
    const std::size_t most = request_.memory != 0 ? request_.memory / 32 : std::size_t{1} << 26;
    SCRIM_CHECK(check_clusters(claimed_, *rows, original_rows_ ? &*original_rows_ : nullptr, hierarchies, most, ledger_,
                               reading_.progress));
    check_exact(claimed_, *rows, std::nullopt, untraced_, ledger_);
    check_chances(claimed_, *rows, original_rows_ ? &*original_rows_ : nullptr, ledger_);
    check_privacy(claimed_, *rows, ledger_);
    const auto of_mechanism = [](const Promise& promise) { return promise.model->info().traits.of_mechanism; };
    judge_mechanism(promises_, claimed_.perturbation->design, ledger_);
    std::erase_if(promises_, of_mechanism);
    if (!promises_.empty() && claimed_.classes == 0) {
        ledger_.fails("classes", "models of classes are promised, and none are stated");
        return false;
    }
    if (!promises_.empty()) {
        named_ = named_columns(promises_, claimed_.columns_in(Role::quasi_identifier));
        SCRIM_TRY(auto judged, read_judged(release_, claimed_, named_.columns, reading_, ledger_));
        if (!judged || judged->tuples.total == 0) return false;
        SCRIM_TRY(const bool understood, gather_evidence(*std::move(judged)));
        if (!understood) return false;
        untraced_ = "rows of the release are no records of the original";
        SCRIM_CHECK(judge());
    }
    ledger_.unchecked("what is told in words: algorithm, design, not_promised, report.html",
                      "nothing in a release can confirm it");
    return true;
}

void Verification::check_number_of_records(std::uint64_t found) {
    ledger_.settle("number of records",
                   found == claimed_.released ? ""
                                              : format("there are {}, the certificate says {}", with_thousands(found),
                                                       with_thousands(claimed_.released)),
                   format("{} released", with_thousands(found)));
}

Result<void> Verification::read_perturbed_original() {
    std::vector<std::string> shared;
    for (const ClaimedColumn& column : claimed_.columns)
        if (!column.added) shared.push_back(column.name);
    SCRIM_TRY(original_, reading_.open(as_stated(*request_.original)));
    std::vector<std::string> missing;
    for (const std::string& name : shared)
        if (!original_->has(name)) missing.push_back(name);
    ledger_.settle("the original has the columns of the release",
                   missing.empty() ? "" : format("it lacks {}", list_some(missing)));
    if (!missing.empty()) return {};
    SCRIM_TRY(original_rows_, original_->read_tuples(shared, reading_.memory, reading_.progress));
    if (!claimed_.tells_original) return {};
    ledger_.settle("number of records of the original",
                   original_rows_->total == claimed_.original
                       ? ""
                       : format("it has {}, the certificate says {}", with_thousands(original_rows_->total),
                                with_thousands(claimed_.original)),
                   with_thousands(original_rows_->total));
    return {};
}

}  // namespace scrim::verifier
