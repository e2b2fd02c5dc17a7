#include "methods/audit/release/implied_bounds.h"

#include "kernel/core/parallel.h"
#include "kernel/core/text.h"
#include "kernel/risk/risk.h"
#include "methods/audit/release/belief.h"

#include <map>

namespace scrim::audit {
namespace {

// The largest beliefs that a release allows to an attacker who rules out so many values.
struct Largest {
    Ratio after{0}, move{0};
    bool unique = true;  // no value twice in a class
};

Largest largest_of(const models::Classes& classes, const Attacker& attacker) {
    const auto fold = [&](Largest largest, std::size_t begin, std::size_t end) {
        models::Classes::Scratch scratch;
        std::vector<std::uint32_t> frequent;
        for (std::size_t c = begin; c < end; ++c) {
            const models::ClassView view = classes.own_view(c, scratch);
            most_frequent(view, attacker.pruned + 1, frequent);
            for (std::size_t v = 0; v < view.values.size(); ++v) {
                const Belief belief = belief_in(view, v, frequent, attacker);
                largest.after = std::max(largest.after, belief.after);
                largest.move = std::max(largest.move, belief.moved());
                largest.unique &= view.values[v].count == 1;
            }
        }
        return largest;
    };
    const auto combine = [](const Largest& a, const Largest& b) {
        return Largest{std::max(a.after, b.after), std::max(a.move, b.move), a.unique && b.unique};
    };
    return parallel_reduce(0, classes.size(), 1024, Largest{}, fold, combine);
}

std::string words_of(const models::BeliefBound& bound) {
    std::string who = "whoever knows in which class a person is";
    if (bound.pruned > 0) who += format(" and has ruled out {} of the person's values", bound.pruned);
    if (bound.of_move)
        return format("{} believes no value more, by the bound or above, than its share in the whole table", who);
    return format("{} believes no value with a probability above the bound{}", who,
                  bound.needs_unique ? ", as long as no value occurs twice in a class (assumption A4)" : "");
}

}  // namespace

std::vector<ImpliedBound> implied_bounds(const AuditedRelease& release) {
    std::vector<ImpliedBound> bounds;
    const std::uint64_t people = release.people();
    for (const std::string& sensitive : release.evidence->sensitive()) {
        const auto classes = release.classes(sensitive);
        std::map<std::uint64_t, Largest> by_pruned;
        for (const verifier::Promise& promise : release.promises) {
            const std::string& only = promise.model->attribute();
            const auto bound = promise.model->belief_bound();
            if (!bound || (!only.empty() && only != sensitive)) continue;
            // How a bare table's classes were formed is not known.
            if (promise.model->info().traits.needs_blind && !release.not_known.empty()) continue;
            // Whoever may have several values has others when some are ruled out.
            if (people > 0 && bound->pruned > 0) continue;
            const auto [known, is_new] = by_pruned.try_emplace(bound->pruned);
            if (is_new) known->second = largest_of(*classes, {bound->pruned, people});
            const Largest& largest = known->second;
            const Ratio reached = bound->of_move ? largest.move : largest.after;
            ImpliedBound made{promise.claimed->requirement,
                              sensitive,
                              words_of(*bound),
                              risk::exact(bound->most),
                              risk::exact(reached),
                              reached <= bound->most,
                              ""};
            if (bound->needs_unique && !largest.unique)
                made.unless = "A4 does not hold: some value occurs twice in a class";
            bounds.push_back(std::move(made));
        }
    }
    return bounds;
}

}  // namespace scrim::audit
