// What an attacker could learn from a release, as a privacy officer asks it.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"

namespace scrim::testing {
namespace audit_test {

using ::testing::HasSubstr;
using ::testing::Not;

// 004 Table II(a), with the taxonomies of Fig. 3.
const std::string patients =
    "Job,Sex,Age,Disease\nEngineer,Male,35,Hepatitis\nEngineer,Male,38,Hepatitis\nLawyer,Male,38,HIV\nWriter,Female,30,"
    "Flu\n"
    "Writer,Female,30,HIV\nDancer,Female,30,HIV\nDancer,Female,30,HIV\n";
const std::string jobs = "Engineer;Professional;*\nLawyer;Professional;*\nWriter;Artist;*\nDancer;Artist;*\n";
// Table II(b), and the people of Table II(d).
const std::string voters =
    "Name,Job,Sex,Age\nAlice,Writer,Female,30\nBob,Engineer,Male,35\nCathy,Writer,Female,30\nDoug,Lawyer,Male,38\n"
    "Emily,Dancer,Female,30\nFred,Engineer,Male,38\nGladys,Dancer,Female,30\nHenry,Lawyer,Male,39\nIrene,Dancer,Female,"
    "32\n";
const std::string policy =
    "columns:\n  Job: {role: quasi_identifier, hierarchy: job.csv}\n  Sex: quasi_identifier\n"
    "  Age: {role: quasi_identifier, hierarchy: age.csv}\n  Disease: sensitive\n";

class AuditTest : public CliTest {
protected:
    AuditTest() {
        folder_.write("patients.csv", patients);
        folder_.write("job.csv", jobs);
        folder_.write("age.csv", "30;[30-35);*\n32;[30-35);*\n35;[35-40);*\n38;[35-40);*\n39;[35-40);*\n");
        folder_.write("voters.csv", voters);
        folder_.write("policy.yaml", policy);
    }
    void publish(const std::string& more) {
        const Outcome made = run_scrim("publish patients.csv --policy policy.yaml --out release " + more);
        ASSERT_EQ(made.code, cli::fine) << made.err;
    }
    Json audit(const std::string& more = "", int code = cli::fine) {
        const Outcome outcome = run_scrim("audit release --json " + more);
        EXPECT_EQ(outcome.code, code) << outcome.err << outcome.out;
        return Json::parse(outcome.out);
    }
};

// The people of another table may be written in another way than the release: dates with the day first, "?".
TEST_F(AuditTest, ReadsTheExternalTableAsItIsSaid) {
    folder_.write("t.csv", "born,ill\n1980-02-01,flu\n1980-02-01,cold\n1981-03-01,flu\n1981-03-01,cold\n");
    folder_.write("known.csv", "who,born\nAnn,01/02/1980\nBob,01/03/1981\nEve,?\n");
    ASSERT_EQ(run_scrim("publish t.csv --qi born --sensitive ill --require k_anonymity(k=2) --out release").code, 0);
    const std::string command = "audit release --attack linking --external known.csv --person who ";
    EXPECT_TRUE(is_refused(run_scrim(command + "--missing ?"), {"--type born=day_first"}));
    const Outcome linked = run_scrim(command + "--missing ? --type born=day_first");
    EXPECT_EQ(linked.code, cli::fine) << linked.err;
    EXPECT_THAT(linked.out, HasSubstr("Bob: ill = "));
    EXPECT_TRUE(is_refused(run_scrim(command + "--missing ? --type brn=day_first"), {"known.csv has no column 'brn'"}));
    EXPECT_TRUE(is_refused(run_scrim("audit release --type born=day_first"), {"--external"}));
    // Of a table with a policy, the policy's types are those of the other tables too.
    const std::string table = "audit t.csv --qi born --sensitive ill --attack linking --external known.csv ";
    const Outcome bare = run_scrim(table + "--type born=day_first --missing ?");
    EXPECT_EQ(bare.code, cli::fine) << bare.err;
}

// Table II(c): three professionals, of whom two have hepatitis, and four artists, of whom three have HIV.
TEST_F(AuditTest, TableII) {
    publish("--require k_anonymity(k=3) --algorithm optimal");
    const Json json = audit("--attack all --external voters.csv --person Name --hierarchy Job=job.csv,Age=age.csv");
    const Json& beliefs = json["beliefs"][0];
    EXPECT_EQ(beliefs["records"], 7);
    EXPECT_EQ(beliefs["before"]["highest"]["exact"], "4/7");  // HIV
    EXPECT_EQ(beliefs["after"]["highest"]["exact"], "3/4");
    EXPECT_EQ(beliefs["certain"], 0);
    // k = 3 does not mean 1/3: values occur twice.
    EXPECT_FALSE(json["bounds"][0]["holds"].get<bool>());
    EXPECT_THAT(json["bounds"][0]["unless"].dump(), HasSubstr("A4"));
    for (const Json& attack : json["attacks"]) {
        if (attack["name"] == "presence") {
            // Example 2.8: four of the five people who fit, and three of the four.
            EXPECT_EQ(attack["highest"]["exact"], "4/5");
            EXPECT_EQ(attack["people"], 9);
        }
        if (attack["name"] == "linking") {
            EXPECT_EQ(attack["highest"]["exact"], "3/4");
        }
        if (attack["name"] == "homogeneity") {
            EXPECT_EQ(attack["at_risk"], 0);
        }
        if (attack["name"] == "similarity") {
            EXPECT_TRUE(attack.contains("not_done"));
        }
    }
}

// Example 2.6: all dancers of the raw table have HIV, so Emily, a dancer, has it. Who else is there the attacker need
// not know; Zoe, a pilot, is in no class.
TEST_F(AuditTest, Example26) {
    folder_.write("policy.yaml",
                  "columns:\n  Job: quasi_identifier\n  Sex: quasi_identifier\n  Age: quasi_identifier\n"
                  "  Disease: sensitive\n");
    publish("--require k_anonymity(k=1) --algorithm optimal");
    folder_.write("some.csv", "Name,Job,Sex,Age\nEmily,Dancer,Female,30\nZoe,Pilot,Female,52\n");
    const Json json = audit("--attack linking --external some.csv --person Name");
    const Json& linking = json["attacks"][0];
    EXPECT_EQ(linking["highest"]["exact"], "1");
    EXPECT_EQ(linking["worst"][0]["who"], "Emily");
    EXPECT_THAT(linking["worst"][0]["what"].get<std::string>(), HasSubstr("Disease = HIV"));
    for (const Json& victim : linking["worst"]) EXPECT_NE(victim["who"], "Zoe");
}

// Any tool's table, with a policy instead of a certificate: the same beliefs, bounds and attacks as of a release.
TEST_F(AuditTest, TakesAnyTable) {
    publish("--require k_anonymity(k=3) --require l_diversity_recursive(c=4,l=2) --algorithm optimal");
    const std::string attacks = " --attack all --external voters.csv --person Name --json";
    const Json release = audit("--attack all --external voters.csv --person Name --hierarchy Job=job.csv,Age=age.csv");
    const std::string table = "audit release/data.csv --policy policy.yaml ";
    const std::string require = " --require k_anonymity(k=3) --require l_diversity_recursive(c=4,l=2)";
    const Outcome same = run_scrim(table + require + attacks);
    ASSERT_EQ(same.code, cli::fine) << same.err;
    const Json json = Json::parse(same.out);
    for (const char* part : {"beliefs", "bounds", "attacks", "attacker"}) EXPECT_EQ(json[part], release[part]) << part;
    EXPECT_FALSE(release.contains("not_known"));
    EXPECT_THAT(json["not_known"].dump(), HasSubstr("How the table was made"));
    EXPECT_THAT(json["not_known"].dump(), HasSubstr("Give --original"));
    const Outcome plain = run_scrim(table + "--html table.html");
    EXPECT_EQ(plain.code, cli::fine) << plain.err;
    EXPECT_THAT(plain.out, HasSubstr("release/data.csv: what an attacker believes before and after (uniform)"));
    EXPECT_THAT(plain.out, HasSubstr("Not known of a table without a certificate"));
    EXPECT_THAT(plain.out, HasSubstr("Give --require"));
    EXPECT_THAT(plain.out, Not(HasSubstr("What the promises imply")));
    EXPECT_THAT(folder_.read("table.html"), HasSubstr("What is not known of a table without a certificate"));
    // Raw, the dancers are known.
    const Outcome raw = run_scrim("audit patients.csv --qi Job --qi Sex --qi Age --sensitive Disease --json");
    EXPECT_EQ(Json::parse(raw.out)["beliefs"][0]["after"]["highest"]["exact"], "1") << raw.err;
    // A bound that does not hold: exit code 1.
    EXPECT_EQ(run_scrim(table + "--require alpha_k_anonymity(alpha=1/2,k=2)").code, cli::does_not_hold);
}

// The policy says who is who in the table, --person who is who in the other one.
TEST_F(AuditTest, CountsThePeopleOfATable) {
    folder_.write(
        "visits.csv",
        "id,Job,Disease\n1,Writer,Flu\n1,Writer,Flu\n1,Writer,Flu\n2,Writer,HIV\n3,Dancer,HIV\n4,Dancer,Flu\n");
    folder_.write("visits.yaml",
                  "columns:\n  id: identifier\n  Job: quasi_identifier\n  Disease: sensitive\nperson: id\n");
    folder_.write("some.csv", "Name,Job\nEmily,Dancer\n");
    const std::string command = "audit visits.csv --policy visits.yaml --attack linking --external some.csv --json";
    for (const std::string more : {"", " --person Name"}) {
        const Outcome outcome = run_scrim(command + more);
        ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
        const Json json = Json::parse(outcome.out);
        EXPECT_EQ(json["beliefs"][0]["after"]["highest"]["exact"], "1/2") << "three visits are one writer";
        EXPECT_EQ(json["attacks"][0]["worst"][0]["who"], more.empty() ? "row 1" : "Emily");
    }
}

// Three records of seven are left: before, 4 of 7 have HIV, not 1 of 3.
TEST_F(AuditTest, BelievesTheOriginalFirst) {
    folder_.write("some.csv", "Job,Sex,Age,Disease\n*,*,*,Hepatitis\n*,*,*,HIV\n*,*,*,Flu\n");
    const std::string command = "audit some.csv --policy policy.yaml --json ";
    const Json alone = Json::parse(run_scrim(command).out);
    EXPECT_EQ(alone["beliefs"][0]["before"]["highest"]["exact"], "1/3");
    const Json beside = Json::parse(run_scrim(command + "--original patients.csv").out);
    EXPECT_EQ(beside["beliefs"][0]["before"]["highest"]["exact"], "4/7");
    EXPECT_EQ(beside["beliefs"][0]["after"]["highest"]["exact"], "1/3");
    EXPECT_EQ(beside["beliefs"][0]["largest_move"]["exact"], "5/21");
    EXPECT_THAT(beside["not_known"].dump(), HasSubstr("Why 4 of the original's 7 records are not in the table"));
    folder_.write("odd.csv", "Job,Sex,Age,Disease\n*,*,*,Plague\n*,*,*,HIV\n");
    EXPECT_TRUE(is_refused(run_scrim("audit odd.csv --policy policy.yaml --original patients.csv"),
                           {"'Plague' of column 'Disease' less often than the table"}));
}

TEST_F(AuditTest, RefusesTables) {
    EXPECT_TRUE(is_refused(run_scrim("audit patients.csv"), {"no role is given for 'Job', 'Sex', 'Age', 'Disease'"}));
    EXPECT_TRUE(is_refused(run_scrim("audit patients.csv --qi Job --qi Sex --qi Age --insensitive Disease"),
                           {"no sensitive column is given", "--sensitive"}));
    EXPECT_TRUE(is_refused(run_scrim("audit patients.csv --policy policy.yaml --people voters.csv"), {"--people"}));
    EXPECT_TRUE(is_refused(run_scrim("audit patients.csv --policy policy.yaml --attack guessing"),
                           {"there is no attack 'guessing'"}));
    folder_.write("none.csv", "Job,Sex,Age,Disease\n");
    EXPECT_TRUE(is_refused(run_scrim("audit none.csv --policy policy.yaml"), {"none.csv"}));
    publish("--require k_anonymity(k=3)");
    EXPECT_TRUE(is_refused(run_scrim("audit release --policy policy.yaml"),
                           {"a release says itself what its columns are", "--policy"}));
    EXPECT_TRUE(is_refused(run_scrim("audit release --original patients.csv"), {"--original"}));
}

TEST_F(AuditTest, PruningAndBounds) {
    publish("--require l_diversity_recursive(c=4,l=2) --algorithm optimal");
    const Json plain = audit();
    EXPECT_TRUE(plain["bounds"][0]["holds"].get<bool>());
    EXPECT_EQ(plain["bounds"][0]["bound"]["exact"], "4/5");
    const Json pruned = audit("--attacker pruning --l 2");
    EXPECT_GE(pruned["beliefs"][0]["after"]["highest"]["value"], plain["beliefs"][0]["after"]["highest"]["value"]);
}

TEST_F(AuditTest, EveryForm) {
    folder_.write("patients.csv", patients + "Writer,Female,32,Flu\n");  // so that HIV is not more than half
    publish("--require l_diversity_distinct(l=2) --algorithm anatomy");
    const Json json = audit("--attack all --external voters.csv");
    EXPECT_EQ(json["beliefs"][0]["records"], 8);
    const Outcome text = run_scrim("audit release --attack all --html audit.html");
    EXPECT_EQ(text.code, cli::fine) << text.err;
    EXPECT_THAT(text.out, HasSubstr("Taken for granted"));
    EXPECT_THAT(folder_.read("audit.html"), HasSubstr("For the owner only"));
    EXPECT_THAT(folder_.read("audit.html"), Not(HasSubstr("<script")));
}

// The repair of the minimality attack: classes that do not depend on who has which value.
TEST_F(AuditTest, MConfidentiality) {
    folder_.write("patients.csv", patients + "Writer,Female,32,Flu\n");
    const std::string start =
        "publish patients.csv --policy policy.yaml --require m_confidentiality(m=2) --out release ";
    EXPECT_TRUE(is_refused(run_scrim(start + "--algorithm mondrian"),
                           {"mondrian cannot serve m_confidentiality", "anatomy does not"}));
    const Outcome published = run_scrim(start + "--algorithm anatomy");
    ASSERT_EQ(published.code, cli::fine) << published.err;
    const Json json = audit();
    EXPECT_EQ(json["bounds"][0]["bound"]["exact"], "1/2");
    EXPECT_TRUE(json["bounds"][0]["holds"].get<bool>());
    EXPECT_EQ(run_scrim("verify release").code, cli::fine);
}

TEST_F(AuditTest, Views) {
    folder_.write("hospital.audit",
                  "relation R(patient, ailment). fact R(john, '<flu>').\n"
                  "secret S(p, a) :- R(p, a). published Vp(p) :- R(p, a). planned Va(a) :- R(p, a).\n");
    const Outcome text = run_scrim("audit views hospital.audit --html views.html");
    EXPECT_EQ(text.code, cli::does_not_hold) << text.err;
    EXPECT_THAT(text.out, HasSubstr("BREACHED"));
    const std::string page = folder_.read("views.html");
    EXPECT_THAT(page, HasSubstr("What is guaranteed"));
    EXPECT_THAT(page, HasSubstr("&lt;flu&gt;"));
    EXPECT_THAT(page, Not(HasSubstr("<flu>")));
    EXPECT_EQ(std::filesystem::status(folder_.path("views.html")).permissions() & std::filesystem::perms::all,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const Outcome asked = run_scrim("audit views hospital.audit --guarantee NDE --fresh 1 --json");
    const Json json = Json::parse(asked.out);
    EXPECT_EQ(asked.code, json["guarantees"]["NDE"]["holds"].get<bool>() ? cli::fine : cli::does_not_hold);
    EXPECT_TRUE(json["guarantees"]["NDE"].contains("witness"));
    EXPECT_TRUE(is_refused(run_scrim("audit views hospital.audit --guarantee XDE"), {"XDE"}));
    EXPECT_TRUE(is_refused(run_scrim("audit views nothing.audit"), {"nothing.audit"}));
    EXPECT_TRUE(is_refused(run_scrim("audit views hospital.audit --html no/such/folder.html"), {"cannot write"}));
}

TEST_F(AuditTest, SeriesAsAPage) {
    folder_.write("patients.csv", "Name,Age,Disease\na,20,flu\nb,21,hiv\nc,22,cold\nd,23,flu\ne,24,hiv\nf,25,cold\n");
    folder_.write("policy.yaml",
                  "columns:\n  Name: identifier\n  Age: quasi_identifier\n  Disease: sensitive\nperson: Name\n");
    const Outcome made =
        run_scrim("republish patients.csv --policy policy.yaml --series ward --method m_invariance -m 3");
    ASSERT_EQ(made.code, cli::fine) << made.err;
    const Outcome alone = run_scrim("audit ward --html alone.html");
    EXPECT_EQ(alone.code, cli::fine) << alone.err;
    EXPECT_THAT(folder_.read("alone.html"), HasSubstr("releases are looked at one by one"));
    const Outcome together = run_scrim("audit ward --people patients.csv --person Name --html ward.html");
    EXPECT_EQ(together.code, cli::fine) << together.err;
    EXPECT_THAT(folder_.read("ward.html"), HasSubstr("Each release by itself"));
    EXPECT_THAT(folder_.read("ward.html"), HasSubstr("Exposure over time"));
    EXPECT_THAT(folder_.read("ward.html"), Not(HasSubstr("<script")));
}

TEST_F(AuditTest, Refuses) {
    publish("--require k_anonymity(k=3) --algorithm optimal");
    EXPECT_TRUE(is_refused(run_scrim("audit nothing"), {"there is no folder and no file 'nothing'"}));
    EXPECT_TRUE(is_refused(run_scrim("audit ."), {"cannot be read as a release"}));
    EXPECT_TRUE(is_refused(run_scrim("audit release --attacker all"), {"uniform and pruning"}));
    EXPECT_TRUE(is_refused(run_scrim("audit release --attacker pruning --l 1"), {"--l 2"}));
    EXPECT_TRUE(is_refused(run_scrim("audit release --attack theft"), {"there is no attack 'theft'"}));
    EXPECT_TRUE(is_refused(run_scrim("audit release --attack linking --external job.csv"), {"no column"}));
}

}  // namespace audit_test
}  // namespace scrim::testing
