// Negative/positive-disclosure recursive (c1, c2, l)-diversity: positive-disclosure recursive (c1, l)-diversity, and
// every value that nobody may be known not to have (W) has a share of c2 or more in every class. The levels of a class
// are the smallest c1 (positive_disclosure.cc) and the share of its rarest value in W, 0 where it lacks one.
//
// A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, l-Diversity, TKDD 1(1), 2007, Definition 4.5, where
// c2 is in percent. Without values in W, c2 asks for nothing and is measured as 1; required, it needs them.
//
// Example: healthy 8, flu 3, cold 2, HIV 1 with Y = {healthy}, W = {flu, cold} and l = 2: c1 = 3/11, c2 = 2/14 = 1/7.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"
#include "kernel/models/positive_disclosure.h"

#include <algorithm>

namespace scrim::models {
namespace {

class RecursiveNpd final : public Model {
public:
    RecursiveNpd(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)),
          rule_(arguments().list("positive"), arguments().whole("l").value()),
          kept_(arguments().list("negative")) {}

    static Result<void> check_arguments(const Arguments& given) {
        if (!given.given("c2") || !given.list("negative").empty()) return {};
        return input_error(
            "l_diversity_recursive_npd: c2 needs negative, the values that nobody may be known not to have; without "
            "them it asks for nothing (l_diversity_recursive_pd is the model without c2)");
    }

    Result<void> check_attributes(std::span<const Sensitive* const> attributes) const override {
        SCRIM_CHECK(rule_.check(attributes, info().name));
        return kept_.check(attributes, info().name);
    }
    Levels measure(const ClassView& view) const override {
        return {rule_.smallest_c(view), Ratio(kept_.smallest(view), view.size)};
    }

private:
    PositiveDisclosure rule_;
    SelectedValues kept_;
};

}  // namespace

const ModelSpec& l_diversity_recursive_npd_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "l_diversity_recursive_npd",
         .title = "negative/positive-disclosure recursive (c1, c2, l)-diversity",
         .citation = "A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam: l-Diversity: Privacy Beyond "
                     "k-Anonymity. ACM TKDD 1(1), 2007",
         .promise = "As positive-disclosure recursive (c1, l)-diversity; and of none of the values named as negative "
                    "can an attacker who knows a person's class conclude that the person does not have it: each has "
                    "a share of c2 or more in every class.",
         .limits = "As positive-disclosure recursive diversity. An attacker who rules values out by knowledge from "
                   "elsewhere is not stopped from doing so. Few tables allow it for many values, as every class must "
                   "hold all of them.",
         .parameters = {models::parameters::strict(models::parameters::most(
                            "c1",
                            "most frequent value that may not be disclosed against the others that are left, in the "
                            "worst class")),
                        models::parameters::least("c2", "share of the rarest negative value, in the worst class", "0",
                                                  "1"),
                        models::parameters::given_count("l", "l - 2 values are ruled out", "2"),
                        models::parameters::given_values("positive", "values that may be disclosed (default: none)"),
                        models::parameters::given_values(
                            "negative", "values that nobody may be known not to have (default: none)")},
         .traits = {.monotone = true, .one_value_each = true, .needs_sensitive = true}},
        make_model<RecursiveNpd>};
    return spec;
}

}  // namespace scrim::models
