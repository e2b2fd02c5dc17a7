#include "methods/statdb/stat_table.h"

#include "methods/files/file.h"
#include "tests/statdb/stat_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

namespace scrim::statdb {
namespace stat_table_test {

using namespace scrim::testing;
using ::testing::HasSubstr;

std::vector<std::byte> image_of(const Records& records, std::uint32_t m, Random& random) {
    const StatFacts facts{m, "neighbors", 2, {"anatomy"}, "scrim test"};
    return StatTable::image(facts, records.schema(), records.table(),
                            make_buckets(records, m, &neighbors_builder(), 1, random), {});
}

// A file that says it may answer in ways that do not hold for what is in it.
TEST(StatTable, PeopleWithSeveralRecordsAreForNoiseOnly) {
    const Records records = papers_table();
    const auto opened = [&](const StatFacts& facts) {
        return StatTable::of_image(
            StatTable::image(facts, records.schema(), records.table(),
                             facts.m == 1 ? by_value(records.table(), records.column()) : papers_buckets(), {}));
    };
    StatFacts facts{2, "test", 1, {"dp"}, "test", 2, 5, 1, 4};
    const auto made = opened(facts);
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_EQ(made->facts().most_records(), 2u);
    EXPECT_EQ(made->facts().people, 5u);
    EXPECT_EQ(made->facts().cut, 1u);
    EXPECT_EQ(made->facts().unused, 4u);
    facts.frameworks = {"dp", "anatomy"};
    EXPECT_FALSE(opened(facts).ok());
    facts = {1, "test", 1, {"dp"}, "test"};
    EXPECT_TRUE(opened(facts).ok());
    facts.frameworks = {"generalization"};
    EXPECT_FALSE(opened(facts).ok());
}

TEST(StatTable, ReadsWhatWasWritten) {
    SeededRandom random(1);
    const Records records = random_records(random, 5000, {2, 300, 70'000}, 20, 4);
    const Bucketization buckets = make_buckets(records, 4, &neighbors_builder(), 1, random);
    const StatTable table = make_stat_table(records, buckets, 4);
    EXPECT_EQ(table.facts().m, 4u);
    EXPECT_EQ(table.rows(), 5000u);
    ASSERT_EQ(table.buckets(), buckets.size());
    for (std::size_t a = 0; a < 3; ++a)
        std::visit(
            [&](auto codes) {
                for (std::size_t i = 0; i < codes.size(); ++i)
                    ASSERT_EQ(codes[i], records.quasi_identifiers[a][buckets.segments.members[i]]);
            },
            table.column(a));
    for (std::size_t b = 0; b < table.buckets(); ++b)
        for (Code value = 0; value < 20; ++value) {
            const auto with = table.buckets_with(value);
            const auto signature = table.signature(b);
            EXPECT_EQ(std::find(with.begin(), with.end(), b) != with.end(),
                      std::find(signature.begin(), signature.end(), value) != signature.end());
        }
    EXPECT_EQ(table.schema().quasi_identifiers[1].domain().label(299), "299");
}

// A mapping of the file would end the program here.
TEST(StatTable, OutlivesItsFile) {
    SeededRandom random(8);
    const Records records = random_records(random, 5000, {2, 300, 70'000}, 20, 4);
    const std::vector<std::byte> image = image_of(records, 4, random);
    const std::string path = ::testing::TempDir() + "scrim_outlives_" + std::to_string(::getpid()) + ".statdb";
    ASSERT_TRUE(files::write_file(path, {reinterpret_cast<const char*>(image.data()), image.size()}).ok());
    const auto table = StatTable::open(path);
    ASSERT_TRUE(table.ok());
    const auto expected = StatTable::of_image(image);
    std::filesystem::resize_file(path, 0);
    for (std::size_t a = 0; a < 3; ++a)
        std::visit(
            [&](auto codes) {
                const auto own = std::get<decltype(codes)>(table->column(a));
                EXPECT_TRUE(std::equal(codes.begin(), codes.end(), own.begin(), own.end()));
            },
            expected->column(a));
    EXPECT_FALSE(StatTable::open(path).ok());
    EXPECT_FALSE(StatTable::is_one(path));
    std::filesystem::remove(path);
}

TEST(StatTable, IsNoLargerThanTheTable) {
    SeededRandom random(2);
    const Records records = random_records(random, 200'000, {80, 2, 17, 57, 2, 5, 8}, 50, 10);
    const StatTable table = make_stat_table(records, make_buckets(records, 10, &neighbors_builder(), 8, random), 10);
    EXPECT_LE(table.file_bytes(), table.table_bytes() + table.table_bytes() / 20);
}

TEST(StatTable, RefusesEveryDamagedByteAndEveryCut) {
    SeededRandom random(3);
    const Records records = random_records(random, 60, {2, 9}, 6, 3);
    const std::vector<std::byte> image = image_of(records, 3, random);
    ASSERT_TRUE(StatTable::of_image(image));
    for (std::size_t i = 0; i < image.size(); ++i) {
        std::vector<std::byte> damaged = image;
        damaged[i] ^= std::byte{1};
        EXPECT_FALSE(StatTable::of_image(damaged)) << i;
    }
    for (std::size_t size = 0; size < image.size(); ++size)
        EXPECT_FALSE(StatTable::of_image({image.begin(), image.begin() + static_cast<std::ptrdiff_t>(size)})) << size;
    std::vector<std::byte> longer = image;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(StatTable::of_image(longer));
}

TEST(StatTable, NamesTheFileThatItRefuses) {
    const std::string path = ::testing::TempDir() + "/no.statdb";
    ASSERT_TRUE(files::write_file(path, "age,sex\n1,2\n"));
    const auto opened = StatTable::open(path);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr("no.statdb' cannot be used: it is no statistical database"));
    EXPECT_THAT(StatTable::open(path + ".not").error().message, HasSubstr("cannot read"));
    EXPECT_THAT(StatTable::open(::testing::TempDir()).error().message, HasSubstr("cannot read"));
    std::filesystem::remove(path);
}

TEST(StatTable, KeepsHierarchiesDatesAndMissingValues) {
    Records records;
    records.domains = {3, 3};
    records.values = 2;
    records.quasi_identifiers = {{0, 1, 2, 0}, {0, 1, 2, 2}};
    records.sensitive = {0, 1, 0, 1};
    StatSchema schema = records.schema();
    hierarchy::Hierarchy hierarchy =
        hierarchy::Hierarchy::from_paths({{"a", "x", "*"}, {"b", "x", "*"}}).operator*().with_null();
    schema.quasi_identifiers[0] = {"letter", std::make_shared<hierarchy::Hierarchy>(hierarchy), true};
    schema.quasi_identifiers[1].hierarchy = std::make_shared<hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(
        std::make_shared<Domain>(Domain::of_numbers({-5, 0, 70'000}, 0, Domain::Kind::date))));
    schema.sensitive.hierarchy = std::make_shared<hierarchy::Hierarchy>(
        hierarchy::Hierarchy::flat(std::make_shared<Domain>(Domain::of_numbers({15, 25}, 1, Domain::Kind::number))));
    const Bucketization buckets{{{0, 1}, {0, 2}}, {{0, 2, 1, 3}, {0, 2, 4}}};
    const auto table = StatTable::of_image(
        StatTable::image({2, "test", 1, {"anatomy"}, "test"}, schema, records.table(), buckets, {}));
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->schema().quasi_identifiers[0].domain().label(2), "NULL");
    EXPECT_EQ(table->schema().quasi_identifiers[0].hierarchy->find("x"), (Span{0, 2}));
    EXPECT_EQ(table->schema().quasi_identifiers[1].domain().label(0), "1969-12-27");
    EXPECT_EQ(table->schema().sensitive.domain().label(1), "2.5");
}

}  // namespace stat_table_test
}  // namespace scrim::statdb
