// The guarantee, not assumed: what an attacker believes who knows everybody's quasi-identifiers, the program, and every
// answer there can be. All assignments of values to people and all that chance may do are enumerated.
#include "methods/statdb/anatomy_answer.h"
#include "methods/statdb/generalization_answer.h"
#include "tests/statdb/stat_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace scrim::statdb {
namespace blindness_test {

using namespace scrim::testing;

// Takes every way there is, one after the other.
class EveryChance final : public deal::Chance {
public:
    std::uint32_t below(std::uint32_t bound) override { return static_cast<std::uint32_t>(choose(bound)); }
    void shuffle(std::span<std::uint32_t> items) override {
        for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[choose(left)]);
    }
    // How likely the way just taken is.
    Ratio weight() const {
        Int128 ways = 1;
        for (const auto& [bound, taken] : choices_) ways *= static_cast<Int128>(bound);
        return Ratio(1, ways);
    }
    // Another way, if there is one.
    bool next() {
        at_ = 0;
        while (!choices_.empty() && choices_.back().second + 1 == choices_.back().first) choices_.pop_back();
        if (choices_.empty()) return false;
        ++choices_.back().second;
        return true;
    }

private:
    std::size_t choose(std::size_t bound) {
        if (at_ == choices_.size()) choices_.emplace_back(bound, 0);
        return choices_[at_++].second;
    }
    std::vector<std::pair<std::size_t, std::size_t>> choices_;
    std::size_t at_ = 0;
};

// All that answers depend on: the buckets, their signatures, and who shares a value with whom, but not which.
using Seen = std::set<std::pair<std::vector<std::uint32_t>, std::set<std::set<std::uint32_t>>>>;

Seen seen_in(const Bucketization& buckets) {
    Seen seen;
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        std::set<std::set<std::uint32_t>> classes;
        const auto signature = buckets.signatures[b];
        for (std::size_t s = 0; s < signature.size(); ++s) {
            const auto rows = buckets.segments[buckets.signatures.offsets[b] + s];
            classes.emplace(rows.begin(), rows.end());
        }
        seen.emplace(std::vector(signature.begin(), signature.end()), std::move(classes));
    }
    return seen;
}

// For each thing that can be seen: how likely it is together with each assignment of values.
using Joint = std::map<Seen, std::map<std::vector<Code>, long double>>;

Joint enumerate(Records records, std::uint32_t m, const Builder* builder, std::uint32_t strata) {
    Joint joint;
    std::size_t assignments = 1;
    for (std::size_t i = 0; i < records.size(); ++i) assignments *= records.values;
    for (std::size_t number = 0; number < assignments; ++number) {
        for (std::size_t i = 0, rest = number; i < records.size(); ++i, rest /= records.values)
            records.sensitive[i] = static_cast<Code>(rest % records.values);
        EveryChance chance;
        do {
            BuildPlan plan{m, builder, strata};
            const auto made = bucketize(records.table(), records.column(), "s", plan, chance);
            if (!made) break;  // refused: nothing is published
            joint[seen_in(*made)][records.sensitive] += static_cast<long double>(chance.weight().to_double());
        } while (chance.next());
    }
    return joint;
}

// The greatest certainty with which somebody's value can be told, knowing the values of `known` people beforehand.
long double greatest_belief(const Joint& joint, std::size_t people, Code values, std::size_t known = 0) {
    long double greatest = 0;
    for (const auto& [seen, assignments] : joint) {
        std::map<std::vector<Code>, std::pair<long double, std::vector<long double>>> beliefs;
        for (const auto& [assignment, likely] : assignments) {
            auto& [all, each] = beliefs[{assignment.begin(), assignment.begin() + static_cast<std::ptrdiff_t>(known)}];
            each.resize(people * values, 0);
            all += likely;
            for (std::size_t i = known; i < people; ++i) each[i * values + assignment[i]] += likely;
        }
        for (const auto& [before, belief] : beliefs)
            for (const long double one : belief.second) greatest = std::max(greatest, one / belief.first);
    }
    return greatest;
}

Records people(std::vector<Code> first, Code values) {
    Records records;
    records.domains = {2};
    records.values = values;
    records.sensitive.assign(first.size(), 0);
    records.quasi_identifiers = {std::move(first)};
    return records;
}

constexpr long double rounding = 1e-12L;

TEST(Blindness, NobodyIsBelievedToHoldAValueWithMoreThanOneInM) {
    for (const Builder* builder : {&neighbors_builder(), &one_by_one_builder()}) {
        for (const std::size_t size : {4u, 5u, 6u, 7u})
            EXPECT_LE(greatest_belief(enumerate(people(std::vector<Code>(size, 0), 3), 2, builder, 1), size, 3),
                      0.5L + rounding);
        EXPECT_LE(greatest_belief(enumerate(people(std::vector<Code>(6, 0), 4), 3, builder, 1), 6, 4),
                  1.0L / 3 + rounding);
    }
}

TEST(Blindness, HoldsWithRegions) {
    EXPECT_LE(greatest_belief(enumerate(people({0, 0, 0, 1, 1, 1, 1}, 3), 2, &neighbors_builder(), 2), 7, 3),
              0.5L + rounding);
    EXPECT_LE(greatest_belief(enumerate(people({0, 0, 1, 1, 0, 1, 0, 1}, 3), 2, &neighbors_builder(), 2), 8, 3),
              0.5L + rounding);
    EXPECT_LE(greatest_belief(enumerate(people({0, 0, 0, 1, 1, 1}, 4), 3, &neighbors_builder(), 2), 6, 4),
              1.0L / 3 + rounding);
}

// The limit that is documented: answers show who shares a value, so whoever knows one person's value may learn others'.
TEST(Blindness, DoesNotHoldAgainstThoseWhoKnowSomeValues) {
    EXPECT_GT(greatest_belief(enumerate(people(std::vector<Code>(6, 0), 3), 2, &neighbors_builder(), 1), 6, 3, 1),
              0.9L);
}

// The test can fail: regions that are given up where a value is too frequent tell who holds it.
TEST(Blindness, IsLostWhenRegionsDependOnValues) {
    Joint joint;
    Records records = people({0, 0, 0, 1, 1, 1}, 3);
    for (std::size_t number = 0; number < 729; ++number) {
        for (std::size_t i = 0, rest = number; i < 6; ++i, rest /= 3)
            records.sensitive[i] = static_cast<Code>(rest % 3);
        for (const std::uint32_t strata : {2u, 1u}) {  // two regions, or, if that fails, one
            EveryChance chance;
            bool made_any = false;
            do {
                BuildPlan plan{2, &neighbors_builder(), strata};
                const auto made = bucketize(records.table(), records.column(), "s", plan, chance);
                if (!made) break;
                made_any = true;
                joint[seen_in(*made)][records.sensitive] += static_cast<long double>(chance.weight().to_double());
            } while (chance.next());
            if (made_any) break;
        }
    }
    EXPECT_GT(greatest_belief(joint, 6, 3), 0.5L + rounding);
}

// What is seen above is indeed all that answers depend on: exchanging two values of a bucket changes no answer.
TEST(Blindness, ExchangingTheValuesOfABucketChangesNoAnswer) {
    SeededRandom random(1);
    for (int i = 0; i < 100; ++i) {
        const Records records = random_records(random, 20 + random.below(100), {2, 6, 9}, 6, 3);
        const Bucketization buckets = make_buckets(records, 3, &neighbors_builder(), 1, random);
        Bucketization exchanged = buckets;
        const std::size_t b = random.below(buckets.size());
        const std::uint32_t first = buckets.signatures.offsets[b] + static_cast<std::uint32_t>(random.below(3));
        const std::uint32_t second = buckets.signatures.offsets[b] + static_cast<std::uint32_t>(random.below(3));
        if (first != second)
            std::swap_ranges(exchanged.segments[first].begin(), exchanged.segments[first].end(),
                             exchanged.segments[second].begin());
        const StatTable table = make_stat_table(records, buckets, 3);
        const StatTable other = make_stat_table(records, exchanged, 3);
        for (int j = 0; j < 50; ++j) {
            const Condition condition = random_condition(random, records.domains, 2);
            const std::vector<Span> values = random_condition(random, {6}, 0).spans;
            const AnatomyAnswer one(table, condition, values), two(other, condition, values);
            const auto expect_same = [](const Bounds& x, const Bounds& y) {
                EXPECT_EQ(x.lower, y.lower);
                EXPECT_EQ(x.upper, y.upper);
                EXPECT_EQ(x.may_be_none, y.may_be_none);
            };
            expect_same(one.count(), two.count());
            expect_same(one.sum(), two.sum());
            expect_same(one.avg(), two.avg());
            expect_same(one.min(), two.min());
            expect_same(one.max(), two.max());
            const Rectangle rectangle{{{0, {0, 1}}, {2, {static_cast<Code>(random.below(5)), 7}}}};
            const CountInterval by_one = count_by_generalization(table, rectangle, values).interval;
            const CountInterval by_two = count_by_generalization(other, rectangle, values).interval;
            EXPECT_EQ(by_one.lower, by_two.lower);
            EXPECT_EQ(by_one.upper, by_two.upper);
        }
    }
}

}  // namespace blindness_test
}  // namespace scrim::statdb
