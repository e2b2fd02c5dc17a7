// Positive-disclosure recursive (c, l)-diversity. Some sensitive values may be disclosed (Y: "healthy"). With the
// counts r1 >= r2 >= … of a class, and y the place of the most frequent value that is not in Y:
//   y <= l - 1:  r_y < c (r_l + r_(l+1) + …)
//   y >  l - 1:  r_y < c (r_(l-1) + … + r_(y-1) + r_(y+1) + …)
// and a class of values in Y alone satisfies it. Both say: rule out that value and the l - 2 most frequent others, and
// r_y stays below c times what is left. The level of a class is r_y over that; measured in positive_disclosure.cc.
//
// A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, l-Diversity, TKDD 1(1), 2007, Definition 4.4 (in ICDE
// 2006 too). Without values in Y it is recursive (c, l)-diversity.
//
// Example: healthy 8, flu 3, cold 2, HIV 1 with Y = {healthy} and l = 2: 3 / (8 + 2 + 1) = 3/11, where recursive
// diversity has 8 / (3 + 2 + 1) = 4/3. With l = 3, healthy is ruled out: 3 / (2 + 1) = 1.
#include "kernel/models/evenness.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"
#include "kernel/models/positive_disclosure.h"

namespace scrim::models {
namespace {

class RecursivePd final : public Model {
public:
    RecursivePd(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), rule_(arguments().list("positive"), arguments().whole("l").value()) {}

    Result<void> check_attributes(std::span<const Sensitive* const> attributes) const override {
        return rule_.check(attributes, info().name);
    }
    Levels measure(const ClassView& view) const override { return {rule_.smallest_c(view)}; }
    std::uint64_t least_lost(const ClassView& view) const override {
        // Without values that may be disclosed, only counts matter.
        if (!rule_.every_value_counts()) return Model::least_lost(view);
        return least_uneven(view, [&](const ClassView& lower) { return decide(lower) != Verdict::fails; });
    }
    std::optional<BeliefBound> belief_bound() const override {
        const auto c = arguments().ratio("c");
        // A value that may be disclosed may be believed with certainty.
        if (!rule_.every_value_counts() || !c || c->infinite() || rule_.l() < 2) return std::nullopt;
        return BeliefBound{.most = Ratio(c->numerator(), c->numerator() + c->denominator()), .pruned = rule_.l() - 2};
    }

private:
    PositiveDisclosure rule_;
};

}  // namespace

const ModelSpec& l_diversity_recursive_pd_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "l_diversity_recursive_pd",
         .title = "positive-disclosure recursive (c, l)-diversity",
         .citation = "A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam: l-Diversity: Privacy Beyond "
                     "k-Anonymity. ACM TKDD 1(1), 2007",
         .promise = "An attacker who can rule out any l - 2 sensitive values still finds the most frequent value "
                    "that may not be disclosed less than c times as frequent as all the others that are left: its "
                    "probability stays below c / (1 + c).",
         .limits = "Values that may be disclosed are not protected: a class may hold nothing else. The attacker "
                   "rules values out one by one; joint knowledge about several people is not covered.",
         .parameters = {models::parameters::strict(models::parameters::most(
                            "c",
                            "most frequent value that may not be disclosed against the others that are left, in the "
                            "worst class")),
                        models::parameters::given_count("l", "l - 2 values are ruled out", "2"),
                        models::parameters::given_values("positive", "values that may be disclosed (default: none)")},
         .traits = {.monotone = true, .one_value_each = true, .needs_sensitive = true}},
        make_model<RecursivePd>};
    return spec;
}

}  // namespace scrim::models
