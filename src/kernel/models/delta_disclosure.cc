// delta-disclosure privacy: |ln(q / p)| < delta for every sensitive value of the table, with its
// share q in the class and p in the whole table. The level of a class is the largest |ln(q / p)|,
// printed rounded up, and infinite where the class lacks a value of the table. Equality fails.
//
// J. Brickell, V. Shmatikov, The Cost of Privacy, KDD 2008; here with the natural logarithm.
//
// Example: HIV, HIV, HIV, flu in a table of as many HIV as flu: flu falls from 1/2 to 1/4, so the
// level is ln 2 = 0.6931.
#include "kernel/core/logarithm.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

#include <algorithm>

namespace scrim::models {
namespace {

class DeltaDisclosure : public Model {
public:
    DeltaDisclosure(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), delta_(arguments().ratio("delta")) {}

    Levels measure(const ClassView& view) const override {
        const Ratio factor = largest_factor(view);
        return {factor.infinite() ? factor : log_rounded_up(factor)};
    }
    Verdict decide(const ClassView& view) const override {
        if (!delta_) return Verdict::holds;
        const Ratio factor = largest_factor(view);
        if (factor.infinite()) return Verdict::fails;
        const auto sign = compare_log(factor, *delta_);
        return sign ? verdict(*sign < 0) : Verdict::undecided;
    }

private:
    // The largest of q / p and p / q over the values of the table; infinite when the class lacks one of them.
    static Ratio largest_factor(const ClassView& view) {
        const ValueHistogram& overall = view.sensitive->overall;
        if (view.values.size() < view.sensitive->distinct()) return Ratio::infinity();
        // q / p is count / overall, up to a constant factor.
        ValueCount least = view.values.front(), most = least;
        for (const ValueCount& bar : view.values) {
            if (Uint128{bar.count} * overall[least.value] < Uint128{least.count} * overall[bar.value]) least = bar;
            if (Uint128{bar.count} * overall[most.value] > Uint128{most.count} * overall[bar.value]) most = bar;
        }
        const Int128 size = view.size, total = overall.total();
        return std::max(Ratio(most.count * total, overall[most.value] * size),
                        Ratio(overall[least.value] * size, least.count * total));
    }

    std::optional<Ratio> delta_;
};

}  // namespace

const ModelSpec& delta_disclosure_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "delta_disclosure",
         .title = "delta-disclosure privacy",
         .citation = "J. Brickell, V. Shmatikov: The Cost of Privacy: Destruction of Data-Mining Utility in "
                     "Anonymized Data Publishing. KDD 2008",
         .promise = "An attacker who learns in which class a person is finds every sensitive value less than "
                    "exp(delta) times as likely as before, and more than exp(-delta) times: |ln(q / p)| < delta.",
         .limits = "Very demanding: each class must hold every value of the table, otherwise its level is infinity. "
                   "Assumes that the distribution in the whole table may be known." +
                   models::parameters::which_table(),
         .parameters = {models::parameters::rounded(models::parameters::strict(
                            models::parameters::most("delta", "largest |ln(q / p)| of a value, in the worst class"))),
                        models::parameters::given_against()},
         .traits = {.monotone = true, .against_overall = true, .needs_sensitive = true}},
        make_model<DeltaDisclosure>};
    return spec;
}

}  // namespace scrim::models
