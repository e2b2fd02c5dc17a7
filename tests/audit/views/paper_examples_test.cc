// The examples of A. Deutsch, "Privacy in Database Publishing: A Bayesian Perspective", with figures computed by hand.
#include "methods/audit/databases/extent.h"
#include "methods/audit/databases/reader.h"
#include "methods/files/file.h"
#include "scrim/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::audit {
namespace paper_examples_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

ViewAuditReport audit(const std::string& text, const std::vector<std::string>& guarantees,
                      const std::string& attacker = "", bool list = false) {
    ViewAuditRequest request;
    request.path = "example";
    request.text = text;
    request.guarantees = guarantees;
    request.attacker = attacker;
    request.list = list;
    auto report = audit_views(request, no_progress());
    EXPECT_TRUE(report) << (report ? "" : report.error().message);
    return report ? *report : ViewAuditReport();
}

const ViewGuarantee& only(const ViewAuditReport& report) {
    EXPECT_THAT(report.guarantees, SizeIs(1));
    static const ViewGuarantee none;
    return report.guarantees.empty() ? none : report.guarantees.front();
}

const std::string patients = "relation PDA(patient, doctor, ailment). secret S(p, a) :- PDA(p, d, a).\n";
const std::string vp = "published Vp(p) :- PDA(p, d, a).\n", va = "published Va(a) :- PDA(p, d, a).\n";

// Examples 1 to 3. Four doctors. A database is possible if everybody and every ailment is there: of the four pairs of a
// patient and an ailment, each has 2^4 - 1 = 15 sets of doctors or none. All four pairs: 15^4; three: 4 · 15^3; the two
// diagonals: 2 · 15^2. Together 50625 + 13500 + 450 = 64575 databases, with 1 + 4 + 2 = 7 secrets.
TEST(PaperExamples, Example2PossibleDatabases) {
    const std::string text = patients + vp + va +
                             "domain doctor {doc1, doc2, doc3, doc4}. domain patient {john, jane}. "
                             "domain ailment {flu, pneumonia}.\n"
                             "fact PDA(john, doc1, flu), PDA(jane, doc2, pneumonia).\n";
    EXPECT_EQ(audit(text, {"NDE"}).databases_published, "64575");

    // D1 and D2 are possible; a database without pneumonia is not.
    using namespace databases;
    const auto source = *audit::databases::read_audit_program(text, "example");
    const auto program = *audit::databases::type_program(
        source, [](std::size_t) { return 1u; }, "example");
    const audit::databases::Limits limits(0, no_progress());
    audit::databases::Extent extent(source, program, program.facts, limits);
    const auto database = [&](const std::vector<std::vector<std::string>>& facts) {
        audit::databases::Database made(program.space.size());
        for (const auto& values : facts) made.set(*program.tuple_of(source, {0, values, {}}));
        return made;
    };
    const audit::databases::World& world = **extent.published();
    const audit::databases::Database one = database({{"john", "doc1", "flu"}, {"jane", "doc2", "pneumonia"}});
    const audit::databases::Database two =
        database({{"john", "doc3", "flu"}, {"john", "doc3", "pneumonia"}, {"jane", "doc4", "flu"}});
    EXPECT_TRUE(audit::databases::satisfies(world, one));
    EXPECT_TRUE(audit::databases::satisfies(world, two));
    EXPECT_FALSE(audit::databases::satisfies(world, database({{"john", "doc1", "flu"}, {"jane", "doc2", "flu"}})));
    // Example 3: their secrets.
    EXPECT_THAT(audit::databases::secret_text(program, one, limits),
                UnorderedElementsAre("S(john, flu)", "S(jane, pneumonia)"));
    EXPECT_THAT(audit::databases::secret_text(program, two, limits),
                UnorderedElementsAre("S(john, flu)", "S(john, pneumonia)", "S(jane, flu)"));
}

const std::string vpd = "published Vpd(p, d) :- PDA(p, d, a).\n", vda = "published Vda(d, a) :- PDA(p, d, a).\n";

TEST(PaperExamples, Example4DatabaseExposed) {
    const auto exposed = audit(patients + vpd + vda + "fact PDA(john, macdonald, pneumonia).", {"NDE"});
    EXPECT_EQ(only(exposed).verdict, ViewVerdict::breached);
    EXPECT_TRUE(only(exposed).any_domain);  // one fresh value stands for all here
    EXPECT_THAT(*only(exposed).database, ElementsAre("PDA(john, macdonald, pneumonia)"));

    // Two patients, two ailments and their doctor: 2 x 2 pairs without an empty row or column, of which there are 7.
    const auto open = audit(patients + vpd + vda + "fact PDA(john, macdonald, flu), PDA(jane, macdonald, pneumonia).",
                            {"NDE"}, "", true);
    EXPECT_EQ(only(open).verdict, ViewVerdict::holds);
    EXPECT_TRUE(open.list_complete);
    EXPECT_THAT(open.possible, SizeIs(7));
    EXPECT_EQ(open.databases_published, "7");
    EXPECT_THAT(open.possible,
                ::testing::Contains(UnorderedElementsAre("PDA(john, macdonald, flu)", "PDA(john, macdonald, pneumonia)",
                                                         "PDA(jane, macdonald, flu)")));
}

TEST(PaperExamples, Example5SecretExposed) {
    const std::string text =
        patients + vp + vda + "fact PDA(john, macdonald, pneumonia), PDA(jane, zhivago, pneumonia).";
    const auto report = audit(text, {"NDE", "NSE"}, "", true);
    EXPECT_EQ(report.guarantees[0].verdict, ViewVerdict::holds);
    EXPECT_EQ(report.guarantees[1].verdict, ViewVerdict::breached);
    EXPECT_THAT(report.guarantees[1].database_secret, UnorderedElementsAre("S(john, pneumonia)", "S(jane, pneumonia)"));
    // Who sees whom: 7 again.
    EXPECT_THAT(report.possible, SizeIs(7));
}

// Exporting the list of doctors revises beliefs, whether it is empty or not.
TEST(PaperExamples, Example6NoBeliefRevisionIsTooStrong) {
    const std::string text = patients + "published V(d) :- PDA(p, d, a).\n";
    const auto empty = audit(text, {"NBR"});
    EXPECT_EQ(only(empty).verdict, ViewVerdict::breached);
    const auto one = audit(text + "fact PDA(john, macdonald, flu).", {"NBR"});
    EXPECT_EQ(only(one).verdict, ViewVerdict::breached);
    // Not even one who takes tuples as independent is kept from it.
    EXPECT_EQ(only(audit(text + "fact PDA(john, macdonald, flu).", {"NBR"}, "independent")).verdict,
              ViewVerdict::breached);
    // One potential tuple, so two databases: the belief that John has the flu goes from 1/2 to 1.
    const auto tiny = audit(text + "fact PDA(john, macdonald, flu). fresh 0.", {"NBR"}, "uniform");
    EXPECT_EQ(only(tiny).row->prior, "1/2");
    EXPECT_EQ(only(tiny).row->posterior, "1");
    // And to 0 where the list is empty.
    const auto none =
        audit(text + "domain patient {john}. domain doctor {macdonald}. domain ailment {flu}.", {"NBR"}, "uniform");
    EXPECT_EQ(only(none).row->prior, "1/2");
    EXPECT_EQ(only(none).row->posterior, "0");
}

const std::string example_7 =
    patients + vp + va +
    "planned Vpd(p, d) :- PDA(p, d, a). planned Vda(d, a) :- PDA(p, d, a).\n"
    "fact PDA(john, macdonald, flu), PDA(jane, zhivago, pneumonia), PDA(jack, zhivago, cold).\n";

TEST(PaperExamples, Example7FurtherBeliefRevision) {
    EXPECT_EQ(only(audit(example_7, {"NFBR"})).verdict, ViewVerdict::breached);

    // The attacker of the example: s1 = {(John, pneumonia), (Jane, flu), (Jack, cold)} had a chance, here 1/2. Only
    // Zhivago treats pneumonia and John sees MacDonald, so it has none afterwards.
    const auto given = audit(example_7 +
                                 "belief 1/2 {PDA(john, macdonald, pneumonia), PDA(jane, zhivago, flu), "
                                 "PDA(jack, zhivago, cold)}.\n"
                                 "belief 1/2 {PDA(john, macdonald, flu), PDA(jane, zhivago, pneumonia), "
                                 "PDA(jack, zhivago, cold)}.\n",
                             {"NFBR"}, "given");
    EXPECT_EQ(only(given).verdict, ViewVerdict::breached);
    EXPECT_EQ(only(given).value->prior, "1/2");
    EXPECT_EQ(only(given).value->moved, "1/2");
    EXPECT_EQ(only(given).row->moved, "1/2");
}

// The same with numbers. Nine pairs of a patient and an ailment, each with 2^2 - 1 = 3 sets of doctors, or none: 4
// ways. Databases in which every patient and every ailment occurs, by inclusion and exclusion over i patients and j
// ailments left out: sum of (-1)^(i+j) C(3,i) C(3,j) 4^((3-i)(3-j)) = 250047 - 3 · 3375 + 3 · 27 = 240003. Those in
// which John has pneumonia: 3/4 of the sum over i, j <= 2 with C(2,i) C(2,j): 3/4 (254016 - 2 · 3600 + 36) = 185139. So
// the belief was 185139/240003 = 6857/8889, and it becomes 0.
TEST(PaperExamples, Example7WithNumbers) {
    const auto report = audit(example_7 + "fresh 0.", {"NFBR", "BFBR 3/4", "BFBR 4/5"}, "uniform");
    EXPECT_EQ(report.databases_published, "240003");
    // Jane and Jack with pneumonia and cold, at one doctor: 7 databases, each with another secret.
    EXPECT_EQ(report.databases_planned, "7");
    const ViewGuarantee& nfbr = report.guarantees[0];
    EXPECT_EQ(nfbr.verdict, ViewVerdict::breached);
    ASSERT_TRUE(nfbr.row);
    EXPECT_EQ(nfbr.row->prior, "6857/8889");
    EXPECT_EQ(nfbr.row->posterior, "0");
    // 6857/8889 is 0.7714.
    EXPECT_EQ(report.guarantees[1].verdict, ViewVerdict::breached);
    EXPECT_EQ(report.guarantees[2].verdict, ViewVerdict::holds);
    EXPECT_EQ(report.guarantees[2].value->posterior, "1/7");
}

// The row that moves most may move most for another attacker than the value that does.
TEST(PaperExamples, Example7AgainstThoseWhoRuleOut) {
    for (const auto& [fresh, moved] : {std::pair("fresh 0.", "395/471"), std::pair("fresh 1.", "5175/5743")}) {
        const auto report = audit(example_7 + fresh, {"NFBR"}, "pruning(2)");
        ASSERT_TRUE(only(report).row);
        EXPECT_EQ(only(report).row->moved, moved);
    }
}

// Two wards with a doctor each, who treat an ailment each.
const std::string example_8 =
    "relation PW(patient, ward). relation WD(ward, doctor). relation DA(doctor, ailment).\n"
    "relation T(patient, doctor, ailment). relation PA(patient, ailment).\n"
    "fact PW(john, w1), PW(jane, w2), WD(w1, macdonald), WD(w2, zhivago), DA(macdonald, flu), DA(zhivago, cold).\n"
    "fact T(john, macdonald, flu), T(jane, zhivago, cold), PA(john, flu), PA(jane, cold).\n"
    "published V1(p, w) :- PW(p, w). published V2(w, d) :- WD(w, d). published V3(d, a) :- DA(d, a).\n"
    "secret S(p, a) :- PA(p, a).\n";
const std::string constraints_8 =
    "constraint PW(p, w), WD(w, d) <- T(p, d, a).\n"   // treated only by doctors of the ward
    "constraint T(p, d, a), DA(d, a) <- PA(p, a).\n";  // an ailment is treated by somebody who treats it

TEST(PaperExamples, Example8WithoutConstraints) {
    // The secret has nothing to do with the views: nobody who takes tuples as independent learns anything.
    EXPECT_EQ(only(audit(example_8, {"NBR"}, "independent")).verdict, ViewVerdict::holds);
    EXPECT_EQ(only(audit(example_8, {"NBR"}, "uniform")).verdict, ViewVerdict::holds);
    EXPECT_EQ(only(audit(example_8, {"perfect_privacy"})).verdict, ViewVerdict::holds);
    EXPECT_EQ(only(audit(example_8, {"NSE"})).verdict, ViewVerdict::holds);
    EXPECT_EQ(only(audit(example_8, {"k_anonymity 5"})).verdict, ViewVerdict::holds);
}

TEST(PaperExamples, Example8WithConstraints) {
    const std::string text = example_8 + constraints_8;
    EXPECT_EQ(only(audit(text, {"NBR"}, "independent")).verdict, ViewVerdict::breached);
    // PA is part of the projection of the join: John may have the flu or nothing.
    EXPECT_EQ(only(audit(text, {"NSE"})).verdict, ViewVerdict::holds);
    EXPECT_EQ(only(audit(text, {"k_anonymity 1"})).verdict, ViewVerdict::holds);
    const auto anonymous = audit(text, {"k_anonymity 2"});
    EXPECT_EQ(only(anonymous).verdict, ViewVerdict::breached);
    // T(john, macdonald, flu) may be there without PA(john, flu), which needs it: (neither, T, both) = 3 ways for John
    // and the flu, as many for Jane and the cold; T(john, macdonald, cold) and T(jane, zhivago, flu) as one likes: 36.
    const auto list = audit(text + "fresh 0.", {"NDE"}, "uniform", true);
    EXPECT_THAT(list.possible, SizeIs(36));
    for (const auto& facts : list.possible) {
        EXPECT_THAT(facts, ::testing::Not(::testing::Contains("PA(john, cold)")));
        EXPECT_THAT(facts, ::testing::Not(::testing::Contains("PA(jane, flu)")));
    }
    // The belief that John has a cold goes to 0; that he has the flu becomes 1/3.
    const auto nbr = audit(text + "fresh 0.", {"NBR"}, "uniform");
    EXPECT_EQ(only(nbr).verdict, ViewVerdict::breached);
    EXPECT_EQ(only(nbr).row->posterior == "0" || only(nbr).row->posterior == "1/3", true);
}

// The example file. Conditioned on the key, a patient has one of nine tuples or none. John's odds: 3 · 1/9 for the flu,
// 6 for the others, 1 for none, together 22/3; so 1/22 for the flu. Jane's: 3/10 for pneumonia. A patient who is not
// there: 1/10. After Vp and Va: (john flu, jane pneumonia) has the odds 3/9 · 3 = 1, the other way round 3 · 3 = 9.
TEST(PaperExamples, HospitalFile) {
    const auto text = files::read_file(std::string(SCRIM_SOURCE_DIR) + "/examples/hospital.audit");
    ASSERT_TRUE(text);
    const auto report = audit(*text, {});
    ASSERT_THAT(report.guarantees, SizeIs(4));
    for (const ViewGuarantee& some : report.guarantees) EXPECT_EQ(some.verdict, ViewVerdict::breached) << some.name;
    EXPECT_FALSE(report.holds());
    EXPECT_EQ(report.databases, "1000");
    EXPECT_EQ(report.databases_published, "18");
    EXPECT_EQ(report.databases_planned, "1");
    EXPECT_EQ(report.guarantees[2].name, "NBR");
    EXPECT_EQ(report.guarantees[2].value->prior, "3/2200");
    EXPECT_EQ(report.guarantees[2].row->prior, "1/22");
    EXPECT_EQ(report.guarantees[3].value->prior, "1/10");
    EXPECT_EQ(report.guarantees[3].value->posterior, "1");
}

}  // namespace paper_examples_test
}  // namespace scrim::audit
