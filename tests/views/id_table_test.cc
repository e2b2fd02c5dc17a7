// The numbers of identifiers, beside an ordinary map.
#include "methods/views/materialized/id_table.h"
#include "tests/rounds.h"

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace scrim::views {
namespace id_table_test {

TEST(IdTableTest, IsAMapWhoseNumbersAreNeverUsedAgain) {
    for (int seed = 0; seed < rounds(10); ++seed) {
        std::mt19937 random(static_cast<unsigned>(seed));
        IdTable table;
        std::map<std::string, std::uint32_t> known;
        std::uint32_t next = 0;
        for (int step = 0; step < 3000; ++step) {
            const std::string id = random() % 50 == 0 ? "" : std::to_string(random() % 300);
            const auto found = known.find(id);
            ASSERT_EQ(table.contains(id), found != known.end());
            if (random() % 3 == 0 && found != known.end()) {
                table.remove(found->second);
                known.erase(found);
            } else {
                const std::uint32_t expected = found != known.end() ? found->second : next++;
                ASSERT_EQ(table.add(id), expected);
                known[id] = expected;
            }
            ASSERT_EQ(table.size(), known.size());
        }
        std::map<std::string, std::uint32_t> all;
        table.each([&](std::uint32_t number, std::string_view id) { all[std::string(id)] = number; });
        EXPECT_EQ(all, known);
        for (const auto& [id, number] : known) {
            EXPECT_EQ(table.text(number), id);
            EXPECT_EQ(table.find(id), number);
        }
    }
}

}  // namespace id_table_test
}  // namespace scrim::views
