// From JSON to SQL.
#include "adapters/http/question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::server {
namespace question_test {

std::string sql(const Decoded<StatQuestion>& decoded) {
    if (const ApiError* error = std::get_if<ApiError>(&decoded)) return error->code + ": " + error->message;
    return std::get<StatQuestion>(decoded).sql;
}
std::string where(std::string_view conditions) {
    const std::string text = sql(decode_count("{\"where\": " + std::string(conditions) + "}"));
    const std::string start = "SELECT COUNT(*) FROM StatDB WHERE ";
    return text.starts_with(start) ? text.substr(start.size()) : text;
}

TEST(Question, EveryKindOfCondition) {
    EXPECT_EQ(sql(decode_count("{}")), "SELECT COUNT(*) FROM StatDB");
    EXPECT_EQ(where("{}"), "SELECT COUNT(*) FROM StatDB");
    EXPECT_EQ(where(R"({"age": [30, 50]})"), R"("age" BETWEEN 30 AND 50)");
    EXPECT_EQ(where(R"({"age": [30, 50, 70]})"), R"("age" IN (30, 50, 70))");
    EXPECT_EQ(where(R"({"age": 30})"), R"("age" = 30)");
    EXPECT_EQ(where(R"({"age": -1.5e-3})"), R"("age" = -0.0015)");
    EXPECT_EQ(where(R"({"disease": ["flu"]})"), R"("disease" = 'flu')");
    EXPECT_EQ(where(R"({"disease": ["flu", "cold"], "sex": "f"})"), R"("disease" IN ('flu', 'cold') AND "sex" = 'f')");
    EXPECT_EQ(where(R"({"disease": null})"), R"("disease" IS NULL)");
    EXPECT_EQ(where(R"({"disease": ["flu", null]})"), R"(("disease" = 'flu' OR "disease" IS NULL))");
    EXPECT_EQ(where(R"({"smokes": true})"), R"("smokes" = 'true')");
    EXPECT_EQ(where(R"({"age": {"from": 30}})"), R"("age" >= 30)");
    EXPECT_EQ(where(R"({"born": {"from": "1970-01-01", "to": "1979-12-31"}})"),
              R"("born" >= '1970-01-01' AND "born" <= '1979-12-31')");
    EXPECT_EQ(where(R"({"age": {"in": [30, 50]}})"), R"("age" IN (30, 50))");
    EXPECT_EQ(where(R"({"age": {"not": [30]}})"), R"(NOT ("age" = 30))");
    EXPECT_EQ(where(R"({"age": {"from": 30, "missing": true}})"), R"(("age" >= 30 OR "age" IS NULL))");
    EXPECT_EQ(where(R"({"age": {"missing": true}})"), R"("age" IS NULL)");
}

TEST(Question, WhatComesFromOutsideIsQuoted) {
    EXPECT_EQ(where(R"({"a\" OR 1=1 --": "x'; DROP"})"), R"("a"" OR 1=1 --" = 'x''; DROP')");
    EXPECT_EQ(sql(decode_group(R"({"by": "a\"b", "level": 2})")),
              R"(SELECT level("a""b", 2), COUNT(*) FROM StatDB GROUP BY level("a""b", 2))");
    const auto view = decode_view(R"({"purpose": "p", "recipient": "r", "columns": ["a\"b"], "limit": 3})", "v\"w");
    EXPECT_EQ(std::get<ViewQuestion>(view).select, R"(SELECT "a""b" FROM "v""w")");
    EXPECT_EQ(std::get<ViewQuestion>(view).limit, 3u);
}

TEST(Question, RefusesWithACode) {
    using ::testing::StartsWith;
    EXPECT_THAT(where(R"({"age": )"), StartsWith("bad_json"));
    EXPECT_THAT(sql(decode_count("{} x")), StartsWith("bad_json"));
    EXPECT_THAT(sql(decode_count("{\"where\": {\"a\": \"\xff\"}}")), StartsWith("bad_json"));
    EXPECT_THAT(sql(decode_count("[]")), StartsWith("bad_request"));
    EXPECT_THAT(sql(decode_count(R"({"wher": {}})")), "unknown_field: there is no field 'wher'");
    EXPECT_THAT(where(R"({"age": {"above": 3}})"), StartsWith("unknown_field"));
    EXPECT_THAT(where(R"({"age": []})"), StartsWith("bad_request"));
    EXPECT_THAT(where(R"({"age": {}})"), StartsWith("bad_request"));
    EXPECT_THAT(where(R"({"age": [[1]]})"), StartsWith("bad_request"));
    EXPECT_THAT(where(R"({"age": {"from": null}})"), StartsWith("bad_request"));
    EXPECT_THAT(where(R"({"age": "a\u0000b"})"), StartsWith("bad_request"));
    EXPECT_THAT(where(R"({"a\u0000b": 1})"), StartsWith("bad_request"));
    EXPECT_THAT(sql(decode_group("{}")), StartsWith("bad_request"));
    EXPECT_THAT(sql(decode_group(R"({"by": "age", "level": -1})")), StartsWith("bad_request"));
    EXPECT_THAT(sql(decode_sql("{}")), StartsWith("bad_request"));
    EXPECT_TRUE(std::holds_alternative<ApiError>(decode_view("[]", "v")));
    EXPECT_TRUE(
        std::holds_alternative<ApiError>(decode_view(R"({"purpose": "p", "recipient": "r", "limit": 0})", "v")));
}

TEST(Question, LimitsOfComplexity) {
    using ::testing::StartsWith;
    std::string deep;
    for (int i = 0; i < 20'000; ++i) deep += '[';
    EXPECT_THAT(where(deep), StartsWith("too_complex"));
    std::string names = "{\"where\": {\"n0\": 1";
    for (int i = 1; i < 201; ++i) names += ", \"n" + std::to_string(i) + "\": 1";
    EXPECT_THAT(sql(decode_count(names + "}}")), StartsWith("too_complex"));
    // Brackets in texts are not nested.
    EXPECT_EQ(where("{\"a\": \"" + std::string(100, '[') + "\\\"[\"}"), "\"a\" = '" + std::string(100, '[') + "\"['");
    const auto list = [](int values) {
        std::string text = "{\"a\": [\"x\"";
        for (int i = 1; i < values; ++i) text += ", 1";
        return text + "]}";
    };
    EXPECT_THAT(where(list(10'000)), StartsWith("\"a\" IN"));
    EXPECT_THAT(where(list(10'001)), StartsWith("too_complex"));
    std::string batch = "{\"questions\": [{}";
    for (int i = 1; i < 1'000; ++i) batch += ", {}";
    EXPECT_TRUE(std::holds_alternative<BatchQuestions>(decode_batch(batch + "]}")));
    EXPECT_TRUE(std::holds_alternative<ApiError>(decode_batch(batch + ", {}]}")));
}

TEST(Question, EachOfABatchByItself) {
    const auto decoded = decode_batch(R"({"questions": [{"where": {"a": 1}}, {"nope": 1}, 3]})");
    const auto& questions = std::get<BatchQuestions>(decoded);
    ASSERT_EQ(questions.size(), 3u);
    EXPECT_EQ(sql(questions[0]), R"(SELECT COUNT(*) FROM StatDB WHERE "a" = 1)");
    EXPECT_THAT(sql(questions[1]), ::testing::StartsWith("unknown_field"));
    EXPECT_THAT(sql(questions[2]), ::testing::StartsWith("bad_request"));
}

TEST(PercentDecode, Paths) {
    std::string out;
    EXPECT_TRUE(percent_decode("/a%20b%2Fc", out));
    EXPECT_EQ(out, "/a b/c");
    EXPECT_TRUE(percent_decode("%41", out));
    EXPECT_EQ(out, "A");
    for (const char* wrong : {"%", "%4", "a%zz", "%4g"}) EXPECT_FALSE(percent_decode(wrong, out)) << wrong;
}

}  // namespace question_test
}  // namespace scrim::server
