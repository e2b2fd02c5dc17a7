#include "methods/release/default_algorithm.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::release {
namespace {

// Those that may run unasked, the preferred ones first.
std::vector<const recode::RecoderSpec*> by_preference() {
    std::vector<const recode::RecoderSpec*> all;
    for (const recode::RecoderSpec* recoder : recode::recoders())
        if (recoder->preference > 0) all.push_back(recoder);
    std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->preference < b->preference; });
    return all;
}

// Why not this one; "" when it does all that is asked.
std::string why_not(const recode::RecoderSpec& recoder, const recode::Problem& problem, bool metric_asked) {
    if (const std::string reason = recode::why_refused(recoder, problem); !reason.empty()) return reason;
    if (const std::string reason = recode::why_ignored(recoder, problem, metric_asked); !reason.empty())
        return reason.substr(0, reason.find(':'));
    if (problem.suppression_limit > 0 && !recoder.suppresses) return format("{} leaves no records out", recoder.name);
    return {};
}

}  // namespace

DefaultAlgorithm default_algorithm(const recode::Problem& problem, bool metric_asked) {
    std::string first;
    std::string refusing;  // the one that says why not: it refuses the fewest models
    for (const recode::RecoderSpec* recoder : by_preference()) {
        if (recoder->default_for_target && problem.target == 0) continue;
        const std::string reason = why_not(*recoder, problem, metric_asked);
        if (reason.empty())
            return {recoder->name,
                    format("no algorithm was named, so {} was chosen{}; {} compares them all", recoder->name,
                           first.empty() ? "" : format(" ({})", first), field("explore"))};
        if (first.empty()) first = reason;
        if (refusing.empty() || (!recoder->monotone_only && !recoder->per_class_only)) refusing = recoder->name;
    }
    return {refusing, {}};
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
