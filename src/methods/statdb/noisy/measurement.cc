#include "methods/statdb/noisy/measurement.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "methods/statdb/noisy/canonical.h"

#include <algorithm>

namespace scrim::statdb::noisy {
namespace {

using What = Measurement::What;

// A number in the units of a domain, which its digits fit.
Result<Int128> units_of(const std::string& text, std::string_view name, const Domain& domain) {
    const auto number = Ratio::parse(text);
    if (!number || number->infinite()) return input_error(format("{} is a number, not {}", field(name), quoted(text)));
    const Ratio reduced = number->reduced();
    Int128 units;
    const auto ten = power_of_ten(domain.scale());
    if (!ten || *ten % reduced.denominator() != 0 ||
        __builtin_mul_overflow(reduced.numerator(), *ten / reduced.denominator(), &units))
        return input_error(
            format("{} has more digits than the values have ({} after the point)", field(name), domain.scale()));
    return units;
}

Result<Clip> clip_of(const hierarchy::Attribute& column, const NoisyRequest& request, bool sums) {
    if (request.lowest.empty() || request.highest.empty())
        return input_error(
            format("a sum or a choice of {} needs bounds, chosen without looking at the data: {} and {}; values "
                   "outside are taken as these",
                   quoted(column.name), field("lowest"), field("highest")));
    Clip clip;
    SCRIM_TRY(clip.lowest, units_of(request.lowest, "lowest", column.domain()));
    SCRIM_TRY(clip.highest, units_of(request.highest, "highest", column.domain()));
    if (clip.lowest > clip.highest)
        return input_error(format("{} is {}, above {}, which is {}", field("lowest"), request.lowest, field("highest"),
                                  request.highest));
    if (sums && clip.lowest == 0 && clip.highest == 0)
        return input_error(format("{} and {} are both 0: every sum would be 0", field("lowest"), field("highest")));
    return clip;
}

struct Spending {
    Ratio amount;
    bool gaussian = false;
};

Result<Spending> spending_of(const NoisyRequest& request) {
    if (request.epsilon.empty() == request.rho.empty())
        return input_error(format("say how much to spend, with {} or with {}", field("epsilon"), field("rho")));
    const bool gaussian = request.epsilon.empty();
    const std::string& text = gaussian ? request.rho : request.epsilon;
    const auto amount = Ratio::parse(text);
    if (!amount || amount->infinite() || *amount <= Ratio(0))
        return input_error(format("{} is a number > 0, not {}", field(gaussian ? "rho" : "epsilon"), quoted(text)));
    return Spending{amount->reduced(), gaussian};
}

std::vector<What> measured(Query::Aggregate aggregate) {
    switch (aggregate) {
        case Query::Aggregate::count: return {What::count};
        case Query::Aggregate::sum: return {What::sum};
        case Query::Aggregate::avg: return {What::sum, What::numbers};
        case Query::Aggregate::min:
        case Query::Aggregate::max: return {What::rank};
        case Query::Aggregate::quantile: break;
    }
    return {What::rank, What::rank, What::rank};
}

Result<Ratio> confidence_of(const NoisyRequest& request) {
    const auto confidence = Ratio::parse(request.confidence);
    // Fewer than nine digits, so that shares of it are fractions that fit.
    if (!confidence || confidence->infinite() || *confidence <= Ratio(0) || *confidence >= Ratio(1) ||
        confidence->reduced().denominator() > 1'000'000'000)
        return input_error(format("{} is a share above 0 and below 1, such as 95%, not {}", field("confidence"),
                                  quoted(request.confidence)));
    return confidence->reduced();
}

// What is added to a count or a sum.
Result<Measurement> noisy_number(What what, const Ratio& amount, bool gaussian, Int128 sensitivity) {
    if (gaussian) {
        SCRIM_TRY(noise::DiscreteGaussian noise, noise::DiscreteGaussian::make(amount, sensitivity));
        return Measurement{what, noise};
    }
    SCRIM_TRY(noise::DiscreteLaplace noise, noise::DiscreteLaplace::make(amount, sensitivity));
    return Measurement{what, noise};
}

// The choices of an aggregate of ranks: a MIN that surely is no less than the true one, a MAX that is no greater, a
// quantile between two ends that are surely around it; each with the confidence that was asked for.
Result<std::vector<Measurement>> rank_choices(const Query::Item& item, const Ratio& epsilon, const Plan& plan) {
    using Aggregate = Query::Aggregate;
    const bool end = item.aggregate != Aggregate::quantile;
    const Ratio quantile = item.aggregate == Aggregate::min   ? Ratio(0)
                           : item.aggregate == Aggregate::max ? Ratio(1)
                                                              : item.quantile;
    SCRIM_TRY(const RankChoice choice, RankChoice::make(quantile, epsilon, plan.most_records, plan.clip));
    const Ratio& sure = plan.confidence;
    const Ratio wrong(sure.denominator() - sure.numerator(), sure.denominator() * (end ? 1 : 2));
    const Int128 away = choice.reach(wrong) + 1;
    if (item.aggregate == Aggregate::min) return std::vector<Measurement>{{What::rank, choice.aimed(away)}};
    if (item.aggregate == Aggregate::max) return std::vector<Measurement>{{What::rank, choice.aimed(-away)}};
    return std::vector<Measurement>{
        {What::rank, choice.aimed(-away)}, {What::rank, choice}, {What::rank, choice.aimed(away)}};
}

}  // namespace

Int128 Measurement::draw(const ExactSums& truth, noise::Coins& coins) const {
    if (what == What::rank) return std::get<RankChoice>(noise).draw(truth.values, coins);
    const Int128 exact = what == What::sum       ? truth.sum
                         : what == What::numbers ? static_cast<Int128>(truth.numbers)
                                                 : static_cast<Int128>(truth.count);
    if (const auto* gaussian = std::get_if<noise::DiscreteGaussian>(&noise)) return exact + gaussian->draw(coins);
    return exact + std::get<noise::DiscreteLaplace>(noise).draw(coins);
}

Int128 Measurement::within(const Ratio& confidence) const {
    if (const auto* gaussian = std::get_if<noise::DiscreteGaussian>(&noise)) return gaussian->within(confidence);
    return std::get<noise::DiscreteLaplace>(noise).within(confidence);
}

Result<Plan> plan_of(const Query& query, const StatSchema& schema, std::uint32_t most_records,
                     const NoisyRequest& request) {
    SCRIM_TRY(const Spending spending, spending_of(request));
    std::vector<What> needed;
    Plan plan;
    plan.gaussian = spending.gaussian;
    plan.most_records = most_records;
    SCRIM_TRY(plan.confidence, confidence_of(request));
    for (const Query::Item& item : query.items) {
        if (item.is_group) continue;
        plan.first.push_back(needed.size());
        const std::vector<What> own = measured(item.aggregate);
        needed.insert(needed.end(), own.begin(), own.end());
    }
    const bool sums = std::find(needed.begin(), needed.end(), What::sum) != needed.end();
    plan.ranks = std::find(needed.begin(), needed.end(), What::rank) != needed.end();
    if (plan.ranks && plan.gaussian)
        return input_error(
            format("MIN, MAX and quantiles are choices, for which there is no Gaussian noise; ask for "
                   "them with {}, which a budget of rho pays, too",
                   field("epsilon")));
    if (sums || plan.ranks) {
        if (schema.sensitive.domain().kind() != Domain::Kind::number)
            return input_error(format("{} is no number: dp answers COUNT of it", quoted(schema.sensitive.name)));
        SCRIM_TRY(plan.clip, clip_of(schema.sensitive, request, sums));
    } else if (!request.lowest.empty() || !request.highest.empty()) {
        return input_error(format("{} and {} are of SUM, AVG, MIN, MAX and quantiles, and none is asked for",
                                  field("lowest"), field("highest")));
    }
    Int128 share;
    if (__builtin_mul_overflow(spending.amount.denominator(), static_cast<Int128>(needed.size()), &share))
        return input_error(field(spending.gaussian ? "rho" : "epsilon") + " has too many digits");
    const Ratio each = Ratio(spending.amount.numerator(), share).reduced();
    const Int128 farthest = std::max(plan.clip.highest < 0 ? -plan.clip.highest : plan.clip.highest,
                                     plan.clip.lowest < 0 ? -plan.clip.lowest : plan.clip.lowest);
    for (const Query::Item& item : query.items) {
        if (item.is_group) continue;
        for (const What what : measured(item.aggregate)) {
            if (what == What::rank) break;
            Int128 sensitivity = most_records;
            if (what == What::sum && __builtin_mul_overflow(farthest, Int128{most_records}, &sensitivity))
                return input_error(format("{} and {} have too many digits", field("lowest"), field("highest")));
            SCRIM_TRY(Measurement made, noisy_number(what, each, spending.gaussian, sensitivity));
            plan.measurements.push_back(std::move(made));
        }
        if (measured(item.aggregate).front() != What::rank) continue;
        SCRIM_TRY(const std::vector<Measurement> choices, rank_choices(item, each, plan));
        plan.measurements.insert(plan.measurements.end(), choices.begin(), choices.end());
    }
    plan.cost =
        spending.gaussian ? noise::Cost::concentrated(big(spending.amount)) : noise::Cost::pure(big(spending.amount));
    plan.question = canonical(query, schema, plan, spending.amount);
    return plan;
}

}  // namespace scrim::statdb::noisy
