// k-anonymity: every class of equal values on the quasi-identifier has at least k records. The
// level of a class is its size. Where a person may have several records, people are counted, not
// records. With several quasi-identifiers (qid) the classes of each are judged by themselves. NULL
// is a value of its own, unless --null-matches is given.
//
// P. Samarati, L. Sweeney, SRI technical report, 1998; several quasi-identifiers: Fung, Wang, Yu,
// ICDE 2005.
//
// Example: classes of 4 and of 3 records are 3-anonymous, and not 4-anonymous.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class KAnonymity : public Model {
public:
    KAnonymity(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), k_(arguments().whole("k").value_or(0)) {}

    std::vector<Question> questions(const std::vector<std::string>&) const override {
        return questions_on(arguments().sets("qid"));
    }
    Levels measure(const ClassView& view) const override { return {Ratio(view.size)}; }
    Verdict decide(const ClassView& view) const override { return verdict(view.size >= k_); }
    std::optional<BeliefBound> belief_bound() const override {
        if (k_ == 0 || arguments().given("qid")) return std::nullopt;
        return BeliefBound{.most = Ratio(1, static_cast<Int128>(k_)), .needs_unique = true};
    }

private:
    std::uint64_t k_;
};

}  // namespace

const ModelSpec& k_anonymity_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "k_anonymity",
         .title = "k-anonymity",
         .citation = "P. Samarati, L. Sweeney: Protecting Privacy when Disclosing Information: k-Anonymity and Its "
                     "Enforcement through Generalization and Suppression. SRI International, technical report, 1998. "
                     "Several quasi-identifiers: B. C. M. Fung, K. Wang, P. S. Yu: Top-Down Specialization for "
                     "Information and Privacy Preservation. ICDE 2005",
         .promise = "An attacker who knows a person's quasi-identifier links the person to k records or more, never "
                    "to fewer.",
         .limits = "Says nothing about what those records have in common: if all hold one sensitive value, it is "
                   "disclosed. Assumes one record per person; (X, Y)-anonymity does not. Several quasi-identifiers "
                   "are judged one by one: who knows two of them at once may get below k.",
         .parameters = {models::parameters::least_class_size("k"),
                        models::parameters::given_column_sets(
                            "qid", "quasi-identifiers, each a set of columns (default: one, all of them)")},
         .traits = {.monotone = true, .upward_closed = true}},
        make_model<KAnonymity>};
    return spec;
}

}  // namespace scrim::models
