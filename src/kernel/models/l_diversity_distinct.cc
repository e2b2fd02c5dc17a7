// Distinct l-diversity: every class holds at least l different values of the sensitive attribute.
// The level of a class is the number of its different values; NULL is one of them. How often each
// of them occurs does not matter.
//
// Where people have several records, an attacker rules out a value for a person, and with it everybody
// who has it. The level is then the least number of values whose people could be the whole class: as
// many as are needed until the most frequent ones add up to it. With one value each these are all.
//
// A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, l-Diversity, ICDE 2006.
//
// Example: HIV, HIV, HIV, flu is distinct 2-diverse, although HIV is a guess that is right for
// three of four. Of two people, one with flu and cold and one with flu, the level is 1: both have flu.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace scrim::models {
namespace {

class LDiversityDistinct : public Model {
public:
    LDiversityDistinct(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), l_(arguments().whole("l").value_or(0)) {}

    Levels measure(const ClassView& view) const override { return {Ratio(level(view))}; }
    Verdict decide(const ClassView& view) const override { return verdict(level(view) >= l_); }

private:
    static std::uint64_t level(const ClassView& view) {
        std::uint64_t held = 0;
        for (const ValueCount& bar : view.values) held += bar.count;
        if (held <= view.size) return view.values.size();  // one value each
        std::vector<std::uint64_t> counts;
        for (const ValueCount& bar : view.values) counts.push_back(bar.count);
        std::sort(counts.begin(), counts.end(), std::greater<>());
        std::uint64_t covered = 0, values = 0;
        while (covered < view.size) covered += counts[values++];
        return values;
    }

    std::uint64_t l_;
};

}  // namespace

const ModelSpec& l_diversity_distinct_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "l_diversity_distinct",
         .title = "distinct l-diversity",
         .citation = "A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam: l-Diversity: Privacy Beyond "
                     "k-Anonymity. ICDE 2006. As p-sensitive k-anonymity: T. M. Truta, B. Vinay: Privacy Protection: "
                     "p-Sensitive k-Anonymity Property. ICDE Workshops 2006",
         .promise = "An attacker who knows in which class a person is must rule out l - 1 values or more to learn "
                    "the sensitive value.",
         .limits = "The values may be very unevenly frequent, so that one of them is a safe guess; entropy and "
                   "recursive l-diversity bound that. Knows nothing of values that mean the same.",
         .parameters = {models::parameters::least_count(
             "l",
             "different sensitive values in the worst class, or, where people have several, those whose "
             "people could be all of it")},
         .traits = {.monotone = true, .upward_closed = true, .needs_sensitive = true}},
        make_model<LDiversityDistinct>};
    return spec;
}

}  // namespace scrim::models
