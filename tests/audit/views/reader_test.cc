#include "methods/audit/databases/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::audit::databases {
namespace reader_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

AuditProgram read(const std::string& text) {
    auto program = read_audit_program(text, "test.audit");
    EXPECT_TRUE(program) << (program ? "" : program.error().message);
    return program ? *program : AuditProgram();
}

TEST(AuditReader, TheWholeLanguage) {
    const AuditProgram program = read(R"(
        % relations may come after what uses them
        fact PDA(john, macdonald, flu).  fact PDA(jane, "Dr. Zhivago", 'it''s flu').   # another comment
        relation PDA(patient, doctor, ailment).
        relation PW(p, w). relation WD(d, w). relation T(p, d).
        secret S(p, a) :- PDA(p, d, a).
        published Vp(p) :- PDA(p, d, a).     published Va(a) :- PDA(p, d, a).
        planned   Vpd(p, d) :- PDA(p, d, a). planned Vpd(p, d) :- T(p, d), p != d, p != 7.
        constraint key PDA(patient).         constraint PW(p, w), WD(d, w) <- T(p, d).
        constraint functional PDA(patient, doctor -> ailment).
        constraint inclusion T(p) <= PW(p).
        constraint join PDA(patient, doctor | doctor, ailment).
        constraint false <- T(x, x).
        constraint x = y | PW(x, _) <- T(x, y) | T(y, x).
        domain ailment {flu, 'it''s flu'}.   domain T.d {macdonald, "Dr. Zhivago"}.
        attacker pruning(3).                 probability PDA(john, _, flu) = 0.1.
        guarantee NDE. guarantee BBR 1/10. guarantee k_anonymity 3.
        belief 1/3 {PDA(john, macdonald, flu), T(john, macdonald)}. belief 2/3 {}.
        fresh 2.)");
    EXPECT_THAT(program.relations, SizeIs(4));
    EXPECT_EQ(program.facts[1].values, (std::vector<std::string>{"jane", "Dr. Zhivago", "it's flu"}));
    EXPECT_THAT(program.planned, SizeIs(1));
    EXPECT_THAT(program.planned[0].rules, SizeIs(2));
    EXPECT_THAT(program.constraints, SizeIs(8));  // the last one for each side of its '|'
    EXPECT_EQ(program.constraints[0].text, "key PDA(patient)");
    EXPECT_EQ(program.attacker->kind, Attacker::Kind::pruning);
    EXPECT_EQ(program.attacker->l, 3u);
    EXPECT_EQ(program.probabilities[0].probability, Ratio(1, 10));
    EXPECT_FALSE(program.probabilities[0].pattern[1]);
    EXPECT_EQ(program.guarantees[1].epsilon, Ratio(1, 10));
    EXPECT_EQ(program.guarantees[2].k, 3u);
    EXPECT_EQ(program.fresh, 2u);
    EXPECT_THAT(program.beliefs, SizeIs(2));
    // What it prints means the same.
    EXPECT_EQ(to_text(read(to_text(program))), to_text(program));
}

TEST(AuditReader, ShortFormsOfConstraints) {
    const auto text_of = [](const std::string& constraint) {
        const std::string text = to_text(read("relation R(a, b, c). relation Q(d, e). " + constraint));
        const auto begin = text.find("constraint ");
        return begin == std::string::npos ? std::string() : text.substr(begin + 11, text.size() - begin - 13);
    };
    EXPECT_EQ(text_of("constraint key R(a)."), "y1 = z1, y2 = z2 <- R(x0, y1, y2), R(x0, z1, z2)");
    EXPECT_EQ(text_of("constraint key R(a, b, c)."), "");  // says nothing
    EXPECT_EQ(text_of("constraint functional R(a, b -> c)."), "y2 = z2 <- R(x0, x1, y2), R(x0, x1, z2)");
    EXPECT_EQ(text_of("constraint inclusion R(b, a) <= Q(d, e)."), "Q(y1, y0) <- R(y0, y1, y2)");
    EXPECT_EQ(text_of("constraint join R(a, b | b, c)."), "R(x0, x1, x2) <- R(x0, x1, p0_2), R(p1_0, x1, x2)");
}

TEST(AuditReader, RelationsMayBeCalledAnything) {
    const AuditProgram program = read(
        "relation key(relation). fact key(fact). published V(x) :- key(x). "
        "constraint false <- key(x), key(y), x != y.");
    EXPECT_THAT(program.facts, SizeIs(1));
}

struct Bad {
    const char* text;
    const char* message;
};

class BadAuditFile : public ::testing::TestWithParam<Bad> {};

TEST_P(BadAuditFile, SaysWhereAndWhat) {
    const auto program = read_audit_program(GetParam().text, "f.audit");
    ASSERT_FALSE(program) << GetParam().text;
    EXPECT_EQ(program.error().kind, Error::Kind::input);
    EXPECT_THAT(program.error().message, HasSubstr("f.audit"));
    EXPECT_THAT(program.error().message, HasSubstr(GetParam().message));
    EXPECT_EQ(program.error().message.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadAuditFile,
    ::testing::Values(
        Bad{"", "no relation is declared"},
        Bad{"relation R(a).\nsecret S(x, y) :- R(x).", "line 2, column 8: unsafe rule: the variable 'y'"},
        Bad{"relation R(a). published V(x) :- Q(x).", "there is no relation 'Q'"},
        Bad{"relation Rel(a). published V(x) :- Rell(x).", "did you mean 'Rel'"},
        Bad{"relation R(a). published V(x) :- R(x, y).", "R has 1 attribute, not 2: R(a)"},
        Bad{"relation R(a). fact R(1, 2).", "R has 1 attribute, not 2"},
        Bad{"relation R(a). fact R(_).", "expected a constant"},
        Bad{"relation R(a). probability R(_) = 1.5.", "the probability 3/2 is not from 0 to 1"},
        Bad{"relation R(a). probability R(_) = -0.5.", "the probability -1/2 is not from 0 to 1"},
        Bad{"relation R(a). probability R(_) = often.", "expected a probability"},
        Bad{"relation R(a). probability R(_) = 1/0.", "is not a probability"},
        Bad{"relation R(a). guarantee BBR 2.", "the bound must be from 0 to 1"},
        Bad{"relation R(a). guarantee NXX.", "expected one of 'NDE'"},
        Bad{"relation R(a). attacker everybody.", "expected one of 'all'"},
        Bad{"relation R(a). attacker pruning(0).", "a number from 1"},
        Bad{"relation R(a). fact R(flu). published V(x) :- R(x), R(flu).",
            "column 55: flu is a constant of the fact R(flu), but bare names are variables here: write 'flu' in "
            "quotes"},
        Bad{"relation R(a). published V(x) :- R(x), y != 3.", "the variable 'y' is compared but no relation"},
        Bad{"relation R(a). published R(x) :- R(x).", "'R' is a relation"},
        Bad{"relation R(a). published V(x) :- R(x). planned V(x) :- R(x).", "already a view of another kind"},
        Bad{"relation R(a, b). published V(x) :- R(x, y). published V(x, y) :- R(x, y).",
            "rules of one name are a union"},
        Bad{"relation R(a). relation R(b).", "declared twice"},
        Bad{"relation R(a, a).", "the attribute 'a' is there twice"},
        Bad{"relation R(a). constraint key R(b).", "R has no attribute 'b'"},
        Bad{"relation R(a, b). constraint functional R(a, b).", "expected '->'"},
        Bad{"relation R(a, b). constraint join R(a | a).", "no part of the join has the attribute 'b'"},
        Bad{"relation R(a, b). constraint inclusion R(a, b) <= R(a).", "2 attributes on its left and 1"},
        Bad{"relation R(a). constraint x = x <- x = x.", "needs at least one relation"},
        Bad{"relation R(a). domain b {x}.", "there is no attribute 'b'"},
        Bad{"relation R(a). domain a {}.", "at least one value"}, Bad{"relation R(a). belief 0 {}.", "must be above 0"},
        Bad{"relation R(a). fresh 1. fresh 2.", "more than one fresh"},
        Bad{"relation R(a). attacker all. attacker all.", "more than one attacker"},
        Bad{"relation R(a). publish V(x) :- R(x).", "there is no statement 'publish', did you mean 'published'"},
        Bad{"relation R(a). fact R('open).", "a string is not closed; expected ' on the same line"},
        Bad{"relation R(a). fact R(3x).", "is neither a number nor a name"},
        Bad{"relation R(a). fact R(a) fact R(b).", "expected '.'"},
        Bad{"relation R(a). fact R(a); fact R(b).", "';' has no meaning here"},
        Bad{"relation R(a). published V(x) : R(x).", "':'"}, Bad{"relation R(a). fact R(\xff).", "is not UTF-8"},
        Bad{"relation R(a", "expected ')'"}, Bad{"relation", "expected a relation's name"},
        Bad{"relation R(a). published V(x) :- .", "expected a variable"},
        Bad{"relation R(a). fact R(a), .", "expected a relation's name"}));

}  // namespace reader_test
}  // namespace scrim::audit::databases
