#include "methods/verify/verify_folder.h"

#include "kernel/core/field.h"
#include "methods/verify/interval_claims.h"
#include "methods/verify/verification.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>

namespace scrim {

bool VerifyReport::holds() const {
    return std::none_of(claims.begin(), claims.end(),
                        [](const VerifyClaim& claim) { return claim.outcome == VerifyClaim::Outcome::fails; });
}

}  // namespace scrim

namespace scrim::verifier {

Result<VerifyReport> Verification::run() {
    std::error_code error;
    if (!std::filesystem::is_directory(request_.folder, error))
        return input_error(format("there is no folder {}", quoted(std::string_view(request_.folder))));
    SCRIM_TRY(const bool all, check());
    if (!all) ledger_.unchecked("all other claims", "what failed above comes first");
    return VerifyReport{request_.folder, ledger_.take()};
}

Result<bool> Verification::check() {
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
    if (claimed_.perturbation) return check_perturbed();
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
    SCRIM_CHECK(check_intervals(release_, claimed_, reading_, ledger_));
    SCRIM_CHECK(check_microdata(release_, claimed_, most_pairs(), reading_, ledger_));
    ledger_.unchecked("what is told in words: algorithm, not_promised, report.html",
                      "nothing in a release can confirm it");
    return true;
}

TableInput Verification::as_stated(const TableInput& table) const {
    return request_.policy ? read_as(claimed_.read_as_stated(table), *request_.policy) : claimed_.read_as_stated(table);
}

std::string Verification::not_located() const {
    return format(
        "which values the labels of column {} cover is not in the release: give {}, whose hierarchy "
        "says it",
        quoted(std::string_view(unlocated_)), field("policy"));
}

Result<void> Verification::judge() {
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
    std::vector<std::uint64_t> cell_counts;
    if (cells_) {
        const auto& counts = evidence_->attribute({cells_->base.name})->overall;
        for (Code code = 0; code < cells_->spans.size(); ++code) cell_counts.push_back(counts[code]);
    }
    const MetricGrounds grounds{*classes,
                                counted.get(),
                                printed_rows_ ? *printed_rows_ : classes->tuples(),
                                records_,
                                printed_,
                                cells_ ? &*cells_ : nullptr,
                                std::move(cell_counts),
                                original_rows_ && unlocated_.empty() ? &*original_rows_ : nullptr,
                                asked_class_size(promises_, claimed_),
                                [this](const std::string& column) {
                                    return majorities(column, claimed_, *evidence_, release_columns_, *release_.data,
                                                      reading_);
                                }};
    return check_metrics(claimed_, grounds, ledger_);
}

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
