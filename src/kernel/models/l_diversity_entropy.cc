// Entropy l-diversity: the entropy of the sensitive values of every class is at least log l. The
// level of a class is exp(-sum of q ln q) over the shares q of its values, printed rounded down.
// Whether it reaches l is decided by the sign of n ln n - sum of c ln c - n ln l, with counts c of
// n records, at growing precision; what stays undecided does not hold.
//
// A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, l-Diversity, ICDE 2006.
//
// Example: HIV, HIV, HIV, flu reaches l = 1.7548; two values equally often reach exactly 2.
#include "kernel/core/logarithm.h"
#include "kernel/models/evenness.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class LDiversityEntropy : public Model {
public:
    LDiversityEntropy(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), l_(arguments().ratio("l")) {}

    Levels measure(const ClassView& view) const override {
        if (equally_frequent(view)) return {Ratio(view.values.size())};
        return {scaled_entropy(view).exp_rounded_down(view.size)};
    }
    Verdict decide(const ClassView& view) const override {
        if (!l_) return Verdict::holds;
        if (equally_frequent(view)) return verdict(Ratio(view.values.size()) >= *l_);
        const auto sign = scaled_entropy(view).sign_minus(view.size, *l_);
        return sign ? verdict(*sign >= 0) : Verdict::undecided;
    }
    std::uint64_t least_lost(const ClassView& view) const override {
        return least_uneven(view, [&](const ClassView& lower) { return decide(lower) != Verdict::fails; });
    }

private:
    // Then exp(entropy) is the number of values; no logarithm is needed.
    static bool equally_frequent(const ClassView& view) {
        for (const ValueCount& bar : view.values)
            if (bar.count != view.values[0].count) return false;
        return true;
    }

    // size times the entropy: n ln n - sum of c ln c. The sum's memory is kept per thread, because classes are many
    // and small.
    static const LogSum& scaled_entropy(const ClassView& view) {
        thread_local LogSum sum;
        sum.clear();
        sum.add(view.size, view.size);
        for (const ValueCount& bar : view.values) sum.add(-Int128{bar.count}, bar.count);
        return sum;
    }

    std::optional<Ratio> l_;
};

}  // namespace

const ModelSpec& l_diversity_entropy_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "l_diversity_entropy",
         .title = "entropy l-diversity",
         .citation = "A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam: l-Diversity: Privacy Beyond "
                     "k-Anonymity. ICDE 2006",
         .promise = "The sensitive values of each class are as uncertain as l equally frequent ones: the entropy of "
                    "a class is at least log l.",
         .limits = "Entropy is an average: a value may still be a good guess (4 records, 3 of them HIV, are entropy "
                   "1.75-diverse). Says nothing about values that mean the same, or about how far a class is from "
                   "the table.",
         .parameters = {models::parameters::rounded(
             models::parameters::least("l", "exp of the entropy of the sensitive values, in the worst class", "1"))},
         .traits = {.monotone = true, .one_value_each = true, .needs_sensitive = true}},
        make_model<LDiversityEntropy>};
    return spec;
}

}  // namespace scrim::models
