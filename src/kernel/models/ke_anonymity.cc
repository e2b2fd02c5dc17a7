// (k, e)-anonymity: every class holds at least k different numbers, and the largest of them exceeds
// the smallest by e or more. Levels: the number of different numbers, and their range in the unit
// of the attribute (of dates: days). NULL is no number; a class of NULLs reaches 0 and 0.
//
// Q. Zhang, N. Koudas, D. Srivastava, T. Yu, Aggregate Query Answering on Anonymized Tables, ICDE
// 2007.
//
// Example: 30, 31, 32, 50, 70, 90 reach k = 6 and e = 60.
#include "kernel/models/model.h"
#include "kernel/models/numbers.h"
#include "kernel/models/parameters.h"

#include <limits>

namespace scrim::models {
namespace {

class KeAnonymity : public Model {
public:
    using Model::Model;

    Levels measure(const ClassView& view) const override {
        const auto numbers = numbers_of(view);
        if (numbers.empty()) return {Ratio(0), Ratio(0)};
        const Domain& domain = *view.sensitive->domain;
        // A range that does not fit is given as the largest that does: too small is the safe side.
        Int128 range = 0;
        if (__builtin_sub_overflow(domain.units(numbers.back().value), domain.units(numbers.front().value), &range))
            range = std::numeric_limits<Int128>::max();
        return {Ratio(numbers.size()), Ratio(range, units_per_one(domain))};
    }
};

}  // namespace

const ModelSpec& ke_anonymity_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "ke_anonymity",
         .title = "(k, e)-anonymity",
         .citation = "Q. Zhang, N. Koudas, D. Srivastava, T. Yu: Aggregate Query Answering on Anonymized Tables. "
                     "ICDE 2007",
         .promise = "An attacker who knows in which class a person is faces k different numbers or more, that lie e "
                    "or more apart.",
         .limits = "Ignores how the numbers are distributed: nine of ten may lie close together (proximity attack); "
                   "(epsilon, m)-anonymity bounds that. NULL has no number: it counts neither as one of the k nor in "
                   "the range.",
         .parameters = {models::parameters::least_count("k", "different numbers in the worst class"),
                        models::parameters::least(
                            "e", "range of the numbers in the worst class, in the unit of the attribute (dates: days)",
                            "0")},
         .traits = {.monotone = true,
                    .upward_closed = true,
                    .one_value_each = true,
                    .needs_sensitive = true,
                    .needs_number = true}},
        make_model<KeAnonymity>};
    return spec;
}

}  // namespace scrim::models
