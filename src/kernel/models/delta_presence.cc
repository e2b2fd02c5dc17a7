// delta-presence: for every person of the population, the probability to be in the table lies
// between delta_min and delta_max. For the people of a class it is the class's records over the
// people whom the class stands for; for people whom no class stands for it is 0. A class that
// stands for nobody contradicts the population: its levels are 0 and infinity.
//
// M. E. Nergiz, M. Atzori, C. Clifton, Hiding the Presence of Individuals, SIGMOD 2007.
//
// Example: a population of 3 people with A and 2 with B. A table of two records with A and one with
// B reaches delta_max = 2/3 and delta_min = 1/2; with one more person, who has C, delta_min = 0.
#include "kernel/core/text.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class DeltaPresence : public Model {
public:
    using Model::Model;

    static Result<void> check_arguments(const Arguments& given) {
        const auto low = given.ratio("delta_min"), high = given.ratio("delta_max");
        if (!low || !high || *low <= *high) return {};
        return input_error(format("delta_presence: delta_min must be at most delta_max, which is {}, not {}",
                                  given.text("delta_max"), given.text("delta_min")));
    }

    // A class that stands for nobody contradicts the population; it satisfies no bound.
    Levels measure(const ClassView& view) const override {
        if (view.population == 0) return {Ratio(0), Ratio::infinity()};
        const Ratio presence(view.size, view.population);
        return {presence, presence};
    }
};

}  // namespace

const ModelSpec& delta_presence_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "delta_presence",
         .title = "delta-presence",
         .citation = "M. E. Nergiz, M. Atzori, C. Clifton: Hiding the Presence of Individuals from Shared Databases. "
                     "SIGMOD 2007",
         .promise = "An attacker who knows the population cannot tell whether a person of it is in the table: the "
                    "probability lies between delta_min and delta_max.",
         .limits = "Holds only for the population that was given, which must list everybody in the table. People "
                   "whom no class stands for are surely absent: they have probability 0.",
         .parameters = {models::parameters::least("delta_min", "smallest probability that a person is in the table",
                                                  "0", "1"),
                        models::parameters::most_share("delta_max",
                                                       "largest probability that a person is in the table")},
         .traits = {.monotone = true, .needs_population = true}},
        make_model<DeltaPresence>};
    return spec;
}

}  // namespace scrim::models
