#include "methods/release/default_algorithm.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::release {
namespace {

// Not everything can be printed without leaving records out: some requirement fails even in one class of all, or a
// column may not become general enough for one.
bool needs_suppression(const recode::Problem& problem) {
    if (problem.suppression_limit == 0) return false;
    return std::any_of(problem.quasi_identifiers.begin(), problem.quasi_identifiers.end(),
                       [](const auto& attribute) { return attribute.max_level < attribute.hierarchy->height(); }) ||
           !problem.demands.why_impossible().empty();
}

// Why not this one; "" when it does all that is asked.
std::string why_not(const recode::RecoderSpec& recoder, const recode::Problem& problem, bool metric_asked,
                    bool suppression) {
    if (const std::string reason = recode::why_refused(recoder, problem); !reason.empty()) return reason;
    if (const std::string reason = recode::why_ignored(recoder, problem, metric_asked); !reason.empty())
        return reason.substr(0, reason.find(':'));
    if (suppression && !recoder.suppresses) return format("{} leaves no records out", recoder.name);
    if (problem.tuples->size() > recoder.default_tuples)
        return format("{} takes longer on more than {} different rows", recoder.name,
                      with_thousands(recoder.default_tuples));
    return {};
}

std::string chosen_because(const std::string& name, const std::string& because) {
    return format("no algorithm was named, so {} was chosen: {}; {} compares them all", name, because,
                  field("explore"));
}

}  // namespace

std::string loses_less(double less, double loss, const std::string& than) {
    return format("it loses {:.3g}, less than {:.3g} of {}", less, loss, than);
}

DefaultAlgorithm default_algorithm(const recode::Problem& problem, bool metric_asked) {
    using Minimizes = recode::RecoderSpec::Minimizes;
    const bool suppression = needs_suppression(problem);
    const recode::RecoderSpec* chosen = nullptr;
    std::string first, rival;
    std::string refusing;  // the one that says why not: it refuses the fewest models
    for (const recode::RecoderSpec* recoder : recode::recoders_by(&recode::RecoderSpec::preference)) {
        if (recoder->default_for_target && problem.target == 0) continue;
        if (recoder->looks_at_workload == problem.workload.empty()) continue;
        const std::string reason = why_not(*recoder, problem, metric_asked, suppression);
        if (!chosen && reason.empty()) {
            chosen = recoder;
        } else if (chosen && reason.empty() && chosen->minimizes == Minimizes::loss &&
                   recoder->minimizes == Minimizes::loss && problem.tuples->size() <= recoder->quick_tuples) {
            rival = recoder->name;
            break;
        }
        if (chosen) continue;
        if (first.empty()) first = reason;
        if (refusing.empty() || (!recoder->monotone_only && !recoder->per_class_only)) refusing = recoder->name;
    }
    if (!chosen) return {refusing, {}, {}, {}};
    const std::string because = chosen->default_because + (first.empty() ? "" : format(" ({})", first));
    return {chosen->name, because, chosen_because(chosen->name, because), rival};
}

Result<ChosenTrial> try_default(const Prepared& prepared, bool metric_asked, Progress& progress) {
    const DefaultAlgorithm asked = default_algorithm(prepared.problem, metric_asked);
    SCRIM_TRY(Chosen chosen, choose_for_release(asked.name));
    if (const std::string ignored = recode::why_ignored(*chosen.recoder, prepared.problem, metric_asked);
        !ignored.empty())
        return input_error(ignored);
    SCRIM_TRY(Trial trial, try_recoder(chosen, prepared, progress));
    if (asked.rival.empty()) return ChosenTrial{std::move(chosen), std::move(trial), asked.why};
    SCRIM_TRY(Chosen other, choose_for_release(asked.rival));
    auto rival = try_recoder(other, prepared, progress);
    if (!rival && rival.error().kind == Error::Kind::cancelled) return rival.error();
    const double loss = trial_report(chosen, prepared, trial).loss,
                 less = rival ? trial_report(other, prepared, *rival).loss : loss;
    if (loss <= less) return ChosenTrial{std::move(chosen), std::move(trial), asked.why};
    std::string why = chosen_because(asked.rival, loses_less(less, loss, asked.name));
    return ChosenTrial{std::move(other), std::move(*rival), std::move(why)};
}

std::string better_algorithm(const Prepared& prepared, const TrialReport& made, bool metric_asked, Progress& progress) {
    const recode::Problem& problem = prepared.problem;
    for (const recode::RecoderSpec* recoder : recode::recoders()) {
        const std::string& name = recoder->name;
        if (made.algorithm.starts_with(name) || problem.tuples->size() > recoder->quick_tuples) continue;
        if (!problem.metric->lower_is_better || !recode::why_ignored(*recoder, problem, metric_asked).empty()) continue;
        const auto chosen = choose_recoder(name);
        const auto trial = chosen ? try_recoder(*chosen, prepared, progress) : Result<Trial>(chosen.error());
        if (!trial) continue;
        const double loss = trial_report(*chosen, prepared, *trial).loss;
        if (loss < made.loss / 2)
            return format("{} would lose {:.3g} instead of {:.3g} ({}; {}, {} compares them all)", name, loss,
                          made.loss, problem.metric->name, field("algorithm", name), field("explore"));
    }
    return {};
}

}  // namespace scrim::release
