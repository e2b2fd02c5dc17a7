// What is selected and grouped by.
#include "tests/statdb/query_schema.h"

#include <gtest/gtest.h>

namespace scrim::statdb {
namespace query_select_test {

std::string shown_items(const Query& query, const StatSchema& schema) {
    const char* names[] = {"count", "sum", "avg", "min", "max"};
    std::vector<std::string> items;
    for (const Query::Item& item : query.items) {
        std::string what = names[static_cast<int>(item.aggregate)];
        if (item.is_group) {
            const Query::Group& group = query.groups[item.group];
            what = format("{}@{}", schema.quasi_identifiers[group.column].name, group.level);
        }
        items.push_back(item.title + "=" + what);
    }
    return join(items, ", ");
}

// The items as title=meaning, and how many groups there are.
struct Selected {
    const char* text;
    const char* items;
    std::size_t groups = 0;
    friend void PrintTo(const Selected& selected, std::ostream* out) { *out << selected.text; }
};

class QuerySelect : public ::testing::TestWithParam<Selected> {};

TEST_P(QuerySelect, means) {
    const StatSchema schema = small_schema(income());
    const auto query = parse_query(GetParam().text, schema);
    ASSERT_TRUE(query.ok()) << query.error().message;
    EXPECT_EQ(shown_items(*query, schema), GetParam().items);
    EXPECT_EQ(query->groups.size(), GetParam().groups);
}

INSTANTIATE_TEST_SUITE_P(
    Queries, QuerySelect,
    ::testing::Values(
        Selected{"SELECT COUNT(*) FROM StatDB", "COUNT(*)=count"},
        Selected{"select count ( * ) from statdb ;", "count(*)=count"},
        Selected{"SELECT COUNT(*) AS n, COUNT(*) m FROM \"StatDB\"", "n=count, m=count"},
        Selected{"SELECT COUNT(*) \"how many\" FROM StatDB", "how many=count"},
        Selected{"SELECT SUM(Income), AVG(income), MIN(\"Income\"), MAX(`Income`) AS top FROM StatDB",
                 "SUM(Income)=sum, AVG(income)=avg, MIN(\"Income\")=min, top=max"},
        Selected{"SELECT Gender, COUNT(*) FROM StatDB GROUP BY Gender", "Gender=Gender@0, COUNT(*)=count", 1},
        Selected{"SELECT COUNT(*) FROM StatDB WHERE Age > 30 GROUP BY Gender, Education", "COUNT(*)=count", 2},
        Selected{"SELECT COUNT(*), level(Age, 1) FROM StatDB GROUP BY level(Age,1)",
                 "COUNT(*)=count, level(Age, 1)=Age@1", 1},
        Selected{"SELECT LEVEL(age , 3) AS a, COUNT(*) FROM StatDB GROUP BY level(\"Age\", 3)",
                 "a=Age@3, COUNT(*)=count", 1},
        Selected{"SELECT Age, COUNT(*) FROM StatDB GROUP BY level(Age, 0), Age", "Age=Age@0, COUNT(*)=count", 1},
        Selected{"SELECT Age, level(Age, 2), COUNT(*) FROM StatDB GROUP BY level(Age, 2), Age",
                 "Age=Age@0, level(Age, 2)=Age@2, COUNT(*)=count", 2},
        Selected{"SELECT level(Gender, 1), COUNT(*) FROM StatDB GROUP BY level(Gender, 1)",
                 "level(Gender, 1)=Gender@1, COUNT(*)=count", 1}));

TEST(QuerySelect, columns_may_be_called_like_functions_and_clauses) {
    StatSchema schema = small_schema(income());
    schema.quasi_identifiers[0].name = "count";
    schema.quasi_identifiers[1].name = "level";
    schema.quasi_identifiers[2].name = "limit";
    schema.quasi_identifiers[3].name = "group";
    const auto query = parse_query(
        "SELECT count, level, limit, \"group\", count(*) FROM StatDB WHERE limit = 'Higher' AND level = 'f' "
        "GROUP BY count, level, limit, \"group\"",
        schema);
    ASSERT_TRUE(query.ok()) << query.error().message;
    EXPECT_EQ(query->groups.size(), 4u);
}

TEST(QuerySelect, dates_have_a_least_and_a_greatest) {
    const StatSchema schema = small_schema(birth("Admitted"));
    EXPECT_TRUE(parse_query("SELECT MIN(Admitted), MAX(Admitted) FROM StatDB", schema).ok());
    const auto sum = parse_query("SELECT AVG(Admitted) FROM StatDB", schema);
    ASSERT_FALSE(sum.ok());
    EXPECT_EQ(sum.error().message,
              "column 12: AVG needs numbers and 'Admitted' holds dates; ask for MIN, MAX or COUNT(*)");
}

}  // namespace query_select_test
}  // namespace scrim::statdb
