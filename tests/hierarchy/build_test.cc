#include "hierarchy/build.h"

#include "core/number_text.h"
#include "hierarchy/hierarchy_file.h"
#include "tests/hierarchy/expect_refused.h"

namespace scrim {
namespace {

Domain whole_numbers(std::vector<Int128> values, bool has_null = false) {
    return Domain::of_numbers(std::move(values), 0, Domain::Kind::number, has_null);
}

Domain dates(const std::vector<std::string>& labels) {
    std::vector<Int128> days;
    for (const std::string& label : labels) days.push_back(*parse_date(label));
    return Domain::of_numbers(std::move(days), 0, Domain::Kind::date);
}

std::string formatted(const Result<Hierarchy>& built) {
    return built.ok() ? format_hierarchy(*built) : built.error().message;
}

// The labels of one value from the leaf to the top, joined by ';'.
std::string path(const Result<Hierarchy>& built, std::string_view value) {
    if (!built.ok()) return built.error().message;
    const auto node = built->find_node(value);
    if (!node) return "no such value";
    std::string labels;
    for (Hierarchy::NodeId id = *node; id != Hierarchy::none; id = built->nodes()[id].parent)
        labels += (labels.empty() ? "" : ";") + built->nodes()[id].label;
    return labels;
}

TEST(BuildIntervals, GivesClosedIntervalsToWholeNumbers) {
    const auto age = build_intervals(whole_numbers({17, 23, 41}), {5, 10, 20});
    EXPECT_EQ(path(age, "23"), "23;[20, 24];[20, 29];[20, 39];*");
    EXPECT_EQ(path(age, "17"), "17;[15, 19];[10, 19];[0, 19];*");
}

TEST(BuildIntervals, FillsTheRangeOfWholeNumbers) {
    const auto age = build_intervals(whole_numbers({17, 23, 41}), {5});
    ASSERT_TRUE(age.ok());
    EXPECT_EQ(age->domain().size(), 25u);
    EXPECT_EQ(path(age, "30"), "30;[30, 34];*");
}

TEST(BuildIntervals, FillsUpTo65536ValuesAndNoMore) {
    EXPECT_EQ(build_intervals(whole_numbers({0, 65535}), {100})->domain().size(), 65536u);
    EXPECT_EQ(build_intervals(whole_numbers({0, 65536}), {100})->domain().size(), 2u);
}

TEST(BuildIntervals, GivesHalfOpenIntervalsToOtherNumbers) {
    const Domain weights = Domain::of_numbers({1205, 1249, 1250, 2000}, 2);  // 12.05 …
    EXPECT_EQ(formatted(build_intervals(weights, {Ratio(1, 2), 10})),
              "12.05;[12, 12.5);[10, 20);*\n12.49;[12, 12.5);[10, 20);*\n12.5;[12.5, 13);[10, 20);*\n"
              "20;[20, 20.5);[20, 30);*\n");
}

TEST(BuildIntervals, GivesHalfOpenIntervalsToWholeNumbersWhenAWidthIsNotWhole) {
    EXPECT_EQ(path(build_intervals(whole_numbers({3, 4}), {Ratio(5, 2)}), "4"), "4;[2.5, 5);*");
}

TEST(BuildIntervals, RoundsNegativeNumbersDown) {
    EXPECT_EQ(formatted(build_intervals(whole_numbers({-6, -5}), {5})), "-6;[-10, -6];*\n-5;[-5, -1];*\n");
}

TEST(BuildIntervals, OfWidthOneAreTheValuesThemselves) {
    EXPECT_EQ(path(build_intervals(whole_numbers({3, 4}), {1, 2}), "3"), "3;[2, 3];*");
}

TEST(BuildIntervals, WithoutWidthsGiveTheValuesBelowTheTop) {
    EXPECT_EQ(formatted(build_intervals(whole_numbers({3, 5}), {})), "3;*\n4;*\n5;*\n");
}

TEST(BuildIntervals, LeaveNullOut) {
    EXPECT_EQ(formatted(build_intervals(whole_numbers({3}, true), {5})), "3;[0, 4];*\n");
    EXPECT_FALSE(build_intervals(whole_numbers({3}, true), {5})->domain().has_null());
}

TEST(BuildIntervals, RefuseWidthsThatDoNotNest) {
    const Domain ages = whole_numbers({1, 50});
    EXPECT_REFUSED(build_intervals(ages, {5, 12}), "interval width 12 is not a multiple of the width before it, 5");
    EXPECT_REFUSED(build_intervals(ages, {10, 5}), "interval width 5 follows 10; widths must increase");
    EXPECT_REFUSED(build_intervals(ages, {5, 5}), "interval width 5 follows 5; widths must increase");
    EXPECT_REFUSED(build_intervals(ages, {0}), "interval width 0 is not positive");
    EXPECT_REFUSED(build_intervals(ages, {-5}), "interval width -5 is not positive");
    EXPECT_REFUSED(build_intervals(ages, {Ratio::infinity()}), "interval width infinity is not positive");
    EXPECT_REFUSED(build_intervals(ages, {Ratio(1, 3)}), "interval width 1/3 is no finite decimal number");
}

TEST(BuildIntervals, RefuseColumnsWithoutNumbers) {
    EXPECT_REFUSED(build_intervals(Domain::of_text({"a"}), {5}), "intervals need a column of numbers");
    EXPECT_REFUSED(build_intervals(dates({"2024-01-01"}), {5}), "intervals need a column of numbers");
    EXPECT_REFUSED(build_intervals(whole_numbers({}, true), {5}), "this column holds none");
}

TEST(BuildIntervals, RefuseNumbersWhoseIntervalsWouldOverflow) {
    const Int128 most = *parse_int128("170141183460469231731687303715884105727");
    EXPECT_REFUSED(build_intervals(whole_numbers({0, most}), {10}), "has too many digits for intervals");
    EXPECT_REFUSED(build_intervals(whole_numbers({0, most}), {Ratio(1, 4)}), "has too many digits for intervals");
    EXPECT_REFUSED(build_intervals(whole_numbers({-most, 0}), {10}), "has too many digits for intervals");
}

TEST(BuildDates, GivesEachUnitItsLabel) {
    const auto day =
        build_dates(dates({"1999-12-31", "2024-02-29", "2024-11-05"}), {"day", "month", "quarter", "year", "decade"});
    EXPECT_EQ(path(day, "2024-02-29"), "2024-02-29;2024-02;2024-Q1;2024;2020s;*");
    EXPECT_EQ(path(day, "2024-11-05"), "2024-11-05;2024-11;2024-Q4;2024;2020s;*");
    EXPECT_EQ(path(day, "1999-12-31"), "1999-12-31;1999-12;1999-Q4;1999;1990s;*");
    EXPECT_EQ(day->domain().kind(), Domain::Kind::date);
}

TEST(BuildDates, TakesOnlyTheUnitsNamed) {
    EXPECT_EQ(formatted(build_dates(dates({"2023-12-31", "2024-01-01"}), {"year"})),
              "2023-12-31;2023;*\n2024-01-01;2024;*\n");
}

TEST(BuildDates, CutsTimestampsIntoDays) {
    const Domain moments = Domain::of_numbers(
        {*parse_timestamp("1969-12-31 23:59:59"), *parse_timestamp("2024-02-29 13:45:00")}, 0, Domain::Kind::timestamp);
    EXPECT_EQ(formatted(build_dates(moments, {"day", "year"})),
              "1969-12-31 23:59:59;1969-12-31;1969;*\n2024-02-29 13:45:00;2024-02-29;2024;*\n");
}

TEST(BuildDates, RefusesOtherUnitsAndOtherColumns) {
    const Domain days = dates({"2024-02-29"});
    EXPECT_REFUSED(build_dates(days, {"week"}), "calendar unit 'week' is unknown; known are day, month");
    EXPECT_REFUSED(build_dates(days, {"year", "month"}),
                   "calendar unit 'month' follows 'year'; name units from fine to coarse");
    EXPECT_REFUSED(build_dates(days, {"year", "year"}), "calendar unit 'year' follows 'year'");
    EXPECT_REFUSED(build_dates(Domain::of_text({"2024"}), {"year"}), "need a column of dates or timestamps");
    EXPECT_REFUSED(build_dates(dates({}), {"year"}), "this column holds none");
}

TEST(BuildPrefixes, MasksTheLastCharacters) {
    EXPECT_EQ(formatted(build_prefixes(whole_numbers({88511, 88512, 89000}), {1, 3})),
              "88511;8851*;88***;*\n88512;8851*;88***;*\n89000;8900*;89***;*\n");
}

TEST(BuildPrefixes, CountsCharactersNotBytes) {
    EXPECT_EQ(formatted(build_prefixes(Domain::of_text({"äöü", "äöß"}), {1})), "äöü;äö*;*\näöß;äö*;*\n");
}

TEST(BuildPrefixes, AlignsValuesOfDifferentLengthsAtTheLeft) {
    EXPECT_EQ(formatted(build_prefixes(Domain::of_text({"E11", "E11.9", "E2"}), {1, 2})),
              "E11;E11;E11**;*\nE11.9;E11.*;E11**;*\nE2;E2;E2;*\n");
}

TEST(BuildPrefixes, RefusesMasksThatAreNoLevels) {
    const Domain zip = Domain::of_text({"02139", "02141"});
    EXPECT_REFUSED(build_prefixes(zip, {5}),
                   "cannot mask 5 characters: the longest value, '02139', has 5, and 1 to 4 of them can be masked");
    EXPECT_REFUSED(build_prefixes(zip, {0}), "cannot mask 0 characters");
    EXPECT_REFUSED(build_prefixes(zip, {-1}), "cannot mask -1 characters");
    EXPECT_REFUSED(build_prefixes(zip, {2, 1}), "masking 1 characters follows masking 2");
    EXPECT_REFUSED(build_prefixes(Domain::of_text({"a"}), {1}), "two characters or more");
    EXPECT_REFUSED(build_prefixes(Domain::of_text({}), {1}), "this column holds none");
    EXPECT_REFUSED(build_prefixes(Domain::of_text({"12", "1*"}), {1}), "'1*' is a value");
}

}  // namespace
}  // namespace scrim
