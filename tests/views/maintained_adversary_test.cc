// An adversary who keeps every published version, can follow each row from version to version, and intersects all
// boxes that a row ever had.
#include "methods/views/materialized/maintained_groups.h"
#include "tests/oracle/closest_group.h"
#include "tests/rounds.h"
#include "tests/views/numbered_tree.h"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace scrim::views {
namespace maintained_adversary_test {

using Box = std::vector<Span>;
using Version = std::map<std::uint32_t, Box>;  // row -> box
using People = std::map<std::uint32_t, RecordFacts>;
using oracle::Trees;

Box leaf_box(const RecordFacts& facts) {
    Box box;
    for (const Code value : facts.values) box.push_back(Span::of(value));
    return box;
}

class Adversary {
public:
    void sees(const Version& version) {
        for (const auto& [row, box] : version) {
            first_.try_emplace(row, box);
            const auto [known, is_new] = known_.try_emplace(row, box);
            for (std::size_t i = 0; i < box.size(); ++i) {
                Span& span = known->second[i];
                span = {std::max(span.lo, box[i].lo), std::min(span.hi, box[i].hi)};
            }
        }
        std::erase_if(first_, [&](const auto& entry) { return !version.contains(entry.first); });
        std::erase_if(known_, [&](const auto& entry) { return !version.contains(entry.first); });
    }
    const std::map<std::uint32_t, Box>& known() const { return known_; }

    // Rows of which later versions told more than the first.
    std::size_t narrowed() const {
        std::size_t count = 0;
        for (const auto& [row, box] : known_) count += !covers(box, first_.at(row));
        return count;
    }
    // The living people who can be the one in the row.
    std::size_t candidates(std::uint32_t row, const People& living) const {
        std::size_t count = 0;
        for (const auto& [person, facts] : living) count += covers(known_.at(row), leaf_box(facts));
        return count;
    }

private:
    std::map<std::uint32_t, Box> first_, known_;
};

// What a reader of the view gets.
Version published(const MaintainedGroups& groups, const People& living, const oracle::Trees& hierarchies) {
    Version version;
    for (const auto& [record, facts] : living) {
        Box& box = version[record];
        if (groups.group_of(record) == MaintainedGroups::hidden) {
            for (const auto& hierarchy : hierarchies) box.push_back(hierarchy->nodes().front().span);
        } else {
            const auto group_box = groups.box(groups.group_of(record));
            box.assign(group_box.begin(), group_box.end());
        }
    }
    return version;
}

// Section 7 to the letter, for one k: the rest of a group that has become too small is inserted again, one by one.
class PaperGroups {
public:
    PaperGroups(Trees hierarchies, std::uint32_t k) : hierarchies_(std::move(hierarchies)), k_(k) {}

    void load(const std::vector<std::uint32_t>& records, const People& people) {
        Group group{leaf_box(people.at(records.front())), {}};
        for (const std::uint32_t record : records) {
            group.box = oracle::lowest_above(hierarchies_, group.box, leaf_box(people.at(record)));
            group.members[record] = people.at(record);
        }
        groups_[next_++] = group;
    }
    void insert(std::uint32_t record, const RecordFacts& facts) {
        std::map<std::uint32_t, oracle::PlainGroup> plain;
        for (const auto& [id, group] : groups_)
            plain[id] = {group.box, static_cast<std::uint32_t>(group.members.size())};
        Group& group = groups_.at(*oracle::closest_group(hierarchies_, plain, leaf_box(facts), 1, 0));
        group.box = oracle::lowest_above(hierarchies_, group.box, leaf_box(facts));
        group.members[record] = facts;
    }
    void erase(std::uint32_t record) {
        const auto at = std::find_if(groups_.begin(), groups_.end(),
                                     [&](const auto& entry) { return entry.second.members.contains(record); });
        at->second.members.erase(record);
        if (at->second.members.size() >= k_) return;
        const Group rest = at->second;
        groups_.erase(at);
        for (const auto& [left, facts] : rest.members) insert(left, facts);
    }
    std::size_t groups() const { return groups_.size(); }
    Version published() const {
        Version version;
        for (const auto& [id, group] : groups_) {
            for (const auto& [record, facts] : group.members) version[record] = group.box;
        }
        return version;
    }

private:
    struct Group {
        Box box;
        People members;
    };
    oracle::Trees hierarchies_;
    std::uint32_t k_;
    std::map<std::uint32_t, Group> groups_;
    std::uint32_t next_ = 0;
};

RecordFacts random_facts(const oracle::Trees& hierarchies, std::mt19937& random, std::uint32_t k) {
    RecordFacts facts{{}, k};
    for (const auto& hierarchy : hierarchies)
        facts.values.push_back(random() % hierarchy->nodes().front().span.width());
    return facts;
}

oracle::Trees small_domains() { return {numbered_tree(9, {3}), numbered_tree(2), numbered_tree(5)}; }

TEST(MaintainedAdversary, LaterVersionsNeverTellMoreThanTheFirst) {
    const oracle::Trees hierarchies = small_domains();
    for (unsigned seed = 0; seed < 60; ++seed) {
        std::mt19937 random(seed);
        MaintainedGroups groups(hierarchies);
        Adversary adversary;
        People living;
        std::uint32_t next = 0;
        for (unsigned version = 0; version < 80; ++version) {
            for (unsigned i = 0; i < 1 + random() % 6; ++i) {
                const RecordFacts facts = random_facts(hierarchies, random, 2 + random() % 4);
                const auto any = [&] { return std::next(living.begin(), random() % living.size()); };
                const unsigned what = living.size() < 5 ? 0 : random() % 5;
                if (what < 2) {
                    groups.insert(next, facts);
                    living[next++] = facts;
                } else if (what < 4) {
                    const auto at = any();
                    groups.erase(at->first);
                    living.erase(at);
                } else {
                    const auto at = any();
                    groups.update(at->first, facts);
                    at->second = facts;
                }
            }
            groups.settle();
            adversary.sees(published(groups, living, hierarchies));
            ASSERT_EQ(adversary.narrowed(), 0u) << "program " << seed << ", version " << version;
        }
    }
}

// Nobody leaves: as many as asked for remain in what the adversary knows.
TEST(MaintainedAdversary, KCandidatesRemainWhileNobodyLeaves) {
    const oracle::Trees hierarchies = small_domains();
    std::size_t in_groups = 0;
    for (int seed = 0; seed < rounds(8); ++seed) {
        std::mt19937 random(static_cast<unsigned>(seed));
        MaintainedGroups groups(hierarchies);
        Adversary adversary;
        People living;
        std::uint32_t next = 0;
        for (unsigned version = 0; version < 60; ++version) {
            for (unsigned i = 0; i < 1 + random() % 4; ++i) {
                living[next] = random_facts(hierarchies, random, 2 + random() % 5);
                groups.insert(next, living[next]);
                ++next;
            }
            groups.settle();
            adversary.sees(published(groups, living, hierarchies));
            for (const auto& [record, facts] : living) {
                if (groups.group_of(record) == MaintainedGroups::hidden) continue;
                ++in_groups;
                ASSERT_GE(adversary.candidates(record, living), facts.k);
            }
        }
    }
    EXPECT_GT(in_groups, 2000u);
}

// The slip of section 7. Rows 0 and 1 are published as *, rows 2 and 3 as 0. Row 1 leaves.
TEST(MaintainedAdversary, ThePapersDeletionNarrowsABox) {
    const oracle::Trees hierarchies{numbered_tree(9, {3})};
    People living{{0, {{0}, 2}}, {1, {{8}, 2}}, {2, {{0}, 2}}, {3, {{0}, 2}}};
    PaperGroups paper(hierarchies, 2);
    paper.load({0, 1}, living);
    paper.load({2, 3}, living);
    MaintainedGroups ours(hierarchies);
    const auto wide = ours.add_group(Box{{0, 9}}), exact = ours.add_group(Box{{0, 1}});
    for (const auto& [record, facts] : living) ours.load(record, facts, record < 2 ? wide : exact);
    Adversary of_paper, of_ours;
    of_paper.sees(paper.published());
    of_ours.sees(published(ours, living, hierarchies));
    EXPECT_EQ(of_paper.known(), of_ours.known());

    living.erase(1);
    paper.erase(1);
    ours.erase(1);
    ours.settle();
    of_paper.sees(paper.published());
    of_ours.sees(published(ours, living, hierarchies));
    EXPECT_EQ(of_paper.narrowed(), 1u);
    EXPECT_EQ(of_paper.known().at(0), (Box{{0, 1}}));  // the exact value of row 0, which was hidden before
    EXPECT_EQ(of_ours.narrowed(), 0u);
    EXPECT_EQ(of_ours.known().at(0), (Box{{0, 9}}));
}

// It is not a rare accident: most random programs with deletions run into it.
TEST(MaintainedAdversary, ThePapersDeletionNarrowsBoxesInMostPrograms) {
    const oracle::Trees hierarchies = small_domains();
    unsigned narrowed = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        People living;
        PaperGroups paper(hierarchies, 3);
        std::uint32_t next = 0;
        for (unsigned group = 0; group < 6; ++group) {
            std::vector<std::uint32_t> records;
            for (unsigned i = 0; i < 3; ++i) {
                living[next] = random_facts(hierarchies, random, 3);
                records.push_back(next++);
            }
            paper.load(records, living);
        }
        Adversary adversary;
        adversary.sees(paper.published());
        bool found = false;
        while (paper.groups() > 1) {
            const auto at = std::next(living.begin(), random() % living.size());
            paper.erase(at->first);
            living.erase(at);
            adversary.sees(paper.published());
            found |= adversary.narrowed() > 0;
        }
        narrowed += found;
    }
    EXPECT_GT(narrowed, 20u);
}

// The limit of every rule that only widens. Persons 0 and 1 are published as [0,3). Person 1 leaves and person 2, far
// away, comes: the new version is 2-anonymous by itself and wider than the old one. But who knows that person 1 has
// left finds, among the living, only person 0 in the box that row 0 once had.
TEST(MaintainedAdversary, DeletionsNarrowTheCandidatesWhateverIsPublishedLater) {
    const oracle::Trees hierarchies{numbered_tree(9, {3})};
    MaintainedGroups groups(hierarchies);
    Adversary adversary;
    People living{{0, {{0}, 2}}, {1, {{1}, 2}}};
    for (const auto& [record, facts] : living) groups.insert(record, facts);
    groups.settle();
    adversary.sees(published(groups, living, hierarchies));
    EXPECT_EQ(adversary.candidates(0, living), 2u);

    groups.erase(1);
    living.erase(1);
    living[2] = {{8}, 2};
    groups.insert(2, living[2]);
    groups.settle();
    const Version second = published(groups, living, hierarchies);
    EXPECT_EQ(second, (Version{{0, {{0, 9}}}, {2, {{0, 9}}}}));
    adversary.sees(second);
    EXPECT_EQ(adversary.narrowed(), 0u);
    EXPECT_EQ(adversary.candidates(0, living), 1u);
}

}  // namespace maintained_adversary_test
}  // namespace scrim::views
