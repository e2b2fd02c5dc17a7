// k-anonymity of combinations: on every choice of m quasi-identifiers, each class of equal values has at least k
// records. Fewer than m columns make unions of such classes. The level is the size of the smallest. A suppressed cell
// is a value like any other: an attacker is left with the records that print what fits, and these are whole classes.
//
// A. Hundepool, L. Willenborg, mu- and tau-ARGUS: Software for Statistical Disclosure Control, 1996, with m = 3. There,
// a combination with a missing value is not looked at.
//
// Example: the eight rows of three columns of 0 and 1 reach k = 2 with m = 2, and k = 1 with m = 3.
#include "kernel/models/column_choices.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class KCombinations final : public Model {
public:
    using Model::Model;

    std::vector<Question> questions(const std::vector<std::string>& quasi_identifiers) const override {
        return questions_on_choices(quasi_identifiers, arguments().whole("m").value());
    }
    Levels measure(const ClassView& view) const override { return {Ratio(view.size)}; }
};

}  // namespace

const ModelSpec& k_combinations_model() {
    static const ModelSpec spec{
        {.name = "k_combinations",
         .title = "k-anonymity of combinations",
         .citation = "A. Hundepool, L. Willenborg: mu- and tau-ARGUS: Software for Statistical Disclosure Control. "
                     "Third International Seminar on Statistical Confidentiality, 1996",
         .promise = "An attacker who knows at most m of the values of a person on the quasi-identifiers, whichever "
                    "they are, links the person to k records or more.",
         .limits = "It is no k-anonymity: every record may be the only one with its values on all quasi-identifiers, "
                   "and an attacker who knows m + 1 of them may find it. Says nothing about sensitive values "
                   "(lkc_privacy does). Assumes one record per person.",
         .parameters = {parameters::given_count("m", "values on quasi-identifiers that the attacker knows at most",
                                                "2"),
                        parameters::least_count("k", "records in the smallest class")},
         .traits = {.monotone = true, .upward_closed = true, .per_class = false}},
        make_model<KCombinations>};
    return spec;
}

}  // namespace scrim::models
