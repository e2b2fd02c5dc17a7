// Spending: how much privacy a release may cost, and the exact price of everything that looks at the data.
//
// With (epsilon, delta), or rho, noise is discrete Gaussian and costs add up in rho of zCDP; with epsilon alone it is
// discrete Laplace and costs add up in epsilon. Amounts that are asked for are rounded down to few binary digits, so
// that samplers stay quick and costs exact; what is paid never exceeds the total.
//
//   SCRIM_TRY(Spending spending, Spending::of(arguments, records.asked, people, per_person));
//   const Price noise = spending.price(spending.left() / 10);
//   spending.pay(noise.cost);
#pragma once

#include "kernel/core/big_ratio.h"
#include "kernel/core/random.h"
#include "kernel/models/arguments.h"
#include "kernel/models/model.h"
#include "kernel/noise/coins.h"
#include "kernel/noise/discrete_gaussian.h"
#include "kernel/noise/discrete_laplace.h"
#include "kernel/recode/privacy_statement.h"

#include <cstdint>
#include <string_view>
#include <variant>

namespace scrim::recode::synthetic {

// Noise for counts of which one person changes `per_person` by one each, or one by as many.
class CountNoise {
public:
    using Sampler = std::variant<noise::DiscreteLaplace, noise::DiscreteGaussian>;
    CountNoise(Sampler sampler, BigRatio cost) : sampler_(std::move(sampler)), cost_(std::move(cost)) {}

    Int128 draw(noise::Coins& coins) const {
        return std::visit([&](const auto& sampler) { return sampler.draw(coins); }, sampler_);
    }
    const BigRatio& cost() const { return cost_; }
    // As PrivacyStatement has it: rate or variance.
    Ratio parameter() const;
    double variance() const;
    double expected_size() const;  // of what is drawn, without its sign

private:
    Sampler sampler_;
    BigRatio cost_;
};

// The exponential mechanism's epsilon. It costs that or, in rho, an eighth of its square, because the logarithms of the
// ratios of its chances lie within a range of epsilon (Cesar, Rogers, "Bounding, concentrating, and truncating:
// unifying privacy loss composition for data analytics", ALT 2021, lemma 3.2 and corollary 3.3).
struct ChoicePrice {
    Ratio epsilon;
    BigRatio cost;
};

class Spending {
public:
    // Reads epsilon, delta and rho, or what a required model asks for; refuses a delta that is not below one in all
    // people.
    static Result<Spending> of(std::string_view method, const models::Arguments& arguments, const models::Design& asked,
                               std::uint64_t people, std::uint32_t per_person);

    bool gaussian() const { return statement_.gaussian; }
    const BigRatio& total() const { return total_; }
    BigRatio left() const { return total_ - spent_; }
    // What share of the total is spent.
    double share_spent() const { return BigRatio(spent_ / total_).get_d(); }

    // Noise that costs at most so much; nothing where numbers would be too large.
    Result<CountNoise> noise(const BigRatio& most) const;
    Result<ChoicePrice> choice(const BigRatio& most) const;
    void pay(const BigRatio& cost) { spent_ += cost; }

    // Without what was measured and chosen.
    const PrivacyStatement& statement() const { return statement_; }
    // The numbers that models of the mechanism judge by, and readers need.
    models::Design design() const;

private:
    PrivacyStatement statement_;
    BigRatio total_, spent_ = 0;
};

}  // namespace scrim::recode::synthetic
