// Two editions of one view, each kept by somebody else: what one stores the other follows, and both are the same.
#include "methods/views/materialized/edition.h"
#include "tests/rounds.h"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace scrim::views {
namespace edition_test {

ViewAttribute attribute(const std::string& name, unsigned leaves) {
    DghEdges edges;
    std::vector<std::string> values;
    for (unsigned i = 0; i < leaves; ++i) {
        values.push_back(std::to_string(100 + i));
        edges.emplace_back(values.back(), "d" + std::to_string(i / 3));
    }
    for (unsigned d = 0; d * 3 < leaves; ++d) edges.emplace_back("d" + std::to_string(d), "h" + std::to_string(d / 2));
    return *ViewAttribute::make(name, &edges, std::make_shared<const Domain>(Domain::of_text(values, true)),
                                ViewDefinition::UnknownValue::refuse, true);
}

std::vector<ViewAttribute> attributes() { return {attribute("age", 12), attribute("zip", 7)}; }

// What the store holds after all changes.
struct Store {
    std::map<std::uint32_t, std::vector<std::string>> groups;
    std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> members;

    void write(const StoredEdition& changes) {
        for (const auto& [group, box] : changes.groups) groups[group] = box;
        for (const auto& member : changes.members) {
            members[member.id] = {member.group, member.k};
            if (member.group == MaintainedGroups::absent) members.erase(member.id);
        }
        for (const std::uint32_t group : changes.gone) groups.erase(group);
    }
    friend bool operator==(const Store&, const Store&) = default;
};

Store store_of(const Edition& edition) {
    Store store;
    store.write(edition.all());
    return store;
}

struct Person {
    std::vector<Code> values;
    std::uint32_t k;
};

TEST(EditionTest, WhoeverFollowsWhatOthersStoreHasTheSame) {
    for (int seed = 0; seed < rounds(40); ++seed) {
        std::mt19937 random(static_cast<unsigned>(seed));
        const auto draw = [&](unsigned below) { return static_cast<Code>(random() % below); };
        const auto person = [&] { return Person{{draw(12), draw(7)}, draw(5)}; };
        std::map<std::string, Person> people;
        EditionRecords records;
        records.values.resize(2);
        for (unsigned i = 0; i < 12; ++i) {
            const std::string id = "p" + std::to_string(i);
            people[id] = person();
            records.ids.push_back(id);
            for (std::size_t a = 0; a < 2; ++a) records.values[a].push_back(people[id].values[a]);
            records.k.push_back(people[id].k);
        }
        Edition first(attributes());
        ASSERT_TRUE(first.begin(records));
        Store store;
        store.write(first.settle());
        Edition second(attributes());
        ASSERT_TRUE(*second.follow(first.all()));
        ASSERT_EQ(store_of(second), store) << seed;
        for (unsigned step = 0; step < 25; ++step) {
            Edition& writer = draw(2) ? first : second;
            Edition& other = &writer == &first ? second : first;
            for (unsigned change = 0; change <= draw(4); ++change) {
                const std::string id = "p" + std::to_string(draw(25));
                if (draw(3) == 0) {
                    people.erase(id);
                    writer.remove(id);
                } else {
                    people[id] = person();
                    writer.put(id, people[id].values, people[id].k);
                }
            }
            const StoredEdition changes = writer.settle();
            store.write(changes);
            ASSERT_TRUE(*other.follow(changes));
            ASSERT_EQ(store_of(writer), store) << seed << ' ' << step;
            ASSERT_EQ(store_of(other), store) << seed << ' ' << step;
            // Nobody who only followed has anything to mend.
            const StoredEdition nothing = other.settle();
            ASSERT_TRUE(nothing.members.empty() && nothing.groups.empty()) << seed << ' ' << step;
            // Every group holds its members, who are enough for each of them.
            std::map<std::uint32_t, std::uint32_t> sizes;
            for (const auto& [id, member] : store.members) ++sizes[member.first];
            ASSERT_EQ(store.members.size(), people.size());
            for (const auto& [id, member] : store.members) {
                if (!writer.is_group(member.first)) continue;
                ASSERT_GE(sizes[member.first], people.at(id).k) << seed << ' ' << step;
                for (std::size_t a = 0; a < 2; ++a) {
                    const ViewAttribute& of = writer.attributes()[a];
                    ASSERT_TRUE(
                        of.hierarchy()->find(store.groups.at(member.first)[a])->contains(people.at(id).values[a]));
                }
            }
        }
    }
}

TEST(EditionTest, ALabelThatIsNoneOfItsAttributesIsNotFollowed) {
    const DomainPtr values = std::make_shared<const Domain>(Domain::of_text({"a", "b"}, true));
    const auto plain = [&] {
        return *ViewAttribute::make("x", nullptr, values, ViewDefinition::UnknownValue::refuse, true);
    };
    Edition edition({plain()});
    EXPECT_TRUE(*edition.follow({{{0, {"a"}}}, {{"p", 0, 1}}}));
    EXPECT_FALSE(*edition.follow({{{1, {"c"}}}, {}}));
    Edition lost({plain()});
    EXPECT_FALSE(lost.follow({{}, {{"p", 3, 2}}}));  // a group that is not stored
    EXPECT_FALSE(lost.follow({{{0, {"a", "b"}}}, {}}));
}

}  // namespace edition_test
}  // namespace scrim::views
