// Addresses, rates, CSV, sentences, errors.
#include "adapters/http/csv.h"
#include "adapters/http/http_message.h"
#include "adapters/http/listen_address.h"
#include "adapters/http/rate_limit.h"
#include "adapters/http/view_reader.h"
#include "report/json/stat_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::server {
namespace limits_test {

TEST(ListenAddress, Reads) {
    EXPECT_EQ(parse_listen_address("127.0.0.1:8080")->port, 8080);
    EXPECT_TRUE(parse_listen_address("127.0.0.1:8080")->is_loopback());
    EXPECT_TRUE(parse_listen_address("localhost:0")->is_loopback());
    EXPECT_TRUE(parse_listen_address("[::1]:80")->is_loopback());
    EXPECT_EQ(parse_listen_address("[::1]:80")->shown_host(), "[::1]");
    EXPECT_FALSE(parse_listen_address("0.0.0.0:80")->is_loopback());
    EXPECT_FALSE(parse_listen_address("[::]:80")->is_loopback());
    for (const char* wrong : {"", "8080", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:65536", "::1:80", "example.org:80",
                              "127.0.0.1:80 ", "[127.0.0.1]:80", "300.1.1.1:80"})
        EXPECT_FALSE(parse_listen_address(wrong).ok()) << wrong;
}

TEST(ListenAddress, OwnNames) {
    for (const char* own : {"localhost", "localhost:8080", "127.0.0.1", "127.0.0.1:80", "[::1]:80", "[::1]"})
        EXPECT_TRUE(is_own_host(own)) << own;
    for (const char* other : {"", "evil.com", "localhost.evil.com", "127.0.0.1.evil.com", "10.0.0.1", "[::2]:80", "::1",
                              "[::1].evil.com", "localhost:80x", "[::1", "localhost:evil"})
        EXPECT_FALSE(is_own_host(other)) << other;
}

TEST(RateLimit, AsManyPerSecond) {
    RateLimit limit(10);
    RateLimit::Clock::time_point now{};
    // Twice as many at once, then no more until time passes.
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(limit.allows("ana", 1, now)) << i;
    EXPECT_FALSE(limit.allows("ana", 1, now));
    EXPECT_TRUE(limit.allows("bob", 1, now));
    now += std::chrono::milliseconds(100);
    EXPECT_TRUE(limit.allows("ana", 1, now));
    EXPECT_FALSE(limit.allows("ana", 1, now));
    // A batch is paid for, also when it is larger than what can be saved.
    now += std::chrono::seconds(10);
    EXPECT_TRUE(limit.allows("ana", 100, now));
    EXPECT_FALSE(limit.allows("ana", 1, now + std::chrono::seconds(7)));
    EXPECT_TRUE(limit.allows("ana", 1, now + std::chrono::seconds(9)));
    RateLimit none(0);
    for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(none.allows("ana", 100, now));
}

TEST(Csv, CellsThatNeedCare) {
    CsvWriter csv(5, 1'000);
    const SqlColumn columns[] = {{"name", "VARCHAR"}, {"n", "INTEGER", SqlColumn::Kind::number}};
    csv.columns(columns);
    const ViewRow rows[] = {
        {"a,b", "-1"}, {"=SUM(A1)", "[24, 37]"}, {std::nullopt, "2"}, {"", "2"}, {"say \"x\"", std::nullopt}};
    for (const ViewRow& row : rows) EXPECT_TRUE(csv.row(row));
    EXPECT_FALSE(csv.more());
    EXPECT_FALSE(csv.row(rows[0]));
    EXPECT_TRUE(csv.more());
    EXPECT_EQ(csv.text(), "name,n\r\n\"a,b\",-1\r\n'=SUM(A1),\"[24, 37]\"\r\n,2\r\n\"\",2\r\n\"say \"\"x\"\"\",\r\n");
}

TEST(Sentence, AsPeopleSayIt) {
    const auto value = [](const std::string& lower, const std::string& upper) {
        StatValue count;
        count.lower = StatBound{lower, lower, 0, true, false};
        count.upper = StatBound{upper, upper, 0, true, false};
        return count;
    };
    using report::json::sentence;
    EXPECT_EQ(sentence(value("3", "7")), "between 3 and 7 people");
    EXPECT_EQ(sentence(value("4", "4")), "exactly 4 people");
    EXPECT_EQ(sentence(value("1", "1")), "exactly 1 person");
    EXPECT_EQ(sentence(value("0", "7")), "at most 7 people");
    EXPECT_EQ(sentence(value("0", "1")), "at most 1 person");
    EXPECT_EQ(sentence(value("0", "0")), "nobody");
}

TEST(ErrorJson, SaysWhoseItIsToMend) {
    const auto kind = [](unsigned status, const char* code) {
        return error_json({status, code, "why"})["error"]["kind"].get<std::string>();
    };
    EXPECT_EQ(kind(400, "bad_question"), "input");
    EXPECT_EQ(kind(429, "rate_limited"), "input");
    EXPECT_EQ(kind(501, "bad_request"), "input") << "what is not understood is the caller's to say otherwise";
    EXPECT_EQ(kind(408, "timeout"), "cancelled");
    EXPECT_EQ(kind(503, "timeout"), "cancelled");
    EXPECT_EQ(kind(503, "draining"), "fault");
    EXPECT_EQ(kind(500, "internal"), "fault");
}

}  // namespace limits_test
}  // namespace scrim::server
