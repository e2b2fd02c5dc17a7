// (epsilon, m)-anonymity: for every number x of a class, at most 1/m of its records hold a number in the neighborhood
// of x: absolute [x - epsilon, x + epsilon], or relative [x (1 - epsilon), x (1 + epsilon)], ends included. The level
// of a class is its size over the largest number of records in the neighborhood of one of its numbers. NULLs are near
// to each other and to nothing else.
//
// J. Li, Y. Tao, X. Xiao, Preservation of Proximity Privacy in Publishing Numerical Sensitive Data, SIGMOD 2008. The
// paper's m is a whole number and its relative epsilon below 1; here both may be any number. Of a negative x, the
// relative neighborhood is as wide as that of -x.
//
// Example: 30, 31, 32, 50, 70, 90 and epsilon = 1: three of six lie within 1 of 31, so m = 2. Relative, epsilon = 3/10:
// [49, 91] is within 3/10 of 70 and holds three, and [35, 65] is of 50; [22.4, 41.6] is of 32, three too: m = 2.
#include "kernel/core/text.h"
#include "kernel/models/model.h"
#include "kernel/models/numbers.h"
#include "kernel/models/parameters.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace scrim::models {
namespace {

class EpsilonMAnonymity : public Model {
public:
    EpsilonMAnonymity(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)),
          epsilon_(arguments().ratio("epsilon").value()),
          relative_(arguments().text("nearness") == "relative") {}

    // Measuring alone has a default, 0: equal numbers are near. A guarantee has none, because no one number suits
    // ages and salaries, and 0 promises least of all.
    static Result<void> check_arguments(const Arguments& given) {
        if (!given.given("m") || given.given("epsilon")) return {};
        return input_error(
            "epsilon_m_anonymity: m needs an epsilon, in the unit of the attribute; with epsilon = 0 "
            "only equal numbers count as near");
    }

    // A share of a date depends on where the calendar begins.
    Result<void> check_attributes(std::span<const Sensitive* const> attributes) const override {
        if (!relative_) return {};
        for (const Sensitive* attribute : attributes)
            if (attribute->domain->is_numeric() && attribute->domain->kind() != Domain::Kind::number)
                return input_error(
                    format("epsilon_m_anonymity: {} holds dates, of which nearness=relative is not "
                           "defined; use nearness=absolute, with epsilon in days",
                           quoted(attribute->name)));
        return {};
    }

    Levels measure(const ClassView& view) const override {
        const auto numbers = numbers_of(view);
        std::uint64_t most = view.values.size() > numbers.size() ? view.values.back().count : 0;  // NULL
        const Domain& domain = *view.sensitive->domain;
        if (!numbers.empty())
            most = std::max(most, relative_ ? most_around(domain, numbers) : most_near(domain, numbers));
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

    // The same where each number has a reach of its own: the numbers, which ascend, are searched from it.
    std::uint64_t most_around(const Domain& domain, std::span<const ValueCount> numbers) const {
        thread_local std::vector<std::uint64_t> before;  // kept per thread, because classes are many and small
        before.assign(1, 0);
        for (const ValueCount& number : numbers) before.push_back(before.back() + number.count);
        std::uint64_t most = 0;
        for (auto center = numbers.begin(); center != numbers.end(); ++center) {
            const Int128 units = domain.units(center->value);
            const Int128 reach = times_epsilon(units < 0 ? -units : units);
            const auto first = std::partition_point(numbers.begin(), center, [&](const ValueCount& number) {
                return !is_near(domain.units(number.value), units, reach);
            });
            const auto last = std::partition_point(center, numbers.end(), [&](const ValueCount& number) {
                return is_near(units, domain.units(number.value), reach);
            });
            most = std::max(most, before[static_cast<std::size_t>(last - numbers.begin())] -
                                      before[static_cast<std::size_t>(first - numbers.begin())]);
        }
        return most;
    }

    // low <= high; a distance that does not fit is not near.
    static bool is_near(Int128 low, Int128 high, Int128 reach) {
        Int128 distance = 0;
        return !__builtin_sub_overflow(high, low, &distance) && distance <= reach;
    }

    Int128 reach_in_units(const Domain& domain) const { return times_epsilon(units_per_one(domain)); }

    // Rounded down, as distances are whole; too large to fit means that every two numbers are near.
    Int128 times_epsilon(Int128 units) const {
        Int128 product = 0;
        if (__builtin_mul_overflow(epsilon_.numerator(), units, &product)) return std::numeric_limits<Int128>::max();
        return product / epsilon_.denominator();
    }

    Ratio epsilon_;
    bool relative_;
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
         .parameters =
             {models::parameters::least(
                  "m", "records of a class against those that hold nearly one number, in the worst class", "1"),
              models::parameters::given_number(
                  "epsilon",
                  "reach of nearness, in the unit of the attribute (dates: days), or as a share of the number", "0",
                  "0"),
              models::parameters::given_choice(
                  "nearness",
                  "what epsilon is: absolute, a distance in the unit of the attribute, or relative, a share "
                  "of the number",
                  {"absolute", "relative"})},
         .traits = {.one_value_each = true, .needs_sensitive = true, .needs_number = true}},
        make_model<EpsilonMAnonymity>};
    return spec;
}

}  // namespace scrim::models
