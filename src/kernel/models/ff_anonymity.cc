// FF-anonymity: freeform attacks. Columns are not divided into those that identify and those that are sensitive; an
// attacker knows a person's values on any columns X and infers the value s of another, if any record that matches X has
// s with a high probability. For every X and every protected s, at most theta of the records that match X have s.
//
// The records that match some values are divided by the values on more columns, and a share of the whole is never above
// all shares of its parts: the worst X is on all columns but that of s. So the level of a column is that of confidence
// bounding, with all others as the quasi-identifier.
//
// K. Wang, Y. Xu, A. W.-C. Fu, R. C.-W. Wong, FF-Anonymity: When Quasi-Identifiers Are Missing, ICDE 2009. There values
// are protected or observable; an attacker here may know all others, protected ones too.
//
// Example: (nurse, HIV), (nurse, flu), (judge, HIV): knowing the job, HIV is believed with 1 (judge); knowing the
// disease, "judge" with 1/2 (HIV).
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"
#include "kernel/models/selected_values.h"

namespace scrim::models {
namespace {

class FfAnonymity final : public Model {
public:
    FfAnonymity(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), values_(arguments().list("value")) {}

    static Result<void> check_arguments(const Arguments& given) {
        const auto columns = given.list("columns"), of = given.list("of");
        if (columns.size() != 1 || (!of.empty() && of != columns)) return {};
        return input_error("ff_anonymity: columns needs two columns or more, so that one is inferred from others");
    }

    Result<void> check_attributes(std::span<const Sensitive* const> attributes) const override {
        return values_.check(attributes, info().name);
    }
    std::vector<Question> questions(const std::vector<std::string>& quasi_identifiers) const override {
        const auto named = arguments().list("columns"), of = arguments().list("of");
        if (named.empty() && of.empty()) return questions_on({});
        std::vector<Question> questions;
        const auto& known = named.empty() ? quasi_identifiers : named;
        for (const std::string& inferred : of.empty() ? known : of) {
            Question question{{}, {inferred}};
            for (const std::string& column : known)
                if (column != inferred) question.x.push_back(column);
            if (!question.x.empty()) questions.push_back(std::move(question));
        }
        return questions;
    }
    Levels measure(const ClassView& view) const override { return {Ratio(values_.largest(view), view.size)}; }
    std::optional<BeliefBound> belief_bound() const override {
        const auto theta = arguments().ratio("theta");
        for (const char* chosen : {"value", "columns", "of"})
            if (!theta || arguments().given(chosen)) return std::nullopt;
        return BeliefBound{.most = *theta};
    }

private:
    SelectedValues values_;
};

}  // namespace

const ModelSpec& ff_anonymity_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "ff_anonymity",
         .title = "FF-anonymity",
         .citation = "K. Wang, Y. Xu, A. W.-C. Fu, R. C.-W. Wong: FF-Anonymity: When Quasi-Identifiers Are Missing. "
                     "ICDE 2009",
         .promise = "An attacker who knows a person's values on any of the columns infers no protected value of the "
                    "person on another of them with a confidence above theta.",
         .limits =
             "Values that are not named are not protected, and without names every value is, also those that "
             "nobody minds. Columns that are not named are neither known nor protected. Small classes are allowed. "
             "What is printed as \"*\" is a value like any other.",
         .parameters =
             {models::parameters::most_share("theta", "confidence in a protected value, in the worst class"),
              models::parameters::given_values("value", "values that are protected (default: every value)"),
              models::parameters::given_columns(
                  "columns",
                  "columns that an attacker may know and infer (default: the quasi-identifiers are known, and "
                  "sensitive attributes inferred)"),
              models::parameters::given_columns("of", "columns that may be inferred (default: all of these)")},
         .traits = {.monotone = true, .needs_sensitive = true}},
        make_model<FfAnonymity>};
    return spec;
}

}  // namespace scrim::models
