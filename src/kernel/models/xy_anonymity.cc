// (X, Y)-anonymity: every class of equal values on the columns X occurs with at least k different
// values on the columns Y. The level of a class is the number of these values; NULL is one of them.
// X defaults to the quasi-identifiers, Y to each sensitive attribute by itself; no column is in
// both.
//
// K. Wang, B. C. M. Fung, Anonymizing Sequential Releases, KDD 2006.
//
// Example: X = job, Y = patient. Three records of engineers, two of them of one patient: k = 2,
// where k-anonymity, which counts the records, says 3.
#include "kernel/models/disjoint.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class XyAnonymity : public Model {
public:
    XyAnonymity(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), k_(arguments().whole("k").value_or(0)) {}

    static Result<void> check_arguments(const Arguments& given) { return check_disjoint("xy_anonymity", given); }

    std::vector<Question> questions(const std::vector<std::string>&) const override {
        return {{arguments().list("x"), arguments().list("y")}};
    }
    Levels measure(const ClassView& view) const override { return {Ratio(view.values.size())}; }
    Verdict decide(const ClassView& view) const override { return verdict(view.values.size() >= k_); }

private:
    std::uint64_t k_;
};

}  // namespace

const ModelSpec& xy_anonymity_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "xy_anonymity",
         .title = "(X, Y)-anonymity",
         .citation = "K. Wang, B. C. M. Fung: Anonymizing Sequential Releases. KDD 2006",
         .promise = "An attacker who knows the values of a person on X links the person to k different values on Y "
                    "or more. With Y a key of the people, this is k-anonymity counted in people, not in records.",
         .limits = "Different is all it asks: one of the k values may be far more likely than the others. (X, "
                   "Y)-privacy bounds that too.",
         .parameters = {models::parameters::least_count("k", "different values on Y in the worst class"),
                        models::parameters::given_columns(
                            "x", "columns that the attacker knows (default: the quasi-identifiers)"),
                        models::parameters::given_columns(
                            "y", "columns whose values are counted (default: each sensitive attribute)")},
         .traits = {.monotone = true, .upward_closed = true, .needs_sensitive = true}},
        make_model<XyAnonymity>};
    return spec;
}

}  // namespace scrim::models
