// LKC-privacy: for every choice of at most l quasi-identifiers, each class of equal values on them
// has at least k records, and no sensitive value has a share above c of it. Levels: the smallest
// size, and the largest share, over all choices of exactly l columns (of all, if there are fewer):
// classes on fewer columns are unions of these. The paper protects chosen values; here it is every
// value.
//
// N. Mohammed, B. C. M. Fung, P. C. K. Hung, C.-K. Lee, Anonymizing Healthcare Data, KDD 2009.
//
// Example: (age, sex, disease) = (1, m, a), (1, f, b), (2, m, b), (2, f, a). With l = 1 it reaches
// k = 2 and c = 1/2, with l = 2 only k = 1 and c = 1.
#include "kernel/models/column_choices.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class LkcPrivacy : public Model {
public:
    using Model::Model;

    // Classes on fewer columns are unions of those on l, and both promises survive unions.
    std::vector<Question> questions(const std::vector<std::string>& quasi_identifiers) const override {
        return questions_on_choices(quasi_identifiers, arguments().whole("l").value());
    }
    Levels measure(const ClassView& view) const override {
        return {Ratio(view.size), Ratio(view.largest(), view.size)};
    }
};

}  // namespace

const ModelSpec& lkc_privacy_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "lkc_privacy",
         .title = "LKC-privacy",
         .citation = "N. Mohammed, B. C. M. Fung, P. C. K. Hung, C.-K. Lee: Anonymizing Healthcare Data: A Case "
                     "Study on the Blood Transfusion Service. KDD 2009",
         .promise = "An attacker who knows at most l of the values of a person on the quasi-identifiers, whichever "
                    "they are, links the person to k records or more and infers no sensitive value with a confidence "
                    "above c.",
         .limits = "Promises nothing against an attacker who knows more than l values. Assumes one record per person.",
         .parameters = {models::parameters::given_count(
                            "l", "values on quasi-identifiers that the attacker knows at most", "2"),
                        models::parameters::least_count("k", "records in the smallest class"),
                        models::parameters::most_share(
                            "c", "confidence in the most frequent sensitive value, in the worst class")},
         .traits = {.monotone = true, .per_class = false, .needs_sensitive = true}},
        make_model<LkcPrivacy>};
    return spec;
}

}  // namespace scrim::models
