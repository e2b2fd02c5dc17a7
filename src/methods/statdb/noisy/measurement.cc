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

Result<Clip> clip_of(const hierarchy::Attribute& column, const NoisyRequest& request) {
    if (request.lowest.empty() || request.highest.empty())
        return input_error(
            format("a sum of {} needs bounds, chosen without looking at the data: {} and {}; values "
                   "outside are taken as these",
                   quoted(column.name), field("lowest"), field("highest")));
    Clip clip;
    SCRIM_TRY(clip.lowest, units_of(request.lowest, "lowest", column.domain()));
    SCRIM_TRY(clip.highest, units_of(request.highest, "highest", column.domain()));
    if (clip.lowest > clip.highest)
        return input_error(format("{} is {}, above {}, which is {}", field("lowest"), request.lowest, field("highest"),
                                  request.highest));
    if (clip.lowest == 0 && clip.highest == 0)
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

// What COUNT, SUM and AVG measure.
Result<std::vector<What>> measured(const Query::Item& item, const hierarchy::Attribute& sensitive) {
    switch (item.aggregate) {
        case Query::Aggregate::count: return std::vector{What::count};
        case Query::Aggregate::sum: return std::vector{What::sum};
        case Query::Aggregate::avg: return std::vector{What::sum, What::numbers};
        case Query::Aggregate::min:
        case Query::Aggregate::max: break;
    }
    return input_error(format("dp answers COUNT, SUM and AVG: {} is one person's {}, which no small noise hides",
                              item.title, quoted(sensitive.name)));
}

}  // namespace

Int128 Measurement::draw(noise::Coins& coins) const {
    return std::visit([&](const auto& own) { return own.draw(coins); }, noise);
}

Int128 Measurement::within(const Ratio& confidence) const {
    return std::visit([&](const auto& own) { return own.within(confidence); }, noise);
}

Result<Plan> plan_of(const Query& query, const StatSchema& schema, const NoisyRequest& request) {
    SCRIM_TRY(const Spending spending, spending_of(request));
    std::vector<What> needed;
    Plan plan;
    plan.gaussian = spending.gaussian;
    for (const Query::Item& item : query.items) {
        if (item.is_group) continue;
        plan.first.push_back(needed.size());
        SCRIM_TRY(const std::vector<What> own, measured(item, schema.sensitive));
        needed.insert(needed.end(), own.begin(), own.end());
    }
    const bool sums = std::find(needed.begin(), needed.end(), What::sum) != needed.end();
    if (sums) {
        if (schema.sensitive.domain().kind() != Domain::Kind::number)
            return input_error(format("{} is no number: dp answers COUNT of it", quoted(schema.sensitive.name)));
        SCRIM_TRY(plan.clip, clip_of(schema.sensitive, request));
    } else if (!request.lowest.empty() || !request.highest.empty()) {
        return input_error(
            format("{} and {} are of SUM and AVG, and nothing is added up", field("lowest"), field("highest")));
    }
    Int128 share;
    if (__builtin_mul_overflow(spending.amount.denominator(), static_cast<Int128>(needed.size()), &share))
        return input_error(field(spending.gaussian ? "rho" : "epsilon") + " has too many digits");
    const Ratio each = Ratio(spending.amount.numerator(), share).reduced();
    const Int128 reach = std::max(plan.clip.highest < 0 ? -plan.clip.highest : plan.clip.highest,
                                  plan.clip.lowest < 0 ? -plan.clip.lowest : plan.clip.lowest);
    for (const What what : needed) {
        const Int128 sensitivity = what == What::sum ? reach : 1;
        if (spending.gaussian) {
            SCRIM_TRY(noise::DiscreteGaussian noise, noise::DiscreteGaussian::make(each, sensitivity));
            plan.measurements.push_back({what, noise});
        } else {
            SCRIM_TRY(noise::DiscreteLaplace noise, noise::DiscreteLaplace::make(each, sensitivity));
            plan.measurements.push_back({what, noise});
        }
    }
    plan.cost =
        spending.gaussian ? noise::Cost::concentrated(big(spending.amount)) : noise::Cost::pure(big(spending.amount));
    plan.question = canonical(query, schema, plan, spending.amount);
    return plan;
}

}  // namespace scrim::statdb::noisy
