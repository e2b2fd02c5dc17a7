#include "methods/audit/series/joint_posterior.h"
#include "tests/audit/series_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace scrim::audit {
namespace joint_posterior_test {

using testing::group_of;

// The slow, obvious twin: every assignment of every value to everybody, filtered by the definition.
class EveryAssignment {
public:
    explicit EveryAssignment(const SeenSeries& series) : truth_(series.people, 0) {
        with.assign(series.people, std::vector<Int128>(series.values, 0));
        for (;;) {
            bool fits = std::all_of(series.changes.begin(), series.changes.end(),
                                    [&](const auto& change) { return truth_[change.first] != truth_[change.second]; });
            for (const SeenRelease& release : series.releases) fits = fits && fits_release(release);
            if (fits) {
                ++all;
                for (std::uint32_t p = 0; p < series.people; ++p) ++with[p][truth_[p]];
            }
            std::uint32_t p = 0;
            while (p < series.people && ++truth_[p] == series.values) truth_[p++] = 0;
            if (p == series.people) return;
        }
    }

    Int128 all = 0;
    std::vector<std::vector<Int128>> with;

private:
    // Some choice of a group for everybody makes every group right.
    bool fits_release(const SeenRelease& release) const {
        const auto& people = release.people();
        std::vector<std::size_t> choice(people.size(), 0);
        for (;;) {
            std::vector<std::vector<Code>> have(release.groups().size());
            for (std::size_t i = 0; i < people.size(); ++i)
                have[release.places()[people[i].place][choice[i]]].push_back(truth_[people[i].person]);
            bool fits = true;
            for (std::size_t g = 0; g < have.size(); ++g) fits = fits && fits_group(release.groups()[g], have[g]);
            if (fits) return true;
            std::size_t i = 0;
            while (i < people.size() && ++choice[i] == release.places()[people[i].place].size()) choice[i++] = 0;
            if (i == people.size()) return false;
        }
    }

    static bool fits_group(const SeenGroup& group, std::vector<Code> have) {
        std::vector<Code> published, common;
        for (const auto& [value, count] : group.values) published.insert(published.end(), count, value);
        std::sort(have.begin(), have.end());
        std::set_intersection(have.begin(), have.end(), published.begin(), published.end(), std::back_inserter(common));
        if (group.kind == SeenGroup::Kind::counterfeits)
            return common == have && published.size() - have.size() == group.fakes;
        return have.size() == published.size() && common.size() + group.fakes == published.size();
    }

    std::vector<Code> truth_;
};

TEST(JointPosterior, AgreesWithEveryAssignment) {
    SeededRandom random(11);
    std::size_t certain = 0, uneven = 0;
    for (int round = 0; round < 600; ++round) {
        const testing::RandomSeries of{static_cast<std::uint32_t>(2 + random.below(4)),
                                       static_cast<Code>(2 + random.below(3)), 1 + random.below(3)};
        const SeenSeries series = random_series(of, random);
        const EveryAssignment every(series);
        const auto posterior = joint_posterior(series);
        ASSERT_TRUE(posterior.ok()) << posterior.error().message;
        ASSERT_GT(every.all, 0) << "the truth fits";
        for (std::uint32_t p = 0; p < series.people; ++p)
            for (Code v = 0; v < series.values; ++v) {
                const Ratio expected(every.with[p][v], every.all);
                ASSERT_EQ(posterior->chance[p][v], expected)
                    << "round " << round << ", person " << p << ", value " << v;
                certain += expected == Ratio(1);
                uneven += expected > Ratio(0) && expected < Ratio(1) && every.all % every.with[p][v] != 0;
            }
    }
    EXPECT_GT(certain, 100u);
    EXPECT_GT(uneven, 100u);
}

TEST(JointPosterior, AgreesThatNothingFits) {
    SeededRandom random(12);
    int impossible = 0;
    for (int round = 0; round < 300; ++round) {
        // Two halves of different truths.
        const testing::RandomSeries of{4, 3, 1};
        SeenSeries series = random_series(of, random);
        series.releases.push_back(random_series(of, random).releases.front());
        const auto posterior = joint_posterior(series);
        const bool fits = EveryAssignment(series).all > 0;
        ASSERT_EQ(posterior.ok(), fits) << "round " << round;
        if (!fits) {
            EXPECT_THAT(posterior.error().message, ::testing::HasSubstr("contradict each other"));
            ++impossible;
        }
    }
    EXPECT_GT(impossible, 20);
}

// What a change allows, exactly: of x and y, then x and z, three pairs differ.
TEST(JointPosterior, CountsChanges) {
    testing::NamedSeries series;
    series.release();
    series.group({"A", "B"}, {"x", "y"});
    series.change("A", "A later");
    series.release();
    series.group({"A later", "C"}, {"x", "z"});
    const auto posterior = joint_posterior(series.series());
    ASSERT_TRUE(posterior.ok());
    EXPECT_EQ(posterior->chance[series.person("A")][series.value("y")], Ratio(2, 3));
    EXPECT_EQ(posterior->chance[series.person("A later")][series.value("z")], Ratio(2, 3));
    EXPECT_EQ(posterior->chance[series.person("C")][series.value("x")], Ratio(2, 3));
}

// Somebody in no release may have anything; people who share nothing do not matter to each other.
TEST(JointPosterior, TakesPeopleApart) {
    SeenSeries series{61, 4, {}};
    SeenRelease& release = series.releases.emplace_back();
    for (std::uint32_t pair = 0; pair < 30; ++pair) {
        const std::uint32_t group = release.add_group(group_of({pair % 4, (pair + 1) % 4}));
        release.add_person(2 * pair, group);
        release.add_person(2 * pair + 1, group);
    }
    const auto posterior = joint_posterior(series, 400);  // 30 pairs of a few steps, not 2^30 assignments
    ASSERT_TRUE(posterior.ok()) << posterior.error().message;
    EXPECT_EQ(posterior->chance[7][3], Ratio(1, 2));
    EXPECT_EQ(posterior->chance[60], std::vector<Ratio>(4, Ratio(1, 4)));
}

TEST(JointPosterior, RefusesWhatTakesTooLong) {
    SeenSeries series{20, 20, {}};
    SeenRelease& release = series.releases.emplace_back();
    std::vector<Code> values;
    for (Code v = 0; v < 20; ++v) values.push_back(v);
    const std::uint32_t group = release.add_group(group_of(values));
    for (std::uint32_t p = 0; p < 20; ++p) release.add_person(p, group);
    const auto posterior = joint_posterior(series, 100'000);
    ASSERT_FALSE(posterior.ok());
    // 20^20 is about 1.05 * 10^26, a number of 27 digits.
    EXPECT_EQ(posterior.error().message,
              "20 connected people have up to about 10^27 joint assignments of values, more than 100,000 steps can "
              "count exactly");
}

TEST(JointPosterior, WantsEverybodyKnown) {
    SeenSeries series{1, 2, {}};
    SeenRelease& release = series.releases.emplace_back();
    release.add_person(0, release.add_group(group_of({0, 1})));
    const auto posterior = joint_posterior(series);
    ASSERT_FALSE(posterior.ok());
    EXPECT_EQ(posterior.error().message, "release 1: its groups have 2 people, but 1 is known");
}

TEST(SeenSeries, RefusesWhatMakesNoSense) {
    const auto refused = [](auto change) {
        SeenSeries series{2, 2, {}};
        SeenRelease& release = series.releases.emplace_back();
        release.add_group(group_of({0, 1}));
        change(release);
        const auto valid = validate(series);
        return valid ? "" : valid.error().message;
    };
    EXPECT_EQ(refused([](SeenRelease& r) { r.add_person(0, 0); }), "");
    EXPECT_EQ(refused([](SeenRelease& r) { r.add_person(2, 0); }), "release 1: there is no person 2");
    EXPECT_EQ(refused([](SeenRelease& r) { r.add_person(0, 1); }), "release 1: there is no group 1");
    EXPECT_EQ(refused([](SeenRelease& r) { r.add_person(0, std::vector<std::uint32_t>{}); }),
              "release 1: person 0 is in no group");
    EXPECT_EQ(refused([](SeenRelease& r) {
                  r.add_person(1, 0);
                  r.add_person(1, 0);
              }),
              "release 1: person 1 is there twice");
    EXPECT_EQ(refused([](SeenRelease& r) { r.add_group(group_of({2})); }), "release 1: group 1: there is no value 2");
    EXPECT_EQ(refused([](SeenRelease& r) { r.add_group(group_of({0}, 2)); }),
              "release 1: group 1: 2 fakes among 1 published values");
}

}  // namespace joint_posterior_test
}  // namespace scrim::audit
