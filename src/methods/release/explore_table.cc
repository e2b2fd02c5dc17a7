#include "methods/release/explore_table.h"

#include "kernel/core/field.h"
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"
#include "kernel/subject/stray_notes.h"
#include "methods/release/asked_workload.h"
#include "methods/release/compare_release.h"
#include "methods/release/explore_perturbed.h"
#include "methods/release/measure.h"
#include "methods/release/recommendation.h"
#include "methods/release/telling_columns.h"
#include "methods/release/trial.h"

namespace scrim::release {
namespace {

std::vector<std::string> algorithms(const Policy& policy) {
    if (!policy.algorithm.empty()) return {policy.algorithm};
    std::vector<std::string> names;
    for (const recode::RecoderSpec* recoder : recode::recoders()) names.push_back(recoder->name);
    return names;
}

class Exploration {
public:
    Exploration(TableSource& table, const Prepared& prepared, const PublishRequest& request,
                const checking::WorkloadReader& workload, Progress& progress)
        : table_(table),
          prepared_(prepared),
          request_(request),
          workload_(workload),
          progress_(progress),
          required_(check_required(request.policy)),
          telling_(refuse_telling_columns(prepared, request.policy)) {}

    Result<void> attempt(const std::string& name, ExploreReport& report) {
        SCRIM_TRY(const Chosen chosen, choose_recoder(name));
        if (chosen.recoder->form == recode::Form::perturbed) return attempt_perturbed(chosen, report);
        if (!required_) return refuse(name, required_.error(), report);
        const auto trial = try_recoder(chosen, prepared_, progress_);
        if (!trial) return refuse(name, trial.error(), report);
        report.trials.push_back(trial_report(chosen, prepared_, *trial));
        const Dealing dealing(prepared_, trial->recoding);
        SCRIM_CHECK(compare(dealing, chosen, report));
        if (progress_.cancelled()) return cancelled_error();
        if (chosen.recoder->form != recode::Form::generalized) return {};
        const auto exact =
            telling_ ? risk::refuse_exact(exact_report(dealing, request_.policy), request_.policy) : telling_;
        if (exact) return {};
        refused_by_columns_.push_back(name);
        if (why_.empty()) why_ = exact.error().message;
        return {};
    }

    void add_notes(ExploreReport& report) const {
        if (!refused_by_columns_.empty())
            report.notes.push_back(format("publish refuses this with {}: {}", join(refused_by_columns_, ", "), why_));
        std::vector<std::string> chance;
        for (const TrialReport& trial : report.trials)
            if (trial.by_chance) chance.push_back(trial.algorithm);
        if (!chance.empty())
            report.notes.push_back(format("{} {} by chance: another run may find something else", join(chance, " and "),
                                          chance.size() == 1 ? "works" : "work"));
    }

private:
    Result<void> attempt_perturbed(const Chosen& chosen, ExploreReport& report) {
        auto tried = explore_perturbed(table_, request_, chosen, prepared_.material, workload_, report.notes, random_,
                                       progress_);
        if (!tried) return refuse(chosen.recoder->name, tried.error(), report);
        report.trials.push_back(*std::move(tried));
        return {};
    }

    static Result<void> refuse(const std::string& name, const Error& why, ExploreReport& report) {
        if (why.kind != Error::Kind::input) return why;
        TrialReport refused;
        refused.algorithm = name;
        refused.refused = why.message;
        report.trials.push_back(std::move(refused));
        return {};
    }

    Result<void> compare(const Dealing& dealing, const Chosen& chosen, ExploreReport& report) {
        auto comparison = compare_release(dealing, request_, *chosen.recoder);
        if (!comparison) {
            report.notes.push_back(format("{} is not compared with the original: {}", report.trials.back().algorithm,
                                          comparison.error().message));
            return {};
        }
        if (workload_) {
            SCRIM_TRY(comparison->workload, workload_(comparison->attributes));
        }
        report.trials.back().compared = checking::comparison_reports(*comparison);
        return {};
    }

    TableSource& table_;
    const Prepared& prepared_;
    const PublishRequest& request_;
    const checking::WorkloadReader& workload_;
    Progress& progress_;
    SystemRandom random_;
    Result<void> required_, telling_;
    std::vector<std::string> refused_by_columns_;
    std::string why_ = telling_ ? "" : telling_.error().message;
};

}  // namespace

Result<ExploreReport> explore_table(PublishSources sources, const PublishRequest& request,
                                    const checking::WorkloadReader& workload, Progress& progress) {
    if (!request.as.empty())
        return input_error(
            format("{} says how a release is written, and changes no comparison; leave it out", field("as")));
    if (!request.intervals.empty())
        return input_error(
            format("{} says how a release is written, and changes no comparison; leave it out", field("intervals")));
    SCRIM_TRY(Prepared prepared, prepare_any(sources, request, progress));
    if (!request.workload.empty() && workload) {
        SCRIM_TRY(prepared.problem.workload, asked_workload(prepared, request, workload));
    }
    ExploreReport report;
    report.metric = prepared.problem.metric->name;
    report.records = prepared.problem.records();
    report.notes = subject::stray_notes(prepared.material.rows->table, request.policy);
    report.impossible = prepared.problem.demands.why_impossible(prepared.problem.suppression_limit);
    if (!report.impossible.empty()) return report;
    Exploration exploration(sources.table, prepared, request, workload, progress);
    for (const std::string& name : algorithms(request.policy)) SCRIM_CHECK(exploration.attempt(name, report));
    exploration.add_notes(report);
    if (request.policy.algorithm.empty()) {
        Recommendation best = recommend(prepared, request, report.trials);
        report.recommended = std::move(best.algorithm);
        report.because = std::move(best.because);
    }
    return report;
}

}  // namespace scrim::release
