// m-confidentiality: no sensitive value has a share above 1/m of a class, and the classes were
// formed without looking at who has which value. The level of a class is its size over the count of
// its most frequent value. The second half is asked of the algorithm (trait needs_blind); a table
// does not show it.
//
// R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei, Minimality Attack in Privacy Preserving Data
// Publishing, VLDB 2007. The paper bounds the values of one sensitive set; here it is every value.
//
// Example: flu, flu, cold, HIV, ulcer reach 5/2, so m = 2 holds and m = 3 does not.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class MConfidentiality : public Model {
public:
    using Model::Model;

    Levels measure(const ClassView& view) const override { return {Ratio(view.size, view.largest())}; }
    std::optional<BeliefBound> belief_bound() const override {
        const auto m = arguments().whole("m");
        if (!m) return std::nullopt;
        return BeliefBound{.most = Ratio(1, static_cast<Int128>(*m))};
    }
};

}  // namespace

const ModelSpec& m_confidentiality_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "m_confidentiality",
         .title = "m-confidentiality",
         .citation = "R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei: Minimality Attack in Privacy Preserving Data "
                     "Publishing. VLDB 2007",
         .promise =
             "An attacker who knows the algorithm, the requirements and everybody's quasi-identifiers believes no "
             "person's sensitive value with more than 1/m: no value has more than 1/m of a class, and classes "
             "were formed without looking at who has which value.",
         .limits =
             "How classes were formed cannot be seen in a table: the certificate names the algorithm, and whoever "
             "trusts it trusts that. Knows nothing of values that mean the same, or of attackers who rule out "
             "values.",
         .parameters = {models::parameters::least_count(
             "m", "records of a class for each of its most frequent value's, in the worst class")},
         .traits = {.monotone = true, .needs_sensitive = true, .needs_blind = true}},
        make_model<MConfidentiality>};
    return spec;
}

}  // namespace scrim::models
