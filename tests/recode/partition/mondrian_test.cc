#include "kernel/core/text.h"
#include "tests/recode/partition/naive_mondrian.h"
#include "tests/recode/problem_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::recode {
namespace mondrian_test {

using testing::classes_of;
using testing::ColumnOf;
using ::testing::ElementsAre;
using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::NaiveMondrian;
using testing::ProblemOf;
using testing::run;

// What the classes print, one line each: "25-26 Male 53711 x2".
std::vector<std::string> printed(const Problem& problem, const Recoding& recoding) {
    std::vector<std::string> lines;
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        std::vector<std::string> words;
        for (std::size_t a = 0; a < problem.dimensions(); ++a) {
            const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
            const Span span = recoding.box(c)[a];
            const hierarchy::Hierarchy::NodeId node = attribute.hierarchy->covering(span);
            if (span.width() == 1 || (!attribute.free_intervals() && attribute.hierarchy->nodes()[node].span == span))
                words.push_back(span.width() == 1 ? attribute.domain().label(span.lo)
                                                  : attribute.hierarchy->nodes()[node].label);
            else
                words.push_back(attribute.domain().label(span.lo) + "-" + attribute.domain().label(span.hi - 1));
        }
        lines.push_back(format("{} x{}", join(words, " "), recoding.records(c)));
    }
    return lines;
}

// The patients of the paper's first figure.
ProblemOf patients() {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"25", "25", "26", "27", "27", "28"}},
                            {"sex", {"Male", "Female", "Male", "Male", "Female", "Male"}},
                            {"zip", {"53711", "53712", "53711", "53710", "53712", "53711"}}};
    of.require = {"k_anonymity(k=2)"};
    return of;
}

// Figure 3 of the paper: the same classes as there.
TEST(Mondrian, PatientsOfThePaper) {
    const Problem problem = make_problem(patients());
    const auto recoding = run("mondrian(categories=order)", problem);
    ASSERT_TRUE(recoding.ok());
    EXPECT_THAT(printed(problem, *recoding),
                ElementsAre("25-26 Male 53711 x2", "25-27 Female 53712 x2", "27-28 Male 53710-53711 x2"));
}

// By hand. Age, sex and zip have the range 1, so age is cut first, at its median 26: {25 m, 25 f, 26 m} and {27 m, 27
// f, 28 m}. A median cut of three records leaves one alone on a side, whatever the attribute.
TEST(Mondrian, TextbookOnThePatients) {
    const Problem problem = make_problem(patients());
    const auto recoding = run("mondrian(cut=textbook)", problem);
    ASSERT_TRUE(recoding.ok());
    EXPECT_THAT(printed(problem, *recoding), ElementsAre("25-26 * 53711-53712 x3", "27-28 * 53710-53712 x3"));
    EXPECT_THAT(recoding->details, ElementsAre(std::pair<std::string, std::string>("mode", "strict"),
                                               std::pair<std::string, std::string>("cut", "textbook")));
}

// By hand: the table of the survey's Table II (a), 2-anonymous by profession, sex and age. The classes that the tree of
// professions allows without cutting age are cut by age afterwards.
TEST(Mondrian, CutsIntoTheChildrenOfANode) {
    ProblemOf of;
    of.quasi_identifiers = {{"job",
                             {"Engineer", "Engineer", "Lawyer", "Writer", "Writer", "Dancer", "Dancer"},
                             {{"Engineer", "Professional", "*"},
                              {"Lawyer", "Professional", "*"},
                              {"Writer", "Artist", "*"},
                              {"Dancer", "Artist", "*"}}},
                            {"age", {"35", "38", "38", "30", "30", "30", "30"}}};
    of.require = {"k_anonymity(k=2)"};
    const Problem problem = make_problem(of);
    for (const std::string cut : {"best", "textbook"}) {
        const auto recoding = run("mondrian(cut=" + cut + ")", problem);
        ASSERT_TRUE(recoding.ok());
        EXPECT_THAT(printed(problem, *recoding), ElementsAre("Professional 35-38 x3", "Writer 30 x2", "Dancer 30 x2"))
            << cut;
    }
}

// Ten records of one value: strict cannot cut, relaxed divides them.
TEST(Mondrian, RelaxedDividesRecordsOfOneValue) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "5", "5", "5", "5", "5", "5", "5", "5", "9"}}};
    of.require = {"k_anonymity(k=3)"};
    const Problem problem = make_problem(of);
    const auto strict = run("mondrian", problem), relaxed = run("mondrian(mode=relaxed)", problem),
               textbook = run("mondrian(mode=relaxed, cut=textbook)", problem);
    ASSERT_TRUE(strict.ok() && relaxed.ok() && textbook.ok());
    EXPECT_THAT(printed(problem, *strict), ElementsAre("1-9 x10"));
    EXPECT_THAT(printed(problem, *relaxed), ElementsAre("1-5 x3", "5 x4", "5-9 x3"));
    EXPECT_THAT(printed(problem, *textbook), ElementsAre("1-5 x5", "5-9 x5"));
    expect_valid(problem, *relaxed);
    expect_valid(problem, *textbook);
}

// The best cuts alone would end with a larger loss here than the textbook's: found by search.
TEST(Mondrian, FallsBackOnTheTextbook) {
    SeededRandom random(11);
    int fallbacks = 0;
    for (int round = 0; round < 400; ++round) {
        ProblemOf of = testing::random_table(random, 30, 3, 2);
        of.require = {"k_anonymity(k=3)"};
        const auto recoding = run("mondrian", make_problem(of));
        ASSERT_TRUE(recoding.ok());
        fallbacks += recoding->details[1].second == "textbook, then best";
    }
    EXPECT_GT(fallbacks, 0);
    EXPECT_LT(fallbacks, 100);
}

// Numbers with NULL. NULL is no number: a class has it alone, or prints everything. Other classes do not pay for that.
TEST(Mondrian, KeepsNullApartFromNumbers) {
    const auto domain =
        std::make_shared<const Domain>(Domain::of_numbers({10, 20, 30, 40}, 0, Domain::Kind::number, true));
    const auto problem_of = [&](const std::vector<Code>& codes) {
        Table table;
        table.add("age", Column(domain, codes));
        DemandRoles roles;
        roles.quasi_identifiers = {"age"};
        auto tuples = std::make_shared<const Tuples>(distinct_tuples(std::move(table)));
        auto demands = Demands::make(tuples, roles, {*models::make_model(*parse_requirement("k_anonymity(k=2)"))});
        hierarchy::Attribute age{
            "age", std::make_shared<const hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(domain)), false, 1, 1, true};
        return Problem{{age}, tuples, *std::move(demands), 0, metrics::find_metric("ncp"), 0};
    };
    const Problem many = problem_of({0, 1, 2, 2, 3, 4, 4});
    const Problem few = problem_of({0, 1, 2, 2, 3, 4});
    for (const std::string cut : {"best", "textbook"}) {
        const auto apart = run("mondrian(cut=" + cut + ")", many), together = run("mondrian(cut=" + cut + ")", few);
        ASSERT_TRUE(apart.ok() && together.ok());
        EXPECT_THAT(printed(few, *together), ElementsAre("10-20 x2", "10-NULL x2", "30 x2"));
        EXPECT_EQ(classes_of(*run("mondrian(cut=textbook)", few)), (NaiveMondrian{few}.textbook()));
        expect_valid(many, *apart);
        EXPECT_EQ(apart->box(apart->size() - 1)[0], Span::of(4));
        EXPECT_EQ(classes_of(*run("mondrian(cut=textbook)", many)), (NaiveMondrian{many}.textbook()));
    }
    EXPECT_THAT(printed(many, *run("mondrian", many)), ElementsAre("10-20 x2", "30-40 x3", "NULL x2"));
}

// 200 different ages and a missing one: the missing one's class prints everything, the others as if it were not there.
TEST(Mondrian, OneMissingNumberCostsItsOwnClassOnly) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {""}}};
    for (int age = 1; age <= 200; ++age) of.quasi_identifiers[0].values.push_back(format("{}", age));
    of.require = {"k_anonymity(k=5)"};
    for (const std::string cut : {"best", "textbook"}) {
        const Problem problem = make_problem(of);
        const auto recoding = run("mondrian(cut=" + cut + ")", problem);
        ASSERT_TRUE(recoding.ok());
        expect_valid(problem, *recoding);
        EXPECT_LT(*loss_of(problem, *recoding), 0.07) << cut;
    }
    // Where people are recounted by their original values, each must fit one class only.
    for (int row = 0; row <= 200; ++row) of.person.push_back(format("{}", row));
    const Problem people = make_problem(of);
    const auto recoding = run("mondrian", people);
    ASSERT_TRUE(recoding.ok());
    EXPECT_EQ(recoding->size(), 1u);
}

// People of a population: a class stands for all of them in its box, whether the table has them or not.
TEST(Mondrian, CountsThePopulationInEveryPart) {
    // Codes, records and people: 0 and 1 have few people, 2 and 3 are in nobody's record.
    Table table;
    const auto domain = std::make_shared<const Domain>(Domain::of_numbers({0, 1, 2, 3, 4, 5}, 0));
    table.add("age", Column(domain, std::vector<Code>{0, 1, 4, 5, 2, 3}));
    auto tuples = std::make_shared<Tuples>();
    tuples->table = std::move(table);
    tuples->weights = {2, 2, 3, 1, 0, 0};
    tuples->total = 8;
    for (const auto& [requirement, expected] : std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"k_map(k=6)", {"0-2 x4", "4-5 x4"}},
             {"delta_presence(delta_min=0.1, delta_max=0.6)", {"0-2 x4", "3-4 x3", "5 x1"}}}) {
        DemandRoles roles;
        roles.quasi_identifiers = {"age"};
        roles.population = {2, 2, 5, 2, 3, 6};
        auto demands = Demands::make(tuples, roles, {*models::make_model(*parse_requirement(requirement))});
        ASSERT_TRUE(demands.ok()) << demands.error().message;
        hierarchy::Attribute age{
            "age", std::make_shared<const hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(domain)), false, 1, 1, true};
        const Problem problem{{age}, tuples, *std::move(demands), 0, metrics::find_metric("ncp"), 0};
        const auto recoding = run("mondrian", problem);
        ASSERT_TRUE(recoding.ok()) << recoding.error().message;
        EXPECT_EQ(printed(problem, *recoding), expected) << requirement;
        Demands::Scratch scratch;
        for (std::size_t c = 0; c < recoding->size(); ++c) {
            std::vector<Member> inside;
            for (std::uint32_t t = 0; t < tuples->size(); ++t)
                if (recoding->box(c)[0].contains(problem.column(0)[t])) inside.push_back({t, tuples->weights[t]});
            EXPECT_TRUE(problem.demands.holds(inside, scratch)) << requirement << ", class " << c;
        }
        const auto relaxed = run("mondrian(mode=relaxed)", problem);
        ASSERT_FALSE(relaxed.ok());
    }
}

// Several records per person: each person counts once.
TEST(Mondrian, CountsPeople) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "1", "1", "2", "2", "3", "4", "4"}}};
    of.person = {"ann", "ann", "ann", "bob", "cid", "dan", "eve", "fay"};
    of.require = {"k_anonymity(k=2)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("mondrian", problem);
    ASSERT_TRUE(recoding.ok());
    expect_valid(problem, *recoding);
    EXPECT_EQ(recoding->box(0)[0], (Span{0, 2}));
    const auto relaxed = run("mondrian(mode=relaxed)", problem);
    ASSERT_FALSE(relaxed.ok());
    EXPECT_EQ(relaxed.error().message,
              "mondrian(mode=relaxed) makes classes that overlap, so nobody could recount the people in them; use "
              "mode=strict where a person has several records or a population is given");
}

TEST(Mondrian, SaysWhichHighestLevelForbidsIt) {
    ProblemOf of;
    of.quasi_identifiers = {
        {"zip",
         {"13053", "13068", "13068", "14850", "14853"},
         {{"13053", "130**", "*"}, {"13068", "130**", "*"}, {"14850", "148**", "*"}, {"14853", "148**", "*"}},
         1,
         1},
        {"sex", {"m", "f", "m", "f", "m"}}};
    of.require = {"k_anonymity(k=3)"};
    const auto recoding = run("mondrian", make_problem(of));
    ASSERT_FALSE(recoding.ok());
    EXPECT_EQ(recoding.error().message,
              "the requirements cannot be met with max_level 1 of 'zip': the 2 records with zip '148**' may not be "
              "printed with others, and do not satisfy them alone; raise a max_level or relax a requirement");
    of.quasi_identifiers[1].max_level = 0;
    const auto both = run("mondrian", make_problem(of));
    ASSERT_FALSE(both.ok());
    EXPECT_THAT(both.error().message,
                HasSubstr("max_level 1 of 'zip' and 0 of 'sex': the 1 record with zip '130**', "));
    EXPECT_THAT(both.error().message, HasSubstr("(so with 4 of 4 such groups)"));
}

TEST(Mondrian, RefusesUnknownChoices) {
    const Problem problem = make_problem(patients());
    for (const std::string text : {"mondrian(mode=loose)", "mondrian(categories=set)", "mondrian(cut=worst)"})
        EXPECT_FALSE(run(text, problem).ok()) << text;
}

TEST(Mondrian, StopsOnRequest) {
    struct Stop : Progress {
        bool cancelled() const override { return true; }
    } stop;
    const RecoderSpec* mondrian = find_recoder("mondrian");
    const auto recoding = recode(*mondrian, make_problem(patients()),
                                 *models::Arguments::make("mondrian", mondrian->parameters, {}), stop);
    ASSERT_FALSE(recoding.ok());
    EXPECT_EQ(recoding.error().kind, Error::Kind::cancelled);
}

}  // namespace mondrian_test
}  // namespace scrim::recode
