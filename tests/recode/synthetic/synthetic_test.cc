// dp_marginals and dp_synthesize: their chances are enumerated over neighboring tables, their costs added up by hand,
// and what they refuse.
#include "kernel/core/text.h"
#include "kernel/noise/choice.h"
#include "kernel/noise/concentrated.h"
#include "kernel/recode/synthetic/counting.h"
#include "kernel/recode/synthetic/pair_score.h"
#include "tests/recode/perturb/records.h"

#include <gmock/gmock.h>

#include <cmath>

namespace scrim::recode::synthetic {
namespace synthetic_test {

using namespace scrim::testing;
using ::testing::HasSubstr;

// All tables of up to three records of two columns with two values each.
std::vector<Cells> tables() {
    std::vector<Cells> all{Cells(2)};
    for (std::size_t from = 0; all.back()[0].size() < 3;) {
        const std::size_t to = all.size();
        for (; from < to; ++from)
            for (std::uint32_t record = 0; record < 4; ++record) {
                Cells more = all[from];
                more[0].push_back(record / 2);
                more[1].push_back(record % 2);
                all.push_back(std::move(more));
            }
    }
    return all;
}

// Without its last so many records, which are one person's.
Cells without(const Cells& cells, std::size_t records) {
    Cells fewer = cells;
    for (auto& column : fewer) column.resize(column.size() - records);
    return fewer;
}

Spending spending(const std::string& arguments, std::uint64_t people, std::uint32_t per_person) {
    std::vector<Requirement::Argument> given = parse_requirement("x(" + arguments + ")")->arguments;
    std::vector<Parameter> known;
    for (const char* name : {"epsilon", "delta", "rho"})
        known.push_back({.name = name, .kind = Parameter::Kind::ratio, .bound = Parameter::Bound::given});
    return *Spending::of("x", *models::Arguments::make("x", known, given), {}, people, per_person);
}

// The chances of all noisy counts of a marginal, near the truth, by those of the noise alone.
TEST(NoisyCounts, OfNeighborsAreAboutAsLikely) {
    const marginal::Sizes sizes{2, 2};
    for (const std::uint32_t per_person : {1u, 2u}) {
        const Spending budget = spending("epsilon=1/2", 10, per_person);
        const CountNoise noise = *budget.noise(budget.total());
        EXPECT_EQ(noise.cost(), BigRatio(1, 2));
        // The sampler's chances are enumerated in tests/noise.
        const double a = std::exp(-noise.parameter().to_double());
        const auto chance = [&](std::int64_t x) {
            return (1 - a) / (1 + a) * std::pow(a, static_cast<double>(std::abs(x)));
        };
        for (const Cells& table : tables()) {
            if (table[0].size() < per_person) continue;
            for (const marginal::Variables& set : {marginal::Variables{0}, {1}, {0, 1}}) {
                const auto with = true_counts(table, set, sizes),
                           less = true_counts(without(table, per_person), set, sizes);
                std::int64_t moved = 0;
                for (std::size_t i = 0; i < with.size(); ++i) moved += std::abs(with[i] - less[i]);
                EXPECT_LE(moved, per_person);
                // Of any outcome y the chances are products over cells; the worst ratio is the product of the worst.
                double worst = 1;
                for (std::size_t i = 0; i < with.size(); ++i) {
                    double of_cell = 0;
                    for (int y = -3; y <= 3; ++y) {
                        const double p = chance(y - with[i]), q = chance(y - less[i]);
                        of_cell = std::max(of_cell, std::max(p / q, q / p));
                    }
                    worst *= of_cell;
                }
                EXPECT_LE(worst, std::exp(0.5) * (1 + 1e-9));
            }
        }
    }
}

TEST(NoisyCounts, GaussianNoiseIsConcentrated) {
    const Spending budget = spending("rho=1/8", 10, 2);
    const CountNoise noise = *budget.noise(budget.total());
    EXPECT_EQ(noise.parameter(), Ratio(16));  // 2^2 / (2 · 1/8)
    // Renyi divergences of the noise and itself moved by 2, which is what a person with two records in one cell does.
    for (const double alpha : {1.5, 2.0, 8.0}) {
        double sum = 0, all = 0;
        for (int x = -60; x <= 60; ++x) {
            all += std::exp(-x * x / 32.0);
            sum += std::exp((-alpha * x * x - (1 - alpha) * (x - 2) * (x - 2)) / 32.0);
        }
        sum /= all;
        EXPECT_LE(std::log(sum) / (alpha - 1), alpha / 8 * (1 + 1e-9));
    }
}

// Choices over neighboring tables: exact chances, within exp(epsilon), and concentrated as their cost says.
TEST(Choices, OfNeighborsAreAboutAsLikely) {
    const marginal::Sizes sizes{2, 2};
    const std::vector<double> model{0.7, 0.3, 1.1, 0.2}, single{1.23, 0.9};
    for (const std::uint32_t per_person : {1u, 2u}) {
        const Spending budget = spending("rho=1/8", 10, per_person);
        const ChoicePrice price = *budget.choice(budget.total());
        EXPECT_LE(price.cost, budget.total());
        EXPECT_EQ(price.cost, big(price.epsilon) * big(price.epsilon) / 8);
        const double epsilon = price.epsilon.to_double();
        EXPECT_GT(epsilon, 0.999);
        for (const Cells& table : tables()) {
            if (table[0].size() < per_person) continue;
            const auto choose = [&](const Cells& of) {
                const std::vector<std::int64_t> scores{pair_score(true_counts(of, {0, 1}, sizes), model, 0.4),
                                                       pair_score(true_counts(of, {0}, sizes), single, 0.4),
                                                       pair_score(true_counts(of, {1}, sizes), single, 0.4)};
                const noise::ChoicePrivacy privacy{price.epsilon, static_cast<std::uint32_t>(score_parts) * per_person};
                // One try of the mechanism, which is repeated until it succeeds: weights, to be divided by their sum.
                std::vector<double> weights;
                double sum = 0;
                for (const std::int64_t score : scores)
                    sum += weights.emplace_back(std::exp(epsilon * static_cast<double>(score) /
                                                         (2 * static_cast<double>(privacy.sensitivity))));
                for (double& weight : weights) weight /= sum;
                return std::pair(scores, weights);
            };
            const auto [with, p] = choose(table);
            const auto [less, q] = choose(without(table, per_person));
            double most = -10, least = 10;
            for (std::size_t i = 0; i < p.size(); ++i) {
                EXPECT_LE(std::abs(with[i] - less[i]), score_parts * per_person);
                most = std::max(most, std::log(p[i] / q[i]));
                least = std::min(least, std::log(p[i] / q[i]));
            }
            EXPECT_LE(std::max(most, -least), epsilon + 1e-9);
            EXPECT_LE(most - least, epsilon + 1e-9) << "the range that an eighth of the square is about";
            for (const double alpha : {1.1, 2.0, 16.0})
                for (const auto& [a, b] : {std::pair(p, q), std::pair(q, p)}) {
                    double sum = 0;
                    for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow(a[i], alpha) * std::pow(b[i], 1 - alpha);
                    EXPECT_LE(std::log(sum) / (alpha - 1), alpha * price.cost.get_d() + 1e-9);
                }
        }
    }
}

Records wide() {
    SeededRandom random(3);
    std::vector<RecordColumnOf> columns(5);
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c].name = std::string(1, static_cast<char>('a' + c));
    for (int i = 0; i < 600; ++i) {
        const auto base = random.below(4);
        for (std::size_t c = 0; c < columns.size(); ++c)
            columns[c].values.push_back("v" + std::to_string((base + random.below(c + 1)) % 5));
    }
    return make_records(columns);
}

constexpr auto everything = "observed=[a, b, c, d, e]";

BigRatio sum_of(const PrivacyStatement& privacy) {
    BigRatio sum = 0;
    for (const NoisyCounts& counts : privacy.counts) sum += counts.cost;
    for (const PrivateChoice& choice : privacy.choices) sum += choice.cost;
    return sum;
}

TEST(DpMarginals, CostsAreDividedEvenly) {
    SeededRandom random(1);
    Records records = wide();
    const auto made =
        perturbed(std::string("dp_marginals(epsilon=2, marginals=[[a, b], [b, c], [a], [d, e]], ") + everything + ")",
                  records, random);
    ASSERT_TRUE(made) << made.error().message;
    const PrivacyStatement& privacy = *made->privacy;
    ASSERT_EQ(privacy.counts.size(), 3u) << "[a] lies in [a, b]";
    // 2/3 to twenty binary digits, rounded down, three times.
    for (const NoisyCounts& counts : privacy.counts) {
        EXPECT_EQ(counts.cost, BigRatio(349525, 524288));
        EXPECT_EQ(counts.parameter, Ratio(349525, 524288));
        EXPECT_EQ(counts.cells, counts.columns[0] == "a" ? 20u : 25u);
    }
    EXPECT_LE(sum_of(privacy), 2);
    const models::Design design{{"epsilon", Ratio(2)}, {"delta", Ratio(0)}, {"per_person", Ratio(1)}};
    EXPECT_EQ(made->design, design);
}

TEST(DpSynthesize, SpendsAllButNeverMore) {
    for (const std::string amount : {"epsilon=1", "rho=1/10", "epsilon=1, delta=1e-6", "epsilon=0.02", "epsilon=100"}) {
        SCOPED_TRACE(amount);
        SeededRandom random(2);
        Records records = wide();
        const auto made = perturbed("dp_synthesize(" + amount + ", " + everything + ")", records, random);
        ASSERT_TRUE(made) << made.error().message;
        const BigRatio sum = sum_of(*made->privacy), total = big(made->privacy->total);
        EXPECT_LE(sum, total);
        EXPECT_GT(sum, total * 99 / 100);
        EXPECT_GE(made->privacy->choices.size(), 1u);
        EXPECT_EQ(made->privacy->counts.size(), 5 + made->privacy->choices.size());
        ASSERT_EQ(made->columns.size(), 5u);
        for (const Column& column : made->columns) EXPECT_EQ(column.size(), made->columns[0].size());
        EXPECT_TRUE(made->kept.empty()) << "nothing is kept exactly";
    }
}

// With much privacy spent, counts come out nearly as they are; columns that depend on each other stay so.
TEST(DpSynthesize, FindsWhatColumnsHaveToDoWithEachOther) {
    SeededRandom random(4);
    Records records = wide();
    const auto made = perturbed(std::string("dp_synthesize(rho=50, records=600, ") + everything + ")", records, random);
    ASSERT_TRUE(made);
    double away = 0;
    for (std::size_t a = 0; a < 5; ++a)
        for (std::size_t b = 0; b < a; ++b) {
            std::map<std::pair<std::string, std::string>, double> counts;
            const auto x = printed(records.columns[a].values), y = printed(records.columns[b].values),
                       u = printed(made->columns[a]), v = printed(made->columns[b]);
            for (std::size_t i = 0; i < x.size(); ++i) counts[{x[i], y[i]}] += 1;
            for (std::size_t i = 0; i < u.size(); ++i) counts[{u[i], v[i]}] -= 1;
            for (const auto& [values, count] : counts) away += std::abs(count) / 600 / 10;
        }
    EXPECT_LT(away, 0.12);
}

TEST(DpMarginals, OfPeopleWithSeveralRecordsAFewAreTaken) {
    SeededRandom random(5);
    Records records = make_records({{"a", {"x", "x", "x", "x", "y", "z"}}});
    records.persons = {0, 0, 0, 0, 1, 2};
    for (int round = 0; round < 20; ++round) {
        for (const std::uint32_t most : {1u, 2u, 9u}) {
            const auto chosen = bounded_records(records, most, random);
            std::map<std::uint32_t, std::uint32_t> of;
            for (const std::uint32_t record : chosen) ++of[records.persons[record]];
            EXPECT_EQ(of[0], std::min(most, 4u));
            EXPECT_EQ(of[1], 1u);
            EXPECT_EQ(of[2], 1u);
        }
    }
    const auto made = perturbed("dp_marginals(epsilon=1, per_person=2, observed=a)", records, random);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->privacy->counts[0].parameter, Ratio(1, 2)) << "half the rate for twice the records";
    EXPECT_EQ(made->privacy->counts[0].cost, 1);
    EXPECT_TRUE(made->privacy->several);
    EXPECT_THAT(made->limits.back(), HasSubstr("2 of each, drawn by chance, are looked at"));
}

std::string refused(const std::string& method, Records records) {
    SeededRandom random(1);
    const auto made = perturbed(method, records, random);
    return made ? "" : made.error().message;
}

Records people() { return make_records({{"age", {"20", "30", "41.5", "40"}}, {"city", {"Ulm", "Bonn", "Ulm", ""}}}); }

TEST(PublicDomains, NothingIsTakenFromTheDataUnasked) {
    EXPECT_THAT(refused("dp_marginals(epsilon=1)", people()),
                HasSubstr("column 'age' has no hierarchy and no bounds, so that only the data say"));
    EXPECT_THAT(refused("dp_synthesize(epsilon=1, bounds='age 0..99')", people()),
                HasSubstr("column 'city' has missing values"));
    EXPECT_THAT(refused("dp_synthesize(epsilon=1, bounds='age 0..99', missing=city)", people()),
                HasSubstr("column 'city' has no hierarchy, so that only the data say"));
    EXPECT_EQ(refused("dp_synthesize(epsilon=1, bounds='age 0..99', missing=city, observed=city)", people()), "");
}

TEST(PublicDomains, BoundsAreChecked) {
    const auto with = [](const std::string& bounds) {
        return refused("dp_marginals(epsilon=1, missing=city, observed=city, bounds='" + bounds + "')", people());
    };
    EXPECT_THAT(with("age"), HasSubstr("bounds are written as 'age 0..120'"));
    EXPECT_THAT(with("age 9..3"), HasSubstr("are 9 and 3: the first is the lower"));
    EXPECT_THAT(with("age 0..x"), HasSubstr("are not two numbers"));
    EXPECT_THAT(with("age 0..9 in 11"), HasSubstr("have 11 bins, which have to be from 1 to 10"));
    EXPECT_THAT(with("ages 0..9"), HasSubstr("bounds names 'ages', which is no column"));
    EXPECT_THAT(refused("dp_marginals(epsilon=1, missing=city, observed=age, bounds='city 0..9')", people()),
                HasSubstr("holds no numbers"));
    EXPECT_THAT(refused("dp_marginals(epsilon=1, observed=[age, towns])", people()),
                HasSubstr("observed names 'towns'"));
    EXPECT_THAT(refused("dp_marginals(epsilon=1, marginals=[[age, towns]])", people()), HasSubstr("'towns'"));
}

TEST(PublicDomains, ValuesOutsideBoundsCountAsTheNearest) {
    SeededRandom random(1);
    Records records = make_records({{"age", {"-7", "0", "9", "10", "99.5", "1000"}}});
    const auto made = perturbed("dp_marginals(epsilon=1000, bounds='age 0..99 in 10')", records, random);
    ASSERT_TRUE(made) << made.error().message;
    std::map<int, int> bins;
    for (const std::string& value : printed(made->columns[0])) {
        EXPECT_EQ(value.find('.'), std::string::npos) << "as many decimals as the bounds, not as the data";
        const int number = std::stoi(value);
        ASSERT_GE(number, 0);
        ASSERT_LE(number, 99);
        ++bins[number / 10];
    }
    EXPECT_EQ(bins, (std::map<int, int>{{0, 3}, {1, 1}, {9, 2}}));
}

TEST(Spending, BadAmountsAreRefused) {
    const auto with = [](const std::string& amount) {
        return refused("dp_marginals(observed=[age, city], missing=city" + amount + ")", people());
    };
    EXPECT_THAT(with(""), HasSubstr("how much privacy it may cost is not said"));
    EXPECT_THAT(with(", epsilon=0"), HasSubstr("epsilon must be greater than 0"));
    EXPECT_THAT(with(", epsilon=-1"), HasSubstr("epsilon must be greater than 0"));
    EXPECT_THAT(with(", epsilon=1, rho=1"), HasSubstr("epsilon and rho are both given"));
    EXPECT_THAT(with(", rho=1, delta=1e-6"), HasSubstr("delta goes with epsilon"));
    EXPECT_THAT(with(", epsilon=1, delta=0.25"), HasSubstr("has to be below 1/4"));
    EXPECT_THAT(with(", epsilon=1e-12"), HasSubstr("a part of the privacy budget"));
    EXPECT_THAT(with(", epsilon=1, per_person=2"), HasSubstr("the policy names no column"));
    EXPECT_EQ(with(", epsilon=1, delta=1e-6"), "");
}

TEST(DpMarginals, WhatIsTooLargeIsRefused) {
    SeededRandom random(6);
    std::vector<RecordColumnOf> columns;
    std::string pairs, names;
    for (int c = 0; c < 6; ++c) {
        const std::string name = "c" + std::to_string(c);
        columns.push_back({name, {}});
        for (int i = 0; i < 40; ++i) columns.back().values.push_back("v" + std::to_string(i));
        for (int d = 0; d < c; ++d) pairs += format("[c{}, {}],", d, name);
        names += name + ",";
    }
    EXPECT_THAT(refused(format("dp_marginals(epsilon=1, observed=[{}], marginals=[{}])",
                               names.substr(0, names.size() - 1), pairs.substr(0, pairs.size() - 1)),
                        make_records(columns)),
                HasSubstr("combinations of values at once"));
}

}  // namespace synthetic_test
}  // namespace scrim::recode::synthetic
