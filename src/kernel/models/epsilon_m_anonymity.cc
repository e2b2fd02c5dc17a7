// (epsilon, m)-anonymity: for every number x of a class, at most 1/m of its records hold a number
// in [x - epsilon, x + epsilon]. The level of a class is its size over the largest number of
// records within epsilon of one of its numbers. NULLs are near to each other and to nothing else.
//
// J. Li, Y. Tao, X. Xiao, Preservation of Proximity Privacy in Publishing Numerical Sensitive Data,
// SIGMOD 2008.
//
// Example: 30, 31, 32, 50, 70, 90 and epsilon = 1: three of six lie within 1 of 31, so m = 2.
#include "kernel/models/model.h"
#include "kernel/models/numbers.h"
#include "kernel/models/parameters.h"

#include <algorithm>
#include <limits>

namespace scrim::models {
namespace {

class EpsilonMAnonymity : public Model {
public:
    EpsilonMAnonymity(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), epsilon_(arguments().ratio("epsilon").value()) {}

    // Measuring alone has a default, 0: equal numbers are near. A guarantee has none, because no one number suits
    // ages and salaries, and 0 promises least of all.
    static Result<void> check_arguments(const Arguments& given) {
        if (!given.given("m") || given.given("epsilon")) return {};
        return input_error(
            "epsilon_m_anonymity: m needs an epsilon, in the unit of the attribute; with epsilon = 0 "
            "only equal numbers count as near");
    }

    Levels measure(const ClassView& view) const override {
        const auto numbers = numbers_of(view);
        std::uint64_t most = view.values.size() > numbers.size() ? view.values.back().count : 0;  // NULL
        if (!numbers.empty()) most = std::max(most, most_near(*view.sensitive->domain, numbers));
        return {Ratio(view.size, most)};
    }

private:
    // The largest number of records within epsilon of one number: a window that slides over the numbers, which ascend.
    std::uint64_t most_near(const Domain& domain, std::span<const ValueCount> numbers) const {
        const Int128 reach = reach_in_units(domain);
        std::uint64_t most = 0, inside = 0;
        std::size_t first = 0, last = 0;  // the window is [first, last)
        for (const ValueCount& center : numbers) {
            const Int128 units = domain.units(center.value);
            while (last < numbers.size() && is_near(units, domain.units(numbers[last].value), reach))
                inside += numbers[last++].count;
            while (!is_near(domain.units(numbers[first].value), units, reach)) inside -= numbers[first++].count;
            most = std::max(most, inside);
        }
        return most;
    }

    // low <= high; a distance that does not fit is not near.
    static bool is_near(Int128 low, Int128 high, Int128 reach) {
        Int128 distance = 0;
        return !__builtin_sub_overflow(high, low, &distance) && distance <= reach;
    }

    // Epsilon in the units of the domain, rounded down; too large to fit means that every two numbers are near.
    Int128 reach_in_units(const Domain& domain) const {
        Int128 product = 0;
        if (__builtin_mul_overflow(epsilon_.numerator(), units_per_one(domain), &product))
            return std::numeric_limits<Int128>::max();
        return product / epsilon_.denominator();
    }

    Ratio epsilon_;
};

}  // namespace

const ModelSpec& epsilon_m_anonymity_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "epsilon_m_anonymity",
         .title = "(epsilon, m)-anonymity",
         .citation = "J. Li, Y. Tao, X. Xiao: Preservation of Proximity Privacy in Publishing Numerical Sensitive "
                     "Data. SIGMOD 2008",
         .promise = "An attacker who knows in which class a person is infers with probability 1/m at most that the "
                    "number lies within epsilon of any number of the class.",
         .limits = "Intervals wider than epsilon to each side are not protected. Merging two classes that hold can "
                   "give one that does not. NULL has no number: it is near to other NULLs and to nothing else.",
         .parameters = {models::parameters::least(
                            "m", "records of a class against those that hold nearly one number, in the worst class",
                            "1"),
                        models::parameters::given_number(
                            "epsilon", "reach of nearness, in the unit of the attribute (dates: days)", "0", "0")},
         .traits = {.one_value_each = true, .needs_sensitive = true, .needs_number = true}},
        make_model<EpsilonMAnonymity>};
    return spec;
}

}  // namespace scrim::models
