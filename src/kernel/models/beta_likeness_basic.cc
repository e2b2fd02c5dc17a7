// Basic beta-likeness: (q - p) / p <= beta for every sensitive value, with its share q in the class
// and p in the whole table. The level of a class is the largest of these gains. Values that become
// rarer are not bounded.
//
// J. Cao, P. Karras, Publishing Microdata with a Robust Privacy Guarantee, PVLDB 5(11), 2012.
//
// Example: HIV, HIV, HIV, flu in a table of as many HIV as flu: (3/4 - 1/2) / (1/2) = 1/2.
#include "kernel/models/gain.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class BetaLikenessBasic : public Model {
public:
    using Model::Model;

    Levels measure(const ClassView& view) const override { return {largest_gain(view)}; }
};

}  // namespace

const ModelSpec& beta_likeness_basic_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "beta_likeness_basic",
         .title = "basic beta-likeness",
         .citation = "J. Cao, P. Karras: Publishing Microdata with a Robust Privacy Guarantee. PVLDB 5(11), 2012",
         .promise = "An attacker who learns in which class a person is becomes more confident of a sensitive value "
                    "by beta times its share in the table at most: (q - p) / p <= beta, for every value.",
         .limits = "Bounds only growing confidence; a value that a class lacks is ruled out (delta-disclosure bounds "
                   "that). With a large beta a frequent value may become certain; enhanced beta-likeness prevents "
                   "that." +
                   models::parameters::which_table(),
         .parameters = {most("beta", "largest relative gain of a value, in the worst class"),
                        models::parameters::given_against()},
         .traits = {.monotone = true, .against_overall = true, .needs_sensitive = true}},
        make_model<BetaLikenessBasic>};
    return spec;
}

}  // namespace scrim::models
