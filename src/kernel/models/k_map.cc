// k-map: every class stands for at least k people of the population. A person belongs to a class
// when each of its values covers theirs. The level of a class is the number of these people,
// however many of them are in the table; people whom no class stands for are linked to nothing and
// do not count.
//
// L. Sweeney, Computational Disclosure Control, PhD thesis, MIT, 2001.
//
// Example: a population of 3 people with A, 2 with B and 1 with C. A table of two records with A
// and one with B is 2-map: B stands for two people, and no record has C.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class KMap : public Model {
public:
    KMap(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), k_(arguments().whole("k").value_or(0)) {}

    // People whom no record stands for are linked to nothing, however few they are.
    Levels measure(const ClassView& view) const override {
        return {view.size == 0 ? Ratio::infinity() : Ratio(view.population)};
    }
    Verdict decide(const ClassView& view) const override { return verdict(view.size == 0 || view.population >= k_); }

private:
    std::uint64_t k_;
};

}  // namespace

const ModelSpec& k_map_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "k_map",
         .title = "k-map",
         .citation = "L. Sweeney: Computational Disclosure Control: A Primer on Data Privacy Protection. PhD thesis, "
                     "MIT, 2001",
         .promise = "An attacker who does not know whether a person is in the table links a record to k people of "
                    "the population or more.",
         .limits = "Holds only for the population that was given: an attacker who knows that a person is in the "
                   "table (prosecutor) may do better, and k-anonymity is the model against that. Says nothing about "
                   "sensitive values.",
         .parameters = {models::parameters::least_count("k",
                                                        "people of the population that the smallest class stands for")},
         .traits = {.monotone = true, .upward_closed = true, .needs_population = true}},
        make_model<KMap>};
    return spec;
}

}  // namespace scrim::models
