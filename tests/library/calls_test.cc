#include "kernel/core/json.h"
#include "kernel/core/text.h"
#include "scrim/call.h"
#include "scrim/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim {
namespace calls_test {

using ::testing::HasSubstr;

const std::string patients = std::string(SCRIM_SOURCE_DIR) + "/examples/patients.csv";
const std::string policy = std::string(SCRIM_SOURCE_DIR) + "/examples/policy.yaml";

std::string quoted_json(const std::string& text) { return Json(text).dump(); }

// What a request is refused with, its fields worded for JSON.
std::string refused(std::string_view function, const std::string& request) {
    const auto reply = call(function, request, {}, no_progress());
    return reply ? "it was taken" : worded(reply.error().message, Wording::json);
}

TEST(Calls, SayWhatTheFunctionsSay) {
    const auto reply = call(
        "check",
        format(R"({{"table": {}, "policy": {}, "risk_threshold": 0.5}})", quoted_json(patients), quoted_json(policy)),
        {}, no_progress());
    ASSERT_TRUE(reply) << reply.error().message;
    CheckRequest request;
    request.table.path = patients;
    request.policy = *read_policy(policy);
    request.risk_threshold = "0.5";
    const auto report = check(request, no_progress());
    ASSERT_TRUE(report);
    EXPECT_EQ(reply->json, to_json(*report));
    EXPECT_EQ(reply->text, to_text(*report));
}

TEST(Calls, RefuseWhatTheyDoNotKnow) {
    EXPECT_THAT(refused("chekc", "{}"), HasSubstr("there is no function 'chekc', did you mean 'check'?"));
    EXPECT_EQ(refused("check", "{"), "the request is not JSON");
    EXPECT_EQ(refused("check", "[]"), "a request is an object of fields");
    EXPECT_EQ(refused("check", "{}"), "\"table\" is missing");
    EXPECT_THAT(refused("check", R"({"tabel": "x"})"), HasSubstr("there is no field 'tabel', did you mean 'table'?"));
    EXPECT_EQ(refused("check", R"({"table": 3})"),
              "\"table\": a path, or an object with a path or a frame, is accepted");
    EXPECT_EQ(refused("check", R"({"table": {"frame": 0}})"), "\"table\": one of 0 frames is accepted");
    EXPECT_EQ(refused("check", R"({"table": "x", "suda": -1})"),
              "\"suda\": a whole number from 0 to 4294967295 is accepted");
    EXPECT_EQ(refused("check", R"({"table": "x", "null_matches": "yes"})"),
              "\"null_matches\": true or false is accepted");
    EXPECT_EQ(refused("statdb_build", R"({"table": "x", "m": 99999999999, "out": "y"})"),
              "\"m\": a whole number from 0 to 4294967295 is accepted");
    EXPECT_THAT(refused("check", R"json({"table": "x", "require": ["k_anonimity(k=2)"]})json"),
                HasSubstr("k_anonimity"));
    EXPECT_EQ(refused("check", std::string(100'000, '[')), "the request is not JSON");
}

TEST(Calls, TakeHierarchiesAsRows) {
    const std::string rows = R"rows(["88512", "a;\"b\"", "*"], ["88514", "a;\"b\"", "*"])rows";
    const std::string columns = R"("name": "identifier", "age": "dropped", "disease": "insensitive")";
    const std::string request = R"({"table": )" + quoted_json(patients) +
                                R"j(, "require": "k_anonymity(k=2)", "policy": {)j" + R"( "columns": {)" + columns +
                                R"(, "zip": {"role": "quasi_identifier", "hierarchy": [)" + rows + "]}}}}";
    EXPECT_THAT(refused("explore", request), HasSubstr("88531"));  // a value that it lacks
    EXPECT_THAT(refused("check", R"({"table": "x", "policy": {"columns": {"a": {"role": "quasi_identifier",
                                   "hierarchy": [["x"], "y"]}}}})"),
                HasSubstr("a row of a hierarchy is a list of texts"));
}

TEST(Calls, TablesAreNamedAsInRequests) {
    EXPECT_EQ(table_of_json("\"a.csv\"")->path, "a.csv");
    EXPECT_EQ(table_of_json(R"({"path": "a.csv", "delimiter": ";", "header": false})")->delimiter, ";");
    EXPECT_FALSE(table_of_json("a.csv"));
    EXPECT_FALSE(table_of_json(R"({"pth": "a.csv"})"));
}

}  // namespace calls_test
}  // namespace scrim
