#include "methods/release/default_algorithm.h"

#include "kernel/core/text.h"

namespace scrim::release {
namespace {

constexpr const char* by_preference[] = {"mondrian", "topdown", "optimal", "anatomy"};
constexpr const char* for_targets = "topdown";  // otherwise optimal loses no more, and less with suppression

// How many different tuples an algorithm is tried on unasked.
struct Quick {
    const char* name;
    std::size_t tuples;
};
constexpr Quick quick[] = {{"mondrian", 200'000}, {"cluster", 5'000}};

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
    for (const char* name : by_preference) {
        if (name == std::string_view(for_targets) && problem.target == 0) continue;
        const std::string reason = why_not(*recode::find_recoder(name), problem, metric_asked);
        if (reason.empty())
            return {name, format("no algorithm was named, so {} was chosen{}; --explore compares them all", name,
                                 first.empty() ? "" : format(" ({})", first))};
        if (first.empty()) first = reason;
    }
    return {"optimal", {}};  // which says why not
}

std::string better_algorithm(const Prepared& prepared, const TrialReport& made, bool metric_asked, Progress& progress) {
    const recode::Problem& problem = prepared.problem;
    for (const auto& [name, tuples] : quick) {
        const recode::RecoderSpec& recoder = *recode::find_recoder(name);
        if (made.algorithm.starts_with(name) || problem.tuples->size() > tuples) continue;
        if (!problem.metric->lower_is_better || !recode::why_ignored(recoder, problem, metric_asked).empty()) continue;
        const auto chosen = choose_recoder(name);
        const auto trial = chosen ? try_recoder(*chosen, prepared, progress) : Result<Trial>(chosen.error());
        if (!trial) continue;
        const double loss = trial_report(*chosen, prepared, *trial).loss;
        if (loss < made.loss / 2)
            return format("{} would lose {:.3g} instead of {:.3g} ({}; --algorithm {}, --explore compares them all)",
                          name, loss, made.loss, problem.metric->name, name);
    }
    return {};
}

}  // namespace scrim::release
