#include "methods/audit/series/check_series.h"

#include "kernel/core/json.h"
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "methods/files/file.h"
#include "tests/check/memory_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace scrim::audit {
namespace check_series_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Histogram = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Policy policy_of(const std::vector<std::string>& quasi_identifiers, const std::string& person = "name") {
    Policy policy;
    policy.person = person;
    const auto add = [&](const std::string& name, Role role) {
        ColumnPolicy& column = policy.columns.emplace_back();
        column.name = name;
        column.role = role;
    };
    if (!person.empty()) add(person, Role::identifier);
    for (const std::string& name : quasi_identifiers) add(name, Role::quasi_identifier);
    add("disease", Role::sensitive);
    return policy;
}

Result<SeriesCheckReport> audited(std::vector<checking::MemorySource> releases,
                                  std::vector<checking::MemorySource> people, const Policy& policy,
                                  std::uint64_t least = 2) {
    std::vector<ReleaseTables> of_releases;
    std::vector<TableSource*> of_people;
    for (checking::MemorySource& source : releases) of_releases.push_back({.data = &source});
    for (checking::MemorySource& source : people) of_people.push_back(&source);
    SeriesCheckRequest request;
    request.policy = policy;
    request.least = least;
    return check_series_tables(of_releases, of_people, request, no_progress());
}

SeriesCheckReport report_of(std::vector<checking::MemorySource> releases, std::vector<checking::MemorySource> people,
                            const Policy& policy, std::uint64_t least = 2) {
    auto report = audited(std::move(releases), std::move(people), policy, least);
    if (!report) throw std::runtime_error(report.error().message);
    return *std::move(report);
}

std::string refused(std::vector<checking::MemorySource> releases, std::vector<checking::MemorySource> people,
                    const Policy& policy, std::uint64_t least = 2) {
    const auto report = audited(std::move(releases), std::move(people), policy, least);
    return report ? "" : report.error().message;
}

// Fung et al. 2010, Table VIII(a) and (b), with who is in them.
checking::MemorySource table_viii_a() {
    return checking::MemorySource({"job", "sex", "disease"}, {{"Professional", "Female", "Cancer"},
                                                              {"Professional", "Female", "Diabetes"},
                                                              {"Artist", "Male", "Fever"},
                                                              {"Artist", "Male", "Cancer"}});
}
checking::MemorySource table_viii_b() {
    return checking::MemorySource({"job", "sex", "disease"}, {{"Professional", "Female", "Cancer"},
                                                              {"Professional", "Female", "Diabetes"},
                                                              {"Professional", "Female", "HIV"},
                                                              {"Artist", "Male", "Fever"},
                                                              {"Artist", "Male", "Cancer"}});
}
checking::MemorySource people_viii(bool with_alice) {
    std::vector<std::vector<checking::Cell>> rows = {{"Zoe", "Professional", "Female"},
                                                     {"Yvonne", "Professional", "Female"},
                                                     {"Xaver", "Artist", "Male"},
                                                     {"Will", "Artist", "Male"}};
    if (with_alice) rows.push_back({"Alice", "Professional", "Female"});
    return checking::MemorySource({"name", "job", "sex"}, rows);
}

// Example 6.3: both tables are 2-diverse; together they tell that Alice has HIV.
TEST(CheckSeries, FindsAliceFromTablesOfPeople) {
    const SeriesCheckReport report =
        report_of({table_viii_a(), table_viii_b()}, {people_viii(false), people_viii(true)}, policy_of({"job", "sex"}));
    ASSERT_EQ(report.releases.size(), 2u);
    EXPECT_EQ(report.releases[0].records, 4u);
    EXPECT_EQ(report.releases[0].classes, 2u);
    EXPECT_EQ(report.releases[0].people_so_far, 4u);
    EXPECT_EQ(report.releases[0].fewest, 2u);
    EXPECT_EQ(report.releases[0].exposed, 0u);
    EXPECT_EQ(report.releases[1].people_so_far, 5u);
    EXPECT_EQ(report.releases[1].fewest, 1u);
    EXPECT_EQ(report.releases[1].candidates, (Histogram{{1, 1}, {2, 4}}));
    EXPECT_EQ(report.releases[1].exposed, 1u);
    EXPECT_EQ(report.releases[1].exposed_alone, 0u);
    ASSERT_EQ(report.exposed.size(), 1u);
    EXPECT_EQ(report.exposed[0].person, "Alice");
    EXPECT_THAT(report.exposed[0].values, ElementsAre("HIV"));
    EXPECT_EQ(report.exposed[0].after, 1u);
    EXPECT_TRUE(report.notes.empty());
    EXPECT_FALSE(report.holds());
}

// The same where the releases themselves (the owner's copies) say who is in them.
TEST(CheckSeries, FindsAliceFromTheReleases) {
    const std::vector<std::string> columns = {"name", "job", "sex", "disease"};
    const checking::MemorySource first(
        columns, {{"Zoe", "Professional", "Female", "Cancer"}, {"Yvonne", "Professional", "Female", "Diabetes"}});
    const checking::MemorySource second(
        columns, {{"Alice", "Professional", "Female", "Cancer"},  // not her own: values were dealt
                  {"Zoe", "Professional", "Female", "HIV"},
                  {"Yvonne", "Professional", "Female", "Diabetes"}});
    const SeriesCheckReport report = report_of({first, second}, {}, policy_of({"job", "sex"}));
    ASSERT_EQ(report.exposed.size(), 1u);
    EXPECT_EQ(report.exposed[0].person, "Alice");
    EXPECT_THAT(report.exposed[0].values, ElementsAre("HIV"));
    // Three possible values asked for: the two others of the class had two from the beginning.
    const SeriesCheckReport strict = report_of({first, second}, {}, policy_of({"job", "sex"}), 3);
    ASSERT_EQ(strict.exposed.size(), 3u);
    EXPECT_EQ(strict.exposed[0].person, "Yvonne");
    EXPECT_EQ(strict.exposed[0].after, 0u);
    EXPECT_EQ(strict.exposed[2].person, "Alice");
    EXPECT_EQ(strict.releases[0].exposed_alone, 2u);
}

// Ages 20, 30, 40 and 50 are A, C, B and D.
const std::vector<std::vector<checking::Cell>> four_ages = {{"A", "20"}, {"B", "40"}, {"C", "30"}, {"D", "50"}};

// 1: {A, C} publish x and z, {B, D} publish y and x. 2: somebody of age 20 has x, and three people of any age have x, y
// and z. A fits both classes of 2, but B, C and D fill the second one: so A is the one of age 20 and has x, C has z,
// and B and D keep x and y.
TEST(CheckSeries, ReadsSpansAndOneTableForAll) {
    const checking::MemorySource people({"name", "age"}, four_ages);
    const checking::MemorySource first({"age", "disease"},
                                       {{"[20, 30]", "x"}, {"[20, 30]", "z"}, {">30", "y"}, {">30", "x"}});
    const checking::MemorySource second({"age", "disease"}, {{"20", "x"}, {"*", "x"}, {"*", "y"}, {"*", "z"}});
    const SeriesCheckReport report = report_of({first, second}, {people}, policy_of({"age"}));
    EXPECT_EQ(report.releases[0].exposed, 0u);
    EXPECT_EQ(report.releases[1].candidates, (Histogram{{1, 2}, {2, 2}}));
    ASSERT_EQ(report.exposed.size(), 2u);
    EXPECT_EQ(report.exposed[0].person, "A");
    EXPECT_THAT(report.exposed[0].values, ElementsAre("x"));
    EXPECT_EQ(report.exposed[1].person, "C");
    EXPECT_THAT(report.exposed[1].values, ElementsAre("z"));
    EXPECT_THAT(report.notes, ElementsAre("1 person fits several classes of a table in memory: anything that these "
                                          "publish is taken for possible"));
    // 20 and 40 do not stand together among these ages: the set means nothing that a class could cover.
    const checking::MemorySource odd({"age", "disease"}, {{"{20, 40}", "x"}, {"{20, 40}", "y"}});
    EXPECT_THAT(refused({odd}, {people}, policy_of({"age"})), HasSubstr("'{20, 40}' is unknown"));
}

// Somebody whose class is not known for certain: A, of age 20, fits "<30" (x, y) and "*" (z, z), and so does no one
// else but E, of the same age; both stay possible for both. B, in "*" for certain, has z.
TEST(CheckSeries, TakesEverythingForPossibleWhereClassesOverlap) {
    const checking::MemorySource people({"name", "age"}, {{"A", "20"}, {"E", "20"}, {"F", "20"}, {"B", "40"}});
    const checking::MemorySource release({"age", "disease"}, {{"<30", "x"}, {"<30", "y"}, {"*", "z"}, {"*", "z"}});
    const SeriesCheckReport report = report_of({release}, {people}, policy_of({"age"}));
    EXPECT_EQ(report.releases[0].candidates, (Histogram{{1, 1}, {3, 3}}));
    ASSERT_EQ(report.exposed.size(), 1u);
    EXPECT_EQ(report.exposed[0].person, "B");
}

// Printed nodes of a hierarchy cover their leaves; the people's table holds leaves.
TEST(CheckSeries, ReadsHierarchies) {
    const std::string path = ::testing::TempDir() + "audit_jobs.csv";
    ASSERT_TRUE(files::write_file(path, "Engineer;Professional;*\nLawyer;Professional;*\nDancer;Artist;*\n").ok());
    Policy policy = policy_of({"job"});
    policy.columns[1].hierarchy = path;
    const checking::MemorySource people({"name", "job"},
                                        {{"Beth", "Engineer"}, {"Carol", "Lawyer"}, {"Dan", "Dancer"}});
    const checking::MemorySource release({"job", "disease"},
                                         {{"Professional", "x"}, {"Professional", "y"}, {"Artist", "x"}});
    const SeriesCheckReport report = report_of({release}, {people}, policy);
    EXPECT_EQ(report.releases[0].candidates, (Histogram{{1, 1}, {2, 2}}));
    EXPECT_EQ(report.exposed[0].person, "Dan");
    EXPECT_EQ(report.releases[0].exposed_alone, 1u);
    const checking::MemorySource vague({"name", "job"}, {{"Beth", "Professional"}});
    EXPECT_THAT(refused({release}, {vague}, policy), HasSubstr("'Professional' is no exact value"));
    const checking::MemorySource unknown({"job", "disease"}, {{"Manager", "x"}});
    EXPECT_THAT(refused({unknown}, {people}, policy), HasSubstr("'Manager' is unknown to its hierarchy"));
    // A generalized sensitive value is not one value: refused rather than misread.
    Policy with_diseases = policy_of({"job"});
    with_diseases.columns[2].hierarchy = path;
    EXPECT_THAT(refused({checking::MemorySource({"job", "disease"}, {{"*", "Professional"}})}, {people}, with_diseases),
                HasSubstr("'Professional' is no leaf of its hierarchy"));
    std::filesystem::remove(path);
}

// Wei, Lu & Zou 2008, Table 1(b) and group 2 and 3 of Table 2(b): quasi-identifiers are exact and values were dealt out
// anew within groups, so that the value beside a row means nothing.
TEST(CheckSeries, TakesGroupsForClassesWhereAllReleasesHaveThem) {
    const std::vector<std::string> columns = {"group", "age", "zip", "disease"};
    const checking::MemorySource first(columns, {{"1", "21", "12k", "bronchitis"},
                                                 {"1", "22", "14k", "dyspepsia"},
                                                 {"2", "24", "18k", "gastritis"},
                                                 {"2", "23", "25k", "flu"},
                                                 {"3", "41", "20k", "gastritis"},
                                                 {"3", "36", "27k", "flu"}});
    const checking::MemorySource second(columns, {{"2", "23", "25k", "flu"}, {"2", "41", "20k", "gastritis"}});
    const checking::MemorySource people_1({"name", "age", "zip"}, {{"Bob", "21", "12k"},
                                                                   {"Alice", "22", "14k"},
                                                                   {"Andy", "24", "18k"},
                                                                   {"David", "23", "25k"},
                                                                   {"Gary", "41", "20k"},
                                                                   {"Helen", "36", "27k"}});
    const checking::MemorySource people_2({"name", "age", "zip"}, {{"David", "23", "25k"}, {"Gary", "41", "20k"}});
    const SeriesCheckReport report = report_of({first, second}, {people_1, people_2}, policy_of({"age", "zip"}));
    EXPECT_EQ(report.releases[0].classes, 3u);
    EXPECT_EQ(report.releases[1].candidates, (Histogram{{2, 6}}));
    EXPECT_TRUE(report.holds());
    ASSERT_EQ(report.notes.size(), 1u);
    EXPECT_THAT(report.notes[0], HasSubstr("'group'"));
    // Only one has it: then it is a column like others.
    const checking::MemorySource without({"age", "zip", "disease"}, {{"23", "25k", "flu"}, {"41", "20k", "gastritis"}});
    EXPECT_THAT(refused({first, without}, {people_1, people_2}, policy_of({"age", "zip"})),
                HasSubstr("no role is given for 'group'"));
}

// A counterfeit has no name: {A, B} publish x, y and a z that is nobody's; then A and B publish x and y.
TEST(CheckSeries, TakesNamelessRecordsForCounterfeits) {
    const std::vector<std::string> columns = {"name", "age", "disease"};
    const checking::MemorySource first(columns, {{"A", "*", "x"}, {"B", "*", "y"}, {std::nullopt, "*", "z"}});
    const checking::MemorySource second(columns, {{"A", "*", "x"}, {"B", "*", "y"}});
    const SeriesCheckReport report = report_of({first, second}, {}, policy_of({"age"}));
    EXPECT_EQ(report.releases[0].fewest, 3u);
    EXPECT_EQ(report.releases[1].fewest, 2u);
    EXPECT_EQ(report.releases[0].people, 2u);
    EXPECT_THAT(report.notes,
                ElementsAre("1 record of a table in memory belongs to nobody who is known: counterfeits, or "
                            "people who are not listed"));
}

TEST(CheckSeries, KeepsAMissingValueApartFromTheWord) {
    const std::vector<std::string> columns = {"name", "age", "disease"};
    const checking::MemorySource release(columns, {{"A", "1", "NULL"}, {"B", "1", std::nullopt}});
    const SeriesCheckReport report = report_of({release}, {}, policy_of({"age"}));
    EXPECT_EQ(report.releases[0].fewest, 2u);
}

TEST(CheckSeries, SaysWhatIsMissing) {
    const Policy policy = policy_of({"job", "sex"});
    const checking::MemorySource a = table_viii_a(), people = people_viii(false);
    EXPECT_THAT(refused({}, {}, policy), HasSubstr("no release is given"));
    EXPECT_THAT(refused({a}, {people}, policy, 1), HasSubstr("at least 2, not 1"));
    EXPECT_THAT(refused({a}, {}, policy_of({"job", "sex"}, "")), HasSubstr("who is in which release is not known"));
    EXPECT_THAT(refused({a}, {}, policy), HasSubstr("it has no column 'name', and no table of people is given"));
    EXPECT_THAT(refused({a, a, a}, {people, people}, policy), HasSubstr("2 tables of people for 3 releases"));
    EXPECT_THAT(refused({a}, {people}, policy_of({"job", "sex", "age"})), HasSubstr("has no column 'age'"));
    EXPECT_THAT(refused({a}, {people}, policy_of({"job"})), HasSubstr("no role is given for 'sex'"));
    EXPECT_THAT(refused({a}, {people}, policy_of({})), HasSubstr("no quasi-identifier is given"));
    EXPECT_THAT(refused({a}, {checking::MemorySource({"name", "job"}, {{"A", "Artist"}})}, policy),
                HasSubstr("has no column 'sex'"));
    Policy two = policy;
    two.columns[2].role = Role::sensitive;
    EXPECT_THAT(refused({a}, {people}, two), HasSubstr("one sensitive column at a time"));
    Policy none = policy;
    none.columns.back().role = Role::insensitive;
    EXPECT_THAT(refused({a}, {people}, none), HasSubstr("no sensitive column is given"));
    EXPECT_THAT(refused({checking::MemorySource({"job", "sex", "disease"}, {})}, {people}, policy),
                HasSubstr("has no records"));
}

TEST(CheckSeries, SaysWhoDoesNotFit) {
    const Policy policy = policy_of({"job", "sex"});
    const checking::MemorySource a = table_viii_a();
    const std::vector<std::string> columns = {"name", "job", "sex"};
    const checking::MemorySource stranger(
        columns, {{"Zoe", "Professional", "Female"}, {"Vera", "Artist", "Female"}, {"Will", "Artist", "Male"}});
    EXPECT_THAT(refused({a}, {stranger}, policy), HasSubstr("no class covers 'Vera' of a table in memory"));
    const checking::MemorySource twice(columns, {{"Zoe", "Professional", "Female"}, {"Zoe", "Artist", "Male"}});
    EXPECT_THAT(refused({a}, {twice}, policy), HasSubstr("'Zoe' is there twice"));
    const checking::MemorySource nameless(columns,
                                          {{"Zoe", "Professional", "Female"}, {std::nullopt, "Artist", "Male"}});
    EXPECT_THAT(refused({a}, {nameless}, policy), HasSubstr("names nobody in some records"));
    const checking::MemorySource crowd(columns, {{"Zoe", "Professional", "Female"},
                                                 {"Yvonne", "Professional", "Female"},
                                                 {"Alice", "Professional", "Female"},
                                                 {"Will", "Artist", "Male"}});
    EXPECT_THAT(refused({a}, {crowd}, policy), HasSubstr("than it has records"));
    const std::vector<std::string> named = {"name", "age", "disease"};
    EXPECT_THAT(refused({checking::MemorySource(named, {{"A", "1", "x"}, {"A", "1", "y"}})}, {}, policy_of({"age"})),
                HasSubstr("'A' is there twice"));
    EXPECT_THAT(refused({checking::MemorySource(named, {{"A", "1", "x"}})}, {people_viii(false)}, policy_of({"age"})),
                HasSubstr("leave out the tables of people"));
    // A had x and then y.
    EXPECT_THAT(
        refused({checking::MemorySource(named, {{"A", "1", "x"}}), checking::MemorySource(named, {{"A", "1", "y"}})},
                {}, policy_of({"age"})),
        HasSubstr("no values are left for 'A'"));
}

// Ann had flu or gastritis and was updated: with Cora she has asthma or flu. Tables of people that have the sensitive
// column say so.
TEST(CheckSeries, FollowsWhoseValueChanged) {
    const std::vector<std::string> columns = {"age", "disease"}, people = {"name", "age", "disease"};
    const checking::MemorySource first(columns, {{"1", "flu"}, {"1", "gastritis"}});
    const checking::MemorySource second(columns, {{"1", "asthma"}, {"1", "flu"}, {"2", "gastritis"}});
    const checking::MemorySource before(people, {{"Ann", "1", "flu"}, {"Ben", "1", "gastritis"}});
    const checking::MemorySource after(people,
                                       {{"Ann", "1", "asthma"}, {"Cora", "1", "flu"}, {"Ben", "2", "gastritis"}});
    const SeriesCheckReport report = report_of({first, second}, {before, after}, policy_of({"age"}));
    // Ben is known, so that Ann had flu; she has something else now.
    EXPECT_EQ(report.releases[0].fewest, 2u);
    EXPECT_EQ(report.releases[1].people_so_far, 3u);
    EXPECT_EQ(report.releases[1].exposed, 3u);
    EXPECT_EQ(report.releases[1].candidates, (Histogram{{1, 3}}));
    ASSERT_EQ(report.exposed.size(), 4u) << "Ann before and after";
    EXPECT_EQ(report.exposed[0].person, "Ann");
    EXPECT_EQ(report.exposed[1].person, "Ann");
    for (const ExposedPerson& exposed : report.exposed)
        if (exposed.until) {
            EXPECT_EQ(*exposed.until, 0u);
            EXPECT_THAT(exposed.values, ElementsAre("flu"));
        } else if (exposed.since) {
            EXPECT_EQ(*exposed.since, 1u);
            EXPECT_THAT(exposed.values, ElementsAre("asthma"));
        }
    EXPECT_THAT(report.notes, ElementsAre(HasSubstr("the sensitive value of 1 person changed between releases")));
    EXPECT_THAT(to_text(report), HasSubstr("3 of 3 people have only one possible value"));
    EXPECT_THAT(to_text(report), HasSubstr("Ann (until release 1)"));
    EXPECT_THAT(to_text(report), HasSubstr("Ann (from release 2 on)"));
    EXPECT_THAT(to_html(report), HasSubstr("Ann (until release 1)"));
    const Json json = Json::parse(to_json(report));
    EXPECT_EQ(json["exposed"].size(), 4u);
    // Without the column nobody knows who changed, and nothing fits.
    const std::vector<std::string> only = {"name", "age"};
    EXPECT_THAT(refused({first, checking::MemorySource(columns, {{"1", "asthma"}, {"1", "ulcer"}})},
                        {checking::MemorySource(only, {{"Ann", "1"}, {"Ben", "1"}}),
                         checking::MemorySource(only, {{"Ann", "1"}, {"Cora", "1"}})},
                        policy_of({"age"})),
                HasSubstr("tables of people that have the sensitive column, one for each release, say whose"));
}

// Two tables: quasi-identifiers with groups, and how often each group has each value.
struct Anatomized {
    checking::MemorySource rows, values, untrue;

    ReleaseTables tables(bool substitutes = false) {
        return {.data = &rows, .values = &values, .untrue = &untrue, .substitutes = substitutes, .group = "group"};
    }
};

Result<SeriesCheckReport> audited(std::vector<ReleaseTables> releases, std::vector<checking::MemorySource> people,
                                  std::uint64_t least = 2) {
    std::vector<TableSource*> of_people;
    for (checking::MemorySource& source : people) of_people.push_back(&source);
    SeriesCheckRequest request;
    request.policy = policy_of({"age"});
    request.least = least;
    return check_series_tables(std::move(releases), of_people, request, no_progress());
}

TEST(CheckSeries, ReadsAnatomizedReleases) {
    const std::vector<std::string> values = {"group", "disease", "count"}, people = {"name", "age"};
    Anatomized first{checking::MemorySource({"age", "group"}, {{"20", "1"}, {"30", "1"}, {"40", "2"}, {"50", "2"}}),
                     checking::MemorySource(values, {{"1", "flu", "1"}, {"1", "hiv", "1"}, {"2", "flu", "2"}}),
                     checking::MemorySource({"group", "count"}, {{"1", "0"}, {"2", "0"}})};
    // One of the three values of group 1 is nobody's; it borrows an age.
    Anatomized second{checking::MemorySource({"age", "group"}, {{"20", "1"}, {"40", "1"}, {"40", "1"}}),
                      checking::MemorySource(values, {{"1", "flu", "2"}, {"1", "ulcer", "1"}}),
                      checking::MemorySource({"group", "count"}, {{"1", "1"}})};
    const checking::MemorySource everybody(people, {{"A", "20"}, {"B", "30"}, {"C", "40"}, {"D", "50"}});
    const checking::MemorySource two(people, {{"A", "20"}, {"C", "40"}});
    const auto report = audited({first.tables(), second.tables()}, {everybody, two});
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_EQ(report->releases[0].records, 4u);
    EXPECT_EQ(report->releases[0].classes, 2u);
    EXPECT_EQ(report->releases[0].exposed, 2u) << "C and D have flu";
    EXPECT_EQ(report->releases[1].exposed, 4u) << "A does not have HIV, so B does";
    EXPECT_THAT(report->notes[0], HasSubstr("groups that the column 'group' tells apart"));
    EXPECT_THAT(report->notes[1], HasSubstr("1 record of a table in memory belongs to nobody"));
    // Where a value may stand instead of somebody's own, ulcer or not, nothing is ruled out.
    const auto loose =
        audited({second.tables(true)}, {checking::MemorySource(people, {{"A", "20"}, {"C", "40"}, {"E", "40"}})});
    ASSERT_TRUE(loose.ok()) << loose.error().message;
    EXPECT_EQ(loose->releases[0].exposed_alone, 0u);
    EXPECT_EQ(loose->releases[0].fewest, 2u);

    Anatomized odd = first;
    odd.values = checking::MemorySource(values, {{"1", "flu", "1"}, {"7", "hiv", "1"}});
    EXPECT_THAT(audited({odd.tables()}, {everybody}).error().message, HasSubstr("group '7' is in no other table"));
    odd.values = checking::MemorySource(values, {{"1", "flu", "many"}});
    EXPECT_THAT(audited({odd.tables()}, {everybody}).error().message, HasSubstr("'many' is no count of records"));
    odd = first;
    odd.untrue = checking::MemorySource({"group", "count"}, {{"1", "3"}, {"2", "0"}});
    EXPECT_THAT(audited({odd.tables()}, {everybody}).error().message,
                HasSubstr("a group has 3 values that are not true, and 2 in all"));
    EXPECT_THAT(audited({first.tables()}, {}).error().message, HasSubstr("no table of people is given"));
}

// The text lists at most twenty people, JSON everybody.
SeriesCheckReport everybody_exposed(std::size_t people) {
    std::vector<std::vector<checking::Cell>> rows;
    for (std::size_t i = 0; i < people; ++i) rows.push_back({format("<b>Ann & Bob {}", i), "1", "flu"});
    return report_of({checking::MemorySource({"name", "age", "disease"}, rows)}, {}, policy_of({"age"}));
}

TEST(CheckSeries, ListsTwentyPeopleInText) {
    const std::string text = to_text(everybody_exposed(23));
    std::size_t lines = 0;
    for (std::size_t at = text.find("Ann & Bob"); at != std::string::npos; at = text.find("Ann & Bob", at + 1)) ++lines;
    EXPECT_EQ(lines, 20u);
    EXPECT_THAT(text, HasSubstr("23 of 23 people have only one possible value of 'disease' left after 1 release."));
    EXPECT_THAT(text, HasSubstr("… and 3 more"));
    EXPECT_THAT(text, HasSubstr("FOR THE OWNER ONLY"));
    EXPECT_THAT(text, HasSubstr("who is in which release"));
    EXPECT_THAT(text, HasSubstr("100.0 %  ████████████████████████\n"));
}

TEST(CheckSeries, ListsEverybodyInJson) {
    const Json json = Json::parse(to_json(everybody_exposed(23)));
    EXPECT_EQ(json["exposed"].size(), 23u);
    EXPECT_EQ(json["exposed"][0]["values"][0], "flu");
    EXPECT_EQ(json["exposed"][0]["after_release"], 1);
    EXPECT_EQ(json["releases"][0]["exposed"], 23);
    EXPECT_EQ(json["releases"][0]["exposed_by_itself"], 23);
    EXPECT_EQ(json["releases"][0]["possible_values"][0]["values"], 1);
    EXPECT_FALSE(json["holds"].get<bool>());
    EXPECT_TRUE(json["for_the_owner_only"].get<bool>());
}

TEST(CheckSeries, MakesAPage) {
    const SeriesCheckReport report =
        report_of({table_viii_a(), table_viii_b()}, {people_viii(false), people_viii(true)}, policy_of({"job", "sex"}));
    const std::string page = to_html(report);
    EXPECT_THAT(page, HasSubstr("For the owner only:"));
    EXPECT_THAT(page, HasSubstr("After release 1: 0 of 4 people. After release 2: 1 of 5 people."));
    EXPECT_THAT(page, HasSubstr("Alice"));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    const std::string escaped = to_html(everybody_exposed(120));
    EXPECT_THAT(escaped, Not(HasSubstr("<b>Ann")));
    EXPECT_THAT(escaped, HasSubstr("And 20 more"));
    if (const char* folder = std::getenv("SCRIM_REPORT_SAMPLES")) {
        std::filesystem::create_directories(folder);
        EXPECT_TRUE(files::write_file(format("{}/audit.html", folder), page).ok());
    }
}

// 20,000 people, several releases of changing data grouped by age, found from tables of people; the exact same series
// with the names in the releases tells the same.
TEST(CheckSeries, TellsTheSameEitherWay) {
    SeededRandom random(61);
    constexpr std::size_t people = 20'000;
    std::vector<std::string> disease(people), age(people);
    for (std::size_t p = 0; p < people; ++p) {
        disease[p] = format("d{}", random.below(12));
        age[p] = std::to_string(random.below(5000));
    }
    std::vector<checking::MemorySource> releases, named, who;
    for (const std::uint64_t step : {7u, 5u, 11u}) {
        std::vector<std::vector<checking::Cell>> rows, named_rows, who_rows;
        for (std::size_t p = 0; p < people; ++p) {
            if (random.below(5) == 0) continue;
            const std::uint64_t from = std::stoull(age[p]) / step * step;
            const std::string span = format("[{}, {}]", from, from + step - 1);
            rows.push_back({span, disease[p]});
            named_rows.push_back({format("p{}", p), span, disease[p]});
            who_rows.push_back({format("p{}", p), age[p]});
        }
        releases.emplace_back(std::vector<std::string>{"age", "disease"}, rows);
        named.emplace_back(std::vector<std::string>{"name", "age", "disease"}, named_rows);
        who.emplace_back(std::vector<std::string>{"name", "age"}, who_rows);
    }
    const SeriesCheckReport one = report_of(releases, who, policy_of({"age"}));
    const SeriesCheckReport other = report_of(named, {}, policy_of({"age"}));
    EXPECT_EQ(to_json(one), to_json(other));
    EXPECT_GT(one.releases[2].exposed, one.releases[0].exposed);
}

}  // namespace check_series_test
}  // namespace scrim::audit
