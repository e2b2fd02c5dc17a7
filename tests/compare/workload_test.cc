// Workloads as text: conditions over spans, and what is refused.
#include "methods/workload/workload.h"
#include "tests/compare/small_comparison.h"

#include <filesystem>
#include <fstream>

namespace scrim::test {
namespace workload_test {

const std::vector<Attribute>& columns() {
    static const std::vector<Attribute> attributes = [] {
        Attribute job;
        job.column.name = "job";
        job.column.from_file = true;
        job.column.hierarchy = std::make_shared<const hierarchy::Hierarchy>(
            *hierarchy::Hierarchy::from_paths({{"cook", "hand", "*"}, {"smith", "hand", "*"}, {"clerk", "desk", "*"}}));
        return std::vector<Attribute>{numbers_below("age", 100), letters_below("Sex", 3), job};
    }();
    return attributes;
}

std::string text_of(const compare::CountQuery& query) {
    std::string text;
    for (const auto& [attribute, spans] : query) {
        text += columns()[attribute].name();
        for (const Span span : spans) text += " " + std::to_string(span.lo) + "-" + std::to_string(span.hi);
        text += ";";
    }
    return text;
}

std::string parsed(const std::string& text) {
    const auto query = workload::parse_count_query(text, columns());
    return query ? text_of(*query) : query.error().message;
}

TEST(Workload, reads_conditions) {
    EXPECT_EQ(parsed("age BETWEEN 30 AND 39"), "age 30-40;");
    EXPECT_EQ(parsed("age >= 90 AND sex = 'b'"), "age 90-100;Sex 1-2;");
    EXPECT_EQ(parsed("SELECT COUNT(*) FROM data WHERE age < 5"), "age 0-5;");
    EXPECT_EQ(parsed("select count(*) from \"my table\" where not age < 95;"), "age 95-100;");
    EXPECT_EQ(parsed("age = 3 OR age = 4 OR age = 9"), "age 3-5 9-10;");
    EXPECT_EQ(parsed("age > 10 AND Sex IN ('a', 'c') AND age <= 20"), "age 11-21;Sex 0-1 2-3;");
    EXPECT_EQ(parsed("NOT (age < 10 OR age >= 20)"), "age 10-20;");
    EXPECT_EQ(parsed("job = 'hand'"), "job 0-2;");
    EXPECT_EQ(parsed("age = 3 AND age = 4"), "age;") << "never";
}

TEST(Workload, refuses_what_it_cannot_count) {
    const auto says = [](const std::string& text, const std::string& words) {
        EXPECT_NE(parsed(text).find(words), std::string::npos) << text << ": " << parsed(text);
    };
    says("wage = 3", "there is no column 'wage' to compare (there are 'age', 'Sex', 'job'), did you mean 'age'?");
    says("age = 3 OR Sex = 'a'", "OR joins conditions of one column only");
    says("NOT (age = 3 AND Sex = 'a')", "OR joins conditions of one column only");
    says("age = 'x'", "age");
    says("TRUE", "ask for nothing");
    says("SELECT AVG(age) FROM data WHERE age < 3", "COUNT(*)");
    says("age < 3 GROUP BY Sex", "end of the line");
    says("age <", "expected a number or a text in single quotes");
}

std::string refusal(const std::string& text) {
    const auto queries = workload::read_workload(text, columns());
    return queries ? "accepted" : queries.error().message;
}

TEST(Workload, draws_queries_by_their_description) {
    EXPECT_EQ(workload::read_workload("", columns())->size(), 1000u);
    const auto drawn = workload::read_workload("random(n=7, dimensions=2, selectivity=0.01, seed=3)", columns());
    ASSERT_TRUE(drawn) << drawn.error().message;
    EXPECT_EQ(drawn->size(), 7u);
    EXPECT_EQ(drawn->front().size(), 2u);
    EXPECT_EQ(refusal("random(n=0)").find("workload 'random(n=0)'"), 0u) << refusal("random(n=0)");
    for (const char* wrong :
         {"random(n=0)", "random(n=1.5)", "random(m=3)", "random(selectivity=0)", "random(selectivity=100%)",
          "random(selectivity=2)", "random(n=3", "random(dimensions=0)"})
        EXPECT_EQ(refusal(wrong).find("workload"), 0u) << wrong << ": " << refusal(wrong);
}

TEST(Workload, reads_a_file_of_one_query_per_line) {
    const std::string path = testing::TempDir() + "workload_test.sql";
    const auto write = [&](const std::string& content) { std::ofstream(path) << content; };
    write("-- by age\nage < 30\n\n  SELECT COUNT(*) FROM t WHERE Sex = 'a' AND age > 50\r\n");
    const auto queries = workload::read_workload(path, columns());
    ASSERT_TRUE(queries) << queries.error().message;
    ASSERT_EQ(queries->size(), 2u);
    EXPECT_EQ(text_of((*queries)[0]), "age 0-30;");
    EXPECT_EQ(text_of((*queries)[1]), "Sex 0-1;age 51-100;");
    write("age < 30\nwage = 3\n");
    EXPECT_NE(refusal(path).find("line 2, column 1: "), std::string::npos) << refusal(path);
    EXPECT_NE(refusal(path).find("'wage'"), std::string::npos);
    for (const char* empty : {"", "\n\n", "-- nothing\n"}) {
        write(empty);
        EXPECT_NE(refusal(path).find("holds no query"), std::string::npos) << refusal(path);
    }
    std::filesystem::remove(path);
    EXPECT_NE(refusal(path), "accepted");
}

}  // namespace workload_test
}  // namespace scrim::test
