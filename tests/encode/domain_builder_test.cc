// Dictionaries of several workers, united: kinds, order, limits. No DuckDB here.
#include "kernel/encode/domain_builder.h"
#include "kernel/encode/segment.h"

#include "kernel/core/random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace scrim::testing {
namespace domain_builder_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

encode::Dictionary texts(const std::vector<std::string>& values, bool has_null = false) {
    encode::TextDictionary dictionary;
    for (const std::string& value : values) dictionary.add(value);
    return {std::move(dictionary), has_null};
}

encode::Dictionary numbers(const std::vector<std::uint64_t>& values, bool has_null = false) {
    encode::NumberDictionary dictionary;
    for (const std::uint64_t value : values) dictionary.add(value);
    return {std::move(dictionary), has_null};
}

std::vector<std::string> labels(const Domain& domain) {
    std::vector<std::string> result;
    for (Code code = 0; code < domain.size(); ++code) result.push_back(domain.label(code));
    return result;
}

encode::BuiltDomain build(encode::ValueType type, std::vector<encode::Dictionary> dictionaries) {
    Result<encode::BuiltDomain> built = encode::build_domain("x", type, dictionaries);
    EXPECT_TRUE(built.ok()) << built.error().message;
    return *std::move(built);
}

TEST(Dictionary, NumbersValuesInOrderOfAppearance) {
    SeededRandom random(3);
    encode::NumberDictionary numbers;
    encode::TextDictionary texts;
    std::map<std::uint64_t, Code> expected;
    for (int i = 0; i < 300'000; ++i) {
        const std::uint64_t value = random.below(100'000) * (i % 3 ? 1 : std::uint64_t{1} << 40);
        const Code code = expected.try_emplace(value, static_cast<Code>(expected.size() + 1)).first->second;
        ASSERT_EQ(numbers.add(value), code);
        ASSERT_EQ(texts.add(std::to_string(value)), code);
        ASSERT_EQ(texts.values()[code - 1], std::to_string(value));
    }
    EXPECT_EQ(numbers.values().size(), expected.size());
}

TEST(Dictionary, TextsOfEveryLengthAreTheirBytes) {
    encode::TextDictionary dictionary;
    std::vector<std::string> all = {"", std::string(1, '\0'), std::string(2, '\0')};
    for (std::size_t size = 1; size < 70; ++size)
        for (std::size_t at = 0; at < size; ++at) {
            std::string text(size, 'a');
            text[at] = 'b';
            all.push_back(text);
        }
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(dictionary.add(all[i]), i + 1);
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(dictionary.add(all[i]), i + 1);
}

TEST(DomainBuilder, UnitesWorkers) {
    const encode::BuiltDomain built = build(encode::ValueType::text, [] {
        std::vector<encode::Dictionary> dictionaries;
        dictionaries.push_back(texts({"pear", "apple"}));
        dictionaries.push_back(texts({"apple", "fig"}, true));
        dictionaries.push_back(texts({}));
        return dictionaries;
    }());
    EXPECT_THAT(labels(*built.domain), ElementsAre("apple", "fig", "pear", "NULL"));
    EXPECT_THAT(built.final_codes, ElementsAre(ElementsAre(3, 2, 0), ElementsAre(3, 0, 1), ElementsAre(3)));
}

TEST(DomainBuilder, KindsAcrossWorkers) {
    const auto kind = [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
        std::vector<encode::Dictionary> dictionaries;
        dictionaries.push_back(texts(a));
        dictionaries.push_back(texts(b));
        return build(encode::ValueType::text, std::move(dictionaries)).domain->kind();
    };
    EXPECT_EQ(kind({"1"}, {"2.5"}), Domain::Kind::number);
    EXPECT_EQ(kind({"1"}, {"x"}), Domain::Kind::text);
    EXPECT_EQ(kind({"1"}, {""}), Domain::Kind::text);
    EXPECT_EQ(kind({"1"}, {}), Domain::Kind::number);
    EXPECT_EQ(kind({}, {}), Domain::Kind::text);
    EXPECT_EQ(kind({"1"}, {"nan", "x"}), Domain::Kind::text);
    EXPECT_EQ(kind({"nan"}, {"inf"}), Domain::Kind::text);
    EXPECT_EQ(kind({"2024-01-01"}, {"2024-01-02"}), Domain::Kind::date);
    EXPECT_EQ(kind({"2024-01-01 10:00"}, {"2024-01-02T11:00"}), Domain::Kind::timestamp);
}

TEST(DomainBuilder, EqualNumbersOfDifferentWorkersAreOne) {
    std::vector<encode::Dictionary> dictionaries;
    dictionaries.push_back(texts({"1.0", "2"}));
    dictionaries.push_back(texts({"1e0", "-3.25"}));
    const encode::BuiltDomain built = build(encode::ValueType::text, std::move(dictionaries));
    EXPECT_THAT(labels(*built.domain), ElementsAre("-3.25", "1", "2"));
    EXPECT_EQ(built.domain->scale(), 2);
    EXPECT_THAT(built.final_codes, ElementsAre(ElementsAre(3, 1, 2), ElementsAre(3, 1, 0)));
}

TEST(DomainBuilder, TypedNumbers) {
    const auto built = [](encode::ValueType type, const std::vector<std::uint64_t>& values) {
        std::vector<encode::Dictionary> dictionaries;
        dictionaries.push_back(numbers(values));
        return labels(*build(type, std::move(dictionaries)).domain);
    };
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    const auto single_bits = [](float value) { return std::uint64_t{std::bit_cast<std::uint32_t>(value)}; };
    EXPECT_THAT(
        built(encode::ValueType::integer, {5, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min())}),
        ElementsAre("-9223372036854775808", "5"));
    EXPECT_THAT(built(encode::ValueType::real, {bits(0.1), bits(-1e-7), bits(1e15)}),
                ElementsAre("-0.0000001", "0.1", "1000000000000000"));
    EXPECT_THAT(built(encode::ValueType::single, {single_bits(0.1f), single_bits(16777216.0f)}),
                ElementsAre("0.1", "16777216"));
    EXPECT_THAT(built(encode::ValueType::date, {19782, static_cast<std::uint64_t>(-1)}),
                ElementsAre("1969-12-31", "2024-02-29"));
    EXPECT_THAT(built(encode::ValueType::timestamp, {0}), ElementsAre("1970-01-01 00:00:00"));
    EXPECT_THAT(built(encode::ValueType::integer, {}), ElementsAre());
}

TEST(DomainBuilder, RefusesTooManyDistinctValues) {
    std::vector<encode::Dictionary> dictionaries;
    dictionaries.push_back(texts({"a", "b", "c"}));
    dictionaries.push_back(texts({"c", "d"}, true));
    EXPECT_TRUE(encode::build_domain("city", encode::ValueType::text, dictionaries, 4).ok());
    EXPECT_EQ(encode::build_domain("city", encode::ValueType::text, dictionaries, 3).error().message,
              "column 'city' has 4 distinct values; at most 3 are accepted");
    std::vector<encode::Dictionary> counts;
    counts.push_back(numbers({1, 2, 3}));
    EXPECT_FALSE(encode::build_domain("n", encode::ValueType::integer, counts, 2).ok());
}

TEST(Segment, PacksNarrowly) {
    const std::vector<Code> codes = {0, 3, 255};
    EXPECT_EQ(encode::pack(codes, 255).index(), 0u);
    EXPECT_EQ(encode::pack(codes, 256).index(), 1u);
    EXPECT_EQ(encode::pack(codes, 65'535).index(), 1u);
    EXPECT_EQ(encode::pack(codes, 65'536).index(), 2u);
}

// Random cells, cut into segments of random workers, against one map.
TEST(Segment, AssemblesWhatTheOracleSays) {
    SeededRandom random(5);
    for (const std::uint64_t distinct : {1, 2, 255, 256, 257, 70'000}) {
        std::vector<encode::TextDictionary> seen(3);
        std::vector<bool> nulls(3);
        std::vector<std::string> cells;
        std::vector<encode::Segment> segments;
        for (int s = 0; s < 60; ++s) {
            const std::size_t worker = random.below(3);
            std::vector<Code> codes;
            for (std::size_t i = random.below(4'000); i > 0; --i) {
                const bool null = random.below(50) == 0;
                cells.push_back(null ? "NULL" : "v" + std::to_string(random.below(distinct)));
                codes.push_back(null ? 0 : seen[worker].add(cells.back()));
                nulls[worker] = nulls[worker] || null;
            }
            segments.push_back({worker, encode::pack(codes, seen[worker].values().size())});
        }
        std::vector<encode::Dictionary> dictionaries;
        for (std::size_t w = 0; w < 3; ++w) dictionaries.push_back({std::move(seen[w]), nulls[w]});
        const Column column =
            encode::assemble(build(encode::ValueType::text, std::move(dictionaries)), std::move(segments));
        ASSERT_EQ(column.size(), cells.size());
        std::size_t wrong = 0;
        for (std::size_t r = 0; r < cells.size(); ++r) wrong += column.domain().label(column[r]) != cells[r];
        EXPECT_EQ(wrong, 0u) << distinct;
        EXPECT_EQ(column.domain().size(), std::set<std::string>(cells.begin(), cells.end()).size());
        EXPECT_EQ(column.domain().null_code(), column.domain().size() - 1);
    }
}

TEST(DomainBuilder, MessagesNameColumnAndValue) {
    std::vector<encode::Dictionary> dictionaries;
    dictionaries.push_back(texts({"1"}));
    dictionaries.push_back(texts({"+inf"}));
    EXPECT_THAT(encode::build_domain("pay", encode::ValueType::text, dictionaries).error().message,
                HasSubstr("column 'pay' holds '+inf'"));
}

}  // namespace domain_builder_test
}  // namespace scrim::testing
