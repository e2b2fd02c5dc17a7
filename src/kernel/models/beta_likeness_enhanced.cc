// Enhanced beta-likeness: (q - p) / p <= min(beta, -ln p) for every sensitive value, with its share
// q in the class and p in the whole table. The level of a class is the largest gain (q - p) / p,
// and infinite where a gain exceeds -ln p (or where that cannot be decided): then no beta holds.
//
// J. Cao, P. Karras, Publishing Microdata with a Robust Privacy Guarantee, PVLDB 5(11), 2012.
//
// Example: in a table of as many HIV as flu, HIV, HIV, HIV, flu reaches 1/2, which is below ln 2. A
// class of HIV alone gains 1, more than ln 2 = 0.693: no beta holds.
#include "kernel/core/logarithm.h"
#include "kernel/models/gain.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class BetaLikenessEnhanced : public Model {
public:
    using Model::Model;

    Levels measure(const ClassView& view) const override {
        const std::uint64_t total = view.sensitive->overall.total();
        for (const ValueCount& bar : view.values) {
            const Ratio gain = gain_of(view, bar);
            const std::uint64_t overall = view.sensitive->overall[bar.value];
            // -ln p >= 1 - p decides most values without a logarithm.
            if (gain <= Ratio(total - overall, total)) continue;
            if (gain.infinite() || compare_log(Ratio(total, overall), gain).value_or(-1) < 0)
                return {Ratio::infinity()};
        }
        return {largest_gain(view)};
    }
};

}  // namespace

const ModelSpec& beta_likeness_enhanced_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "beta_likeness_enhanced",
         .title = "enhanced beta-likeness",
         .citation = "J. Cao, P. Karras: Publishing Microdata with a Robust Privacy Guarantee. PVLDB 5(11), 2012",
         .promise = "An attacker who learns in which class a person is becomes more confident of a sensitive value "
                    "of share p in the table by min(beta, -ln p) times p at most. No value ever becomes certain that "
                    "is not so in the table.",
         .limits = "Bounds only growing confidence; a value that a class lacks is ruled out (delta-disclosure bounds "
                   "that). A class that breaks the bound -ln p satisfies no beta at all: its level is infinity." +
                   models::parameters::which_table(),
         .parameters = {models::parameters::most("beta", "largest relative gain of a value, in the worst class"),
                        models::parameters::given_against()},
         .traits = {.monotone = true, .against_overall = true, .needs_sensitive = true}},
        make_model<BetaLikenessEnhanced>};
    return spec;
}

}  // namespace scrim::models
