// The audit as a whole: what is asked, refused, stopped and reported.
#include "kernel/core/json.h"
#include "scrim/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::audit {
namespace audit_views_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

ViewAuditRequest request_of(const std::string& text) {
    ViewAuditRequest request;
    request.path = "f.audit";
    request.text = text;
    return request;
}

ViewAuditReport audit(const ViewAuditRequest& request) {
    auto report = audit_views(request, no_progress());
    EXPECT_TRUE(report) << (report ? "" : report.error().message);
    return report ? *report : ViewAuditReport();
}

std::string error_of(const ViewAuditRequest& request) {
    const auto report = audit_views(request, no_progress());
    EXPECT_FALSE(report);
    return report ? "" : report.error().message;
}

const std::string small =
    "relation R(a, b). fact R(1, x), R(2, y). secret S(u, v) :- R(u, v).\n"
    "published V(u) :- R(u, v).\n";

std::vector<std::string> names(const ViewAuditReport& report) {
    std::vector<std::string> found;
    for (const ViewGuarantee& some : report.guarantees) found.push_back(some.name);
    return found;
}

TEST(AuditViews, AsksWhatMakesSense) {
    EXPECT_THAT(names(audit(request_of("relation R(a). published V(x) :- R(x)."))), ElementsAre("NDE"));
    EXPECT_THAT(names(audit(request_of(small))), ElementsAre("NDE", "NSE", "NBR"));
    EXPECT_THAT(names(audit(request_of(small + "planned W(v) :- R(u, v)."))), ElementsAre("NDE", "NSE", "NBR", "NFBR"));
    ViewAuditRequest bounded = request_of(small + "planned W(v) :- R(u, v).");
    bounded.epsilon = "0.5";
    EXPECT_THAT(names(audit(bounded)), ElementsAre("NDE", "NSE", "NBR", "NFBR", "BBR", "BFBR"));
    EXPECT_THAT(names(audit(request_of(small + "guarantee NSE."))), ElementsAre("NSE"));
    bounded.guarantees = {"BBR"};
    EXPECT_EQ(audit(bounded).guarantees[0].parameter, "1/2");
}

TEST(AuditViews, Attackers) {
    EXPECT_EQ(audit(request_of(small)).attacker, "all");
    EXPECT_EQ(audit(request_of(small + "probability R(_, x) = 1/3.")).attacker, "independent");
    EXPECT_EQ(audit(request_of(small + "belief 1 {R(1, x), R(2, y)}.")).attacker, "given");
    ViewAuditRequest request = request_of(small + "attacker uniform.");
    EXPECT_EQ(audit(request).attacker, "uniform");
    request.attacker = "pruning";
    request.l = 3;
    EXPECT_EQ(audit(request).attacker, "pruning(3)");
}

TEST(AuditViews, RefusesWhatMakesNoSense) {
    EXPECT_THAT(error_of(request_of("relation R(a). fact R(1).")), HasSubstr("nothing is published or planned"));
    ViewAuditRequest request = request_of(small);
    request.guarantees = {"NFBR"};
    EXPECT_THAT(error_of(request), HasSubstr("NFBR needs planned views"));
    request.guarantees = {"BBR"};
    EXPECT_THAT(error_of(request), HasSubstr("BBR needs a bound"));
    request.guarantees = {"BBR 3"};
    EXPECT_THAT(error_of(request), HasSubstr("must be from 0 to 1"));
    request.guarantees = {"perfect"};
    EXPECT_THAT(error_of(request), HasSubstr("expected one of"));
    request = request_of("relation R(a). published V(x) :- R(x).");
    request.guarantees = {"NSE"};
    EXPECT_THAT(error_of(request), HasSubstr("NSE needs a secret"));
    request = request_of(small);
    request.epsilon = "1.5";
    EXPECT_THAT(error_of(request), HasSubstr("is not a number from 0 to 1"));
    request.epsilon.reset();
    request.attacker = "given";
    EXPECT_THAT(error_of(request), HasSubstr("there is no belief statement"));
    request = ViewAuditRequest();
    request.path = "/nowhere/f.audit";
    EXPECT_THAT(error_of(request), HasSubstr("/nowhere/f.audit"));
}

TEST(AuditViews, FactsAgainstConstraints) {
    const std::string message = error_of(request_of(small + "fact R(1, y).\nconstraint key R(a)."));
    EXPECT_THAT(message, HasSubstr("the facts contradict the constraint 'key R(a)' of line 4: R(1, x), R(1, y)"));
    EXPECT_THAT(error_of(request_of(small + "constraint R(v, u) <- R(u, v).")), HasSubstr("contradict"));
    EXPECT_THAT(error_of(request_of(small + "constraint key R(a). belief 1 {R(1, x), R(1, y)}.")),
                HasSubstr("the facts of this belief contradict"));
    EXPECT_THAT(error_of(request_of(small + "domain b {x}.")), HasSubstr("'y' is not in the closed domain of R.b"));
}

TEST(AuditViews, ContradictoryProbabilities) {
    EXPECT_THAT(error_of(request_of(small + "probability R(1, _) = 1/3. probability R(_, x) = 1/4.")),
                HasSubstr("R(1, x) has the probability 1/4 here and 1/3 in line"));
    // What names more of the tuple counts.
    ViewAuditRequest request = request_of(small + "probability R(_, _) = 1/3. probability R(1, _) = 1/4.");
    request.guarantees = {"NBR"};
    EXPECT_EQ(audit(request).guarantees[0].verdict, ViewVerdict::breached);
    // Somebody who is sure of the contrary has no belief afterwards.
    request = request_of(small + "probability R(1, _) = 0.");
    request.guarantees = {"NBR"};
    const auto report = audit(request);
    EXPECT_EQ(report.guarantees[0].verdict, ViewVerdict::undecided);
    EXPECT_THAT(report.guarantees[0].reason, HasSubstr("probability 0"));
    EXPECT_FALSE(report.holds());
}

TEST(AuditViews, HugeDomainsAreRefusedWithANumber) {
    std::string text = "relation R(a, b, c). fact R(1, 1, 1). published V(x) :- R(x, y, z).\nfresh 1000.";
    EXPECT_THAT(error_of(request_of(text)), HasSubstr("1003003001 different tuples"));
    text = "relation R(a, b, c, d, e, f, g, h, i, j). published V(x) :- R(x, y, z, a, b, c, d, e, f, g).\nfresh 1000.";
    EXPECT_THAT(error_of(request_of(text)), HasSubstr("at least 1"));
}

TEST(AuditViews, SecretThatIsCertainBeforehand) {
    // The published view is the secret: nothing is left to learn, but possible databases still change.
    const auto report = audit([] {
        ViewAuditRequest request = request_of(
            "relation R(a, b). fact R(1, x). secret S(u) :- R(u, v). published V(u) :- R(u, v). "
            "planned W(v) :- R(u, v).");
        request.guarantees = {"NSE", "NFBR", "NBR"};
        return request;
    }());
    EXPECT_EQ(report.guarantees[0].verdict, ViewVerdict::breached);
    EXPECT_THAT(report.guarantees[0].reason, HasSubstr("what is published is enough"));
    EXPECT_EQ(report.guarantees[1].verdict, ViewVerdict::holds);
    EXPECT_THAT(report.guarantees[1].reason, HasSubstr("certain beforehand"));
    EXPECT_EQ(report.guarantees[2].verdict, ViewVerdict::breached);
}

TEST(AuditViews, EmptyDatabase) {
    const auto report = audit(request_of("relation R(a). secret S(x) :- R(x). published V(x) :- R(x)."));
    EXPECT_EQ(report.guarantees[0].verdict, ViewVerdict::breached);  // it is known that there is nothing
    EXPECT_THAT(report.notes, ::testing::Contains(HasSubstr("no facts")));
}

TEST(AuditViews, RelationWithoutAttributes) {
    const auto report = audit(request_of("relation R(). fact R(). secret S() :- R(). published V() :- R()."));
    EXPECT_EQ(report.guarantees[1].verdict, ViewVerdict::breached);
}

// With enough fresh values a verdict about possible databases stays as it is with more.
TEST(AuditViews, MoreFreshValues) {
    const std::vector<std::string> texts = {
        "relation R(a, b). fact R(1, x). secret S(v) :- R(u, v). published V(u) :- R(u, v).",
        "relation R(a, b). fact R(1, x), R(2, x). secret S(v) :- R(u, v). published V(u, w) :- R(u, v), R(w, v).",
        "relation R(a, b). fact R(1, x). secret S(v) :- R(u, v). published V() :- R(u, v), R(w, v), u != w.",
        "relation R(a, b). fact R(1, x). secret S(v) :- R(u, v). published V(v) :- R(u, v). published W(u) :- R(u, v).",
        "relation R(a, b). relation Q(b). fact R(1, x), Q(x). secret S(v) :- Q(v). published V(u) :- R(u, v), Q(v). "
        "planned W(v) :- Q(v).",
    };
    for (const std::string& text : texts) {
        SCOPED_TRACE(text);
        const auto first = audit(request_of(text));
        for (const std::uint32_t fresh : {3u, 6u}) {
            ViewAuditRequest more = request_of(text);
            more.fresh = fresh;
            const auto second = audit(more);
            for (std::size_t g = 0; g < first.guarantees.size(); ++g) {
                if (first.guarantees[g].any_domain) {
                    EXPECT_EQ(first.guarantees[g].verdict, second.guarantees[g].verdict) << first.guarantees[g].name;
                }
            }
        }
    }
}

TEST(AuditViews, TimeLimit) {
    ViewAuditRequest request = request_of(small + "planned W(v) :- R(u, v).");
    request.time_limit = 1e-9;
    request.list = true;
    const auto report = audit(request);
    ASSERT_THAT(report.guarantees, SizeIs(4));
    for (const ViewGuarantee& some : report.guarantees) {
        EXPECT_EQ(some.verdict, ViewVerdict::undecided);
        EXPECT_THAT(some.reason, HasSubstr("time limit"));
    }
    EXPECT_FALSE(report.holds());
    EXPECT_FALSE(report.list_complete);
}

TEST(AuditViews, Cancelled) {
    struct Impatient : Progress {
        bool cancelled() const override { return true; }
    } impatient;
    const auto report = audit_views(request_of(small), impatient);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, Error::Kind::cancelled);
}

// 40 x 40 values that a row and a column of views tie together: no diagram can hold that.
TEST(AuditViews, TooLargeToCountIsUndecided) {
    std::string text =
        "relation R(a, b). secret S(u, v) :- R(u, v). published V(u) :- R(u, v). published W(v) :- R(u, v).";
    for (int i = 0; i < 100; ++i) text += " fact R(" + std::to_string(i) + ", " + std::to_string(i) + ").";
    ViewAuditRequest request = request_of(text);
    request.attacker = "uniform";
    request.guarantees = {"NBR", "NDE"};
    const auto report = audit(request);
    EXPECT_EQ(report.guarantees[0].verdict, ViewVerdict::undecided);
    EXPECT_THAT(report.guarantees[0].reason, HasSubstr("2^"));
    EXPECT_EQ(report.guarantees[1].verdict, ViewVerdict::holds);
}

// Diagrams of so many variables would be too deep for the stack; questions that need no counting are still answered.
TEST(AuditViews, TooManyTuplesToCountAreUndecided) {
    ViewAuditRequest request = request_of(
        "relation R(a, b, c, d). fact R(1, 2, 3, 4). secret S(x, y) :- R(x, y, z, u). planned V(u) :- R(x, y, z, u). "
        "fresh 9.");
    request.attacker = "uniform";
    request.guarantees = {"NBR", "NDE"};
    const auto report = audit(request);
    EXPECT_EQ(report.potential_tuples, 10'000u);
    EXPECT_EQ(report.guarantees[0].verdict, ViewVerdict::undecided);
    EXPECT_THAT(report.guarantees[0].reason, HasSubstr("10,000 tuples at a time"));
    EXPECT_EQ(report.guarantees[1].verdict, ViewVerdict::holds);
}

// Only {R(1)} is possible, by its probability or by a constraint: no belief moves, and that is said.
TEST(AuditViews, CertainSecretIsNoted) {
    const std::string start = "relation R(a). domain a {1}. fact R(1). secret S(x) :- R(x). planned V(x) :- R(x). ";
    const auto certain = ::testing::Contains(HasSubstr("The secret is certain before anything is published"));
    const auto likely = audit(request_of(start + "probability R(1) = 1."));
    EXPECT_THAT(likely.notes, certain);
    const auto known = audit(request_of("relation Q(b). fact Q(1). domain b {1}. " + start +
                                        "constraint R(x) <- Q(x). constraint Q(1) | R(1) <- Q(x). "
                                        "attacker independent. probability Q(1) = 1."));
    EXPECT_THAT(known.notes, certain);
    EXPECT_THAT(audit(request_of(start + "probability R(1) = 1/2.")).notes, ::testing::Not(certain));
}

TEST(AuditViews, EveryExtent) {
    ViewAuditRequest request = request_of(small + "planned W(u) :- R(u, v).");
    request.every_extent = true;
    request.guarantees = {"NDE", "NFBR"};
    const auto report = audit(request);
    // Nothing published: nothing is there. That database is known.
    EXPECT_EQ(report.guarantees[0].verdict, ViewVerdict::breached);
    EXPECT_THAT(*report.guarantees[0].database, SizeIs(0));
    // What is planned is published already.
    EXPECT_EQ(report.guarantees[1].verdict, ViewVerdict::holds);
    EXPECT_THAT(report.notes, ::testing::Contains(HasSubstr("undecidable")));
}

TEST(AuditViews, Json) {
    ViewAuditRequest request = request_of(small + "attacker uniform. fresh 0.");
    request.list = true;
    const Json json = Json::parse(to_json(audit(request)));
    EXPECT_EQ(json["holds"], false);
    EXPECT_EQ(json["guarantees"]["NDE"]["holds"], true);
    EXPECT_EQ(json["guarantees"]["NDE"]["witness"]["database"].size(), 2u);
    EXPECT_EQ(json["guarantees"]["NBR"]["verdict"], "breached");
    // Each of 2 people has one of 3 sets of values: 9 databases; a value of the secret had 1/16 and has 1/9, or 0: that
    // moves more.
    EXPECT_EQ(json["guarantees"]["NBR"]["witness"]["belief"]["prior"]["exact"], "1/16") << json["guarantees"]["NBR"];
    EXPECT_EQ(json["guarantees"]["NBR"]["witness"]["belief"]["prior"]["value"], 0.0625);
    EXPECT_EQ(json["guarantees"]["NBR"]["witness"]["belief"]["posterior"]["exact"], "0");
    EXPECT_EQ(json["guarantees"]["NBR"]["witness"]["belief_in_row"]["posterior"]["exact"], "2/3");
    EXPECT_EQ(json["possible_databases"]["published"], "9");
    EXPECT_EQ(json["list"].size(), 9u);
    EXPECT_EQ(json["list_complete"], true);
}

TEST(AuditViews, Text) {
    const std::string text = to_text(audit(request_of(small + "attacker uniform. fresh 0.")));
    EXPECT_THAT(text, HasSubstr("NBR              BREACHED   a belief moves"));
    EXPECT_THAT(text, HasSubstr("before 1/2, after 2/3: moves by 1/6"));
    EXPECT_THAT(text, HasSubstr("For the owner only"));
}

TEST(AuditViews, SameEveryTime) {
    ViewAuditRequest request = request_of(small + "planned W(v) :- R(u, v). attacker pruning(2).");
    request.epsilon = "1/5";
    request.list = true;
    EXPECT_EQ(to_json(audit(request)), to_json(audit(request)));
}

}  // namespace audit_views_test
}  // namespace scrim::audit
