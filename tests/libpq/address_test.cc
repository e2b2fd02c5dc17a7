// Addresses: what libpq gets, what is ours, and what nobody gets to see.
#include "adapters/libpq/address.h"

#include "kernel/core/shown_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace address_test {

using libpq::Address;
using libpq::parse_address;

TEST(Address, IsCut) {
    const auto read =
        parse_address("postgres://ann:pw@db.org:5433/clinic?sslmode=require&table=my%20schema.a%26b&connect_timeout=3");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read->connection, "postgres://ann:pw@db.org:5433/clinic?sslmode=require&connect_timeout=3");
    EXPECT_EQ(read->table, "my schema.a&b");
    EXPECT_EQ(read->query, "");
    EXPECT_EQ(read->server, "postgres://db.org:5433/clinic");
}

TEST(Address, ParametersOfOursAreLeftOutWhereverTheyStand) {
    for (const char* text : {"postgresql:///d?table=t", "postgresql:///d?table=t&a=b", "postgresql:///d?a=b&table=t"}) {
        const auto read = parse_address(text);
        ASSERT_TRUE(read.ok()) << text;
        EXPECT_EQ(read->table, "t");
        EXPECT_EQ(read->connection.find("table"), std::string::npos);
    }
    EXPECT_EQ(parse_address("postgres://h")->connection, "postgres://h");
    EXPECT_EQ(parse_address("postgres://")->connection, "postgres://");
    EXPECT_EQ(parse_address("postgres://?query=SELECT 1 + 1")->query, "SELECT 1 + 1");
}

TEST(Address, SeveralHostsAndNumbersOfVersionSix) {
    EXPECT_EQ(parse_address("postgres://u@[::1]:5432,b:1/d")->server, "postgres://[::1]:5432,b:1/d");
    EXPECT_EQ(parse_address("postgres://u@%2Ftmp%2Fs/d?table=x")->server, "postgres://%2Ftmp%2Fs/d");
}

TEST(Address, Refusals) {
    for (const char* text : {"postgres://u:p/w@h/d", "postgres://u:p?w@h/d", "postgres://h:port/d",
                             "postgres://a:b:5/d", "postgres://[::1/d", "postgres://h/d?table", "postgres://h/d?=x",
                             "postgres://h/d?table=", "postgres://h/d?table=%4", "postgres://h/d?table=%00",
                             "postgres://h/d?table=%ff", "postgres://h/d?table=a&table=b", "people.csv"})
        EXPECT_FALSE(parse_address(text).ok()) << text;
}

TEST(Address, WithFieldsOfTheInput) {
    TableInput input{.path = "postgres://h/d", .table = "t"};
    EXPECT_EQ(libpq::address_of(input)->table, "t");
    input.query = "SELECT 1";
    EXPECT_THAT(libpq::address_of(input).error().message, ::testing::HasSubstr("both a table and a query"));
    input = {.path = "postgres://h/d?table=t", .table = "t"};
    EXPECT_THAT(libpq::address_of(input).error().message, ::testing::HasSubstr("given twice"));
    input = {.path = "postgres://h/d?table=t", .header = false};
    EXPECT_THAT(libpq::address_of(input).error().message, ::testing::HasSubstr("only for CSV"));
}

// Whatever an address is made of, neither user nor password is in what is shown.
TEST(ShownName, HoldsNoSecret) {
    const std::vector<std::string> hosts = {"h", "h:1", "", "[::1]", "a,b:2"}, tails = {"",
                                                                                        "/d",
                                                                                        "/d?table=t",
                                                                                        "?table=t",
                                                                                        "/d?password=SECRET&table=t",
                                                                                        "/d?user=SECRET",
                                                                                        "/d?sslpassword=SECRET"};
    for (const std::string scheme : {"postgres://", "postgresql://"})
        for (const std::string user : {"", "USER@", "USER:SECRET@", ":SECRET@", "USER:SEC@SECRET@", "USER:SE/SECRET@",
                                       "USER:SE?SECRET@", "USER:SE&SECRET@", "USER:SE#SECRET@", "USER:SE:SECRET@"})
            for (const std::string& host : hosts)
                for (const std::string& tail : tails) {
                    const std::string text = scheme + user + host + tail;
                    const std::string shown = TableInput{.path = text}.name();
                    EXPECT_EQ(shown.find("SECRET"), std::string::npos) << text << " -> " << shown;
                    EXPECT_EQ(shown.find("USER"), std::string::npos) << text << " -> " << shown;
                    if (const auto address = parse_address(text); !address)
                        EXPECT_EQ(address.error().message.find("SECRET"), std::string::npos) << text;
                    else
                        EXPECT_EQ(address->server.find("SECRET"), std::string::npos) << text;
                }
    EXPECT_EQ(shown_name("people@home.csv"), "people@home.csv");
    EXPECT_EQ(shown_name("postgres://u:p@h/d?x=y&table=a%20b&z=1"), "postgres://h/d?table=a%20b");
    EXPECT_EQ(TableInput{}.name(), "the table in memory");
}

TEST(ShownName, InTexts) {
    for (const std::string& text :
         {std::string("no such file 'postgres://u:SECRET@h/d?table=t': x"),
          std::string("{\"a\":\"postgresql://u:SECRET@h/d\"}"),
          std::string("postgres://u:SE/SECRET@h postgres postgres:// postgres://h?password=SECRET")})
        EXPECT_EQ(worded(text, Wording::json).find("SECRET"), std::string::npos) << worded(text, Wording::json);
    for (const char* text : {"postgres", "postgres is there", "see postgres://h/d?table=t.", "'postgres://h/d'"})
        EXPECT_EQ(worded(text, Wording::keyword), text);
}

}  // namespace address_test
}  // namespace scrim::testing
