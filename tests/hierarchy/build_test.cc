#include "kernel/hierarchy/build.h"

#include "kernel/core/number_text.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "tests/hierarchy/expect_refused.h"

namespace scrim::hierarchy {
namespace build_test {

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
    EXPECT_EQ(age->domain().size(), 30u);  // 15 … 44: neither the smallest nor the largest is told
    EXPECT_EQ(path(age, "30"), "30;[30, 34];*");
    EXPECT_EQ(age->domain().label(0), "15");
    EXPECT_EQ(build_intervals(whole_numbers({17, 23, 41}), {5, 20})->domain().size(), 60u);
}

TEST(BuildIntervals, FillsUpToAsManyValuesAndNoMore) {
    EXPECT_EQ(build_intervals(whole_numbers({0, most_filled_leaves - 1}), {2})->domain().size(), most_filled_leaves);
    EXPECT_EQ(build_intervals(whole_numbers({0, most_filled_leaves}), {2})->domain().size(), 2u);
}

TEST(BuildIntervals, GivesHalfOpenIntervalsToOtherNumbers) {
    const Domain weights = Domain::of_numbers({1205, 1249, 1250, 2000}, 2);  // 12.05 …
    const auto built = build_intervals(weights, {Ratio(1, 2), 10});
    EXPECT_EQ(path(built, "12.49"), "12.49;[12, 12.5);[10, 20);*");
    EXPECT_EQ(path(built, "12.5"), "12.5;[12.5, 13);[10, 20);*");
    EXPECT_EQ(path(built, "20"), "20;[20, 20.5);[20, 30);*");
    EXPECT_EQ(built->domain().size(), 2000u);  // 10.00 … 29.99
}

TEST(BuildIntervals, GivesHalfOpenIntervalsToWholeNumbersWhenAWidthIsNotWhole) {
    EXPECT_EQ(path(build_intervals(whole_numbers({3, 4}), {Ratio(5, 2)}), "4"), "4;[2.5, 5);*");
}

TEST(BuildIntervals, RoundsNegativeNumbersDown) {
    const auto built = build_intervals(whole_numbers({-6, -5}), {5});
    EXPECT_EQ(path(built, "-6"), "-6;[-10, -6];*");
    EXPECT_EQ(path(built, "-5"), "-5;[-5, -1];*");
    EXPECT_EQ(built->domain().size(), 10u);
}

TEST(BuildIntervals, OfWidthOneAreTheValuesThemselves) {
    EXPECT_EQ(path(build_intervals(whole_numbers({3, 4}), {1, 2}), "3"), "3;[2, 3];*");
}

TEST(BuildIntervals, WithoutWidthsGiveTheValuesBelowTheTop) {
    EXPECT_EQ(formatted(build_intervals(whole_numbers({3, 5}), {})), "3;*\n4;*\n5;*\n");
}

TEST(BuildIntervals, LeaveNullOut) {
    EXPECT_EQ(formatted(build_intervals(whole_numbers({3}, true), {2})), "2;[2, 3];*\n3;[2, 3];*\n");
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
    EXPECT_EQ(path(build_dates(dates({"2023-12-31", "2024-01-01"}), {"year"}), "2024-01-01"), "2024-01-01;2024;*");
}

TEST(BuildDates, FillsTheCoarsestUnits) {
    EXPECT_EQ(build_dates(dates({"2024-02-03"}), {"month"})->domain().size(), 29u);
    EXPECT_EQ(build_dates(dates({"2023-12-31", "2024-01-01"}), {"month", "year"})->domain().size(), 365u + 366u);
    EXPECT_EQ(build_dates(dates({"2023-12-31"}), {"decade"})->domain().size(), 3653u);
    EXPECT_EQ(build_dates(dates({"2023-12-31", "2024-01-02"}), {"day"})->domain().size(), 3u);
    EXPECT_EQ(build_dates(dates({"1500-01-01", "2024-01-02"}), {"year"})->domain().size(), 2u);  // too many
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
    EXPECT_REFUSED(build_dates(Domain::of_text({"2024"}), {"year"}), "need a column of dates, such as");
    EXPECT_REFUSED(build_dates(dates({}), {"year"}), "this column holds none");
}

TEST(BuildPrefixes, MasksTheLastCharacters) {
    const auto built = build_prefixes(whole_numbers({88511, 88512, 89000}), {1, 3});
    EXPECT_EQ(path(built, "88512"), "88512;8851*;88***;*");
    EXPECT_EQ(path(built, "89000"), "89000;8900*;89***;*");
}

TEST(BuildPrefixes, FillsCodesOfOneShape) {
    const auto zip = build_prefixes(whole_numbers({88511, 88512, 89000}), {1, 3});
    EXPECT_EQ(zip->domain().size(), 2000u);  // 88000 … 89999
    const auto canada = build_prefixes(Domain::of_text({"K1A", "K2B"}), {1});
    EXPECT_EQ(canada->domain().size(), 2u * 26);
    EXPECT_EQ(path(canada, "K2Z"), "K2Z;K2*;*");
    EXPECT_EQ(build_prefixes(Domain::of_text({"A-1", "A-7"}), {1})->domain().size(), 10u);
    EXPECT_EQ(build_prefixes(Domain::of_text({"A1", "1A"}), {1})->domain().size(), 2u);              // two shapes
    EXPECT_EQ(build_prefixes(Domain::of_text({"00000000", "99999999"}), {1})->domain().size(), 2u);  // too many
    EXPECT_EQ(build_prefixes(Domain::of_text({"00000", "99999"}), {1, 2})->domain().size(), 100'000u);
}

TEST(BuildPrefixes, LeavesOutLevelsThatJoinNothing) {
    EXPECT_EQ(formatted(build_prefixes(Domain::of_text({"E11.9", "F2"}), {1, 2, 3})), "E11.9;*\nF2;*\n");
    EXPECT_EQ(path(build_prefixes(Domain::of_text({"88512", "88514"}), {1, 2, 3}), "88512"),
              "88512;8851*;885**;*");  // all codes below 88*** are the top
}

TEST(BuildPrefixes, CountsCharactersNotBytes) {
    EXPECT_EQ(formatted(build_prefixes(Domain::of_text({"xyz", "äöü", "äöß"}), {1})),
              "xyz;xy*;*\näöü;äö*;*\näöß;äö*;*\n");
}

TEST(BuildPrefixes, AlignsValuesOfDifferentLengthsAtTheLeft) {
    EXPECT_EQ(formatted(build_prefixes(Domain::of_text({"E11", "E11.9", "E2"}), {1, 2})),
              "E11;E11**;*\nE11.9;E11**;*\nE2;E2;*\n");
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
    EXPECT_REFUSED(build_prefixes(Domain::of_text({"12", "13", "22", "1*"}), {1}), "'1*' is a value");
}

}  // namespace build_test
}  // namespace scrim::hierarchy
