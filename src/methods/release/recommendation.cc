#include "methods/release/recommendation.h"

#include "kernel/compare/comparison.h"
#include "kernel/core/text.h"
#include "methods/release/default_algorithm.h"

#include <algorithm>

namespace scrim::release {
namespace {

const TrialReport* find_trial(const std::vector<const TrialReport*>& trials, const std::string& algorithm) {
    for (const TrialReport* trial : trials)
        if (trial->algorithm == algorithm) return trial;
    return nullptr;
}

// Those that publish would release under their name, and not only this once: what is searched by chance is no advice,
// unless publish takes it by itself.
std::vector<const TrialReport*> releasable(const Prepared& prepared, bool metric_asked,
                                           const std::vector<TrialReport>& trials) {
    std::vector<const TrialReport*> made;
    for (const TrialReport& trial : trials) {
        if (!trial.refused.empty() || trial.perturbed) continue;
        const recode::RecoderSpec& recoder = *recode::find_recoder(trial.algorithm);
        if (trial.by_chance && recoder.preference == 0) continue;
        if (recode::why_ignored(recoder, prepared.problem, metric_asked).empty()) made.push_back(&trial);
    }
    return made;
}

// What was measured for a purpose; null where it was not.
const MetricReport* measured(const TrialReport& trial, bool compare::ComparisonSpec::*purpose) {
    for (const MetricReport& metric : trial.compared)
        if (const auto* spec = compare::find_comparison(metric.name); spec && spec->*purpose) return &metric;
    return nullptr;
}
const MetricReport* workload_error(const TrialReport& trial) {
    return measured(trial, &compare::ComparisonSpec::of_workload);
}

// What looks at the target need not predict it best on this table: who does is told.
std::string better_for_target(const TrialReport& chosen, const std::vector<TrialReport>& trials) {
    const MetricReport* reached = measured(chosen, &compare::ComparisonSpec::of_target);
    const TrialReport* best = &chosen;
    double most = reached ? reached->value : 0;
    for (const TrialReport& trial : trials) {
        const MetricReport* its = measured(trial, &compare::ComparisonSpec::of_target);
        if (!reached || !its || trial.by_chance || its->value <= most) continue;
        best = &trial;
        most = its->value;
    }
    if (best == &chosen) return {};
    return format("; {} is better on this table, though, by a {} of {:.3g} instead of {:.3g}", best->algorithm,
                  reached->name, most, reached->value);
}

Recommendation by_workload(const std::vector<const TrialReport*>& trials) {
    const TrialReport* best = nullptr;
    const auto rank = [](const TrialReport& trial) { return std::pair(workload_error(trial)->value, trial.loss); };
    for (const TrialReport* trial : trials)
        if (workload_error(*trial) && (!best || rank(*trial) < rank(*best))) best = trial;
    if (!best) return {};
    const MetricReport& error = *workload_error(*best);
    return {best->algorithm,
            format("the workload's counts are off least in it, by a {} of {:.3g}", error.name, error.value)};
}

Recommendation by_loss(const Prepared& prepared, const std::vector<const TrialReport*>& trials) {
    if (trials.empty()) return {};
    const double sign = prepared.problem.metric->lower_is_better ? 1 : -1;
    const TrialReport* best = *std::min_element(
        trials.begin(), trials.end(), [&](const auto* a, const auto* b) { return sign * a->loss < sign * b->loss; });
    return {best->algorithm, format("of those that can, it has the best {}", prepared.problem.metric->name)};
}

}  // namespace

Recommendation recommend(const Prepared& prepared, const PublishRequest& request,
                         const std::vector<TrialReport>& trials) {
    const bool metric_asked = !request.policy.minimize.empty();
    const std::vector<const TrialReport*> made = releasable(prepared, metric_asked, trials);
    if (!request.workload.empty())
        if (Recommendation best = by_workload(made); !best.algorithm.empty()) return best;
    const DefaultAlgorithm usual = default_algorithm(prepared.problem, metric_asked);
    const TrialReport* first = find_trial(made, usual.name);
    if (!first) return by_loss(prepared, made);
    const TrialReport* rival = find_trial(made, usual.rival);
    if (rival && rival->loss < first->loss)
        return {rival->algorithm, loses_less(rival->loss, first->loss, first->algorithm)};
    return {first->algorithm, usual.because + (request.target.empty() ? "" : better_for_target(*first, trials))};
}

}  // namespace scrim::release
