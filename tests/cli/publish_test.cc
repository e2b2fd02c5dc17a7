// Publishing as a user does it, and verifying what came out: the papers' examples, every algorithm, every refusal.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"
#include "scrim/catalogue.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace scrim::testing {
namespace publish_test {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

class PublishTest : public CliTest {
protected:
    void expect_published(const std::string& command) {
        const Outcome outcome = run_scrim(command);
        ASSERT_EQ(outcome.code, cli::fine) << command << "\n" << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr("Confirmed from its files"));
    }
    void expect_verified(const std::string& more = "") {
        const Outcome outcome = run_scrim("verify release" + more);
        EXPECT_EQ(outcome.code, cli::fine) << outcome.out << outcome.err;
    }
    Json certificate() const { return Json::parse(folder_.read("release/certificate.json")); }
    void clear() const {
        std::filesystem::remove_all(folder_.path("release"));
        std::filesystem::remove(folder_.path("release.owner.json"));
    }

    // A random table of people: numbers, categories with and without a hierarchy, missing values, two sensitive
    // columns.
    void write_people(int rows, bool shuffled = false) const {
        SeededRandom random(3);
        std::vector<std::string> lines;
        for (int row = 0; row < rows; ++row) {
            const std::uint64_t job = random.below(6);
            lines.push_back(std::to_string(20 + random.below(50)) + (random.below(2) ? ",m," : ",f,") +
                            (random.below(20) == 0 ? "" : "job" + std::to_string(job)) + "," +
                            std::to_string(random.below(8) * 500) + ",d" + std::to_string(random.below(5)) + ",w" +
                            std::to_string(random.below(3)) + ",p" + std::to_string(random.below(rows)));
        }
        if (shuffled) random.shuffle(std::span(lines));
        std::string table = "age,sex,job,income,disease,ward,person\n";
        for (const std::string& person : lines) table += person + "\n";
        folder_.write("people.csv", table);
        std::string jobs;
        for (int job = 0; job < 6; ++job)
            jobs += "job" + std::to_string(job) + ";kind" + std::to_string(job / 2) + ";*\n";
        folder_.write("job.csv", jobs);
    }
    // The same people, every third of whom guards the own disease, and another third the kind of it.
    void write_guarded(int rows) const {
        write_people(rows);
        std::string table;
        int row = -1;
        for (const std::string& line : lines_of(folder_.read("people.csv"))) {
            const std::size_t at = line.find(",d");
            const std::string wish = row < 0        ? "wish"
                                     : row % 3 == 0 ? line.substr(at + 1, 2)
                                     : row % 3 == 1 ? (line[at + 2] < '3' ? "mild" : "grave")
                                                    : "";
            table += line + "," + wish + "\n";
            ++row;
        }
        folder_.write("guarded.csv", table);
        folder_.write("disease.csv", "d0;mild;*\nd1;mild;*\nd2;mild;*\nd3;grave;*\nd4;grave;*\n");
    }
    static constexpr const char* people =
        "publish people.csv --qi age --qi sex --qi job=job.csv --sensitive income --sensitive disease --insensitive "
        "ward --accept-exact ward "
        "--id person --rows-are-persons --out release ";
};

// One '?' makes text of a column of numbers, which only could be kept or hidden.
TEST_F(PublishTest, NotesAColumnThatOneValueMakesText) {
    std::string table = "age,disease\n?,flu\n";
    for (int age = 20; age < 40; ++age) table += std::to_string(age) + (age % 2 ? ",flu\n" : ",cold\n");
    folder_.write("t.csv", table);
    const std::string command = "publish t.csv --qi age --sensitive disease --require k_anonymity(k=3) --out release";
    const Outcome text = run_scrim(command);
    EXPECT_THAT(text.out,
                HasSubstr("note           column 'age' is taken for text, not for numbers, because of 1 of its "
                          "21 different values: '?'; if it means 'no value', say --missing '?'"));
    clear();
    const Outcome numbers = run_scrim(command + " --missing ?");
    EXPECT_THAT(numbers.out, Not(HasSubstr("taken for text")));
}

// 004, Table II: (a) becomes (c), but for the intervals' names.
TEST_F(PublishTest, Table2OfTheSurvey) {
    folder_.write("patients.csv",
                  "Job,Sex,Age,Disease\nEngineer,Male,35,Hepatitis\nEngineer,Male,38,Hepatitis\nLawyer,Male,38,HIV\n"
                  "Writer,Female,30,Flu\nWriter,Female,30,HIV\nDancer,Female,30,HIV\nDancer,Female,30,HIV\n");
    folder_.write("job.csv", "Engineer;Professional;*\nLawyer;Professional;*\nDancer;Artist;*\nWriter;Artist;*\n");
    folder_.write("age.csv", "30;[30-35);[30-40);*\n35;[35-40);[30-40);*\n38;[35-40);[30-40);*\n");
    for (const char* strategy : {"bound", "incognito", "samarati", "mingen"}) {
        clear();
        expect_published(
            std::string("publish patients.csv --qi Job=job.csv --qi Sex --qi Age=age.csv --sensitive Disease --require "
                        "k_anonymity(k=3) --out release --strategy ") +
            strategy);
        EXPECT_EQ(lines_of(folder_.read("release/data.csv")),
                  (std::vector<std::string>{
                      "Job,Sex,Age,Disease", "Artist,Female,[30-35),Flu", "Artist,Female,[30-35),HIV",
                      "Artist,Female,[30-35),HIV", "Artist,Female,[30-35),HIV", "Professional,Male,[35-40),HIV",
                      "Professional,Male,[35-40),Hepatitis", "Professional,Male,[35-40),Hepatitis"}))
            << strategy;
        EXPECT_EQ(certificate()["promises"][0]["reached"]["k"]["exact"], "3");
        EXPECT_EQ(certificate()["algorithm"]["details"]["levels"], "1-0-1");
        expect_verified(" --original patients.csv");
    }
}

// 004, Table III: ten patients, l = 2. Group by group each disease at most half.
TEST_F(PublishTest, Table3OfTheSurvey) {
    folder_.write("patients.csv",
                  "Age,Sex,Disease\n30,Male,Hepatitis\n30,Male,Hepatitis\n30,Male,HIV\n32,Male,Hepatitis\n32,Male,HIV\n"
                  "32,Male,HIV\n36,Female,Flu\n38,Female,Flu\n38,Female,Heart\n38,Female,Heart\n");
    expect_published(
        "publish patients.csv --qi Age --qi Sex --sensitive Disease --require l_diversity_distinct(l=2) --require "
        "confidence_bounding(h=0.5) --algorithm anatomy --out release");
    EXPECT_EQ(lines_of(folder_.read("release/qit.csv")).front(), "Age,Sex,group");
    EXPECT_EQ(lines_of(folder_.read("release/qit.csv")).size(), 11u);
    EXPECT_EQ(lines_of(folder_.read("release/st.csv")).front(), "group,Disease,count");
    EXPECT_EQ(certificate()["form"], "anatomized");
    expect_verified(" --original patients.csv");
    EXPECT_TRUE(is_refused(
        run_scrim("publish patients.csv --qi Age --qi Sex --sensitive Disease --require l_diversity_distinct(l=2) "
                  "--algorithm anatomy(l=4) --out other"),
        {"30 %", "l = 4", "3"}));
}

// 000, Table 1a: eleven patients. Anatomized and generalized they are 2-diverse, as Tables 1b and 2 are.
TEST_F(PublishTest, ElevenPatientsOfDynamicAnonymization) {
    folder_.write(
        "microdata.csv",
        "name,age,zip,disease\nAlice,20,12000,flu\nBob,23,58000,gastritis\nDavid,38,41000,flu\nHelen,42,23000,"
        "gastritis\nJack,46,25000,flu\nKen,48,13000,gastritis\nLinda,49,51000,flu\nMary,52,52000,insomnia\nPaul,"
        "53,49000,gastritis\nRay,59,61000,flu\nTom,61,39000,gastritis\n");
    for (const char* algorithm : {"anatomy", "mondrian", "cluster"}) {
        clear();
        expect_published(
            std::string("publish microdata.csv --id name --qi age --qi zip --sensitive disease --require "
                        "l_diversity_distinct(l=2) --require alpha_k_anonymity(alpha=0.5) --out release --algorithm ") +
            algorithm);
        EXPECT_GE(certificate()["promises"][0]["reached"]["l"]["value"], 2);
        EXPECT_THAT(folder_.read("release/certificate.json"), Not(HasSubstr("Alice")));
        expect_verified(" --original microdata.csv");
    }
    // Every value at most 5 of 11: l = 2 is the most.
    EXPECT_TRUE(is_refused(
        run_scrim("publish microdata.csv --id name --qi age --qi zip --sensitive disease --algorithm anatomy --require "
                  "l_diversity_distinct(l=4) --out other"),
        {"l_diversity_distinct", "the largest possible l is 3"}));
}

TEST_F(PublishTest, EveryAlgorithmsReleaseIsConfirmed) {
    write_guarded(400);
    for (const AlgorithmInfo* algorithm : list_algorithms()) {
        clear();
        const bool guarded = algorithm->name == "personalized";
        const std::string table = guarded ? "guarded.csv" : "people.csv";
        const bool numeric = algorithm->name == "permutation";
        const bool changes_values = !algorithm->promise.empty();
        const std::string require =
            numeric   ? " --require ke_anonymity(k=3,e=500,attribute=income)"
            : guarded ? " --require k_anonymity(k=4) --require personalized_privacy(p=0.6)"
            : algorithm->name == "mu_argus"
                ? " --require k_combinations(k=4)"
                : " --require k_anonymity(k=4) --require l_diversity_distinct(l=2,attribute=disease)";
        std::string command = "publish " + table +
                              " --qi age --qi sex --qi job=job.csv --insensitive ward --accept-exact ward "
                              "--id person --rows-are-persons --out release";
        command += numeric   ? " --sensitive income --insensitive disease --accept-exact disease"
                   : guarded ? " --id wish --sensitive disease=disease.csv --guard disease=wish --insensitive income "
                               "--accept-exact income"
                             : " --sensitive disease --insensitive income --accept-exact income";
        if (!changes_values) command += require + " --suppress 10%";
        if (algorithm->name == "infogain_mondrian") command += " --target disease";
        if (algorithm->name == "workload_mondrian") command += " --workload random(n=20)";
        SCOPED_TRACE(algorithm->name);
        const std::string everything = "[age,sex,job,disease,ward,income]";
        const std::string chances = algorithm->name == "alpha_beta" ? "(keep=0.5,rate=0.0000001)"
                                    : algorithm->name.starts_with("dp_")
                                        ? "(epsilon=1,observed=" + everything + ",missing=" + everything + ")"
                                        : "";
        expect_published(command + " --algorithm " + algorithm->name + chances);
        expect_verified(" --original " + table);
        EXPECT_TRUE(std::filesystem::exists(folder_.path("release/report.html")));
        if (guarded) EXPECT_THAT(folder_.read("release/data.csv"), AnyOf(HasSubstr(",mild,"), HasSubstr(",*,")));
    }
}

TEST_F(PublishTest, SuppressionThatHasNoEffectIsSaid) {
    write_people(100);
    const std::string command = std::string(people) + "--require k_anonymity(k=2) --suppress 5% --algorithm ";
    for (const char* algorithm : {"mondrian", "cluster"}) {
        const Outcome outcome = run_scrim(command + algorithm);
        ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr(std::string("suppress 5% has no effect: ") + algorithm));
        clear();
    }
    for (const char* algorithm : {"optimal", "datafly", "extended_datafly", "topdown", "bottomup"}) {
        const Outcome outcome = run_scrim(command + algorithm + " --json");
        ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
        EXPECT_THAT(Json::parse(outcome.out)["notes"].dump(), Not(HasSubstr("no effect"))) << algorithm;
        clear();
    }
    const Outcome none =
        run_scrim(std::string(people) + "--require k_anonymity(k=2) --suppress 0% --algorithm mondrian");
    EXPECT_THAT(none.out, Not(HasSubstr("no effect")));
}

TEST_F(PublishTest, SeveralSensitiveAttributes) {
    write_people(300);
    for (const char* algorithm : {"mondrian", "optimal", "cluster", "topdown"}) {
        clear();
        expect_published(std::string(people) +
                         "--require k_anonymity(k=3) --require l_diversity_distinct(l=2) --require "
                         "t_closeness(t=0.5,attribute=disease) --suppress 20% --algorithm " +
                         algorithm);
        expect_verified(" --original people.csv");
        const Json promises = certificate()["promises"];
        EXPECT_EQ(promises[2]["attribute"], "disease");
    }
    clear();
    EXPECT_TRUE(is_refused(run_scrim(std::string(people) + "--require l_diversity_distinct(l=2,attribute=ward)"),
                           {"'ward' is no sensitive attribute", "'income'"}));
}

// (X, Y)-models whose Y is several columns together.
TEST_F(PublishTest, ValuesOfSeveralColumnsTogether) {
    write_people(300);
    const auto words = [](const std::string& command, const std::string& requirement) {
        std::vector<std::string> all = words_of(command);
        all.insert(all.end(), {"--require", requirement});
        return all;
    };
    for (const char* requirement : {"xy_anonymity(k=5, y=[disease, ward])", "xy_privacy(k=4, h=0.5, y=[disease, ward])",
                                    "xy_anonymity(k=4, x=[age, sex], y=[ward, income])"})
        for (const char* algorithm : {"optimal", "datafly", "topdown", "bottomup", "mondrian", "cluster"}) {
            SCOPED_TRACE(std::string(algorithm) + " " + requirement);
            const bool whole = std::string(requirement).find("x=") == std::string::npos;
            if (!whole && (algorithm == std::string("mondrian") || algorithm == std::string("cluster"))) continue;
            clear();
            const Outcome made =
                run_scrim(words(std::string(people) + "--suppress 10% --algorithm " + algorithm, requirement));
            ASSERT_EQ(made.code, cli::fine) << made.err;
            expect_verified(" --original people.csv");
            const Outcome verified = run_scrim("verify release");
            EXPECT_THAT(verified.out, HasSubstr(std::string("ok    ") + requirement));
        }
    clear();
    // Five diseases in three wards.
    EXPECT_TRUE(is_refused(run_scrim(words(people, "xy_anonymity(k=16, y=[disease, ward])")),
                           {"xy_anonymity", "the largest possible k is 15", "'disease + ward'"}));
    for (const char* y : {"job", "[ward, job]"})
        EXPECT_TRUE(is_refused(run_scrim(words(people, std::string("xy_anonymity(k=2, x=disease, y=") + y + ")")),
                               {"xy_anonymity", "'job', a quasi-identifier", "generalized"}));
}

// Suppressing records takes people out of the table, and their presence with them: what comes out is confirmed beside
// the population, or refused.
TEST_F(PublishTest, PresenceInAPopulationWithSuppression) {
    folder_.write("zip.csv", "1;low;*\n2;low;*\n3;high;*\n4;high;*\n");
    folder_.write("sex.csv", "f;*\nm;*\n");
    SeededRandom random(10);
    int suppressed = 0, refused = 0;
    for (int round = 0; round < 2; ++round) {
        std::string population = "zip,sex\n", table = "zip,sex,disease\n";
        for (int person = 0; person < 50; ++person) {
            const std::uint64_t zip = 1 + random.below(4);
            const std::string both = std::to_string(zip) + (random.below(2) ? ",f" : ",m");
            population += both + "\n";
            // Few of the first zip codes, most of the last.
            if (random.below(5) < zip) table += both + ",d" + std::to_string(random.below(3)) + "\n";
        }
        folder_.write("population.csv", population);
        folder_.write("t.csv", table);
        for (const char* bounds :
             {"delta_min=0,delta_max=0.7", "delta_min=0.1,delta_max=0.95", "delta_min=0.3,delta_max=0.4"})
            for (const char* algorithm : {"optimal", "datafly", "topdown", "bottomup"}) {
                SCOPED_TRACE(std::string(algorithm) + " " + bounds + "\n" + table + population);
                clear();
                const Outcome made = run_scrim(
                    std::string("publish t.csv --qi zip=zip.csv --qi sex=sex.csv --sensitive disease --population "
                                "population.csv --suppress 50% --out release --require k_anonymity(k=3) --require "
                                "delta_presence(") +
                    bounds + ") --algorithm " + algorithm);
                if (made.code != cli::fine) {
                    EXPECT_TRUE(is_refused(made, {"delta_presence"}));
                    ++refused;
                    continue;
                }
                folder_.write("policy.yaml",
                              "columns:\n  zip: {role: quasi_identifier, hierarchy: zip.csv}\n  sex: {role: "
                              "quasi_identifier, hierarchy: sex.csv}\n  disease: sensitive\nrequire:\n"
                              "  - k_anonymity(k=3)\n  - delta_presence(" +
                                  std::string(bounds) + ")\n");
                const Outcome verified =
                    run_scrim("verify release --population population.csv --original t.csv --policy policy.yaml");
                EXPECT_EQ(verified.code, cli::fine) << verified.out;
                EXPECT_THAT(verified.out, HasSubstr("ok    delta_presence"));
                suppressed += certificate()["records"]["suppressed"] > 0;
            }
    }
    EXPECT_GT(suppressed, 0);
    EXPECT_GT(refused, 0);
}

TEST_F(PublishTest, PeopleAreCountedWhereTheyHaveSeveralRecords) {
    // Four records, two people: 4-anonymous by records, not by people.
    folder_.write("visits.csv", "person,age,disease\na,30,flu\na,30,cold\nb,30,flu\nb,30,gout\nc,40,flu\nd,41,cold\n");
    const std::string command =
        "publish visits.csv --person person --qi age --sensitive disease --require k_anonymity(k=2) --algorithm "
        "mondrian "
        "--out release";
    expect_published(command);
    EXPECT_EQ(certificate()["counts_people"], true);
    EXPECT_EQ(certificate()["promises"][0]["reached"]["k"]["value"], 2);
    const Outcome verified = run_scrim("verify release");
    EXPECT_EQ(verified.code, cli::fine);
    EXPECT_THAT(verified.out, HasSubstr("k_anonymity(k=2): reached k = 2, by the people whom persons.csv states"));
    EXPECT_TRUE(is_refused(run_scrim("publish visits.csv --person person --qi age --sensitive disease --require "
                                     "k_anonymity(k=5) --out other"),
                           {"4 people", "the largest possible k is 4"}));
    EXPECT_TRUE(is_refused(run_scrim("publish visits.csv --person person --qi age --sensitive disease --require "
                                     "t_closeness(t=0.5) --out other"),
                           {"t_closeness", "several of them"}));
    const Outcome check = run_scrim("check visits.csv --person person --qi age --sensitive disease --json");
    ASSERT_EQ(check.code, cli::fine) << check.err;
    EXPECT_EQ(Json::parse(check.out)["models"]["k_anonymity"]["reached"]["k"]["value"], 1);
    EXPECT_EQ(Json::parse(check.out)["class_sizes"][1]["size"], 2);
}

TEST_F(PublishTest, TheOrderOfTheOriginalDoesNotShow) {
    for (const char* algorithm :
         {"optimal", "mondrian", "cluster", "topdown", "bottomup", "datafly", "extended_datafly"}) {
        const std::string command =
            std::string(people) + "--require k_anonymity(k=4) --suppress 10% --algorithm " + algorithm;
        write_people(300);
        clear();
        expect_published(command);
        const std::string data = folder_.read("release/data.csv"), claims = folder_.read("release/certificate.json");
        write_people(300, true);
        clear();
        expect_published(command);
        EXPECT_EQ(folder_.read("release/data.csv"), data) << algorithm;
        EXPECT_EQ(folder_.read("release/certificate.json"), claims) << algorithm;
    }
}

TEST_F(PublishTest, PublicFilesHoldNothingThatUndoesTheRelease) {
    write_people(200);
    expect_published(std::string(people) + "--require k_anonymity(k=4) --suppress 20%");
    for (const char* file : {"release/certificate.json", "release/report.html"}) {
        const std::string text = folder_.read(file);
        for (const char* secret : {"seed", "p17", "people.csv.owner", "/tmp"})
            EXPECT_THAT(text, Not(HasSubstr(secret))) << file;
    }
    EXPECT_THAT(folder_.read("release/certificate.json"), HasSubstr("Attribute disclosure"));
}

TEST_F(PublishTest, TheMinimalityAttackIsNamedWhereItApplies) {
    write_people(200);
    expect_published(std::string(people) + "--require k_anonymity(k=4)");
    EXPECT_THAT(certificate()["not_promised"][0].get<std::string>(), HasSubstr("does not apply"));
    clear();
    expect_published(std::string(people) + "--require l_diversity_distinct(l=2)");
    EXPECT_THAT(certificate()["not_promised"][0].get<std::string>(), HasSubstr("Minimality attack"));
}

TEST_F(PublishTest, OtherFormats) {
    write_people(200);
    for (const char* format : {"parquet", "json", "csv.gz"}) {
        clear();
        expect_published(std::string(people) + "--require k_anonymity(k=4) --algorithm mondrian --format " + format);
        EXPECT_TRUE(std::filesystem::exists(folder_.path(std::string("release/data.") + format)));
        expect_verified(" --original people.csv");
    }
}

TEST_F(PublishTest, MemoryDoesNotChangeTheRelease) {
    write_people(2000);
    const std::string command = std::string(people) + "--require k_anonymity(k=4) --algorithm mondrian";
    expect_published(command);
    const std::string data = folder_.read("release/data.csv");
    clear();
    expect_published(command + " --memory 100MB");
    EXPECT_EQ(folder_.read("release/data.csv"), data);
}

TEST_F(PublishTest, ExploreShowsAllSideBySideAndWritesNothing) {
    write_people(300);
    const auto before = folder_.files();
    const Outcome outcome = run_scrim(
        "publish people.csv --qi age --qi sex --qi job=job.csv --sensitive disease --insensitive income --insensitive "
        "ward "
        "--id person --rows-are-persons --require k_anonymity(k=4) --suppress 5% --explore --json");
    ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    const Json trials = Json::parse(outcome.out)["trials"];
    EXPECT_EQ(trials.size(), list_algorithms().size());
    EXPECT_EQ(folder_.files(), before);
    const Outcome impossible = run_scrim(
        "publish people.csv --qi age --qi sex --qi job=job.csv --sensitive disease --insensitive income --insensitive "
        "ward "
        "--id person --rows-are-persons --require l_diversity_distinct(l=9) --explore");
    EXPECT_EQ(impossible.code, cli::does_not_hold);
    EXPECT_THAT(impossible.out, HasSubstr("the largest possible l is 5"));
}

TEST_F(PublishTest, Refusals) {
    write_people(50);
    const std::string base = people;
    const auto refused = [&](const std::string& more, const std::vector<std::string>& parts) {
        EXPECT_TRUE(is_refused(run_scrim(base + more), parts)) << more;
        EXPECT_FALSE(std::filesystem::exists(folder_.path("release"))) << more;
    };
    refused("", {"nothing is required", "k_anonymity"});
    refused("--require k_anonymity(k=51)", {"k_anonymity", "50 records", "the largest possible k is 50"});
    refused("--require k_anonymity(k=2) --algorithm mondrain", {"'mondrain'", "'mondrian'"});
    refused("--require k_anonymity(k=2) --algorithm mondrian(mode=wild)", {"mode", "strict", "relaxed"});
    refused("--require k_anonymity(k=2) --strategy guess", {"strategy", "incognito"});
    refused("--require k_anonymity(k=2) --minimize beauty", {"'beauty'", "ncp"});
    refused("--require k_anonymity(k=2) --suppress 101%", {"suppress", "100%"});
    refused("--require k_anonymity(k=2) --suppress 51", {"suppress", "50"});
    refused("--require k_anonymity(k=2) --suppress much", {"suppress", "'much'"});
    refused("--require k_anonymity(k=2) --weight age=0", {"weight", "greater than 0"});
    refused("--require k_anonymity(k=2) --weight ward=1", {"--weight", "quasi-identifier"});
    refused("--require k_anonymity(k=2) --max-level job=3", {"max_level 3", "level 2"});
    refused("--require k_anonymity(k=2) --max-level job=x", {"--max-level", "0 or more"});
    refused("--require k_anonymity(k=2) --format xls", {"'xls'", "parquet"});
    refused("--require k_anonymity(k=2) --memory lots", {"'lots'", "512MB"});
    refused("--require k_anonymity(k=2) --person ward", {"'ward'", "leave one out"});
    EXPECT_TRUE(
        is_refused(run_scrim("publish people.csv --qi age --qi sex --qi job --sensitive income --sensitive disease "
                             "--insensitive ward --id person --person ward --require k_anonymity(k=2) --out release"),
                   {"'ward'", "must be an identifier"}));
    refused("--require k_map(k=2)", {"k_map", "--population"});
    refused("--require epsilon_m_anonymity(epsilon=1,m=2,attribute=income) --algorithm mondrian",
            {"mondrian cannot serve epsilon_m_anonymity", "optimal"});
    refused("--require k_anonymity(k=20) --algorithm optimal --max-level age=0 --max-level sex=0 --max-level job=0",
            {"no full-domain generalization", "all 50 records", "max_level", "relax k_anonymity"});
    EXPECT_TRUE(is_refused(run_scrim("publish people.csv --sensitive disease --insensitive age --insensitive sex "
                                     "--insensitive job --insensitive income --insensitive ward --id person --require "
                                     "k_anonymity(k=2) --out release"),
                           {"no quasi-identifier", "--qi"}));
    EXPECT_TRUE(is_refused(run_scrim("publish people.csv --qi age --out nowhere/release --require k_anonymity(k=2) "
                                     "--insensitive sex --insensitive job --insensitive income --insensitive disease "
                                     "--insensitive ward --id person"),
                           {"'nowhere'"}));
    folder_.write("job.csv", "job0;kind0;*\njob1;kind0\n");
    refused("--require k_anonymity(k=2)", {"job.csv"});
}

}  // namespace publish_test
}  // namespace scrim::testing
