// Confidence bounding: in every class of equal values on the quasi-identifier, no protected
// sensitive value has a share above h. The level of a class is the largest share of a protected
// value. Without `value` every value is protected; with several quasi-identifiers (qid) each is
// judged by itself.
//
// K. Wang, B. C. M. Fung, P. S. Yu, Handicapping Attacker's Confidence, Knowledge and Information
// Systems 11(3), 2007.
//
// Example: a class of flu, flu, HIV reaches h = 2/3; with value=HIV it reaches h = 1/3.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"
#include "kernel/models/selected_values.h"

namespace scrim::models {
namespace {

class ConfidenceBounding : public Model {
public:
    ConfidenceBounding(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), values_(arguments().list("value")) {}

    Result<void> check_attributes(std::span<const Sensitive* const> attributes) const override {
        return values_.check(attributes, info().name);
    }
    std::vector<Question> questions(const std::vector<std::string>&) const override {
        return questions_on(arguments().sets("qid"));
    }
    Levels measure(const ClassView& view) const override { return {Ratio(values_.largest(view), view.size)}; }

private:
    SelectedValues values_;
};

}  // namespace

const ModelSpec& confidence_bounding_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "confidence_bounding",
         .title = "confidence bounding",
         .citation = "K. Wang, B. C. M. Fung, P. S. Yu: Handicapping Attacker's Confidence: An Alternative to "
                     "k-Anonymization. Knowledge and Information Systems 11(3), 2007",
         .promise = "An attacker who knows the values of a person on a quasi-identifier infers none of the protected "
                    "sensitive values with a confidence above h.",
         .limits = "The attacker is assumed to be unable to rule out other values (recursive l-diversity covers "
                   "that). Values that are not named are not protected. Small classes are allowed: records may still "
                   "be linked.",
         .parameters = {models::parameters::most_share("h", "confidence in a protected value, in the worst class"),
                        models::parameters::given_values("value", "values that are protected (default: every value)"),
                        models::parameters::given_column_sets(
                            "qid", "quasi-identifiers, each a set of columns (default: one, all of them)")},
         .traits = {.monotone = true, .needs_sensitive = true}},
        make_model<ConfidenceBounding>};
    return spec;
}

}  // namespace scrim::models
