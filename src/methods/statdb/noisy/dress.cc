#include "methods/statdb/noisy/dress.h"

#include "kernel/core/text.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/stat_bound.h"

#include <algorithm>

namespace scrim::statdb::noisy {
namespace {

struct Interval {
    Ratio estimate, lower, upper;
};

NoisyValue value_of(const Interval& interval) {
    NoisyValue value;
    value.estimate = statdb::value_of(Bounds{interval.estimate, interval.estimate, false, false}).lower;
    const StatValue ends = statdb::value_of(Bounds{interval.lower, interval.upper, false, false});
    value.lower = ends.lower;
    value.upper = ends.upper;
    return value;
}

// A count is no less than 0. The estimate stays as it was drawn: those of many groups add up without bias.
Interval count_interval(Int128 drawn, Int128 reach) {
    return {Ratio(drawn), Ratio(std::max<Int128>(drawn - reach, 0)), Ratio(std::max<Int128>(drawn + reach, 0))};
}

Interval sum_interval(Int128 drawn, Int128 reach, Int128 unit) {
    return {Ratio(drawn, unit), Ratio(drawn - reach, unit), Ratio(drawn + reach, unit)};
}

// The quotient of two numbers of which each is in its interval; a mean is between the bounds that values were cut at.
Interval mean_interval(Int128 sum, Int128 sum_reach, Int128 count, Int128 count_reach, const Clip& clip, Int128 unit) {
    const Ratio lowest(clip.lowest, unit), highest(clip.highest, unit);
    const auto within = [&](const Ratio& mean) { return std::clamp(mean, lowest, highest); };
    Interval interval{lowest, lowest, highest};
    const Int128 fewest = count - count_reach, most = count + count_reach;
    interval.estimate =
        count > 0 ? within(Ratio(sum, unit * count)) : within(Ratio(clip.lowest + clip.highest, 2 * unit));
    if (fewest <= 0) return interval;
    const auto least_of = [&](Int128 a) { return std::min(Ratio(a, unit * fewest), Ratio(a, unit * most)); };
    const auto most_of = [&](Int128 a) { return std::max(Ratio(a, unit * fewest), Ratio(a, unit * most)); };
    interval.lower = within(least_of(sum - sum_reach));
    interval.upper = within(most_of(sum + sum_reach));
    return interval;
}

// Ends that crossed still hold the quantile between them, as surely as each end lies on its side.
Interval quantile_interval(Int128 lower, Int128 middle, Int128 upper, Int128 unit) {
    const Int128 low = std::min(lower, upper), high = std::max(lower, upper);
    return {Ratio(std::clamp(middle, low, high), unit), Ratio(low, unit), Ratio(high, unit)};
}

}  // namespace

NoisyAnswer titled(const Query& query, const NoisyRequest& request, const Plan& plan, const StatFacts& facts) {
    using Aggregate = Query::Aggregate;
    NoisyAnswer answer;
    answer.sql = request.sql;
    answer.recipient = request.recipient;
    for (const Query::Item& item : query.items)
        (item.is_group ? answer.group_titles : answer.value_titles).push_back(item.title);
    const bool numbers = std::any_of(plan.measurements.begin(), plan.measurements.end(),
                                     [](const Measurement& own) { return own.what != Measurement::What::rank; });
    answer.noise = plan.gaussian ? "discrete Gaussian" : !plan.ranks ? "discrete Laplace" : "exponential mechanism";
    if (plan.ranks && numbers) answer.noise = "discrete Laplace noise and exponential mechanism";
    answer.confidence = request.confidence;
    answer.says = dp_framework().says;
    if (plan.gaussian)
        answer.says =
            "zero-concentrated differential privacy: for any delta > 0, whether any one person is in the table changes "
            "the chance of any answer by a factor of at most e^(rho + 2 sqrt(rho ln(1/delta))), but for a chance of "
            "delta, rho being the sum of all that was spent";
    answer.against = dp_framework().against;
    if (facts.contributions > 0)
        answer.notes.push_back(
            format("at most {} of each person count, drawn at random when the file was made: where people have more, "
                   "counts and sums are too low, and means and quantiles lean towards people with few records",
                   counted(facts.contributions, "record", "records")));
    if (plan.clip.lowest != 0 || plan.clip.highest != 0)
        answer.notes.push_back(
            format("values below {} and above {} were taken as these, so the answer is biased where there are such "
                   "values",
                   request.lowest, request.highest));
    std::size_t next = 0;
    for (const Query::Item& item : query.items) {
        if (item.is_group) continue;
        const std::size_t m = plan.first[next++];
        if (item.aggregate != Aggregate::min && item.aggregate != Aggregate::max) continue;
        const Int128 target = std::get<RankChoice>(plan.measurements[m].noise).target();
        answer.notes.push_back(
            format("{} is one person's value, which nobody is told: the estimate has about {} records {} it, and at "
                   "least one but for the chance that is left",
                   item.title, with_thousands(static_cast<std::uint64_t>(target < 0 ? -target : target)),
                   target < 0 ? "above" : "below"));
    }
    return answer;
}

void dress(NoisyAnswer& answer, std::span<const Int128> drawn, const Query& query, const Plan& plan,
           const QueryGroups& groups, const StatSchema& schema) {
    using Aggregate = Query::Aggregate;
    // A mean is sure of both of its parts where each is so with half of what is left.
    const Ratio& confidence = plan.confidence;
    const Ratio half((confidence.denominator() + confidence.numerator()), 2 * confidence.denominator());
    const Int128 unit = *power_of_ten(schema.sensitive.domain().is_numeric() ? schema.sensitive.domain().scale() : 0);
    std::vector<Int128> reach(plan.measurements.size());
    std::size_t next = 0;
    for (const Query::Item& item : query.items) {
        if (item.is_group) continue;
        const std::size_t first = plan.first[next++];
        const bool mean = item.aggregate == Aggregate::avg;
        for (std::size_t m = first; m < first + (mean ? 2 : 1); ++m)
            if (plan.measurements[m].what != Measurement::What::rank)
                reach[m] = plan.measurements[m].within(mean ? half : confidence);
    }
    const auto interval_of = [&](Aggregate aggregate, const Int128* own, const Int128* far) -> Interval {
        switch (aggregate) {
            case Aggregate::count: break;
            case Aggregate::sum: return sum_interval(*own, *far, unit);
            case Aggregate::avg: return mean_interval(own[0], far[0], own[1], far[1], plan.clip, unit);
            case Aggregate::min: return {Ratio(*own, unit), Ratio(plan.clip.lowest, unit), Ratio(*own, unit)};
            case Aggregate::max: return {Ratio(*own, unit), Ratio(*own, unit), Ratio(plan.clip.highest, unit)};
            case Aggregate::quantile: return quantile_interval(own[0], own[1], own[2], unit);
        }
        return count_interval(*own, *far);
    };
    for (std::size_t c = 0; c < groups.size(); ++c) {
        const Int128* const own = drawn.data() + c * plan.measurements.size();
        NoisyRow row;
        row.groups = groups[c].labels;
        next = 0;
        for (const Query::Item& item : query.items) {
            if (item.is_group) continue;
            const std::size_t m = plan.first[next++];
            row.values.push_back(value_of(interval_of(item.aggregate, own + m, reach.data() + m)));
        }
        answer.rows.push_back(std::move(row));
    }
}

}  // namespace scrim::statdb::noisy
