// Certificates that are none: refused with one line, whatever they hold.
#include "methods/verify/claimed_release.h"
#include "methods/verify/strict_json.h"
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace scrim::testing {
namespace certificate_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Json good() {
    HandRelease release;
    make_patients(release);
    Json json = release.certificate;
    json["files"] = {{{"name", "data.csv"}, {"bytes", 1}, {"sha256", std::string(64, 'a')}}};
    return json;
}

std::string refusal(const Json& json) {
    const auto claimed = verifier::parse_certificate(json.dump());
    return claimed ? "" : claimed.error().message;
}

TEST(Certificate, IsRead) {
    const auto claimed = verifier::parse_certificate(good().dump());
    ASSERT_TRUE(claimed.ok()) << claimed.error().message;
    EXPECT_EQ(claimed->released, 9u);
    EXPECT_THAT(claimed->names(), ElementsAre("sex", "zip", "disease", "ward"));
    EXPECT_EQ(claimed->promises.size(), 2u);
    EXPECT_TRUE(claimed->unknown.empty());
}

TEST(Certificate, NeedsEveryKey) {
    const Json json = good();
    for (const auto& [key, value] : json.items()) {
        Json without = json;
        without.erase(key);
        EXPECT_EQ(refusal(without), "'" + key + "' is missing");
    }
    for (const char* pointer :
         {"/records/original", "/classes/sizes", "/columns/0/role", "/promises/0/limits", "/promises/0/needs",
          "/promises/0/reached/k/value", "/risks/marketer", "/risks/prosecutor/average", "/files/0/sha256"}) {
        const Json::json_pointer path(pointer);
        Json without = json;
        without[path.parent_pointer()].erase(path.back());
        EXPECT_THAT(refusal(without), HasSubstr("is missing")) << pointer;
    }
}

TEST(Certificate, NeedsEveryType) {
    const Json json = good();
    const std::vector<Json> values = {nullptr,
                                      true,
                                      -1,
                                      1.5,
                                      1e300,
                                      "text",
                                      Json::array({Json::array()}),
                                      Json::array({1}),
                                      Json{{"a", 1}},
                                      Json::array({Json{{"a", 1}}})};
    std::size_t refused = 0;
    const std::function<void(const Json::json_pointer&, const Json&)> walk = [&](const Json::json_pointer& path,
                                                                                 const Json& at) {
        for (const Json& value : values) {
            if (path.empty()) break;
            Json changed = json;
            changed[path] = value;
            refused += refusal(changed).empty() ? 0 : 1;  // never a crash
        }
        if (!at.is_structured()) return;
        for (const auto& [key, value] : at.items())
            walk(at.is_array() ? path / static_cast<std::size_t>(std::stoul(key)) : path / key, value);
    };
    walk(Json::json_pointer(), json);
    EXPECT_GT(refused, 300u);
    const auto set = [&](const char* pointer, const Json& value) {
        Json changed = json;
        changed[Json::json_pointer(pointer)] = value;
        return refusal(changed);
    };
    EXPECT_EQ(set("/records/original", -1), "'records.original' is not a count");
    EXPECT_EQ(set("/records/original", 1e30), "'records.original' is not a count");
    EXPECT_EQ(set("/promises", Json::array()), "it promises nothing");
    EXPECT_EQ(set("/columns/1/name", "sex"), "column 'sex' is listed twice");
    EXPECT_EQ(set("/columns/1/role", "identifier"), "column 'zip' is an identifier, which no release may hold");
    EXPECT_EQ(set("/columns/1/role", "QI"), "column 'zip' has the role 'QI', which is none");
    EXPECT_EQ(set("/columns/0/weight", "-1"), "column 'sex': the weight '-1' is no number greater than 0");
    EXPECT_EQ(set("/files/0/sha256", "00"), "the file 'data.csv' has no SHA-256");
    EXPECT_THAT(set("/form", "anatomized"), HasSubstr("'group_column' is missing"));
}

TEST(Certificate, OfAnotherVersion) {
    Json json = good();
    json["scrim_certificate"] = 2;
    EXPECT_EQ(refusal(json), "it is of version 2; version 1 is known");
}

TEST(Certificate, KeysWithoutAMeaningAreListed) {
    Json json = good();
    json["differentially_private"] = true;
    json["promises"][0]["forever"] = true;
    json["columns"][0]["safe"] = true;
    const auto claimed = verifier::parse_certificate(json.dump());
    ASSERT_TRUE(claimed.ok());
    EXPECT_THAT(claimed->unknown, ElementsAre("columns[0].safe", "promises[0].forever", "differentially_private"));
}

TEST(StrictJson, RefusesWhatOnlyConfuses) {
    const auto refused = [](const std::string& text) {
        const auto json = verifier::parse_strict_json(text);
        return json ? "" : json.error().message;
    };
    EXPECT_EQ(refused(R"({"a": 1, "a": 2})"), "it holds the key 'a' twice");
    EXPECT_EQ(refused(R"([{"a": {"b": 1, "b": 1}}])"), "it holds the key 'b' twice");
    EXPECT_EQ(refused(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]})"), "");
    EXPECT_EQ(refused(std::string(1'000'000, '[')), "it holds more than 16 levels");
    EXPECT_EQ(refused(std::string(17, '[') + std::string(17, ']')), "it holds more than 16 levels");
    EXPECT_EQ(refused(std::string(16, '[') + std::string(16, ']')), "");
    EXPECT_THAT(refused("{} x"), HasSubstr("something else than JSON"));
    EXPECT_THAT(refused("1e999"), HasSubstr("something else than JSON"));
    EXPECT_THAT(refused("\"\xff\""), HasSubstr("something else than JSON"));
    EXPECT_THAT(refused(""), HasSubstr("something else than JSON"));
    std::string wide = "{";
    for (int i = 0; i < 1001; ++i) wide += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
    EXPECT_EQ(refused(wide + "}"), "it holds an object of more than 1000 keys");
}

}  // namespace certificate_test
}  // namespace scrim::testing
