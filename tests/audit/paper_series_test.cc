// What combined releases tell in the papers' own examples, computed by hand.
//   [F] Fung, Wang, Chen & Yu, "Privacy-preserving data publishing: a survey of recent developments", 2010
//   [W] Wei, Lu & Zou, "Epsilon-inclusion: privacy preserving re-publication of dynamic datasets", 2008
//   [X] Xiao & Tao, "m-Invariance: towards privacy preserving re-publication of dynamic datasets", 2007
#include "methods/audit/series/composition.h"
#include "methods/audit/series/joint_posterior.h"
#include "tests/audit/series_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace scrim::audit {
namespace paper_series_test {

using ::testing::ElementsAre;
using testing::NamedSeries;

class Attacked {
public:
    explicit Attacked(NamedSeries series)
        : series_(std::move(series)),
          posterior_(*joint_posterior(series_.series())),
          found_(*compose(series_.series(), 2, no_progress())) {}

    std::string chance(const std::string& person, const std::string& value) {
        return posterior_.chance[series_.person(person)][series_.value(value)].to_string();
    }
    std::vector<std::string> candidates(const std::string& person) {
        return series_.names(found_.sets[found_.candidates[series_.person(person)]]);
    }
    // "flu 1/2, gastritis 1/2"; values in alphabetical order.
    std::string chances(const std::string& person) {
        std::string text;
        std::vector<Code> all;
        const auto& of = posterior_.chance[series_.person(person)];
        for (Code v = 0; v < of.size(); ++v)
            if (of[v] > Ratio(0)) all.push_back(v);
        for (const std::string& value : series_.names(all))
            text += (text.empty() ? "" : ", ") + value + " " + chance(person, value);
        return text;
    }
    const Composition& found() const { return found_; }

private:
    NamedSeries series_;
    JointPosterior posterior_;
    Composition found_;
};

// [F] Example 6.3 with Table VIII(a) and (b). (The text says Flu, Fever or HIV; the table has Cancer, Diabetes, HIV.)
// Alice is new in T2, so the other two professional women of T2 are those of T1, who have Cancer and Diabetes between
// them; what is left of {Cancer, Diabetes, HIV} is HIV. Both releases are 2-diverse.
TEST(PaperSeries, InsertionTellsWhatAliceHas) {
    NamedSeries series;
    series.release();
    series.group({"woman 1", "woman 2"}, {"cancer", "diabetes"});
    series.group({"man 1", "man 2"}, {"fever", "cancer"});
    series.release();
    series.group({"woman 1", "woman 2", "Alice"}, {"cancer", "diabetes", "hiv"});
    series.group({"man 1", "man 2"}, {"fever", "cancer"});
    Attacked attacked(series);
    EXPECT_EQ(attacked.chance("Alice", "hiv"), "1");
    EXPECT_THAT(attacked.candidates("Alice"), ElementsAre("hiv"));
    EXPECT_EQ(attacked.chance("woman 1", "cancer"), "1/2") << "the others stay as they were";
    EXPECT_EQ(attacked.found().after[0].exposed.size(), 0u);
    EXPECT_EQ(attacked.found().after[1].exposed.size(), 1u);
}

// [F] Example 6.4 with Table VIII(a) and (c) (the text says (b)). Beth is in both; {Cancer, Diabetes} and {Cancer,
// Fever} have Cancer in common. So the woman who left had Diabetes, and the one who came has Fever.
TEST(PaperSeries, DeletionTellsWhatBethHas) {
    NamedSeries series;
    series.release();
    series.group({"Beth", "who leaves"}, {"cancer", "diabetes"});
    series.group({"man 1", "man 2"}, {"fever", "cancer"});
    series.release();
    series.group({"Beth", "who comes"}, {"cancer", "fever"});
    series.group({"man 1", "man 2"}, {"fever", "cancer"});
    Attacked attacked(series);
    EXPECT_EQ(attacked.chance("Beth", "cancer"), "1");
    EXPECT_THAT(attacked.candidates("Beth"), ElementsAre("cancer"));
    EXPECT_THAT(attacked.candidates("who leaves"), ElementsAre("diabetes"));
    EXPECT_THAT(attacked.candidates("who comes"), ElementsAre("fever"));
    EXPECT_EQ(attacked.found().after[1].exposed.size(), 3u);
}

// [W] Tables 1 and 2. Groups by the quasi-identifiers of Tables 1(b) and 2(b); Emily is the row (25, 12k) of Table
// 2(b): her zip is 21k in Table 2(a). Six values are published in all: they are the domain.
NamedSeries wei_tables() {
    NamedSeries series;
    series.release();
    series.group({"Bob", "Alice"}, {"bronchitis", "dyspepsia"});
    series.group({"Andy", "David"}, {"gastritis", "flu"});
    series.group({"Gary", "Helen"}, {"gastritis", "flu"});
    series.group({"Jane", "Ken"}, {"flu", "dyspepsia"});
    series.release();
    series.group({"Bob", "Mary", "Emily", "Steve"}, {"flu", "dyspepsia", "gastritis", "bronchitis"}, 1,
                 SeenGroup::Kind::substitutions);
    series.group({"David", "Gary"}, {"flu", "gastritis"});
    series.group({"Ray", "Jane", "Paul", "Tom", "Vince"}, {"gastritis", "flu", "dyspepsia", "pneumonia", "colitis"});
    return series;
}

// Group 1 of Table 2, with one substitution. Say Bob has dyspepsia (bronchitis: the same with the two names exchanged).
// Of what Mary, Emily and Steve have, exactly two go with what is left, L = {flu, gastritis, bronchitis}, and one does
// not: it is outside of L (dyspepsia, which is used up, pneumonia, colitis), or one of L that another already has.
//   two of L and one outside: 3 pairs * 3 outside * 3! orders       = 54
//   two of L, one of them twice: 3 pairs * 2 * 3 orders             = 18
// together 72, of 3 * 72 = 216 places: each value outside of L has 54 / 3 = 18 places, 1/12, and each of L
// (216 - 54) / 3 = 54, 1/4. Bob has either value in 72 of 144 assignments: 1/2. Mary: flu and gastritis 1/4;
// bronchitis (1/4 + 1/12) / 2 = 1/6 and dyspepsia as well; pneumonia and colitis 1/12. They sum to 1.
// Group 3: Jane has flu or dyspepsia, 1/2 each, by group 4 of Table 1; the other four of the group share what is left
// in 4! ways either way: gastritis, pneumonia, colitis 1/4 each, flu and dyspepsia 1/2 * 1/4 = 1/8 each. David and Gary
// have flu and gastritis between them, either way round; Andy has what David has not, Helen what Gary.
TEST(PaperSeries, SubstitutionKeepsBobsCandidates) {
    Attacked attacked(wei_tables());
    EXPECT_THAT(attacked.candidates("Bob"), ElementsAre("bronchitis", "dyspepsia"));
    EXPECT_EQ(attacked.chances("Bob"), "bronchitis 1/2, dyspepsia 1/2");
    EXPECT_EQ(attacked.chances("Alice"), "bronchitis 1/2, dyspepsia 1/2");
    for (const std::string person : {"Andy", "David", "Gary", "Helen"})
        EXPECT_EQ(attacked.chances(person), "flu 1/2, gastritis 1/2") << person;
    for (const std::string person : {"Jane", "Ken"})
        EXPECT_EQ(attacked.chances(person), "dyspepsia 1/2, flu 1/2") << person;
    for (const std::string person : {"Mary", "Emily", "Steve"})
        EXPECT_EQ(attacked.chances(person),
                  "bronchitis 1/6, colitis 1/12, dyspepsia 1/6, flu 1/4, gastritis 1/4, pneumonia 1/12")
            << person;
    for (const std::string person : {"Ray", "Paul", "Tom", "Vince"})
        EXPECT_EQ(attacked.chances(person), "colitis 1/4, dyspepsia 1/8, flu 1/8, gastritis 1/4, pneumonia 1/4")
            << person;
    EXPECT_EQ(attacked.found().after[1].fewest, 2u);
    EXPECT_TRUE(attacked.found().after[1].exposed.empty());
}

// [W] The third rule of the assignment phase puts a new record that is left over into an old cluster. Here that makes
// t1: {A, B} publish {x, y}; t2: {A, B, N} publish {x, y, z}. Definition 8 holds for epsilon = 2: every group has at
// least two records with different values, and {x, y} is contained in {x, y, z}. Lemma 2 says that nobody's value is
// inferred with more than 1/2; but A and B use up x and y, so that N has z for certain: 2 assignments, N has z in both.
TEST(PaperSeries, EpsilonInclusionCanTellANewcomersValue) {
    NamedSeries series;
    series.release();
    series.group({"A", "B"}, {"x", "y"});
    series.release();
    series.group({"A", "B", "N"}, {"x", "y", "z"});
    Attacked attacked(series);
    EXPECT_EQ(attacked.chances("N"), "z 1");
    EXPECT_THAT(attacked.candidates("N"), ElementsAre("z"));
    EXPECT_EQ(attacked.chances("A"), "x 1/2, y 1/2");
}

// An m-invariant series [X]: everybody has a signature of different values, one's own among them, and is only ever in
// groups that publish each value of that signature once; counterfeits stand in for who is missing.
SeenSeries random_m_invariant(Random& random, std::vector<std::set<Code>>& signature_of) {
    const std::uint32_t people = 4 + static_cast<std::uint32_t>(random.below(4));
    const Code values = 4 + static_cast<Code>(random.below(3));
    std::vector<std::set<Code>> signatures;
    for (std::uint64_t s = 1 + random.below(2); s > 0; --s) {
        std::set<Code>& signature = signatures.emplace_back();
        const std::uint64_t m = 2 + random.below(2);
        while (signature.size() < m) signature.insert(static_cast<Code>(random.below(values)));
    }
    std::vector<Code> truth;
    signature_of.clear();
    for (std::uint32_t p = 0; p < people; ++p) {
        signature_of.push_back(signatures[random.below(signatures.size())]);
        auto value = signature_of.back().begin();
        std::advance(value, random.below(signature_of.back().size()));
        truth.push_back(*value);
    }
    SeenSeries series{people, values, {}};
    for (std::size_t r = 2 + random.below(3); r > 0; --r) {
        SeenRelease& release = series.releases.emplace_back();
        struct Open {
            std::set<Code> signature, taken;
            std::vector<std::uint32_t> people;
        };
        std::vector<Open> groups;
        std::vector<std::uint32_t> order;
        for (std::uint32_t p = 0; p < people; ++p)
            if (random.below(4) > 0) order.push_back(p);  // the others are not there (yet, or any more)
        random.shuffle(std::span(order));
        for (const std::uint32_t p : order) {
            auto group = std::find_if(groups.begin(), groups.end(), [&](const Open& open) {
                return open.signature == signature_of[p] && !open.taken.contains(truth[p]) && random.below(4) > 0;
            });
            if (group == groups.end()) group = groups.insert(groups.end(), Open{signature_of[p], {}, {}});
            group->taken.insert(truth[p]);
            group->people.push_back(p);
        }
        for (const Open& open : groups) {
            const std::vector<Code> published(open.signature.begin(), open.signature.end());
            const auto g = release.add_group(testing::group_of(published, published.size() - open.people.size()));
            for (const std::uint32_t p : open.people) release.add_person(p, g);
        }
    }
    return series;
}

// Everybody's joint posterior is exactly 1 / |signature| on the signature. Why: take any permutation of the values of
// one signature S, and apply it to what the people of S have. Their groups publish each value of S once, and ask only
// that no two of their people have the same value; a permutation keeps that, and nobody else is in these groups. So it
// maps assignments that fit to assignments that fit, one to one; and since some permutation takes any value of S to any
// other, as many assignments give a person one value of S as another.
TEST(PaperSeries, MInvarianceKeepsEveryChanceWhatever) {
    SeededRandom random(41);
    std::size_t counterfeits = 0, gone = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<std::set<Code>> signature_of;
        const SeenSeries series = random_m_invariant(random, signature_of);
        const auto posterior = joint_posterior(series);
        ASSERT_TRUE(posterior.ok()) << posterior.error().message;
        const auto found = compose(series, 2, no_progress());
        ASSERT_TRUE(found.ok());
        std::vector<std::size_t> times(series.people, 0);
        for (const SeenRelease& release : series.releases) {
            for (const SeenGroup& group : release.groups()) counterfeits += group.fakes;
            for (const auto& [person, place] : release.people()) ++times[person];
        }
        for (std::uint32_t p = 0; p < series.people; ++p) {
            if (times[p] == 0) continue;
            gone += times[p] < series.releases.size();
            const Ratio share(1, static_cast<Int128>(signature_of[p].size()));
            for (Code v = 0; v < series.values; ++v)
                ASSERT_EQ(posterior->chance[p][v], signature_of[p].contains(v) ? share : Ratio(0)) << "round " << round;
            EXPECT_EQ(found->sets.size(found->candidates[p]), signature_of[p].size());
        }
        EXPECT_TRUE(found->after.back().exposed.empty());
    }
    EXPECT_GT(counterfeits, 300u);
    EXPECT_GT(gone, 300u);
}

}  // namespace paper_series_test
}  // namespace scrim::audit
