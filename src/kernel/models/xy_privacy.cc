// (X, Y)-privacy: every class of equal values on the columns X has at least k records, and none of
// the protected values on the columns Y has a share above h of it. Levels: the size of the class,
// and the largest share of a protected value. Without `values` every value on Y is protected.
//
// K. Wang, B. C. M. Fung, Anonymizing Sequential Releases, KDD 2006, in the form of Fung, Wang,
// Chen, Yu, ACM Computing Surveys 2010, section 2.2: k counts records, not the different values on
// Y.
//
// Example: a class of flu, flu, HIV reaches k = 3 and h = 2/3; with values=HIV it reaches h = 1/3.
#include "kernel/models/disjoint.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"
#include "kernel/models/selected_values.h"

namespace scrim::models {
namespace {

class XyPrivacy : public Model {
public:
    XyPrivacy(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), values_(arguments().list("values")) {}

    static Result<void> check_arguments(const Arguments& given) { return check_disjoint("xy_privacy", given); }

    Result<void> check_attributes(std::span<const Sensitive* const> attributes) const override {
        return values_.check(attributes, info().name);
    }
    std::vector<Question> questions(const std::vector<std::string>&) const override {
        return {{arguments().list("x"), arguments().list("y")}};
    }
    Levels measure(const ClassView& view) const override {
        return {Ratio(view.size), Ratio(values_.largest(view), view.size)};
    }

private:
    SelectedValues values_;
};

}  // namespace

const ModelSpec& xy_privacy_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "xy_privacy",
         .title = "(X, Y)-privacy",
         .citation = "K. Wang, B. C. M. Fung: Anonymizing Sequential Releases. KDD 2006",
         .promise = "An attacker who knows the values of a person on X links the person to k records or more, and "
                    "infers none of the protected values on Y with a confidence above h.",
         .limits = "The attacker is assumed to know X and the release, nothing else. Counts records: with several "
                   "records per person, k records may be fewer people.",
         .parameters = {models::parameters::least_count("k", "records in the smallest class"),
                        models::parameters::most_share("h", "confidence in a protected value, in the worst class"),
                        models::parameters::given_columns(
                            "x", "columns that the attacker knows (default: the quasi-identifiers)"),
                        models::parameters::given_columns(
                            "y", "columns whose values are protected (default: each sensitive attribute)"),
                        models::parameters::given_values("values", "values that are protected (default: every value)")},
         .traits = {.monotone = true, .needs_sensitive = true}},
        make_model<XyPrivacy>};
    return spec;
}

}  // namespace scrim::models
