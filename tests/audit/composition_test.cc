#include "methods/audit/series/composition.h"

#include "methods/audit/series/joint_posterior.h"
#include "methods/audit/series/membership.h"
#include "tests/audit/series_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace scrim::audit {
namespace composition_test {

using ::testing::ElementsAre;
using testing::group_of;
using testing::NamedSeries;

Composition composed(const SeenSeries& series, std::uint64_t least = 2) {
    auto found = compose(series, least, no_progress());
    if (!found) throw std::runtime_error(found.error().message);
    return *std::move(found);
}

std::vector<Code> candidates(const Composition& found, std::uint32_t person) {
    const auto values = found.sets[found.candidates[person]];
    return {values.begin(), values.end()};
}

bool may_have(const Composition& found, std::uint32_t person, Code value) {
    const auto values = found.sets[found.candidates[person]];
    return std::find(values.begin(), values.end(), value) != values.end();
}

// What some joint assignment gives to somebody is never taken, whatever the series.
TEST(Composition, IsSound) {
    SeededRandom random(21);
    std::size_t kept = 0, taken = 0, loose = 0;
    for (int round = 0; round < 3000; ++round) {
        const testing::RandomSeries of{static_cast<std::uint32_t>(2 + random.below(5)),
                                       static_cast<Code>(2 + random.below(3)), 1 + random.below(4)};
        const SeenSeries series = random_series(of, random);
        const Composition found = composed(series);
        const auto posterior = joint_posterior(series);
        ASSERT_TRUE(posterior.ok()) << posterior.error().message;
        ASSERT_FALSE(found.contradiction.has_value()) << "round " << round;
        for (std::uint32_t p = 0; p < series.people; ++p)
            for (Code v = 0; v < series.values; ++v) {
                const bool possible = posterior->chance[p][v] > Ratio(0), may = may_have(found, p, v);
                ASSERT_TRUE(may || !possible) << "round " << round << ": person " << p << " may have value " << v;
                kept += possible;
                taken += !may;
                loose += may && !possible;
            }
    }
    EXPECT_GT(kept, 10000u);
    EXPECT_GT(taken, 10000u);
    EXPECT_LT(loose, taken / 4) << "not exact, but nearly so on small series";
}

// Within one release of known groups the filter is exact.
TEST(Composition, IsExactForOneReleaseWithoutSubstitutions) {
    SeededRandom random(22);
    for (int round = 0; round < 500; ++round) {
        testing::RandomSeries of{5, 4, 1};
        of.unsure = of.substitutions = of.changes = false;
        const SeenSeries series = random_series(of, random);
        const Composition found = composed(series);
        const auto posterior = joint_posterior(series);
        ASSERT_TRUE(posterior.ok());
        for (std::uint32_t p = 0; p < series.people; ++p)
            for (Code v = 0; v < series.values; ++v)
                ASSERT_EQ(may_have(found, p, v), posterior->chance[p][v] > Ratio(0)) << "round " << round;
    }
}

// The slow, obvious twin: for each group every dealing of candidates to its people, until nothing changes.
class EveryDealing {
public:
    explicit EveryDealing(const SeenSeries& series) : may(series.people, std::vector<bool>(series.values, true)) {
        for (bool changed = true; changed;) {
            const auto before = may;
            for (const SeenRelease& release : series.releases)
                for (std::uint32_t g = 0; g < release.groups().size(); ++g) {
                    members_.clear();
                    for (const auto& [person, place] : release.people())
                        if (release.places()[place].front() == g) members_.push_back(person);
                    free_.assign(series.values, 0);
                    for (const auto& [value, count] : release.groups()[g].values) free_[value] = count;
                    some_.assign(members_.size(), std::vector<bool>(series.values, false));
                    deal(0);
                    for (std::size_t i = 0; i < members_.size(); ++i) may[members_[i]] = some_[i];
                }
            changed = may != before;
        }
    }
    std::vector<std::vector<bool>> may;  // by person and value

private:
    bool deal(std::size_t i) {
        if (i == members_.size()) return true;
        bool dealt = false;
        for (Code v = 0; v < free_.size(); ++v) {
            if (free_[v] == 0 || !may[members_[i]][v]) continue;
            --free_[v];
            if (deal(i + 1)) dealt = some_[i][v] = true;
            ++free_[v];
        }
        return dealt;
    }

    std::vector<std::uint32_t> members_;
    std::vector<std::uint32_t> free_;
    std::vector<std::vector<bool>> some_;
};

// Some group of one release without fakes lies in one of another release.
bool has_differences(const SeenSeries& series) {
    const auto people_of = [](const SeenRelease& release, std::uint32_t g) {
        std::set<std::uint32_t> people;
        for (const auto& [person, place] : release.people())
            if (release.places()[place].front() == g) people.insert(person);
        return people;
    };
    for (const SeenRelease& a : series.releases)
        for (const SeenRelease& b : series.releases)
            for (std::uint32_t g = 0; g < a.groups().size(); ++g)
                for (std::uint32_t h = 0; h < b.groups().size(); ++h) {
                    const auto inner = people_of(a, g), outer = people_of(b, h);
                    if (a.groups()[g].fakes == 0 && !inner.empty() && inner.size() < outer.size() &&
                        std::includes(outer.begin(), outer.end(), inner.begin(), inner.end()))
                        return true;
                }
    return false;
}

TEST(Composition, AgreesWithEveryDealing) {
    SeededRandom random(23);
    int without = 0, closer = 0;
    for (int round = 0; round < 2000; ++round) {
        testing::RandomSeries of{7, 4, 3};
        of.unsure = of.substitutions = of.changes = false;
        const SeenSeries series = random_series(of, random);
        const Composition found = composed(series);
        const EveryDealing every(series);
        const bool only_groups = !has_differences(series);
        without += only_groups;
        for (std::uint32_t p = 0; p < series.people; ++p)
            for (Code v = 0; v < series.values; ++v) {
                ASSERT_TRUE(every.may[p][v] || !may_have(found, p, v)) << "round " << round << ": " << p << " " << v;
                if (only_groups) {
                    ASSERT_EQ(may_have(found, p, v), every.may[p][v]) << "round " << round << ": " << p << " " << v;
                }
                closer += every.may[p][v] && !may_have(found, p, v);
            }
    }
    EXPECT_GT(without, 100);
    EXPECT_GT(closer, 10) << "differences tell more";
}

// Each release says what the next one takes away: after release j only releases 0 … j count.
TEST(Composition, TellsWhatIsKnownAfterEachRelease) {
    SeededRandom random(24);
    for (int round = 0; round < 200; ++round) {
        const SeenSeries series = testing::random_series({6, 4, 3}, random);
        const Composition whole = composed(series, 3);
        ASSERT_EQ(whole.after.size(), 3u);
        for (std::size_t r = 0; r < 3; ++r) {
            SeenSeries part{series.people,
                            series.values,
                            {series.releases.begin(), series.releases.begin() + static_cast<std::ptrdiff_t>(r) + 1},
                            series.changes};
            const Composition found = composed(part, 3);
            std::vector<bool> seen(series.people, false);
            for (const SeenRelease& release : part.releases)
                for (const auto& [person, place] : release.people()) seen[person] = true;
            // Somebody who changed is one person, with the fewest candidates of all.
            std::map<std::uint32_t, std::size_t> fewest;
            std::vector<std::pair<std::uint32_t, std::vector<Code>>> exposed, said;
            for (std::uint32_t p = 0; p < series.people; ++p) {
                if (!seen[p]) continue;
                const auto left = candidates(found, p);
                const auto [at, is_new] = fewest.try_emplace(series.persons()[p], left.size());
                at->second = std::min(at->second, left.size());
                if (left.size() < 3) exposed.emplace_back(p, left);
            }
            std::map<std::uint64_t, std::uint64_t> sizes;
            std::uint64_t few = 0;
            for (const auto& [person, size] : fewest) {
                ++sizes[size];
                few += size < 3;
            }
            const AfterRelease& after = whole.after[r];
            for (const auto& [person, set] : after.exposed)
                said.emplace_back(person, std::vector<Code>(whole.sets[set].begin(), whole.sets[set].end()));
            ASSERT_EQ(said, exposed) << "round " << round << ", release " << r;
            EXPECT_EQ(after.people, fewest.size());
            EXPECT_EQ(after.exposed_people, few);
            EXPECT_EQ(after.histogram,
                      (std::vector<std::pair<std::uint64_t, std::uint64_t>>(sizes.begin(), sizes.end())));
            EXPECT_EQ(after.fewest, sizes.empty() ? 0 : sizes.begin()->first);
        }
    }
}

// 1: {A, B} have x, y; {C, D} have x, z. 2: {A, C} publish x, z: A, who is x or y, is x; so B is y, C is z and D is x.
TEST(Composition, GoesBackToEarlierReleases) {
    NamedSeries series;
    series.release();
    series.group({"A", "B"}, {"x", "y"});
    series.group({"C", "D"}, {"x", "z"});
    series.release();
    series.group({"A", "C"}, {"x", "z"});
    const Composition found = composed(series.series());
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("A")]]), ElementsAre("x"));
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("B")]]), ElementsAre("y")) << "not in release 2";
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("C")]]), ElementsAre("z"));
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("D")]]), ElementsAre("x"));
    EXPECT_EQ(found.after[0].exposed.size(), 0u);
    EXPECT_EQ(found.after[1].exposed.size(), 4u);
}

// A and B use up x and y, though each of them may have either: C is left z (Hall).
TEST(Composition, SeesThatTwoPeopleUseUpTwoValues) {
    NamedSeries series;
    series.release();
    series.group({"A", "B"}, {"x", "y"});
    series.release();
    series.group({"A", "B", "C", "D"}, {"x", "y", "z", "z"});
    const Composition found = composed(series.series());
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("A")]]), ElementsAre("x", "y"));
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("C")]]), ElementsAre("z"));
}

// Ten people have flu six times and cold four times; with a newcomer, cold five times. Everybody may have either,
// before and after; the newcomer has a cold all the same, and so does whoever leaves. (Fung et al. 2010, Example 6.3,
// with values that occur several times.)
TEST(Composition, SubtractsOneReleaseFromAnother) {
    std::vector<std::string> ten, values;
    for (int i = 0; i < 10; ++i) {
        ten.push_back("person " + std::to_string(i));
        values.push_back(i < 6 ? "flu" : "cold");
    }
    auto eleven = ten, more = values;
    eleven.push_back("N");
    more.push_back("cold");
    for (const bool comes : {true, false}) {
        NamedSeries series;
        series.release();
        series.group(comes ? ten : eleven, comes ? values : more);
        series.release();
        series.group(comes ? eleven : ten, comes ? more : values);
        const Composition found = composed(series.series());
        EXPECT_THAT(series.names(found.sets[found.candidates[series.person("N")]]), ElementsAre("cold"));
        EXPECT_THAT(series.names(found.sets[found.candidates[series.person("person 0")]]), ElementsAre("cold", "flu"));
        const auto posterior = joint_posterior(series.series());
        ASSERT_TRUE(posterior.ok());
        EXPECT_EQ(posterior->chance[series.person("N")][series.value("cold")], Ratio(1));
    }
}

// A and B publish x and y; then A, B and C publish x, x, y and z, one of them a counterfeit. C has the other x, or z.
TEST(Composition, SubtractsFromAGroupWithCounterfeits) {
    NamedSeries series;
    series.release();
    series.group({"A", "B"}, {"x", "y"});
    series.release();
    series.group({"A", "B", "C"}, {"x", "x", "y", "z"}, 1);
    const Composition found = composed(series.series());
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("C")]]), ElementsAre("x", "z"));
    // Not the other way round: of a group with a counterfeit nobody knows which values are its people's.
    NamedSeries other;
    other.release();
    other.group({"A", "B"}, {"x", "y", "y"}, 1);
    other.release();
    other.group({"A", "B", "C"}, {"x", "y", "y"});
    const Composition loose = composed(other.series());
    EXPECT_THAT(other.names(loose.sets[loose.candidates[other.person("C")]]), ElementsAre("x", "y"));
}

// A is known to be x. One of {A, B} was substituted and A's x is published: so it is B, who does not have y.
TEST(Composition, KnowsThatSubstitutionsHappened) {
    NamedSeries series;
    series.value("z");
    series.release();
    series.group({"A"}, {"x"});
    series.release();
    series.group({"A", "B"}, {"x", "y"}, 1, SeenGroup::Kind::substitutions);
    const Composition found = composed(series.series());
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("B")]]), ElementsAre("x", "z"));
    const auto posterior = joint_posterior(series.series());
    ASSERT_TRUE(posterior.ok());
    EXPECT_EQ(posterior->chance[series.person("B")][series.value("x")], Ratio(1, 2));
    EXPECT_EQ(posterior->chance[series.person("B")][series.value("z")], Ratio(1, 2));
}

// A has x, and something else later: of x and y the other one, so that B has x.
TEST(Composition, KnowsThatWhoChangedHasAnotherValue) {
    NamedSeries series;
    series.release();
    series.group({"A"}, {"x"});
    series.change("A", "A later");
    series.release();
    series.group({"A later", "B"}, {"x", "y"});
    const Composition found = composed(series.series());
    ASSERT_FALSE(found.contradiction);
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("A later")]]), ElementsAre("y"));
    EXPECT_THAT(series.names(found.sets[found.candidates[series.person("B")]]), ElementsAre("x"));
    EXPECT_EQ(found.after[1].people, 2u);
    EXPECT_EQ(found.after[1].exposed_people, 2u);
    EXPECT_EQ(found.after[1].exposed.size(), 3u) << "A before and after";
    const auto posterior = joint_posterior(series.series());
    ASSERT_TRUE(posterior.ok());
    EXPECT_EQ(posterior->chance[series.person("A later")][series.value("y")], Ratio(1));
    EXPECT_EQ(posterior->chance[series.person("B")][series.value("x")], Ratio(1));
    // Both releases show x alone: nobody changed.
    NamedSeries other;
    other.value("y");
    other.release();
    other.group({"A"}, {"x"});
    other.change("A", "A later");
    other.release();
    other.group({"A later"}, {"x"});
    EXPECT_TRUE(composed(other.series()).contradiction);
    EXPECT_FALSE(joint_posterior(other.series()).ok());
}

TEST(Composition, LeavesCompleteGroupsToTheirPeople) {
    // C fits both groups, but A and B fill the first one.
    SeenSeries series{3, 3, {}};
    SeenRelease& release = series.releases.emplace_back();
    const auto first = release.add_group(group_of({0, 1}));
    const auto second = release.add_group(group_of({2}));
    release.add_person(0, first);
    release.add_person(1, first);
    release.add_person(2, std::vector{first, second});
    const Membership membership(release);
    EXPECT_TRUE(membership.complete(first));
    EXPECT_TRUE(membership.complete(second));
    EXPECT_THAT(membership.members(second), ElementsAre(2u));
    EXPECT_EQ(candidates(composed(series), 2), (std::vector<Code>{2}));
}

TEST(Composition, ReportsContradictions) {
    const auto contradiction = [](const SeenSeries& series) { return composed(series).contradiction; };
    NamedSeries changed;  // A's value changed
    changed.release();
    changed.group({"A"}, {"x"});
    changed.release();
    changed.group({"A", "B"}, {"y", "z"});
    ASSERT_TRUE(contradiction(changed.series()));
    EXPECT_EQ(contradiction(changed.series())->release, 1u);
    EXPECT_EQ(contradiction(changed.series())->person, 0u);
    EXPECT_EQ(composed(changed.series()).after.size(), 1u);
    NamedSeries together;  // A, B and C cannot share x and y
    together.release();
    together.group({"A", "B"}, {"x", "x"});
    together.release();
    together.group({"A", "B"}, {"x", "y"});
    ASSERT_TRUE(contradiction(together.series()));
    NamedSeries crowded;
    crowded.release();
    crowded.group({"A", "B"}, {"x"});
    ASSERT_TRUE(contradiction(crowded.series()));
    EXPECT_EQ(contradiction(crowded.series())->release, 0u);
}

TEST(Composition, StopsOnRequest) {
    class Stop final : public Progress {
        bool cancelled() const override { return true; }
    } stop;
    NamedSeries series;
    series.release();
    series.group({"A"}, {"x"});
    const auto found = compose(series.series(), 2, stop);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().kind, Error::Kind::cancelled);
}

// 100,000 people in groups of 5 to 10,000, six times over: the truth stays possible, and it takes seconds.
TEST(Composition, TakesManyPeople) {
    constexpr std::uint32_t people = 100'000;
    SeededRandom random(25);
    SeenSeries series{people, 50, {}};
    std::vector<Code> truth(people);
    for (Code& value : truth) value = static_cast<Code>(random.below(50));
    std::vector<std::uint32_t> order(people);
    std::iota(order.begin(), order.end(), 0u);
    for (const std::size_t size : {10u, 10'000u, 100u, 5u, 10'000u, 20u}) {
        SeenRelease& release = series.releases.emplace_back();
        random.shuffle(std::span(order));
        for (std::size_t from = 0; from < people; from += size) {
            std::vector<Code> published;
            for (std::size_t i = from; i < from + size; ++i) published.push_back(truth[order[i]]);
            const auto group = release.add_group(group_of(published));
            for (std::size_t i = from; i < from + size; ++i) release.add_person(order[i], group);
        }
    }
    const Composition found = composed(series);
    ASSERT_FALSE(found.contradiction);
    for (std::uint32_t p = 0; p < people; ++p) ASSERT_TRUE(may_have(found, p, truth[p]));
    EXPECT_EQ(found.after.back().people, people);
    EXPECT_GT(found.after.back().exposed.size(), found.after[2].exposed.size());
}

}  // namespace composition_test
}  // namespace scrim::audit
