#include "methods/views/policy/p3p.h"

#include "methods/views/policy/privacy_policy_yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace scrim::views {
namespace p3p_test {

using Choice = PolicyRule::Choice;
using testing::ElementsAre;
using testing::HasSubstr;

// A policy of one statement, on lines 1 to 8; each part can be replaced.
struct Text {
    std::string extension, purpose = "<treatment/>", recipient = "<nurse/>", retention = "<indefinitely/>",
                           data = "<DATA ref=\"#patient.birth\"/>";

    std::string xml() const {
        return "<POLICY name=\"hospital\">\n<EXTENSION>" + extension + "</EXTENSION>\n<STATEMENT>\n<PURPOSE>" +
               purpose + "</PURPOSE>\n<RECIPIENT>" + recipient + "</RECIPIENT>\n<RETENTION>" + retention +
               "</RETENTION>\n<DATA-GROUP>" + data + "</DATA-GROUP>\n</STATEMENT>\n</POLICY>\n";
    }
};

std::vector<PolicyRule> rules_of(const std::string& xml) {
    const auto policy = parse_p3p(xml, "t.xml");
    EXPECT_TRUE(policy.ok()) << policy.error().message;
    return policy ? policy->rules : std::vector<PolicyRule>();
}

std::string refusal(const std::string& xml) {
    const auto policy = parse_p3p(xml, "t.xml");
    EXPECT_FALSE(policy.ok()) << "accepted: " << xml.substr(0, 500);
    if (policy) return "";
    EXPECT_EQ(policy.error().kind, Error::Kind::input);
    EXPECT_EQ(policy.error().message.find('\n'), std::string::npos);
    return policy.error().message;
}

const std::string period = R"(<scrim:retention xmlns:scrim="urn:scrim" name="stated-purpose" period="90 days"/>)"
                           R"(<s:since xmlns:s="urn:scrim" column="admitted"/>)";

TEST(P3p, OneStatementIsOneRule) {
    const auto policy = parse_p3p(Text().xml(), "t.xml");
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(policy->name, "hospital");
    EXPECT_EQ(policy->since, "");
    EXPECT_THAT(policy->rules, ElementsAre(PolicyRule{"treatment", "nurse", "birth", Choice::always, ""}));
}

TEST(P3p, RulesAreAllCombinations) {
    Text text;
    text.purpose = "<current/><research required=\"opt-out\"/>";
    text.recipient = "<ours/><lab/>";
    text.data = "<DATA ref=\"#patient.name\" optional=\"yes\"/></DATA-GROUP>\n<DATA-GROUP base=\"\"><DATA ref=\"#x\"/>";
    EXPECT_THAT(rules_of(text.xml()),
                ElementsAre(PolicyRule{"current", "ours", "name"}, PolicyRule{"current", "ours", "x"},
                            PolicyRule{"current", "lab", "name"}, PolicyRule{"current", "lab", "x"},
                            PolicyRule{"research", "ours", "name", Choice::opt_out},
                            PolicyRule{"research", "ours", "x", Choice::opt_out},
                            PolicyRule{"research", "lab", "name", Choice::opt_out},
                            PolicyRule{"research", "lab", "x", Choice::opt_out}));
}

TEST(P3p, TheStricterChoiceCounts) {
    const std::vector<std::pair<std::string, Choice>> choices = {
        {"always", Choice::always}, {"opt-out", Choice::opt_out}, {"opt-in", Choice::opt_in}};  // ever stricter
    for (std::size_t i = 0; i < choices.size(); ++i)
        for (std::size_t j = 0; j < choices.size(); ++j) {
            Text text;
            text.purpose = "<research required=\"" + choices[i].first + "\"/>";
            text.recipient = "<lab required='" + choices[j].first + "'/>";
            EXPECT_EQ(rules_of(text.xml()).at(0).choice, choices[std::max(i, j)].second) << i << " " << j;
        }
}

TEST(P3p, RetentionIsAPeriod) {
    Text text;
    text.retention = "<no-retention/>";
    EXPECT_EQ(rules_of(text.xml()).at(0).retention, "0 days");
    text.retention = "<stated-purpose/>";
    text.extension = period;
    const auto policy = parse_p3p(text.xml(), "t.xml");
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(policy->rules.at(0).retention, "90 days");
    EXPECT_EQ(policy->since, "admitted");
}

TEST(P3p, AttributeIsTheLastPartOfTheReference) {
    Text text;
    text.data = "<DATA ref=\"http://x.example/base.xsd#a.b.Birth\"/><DATA ref='#ZIP'/>";
    const auto rules = rules_of(text.xml());
    EXPECT_EQ(rules.at(0).attribute, "Birth");
    EXPECT_EQ(rules.at(1).attribute, "ZIP");
}

TEST(P3p, NamespacesAndPoliciesAroundIt) {
    EXPECT_THAT(rules_of("\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?><p:POLICIES "
                         "xmlns:p='http://www.w3.org/2002/01/P3Pv1'><p:EXPIRY max-age='86400'/><p:POLICY><p:STATEMENT>"
                         "<p:PURPOSE><p:admin/></p:PURPOSE><p:RECIPIENT><p:same/></p:RECIPIENT><p:RETENTION>"
                         "<p:indefinitely/></p:RETENTION><p:DATA-GROUP><p:DATA ref='#a.b'/></p:DATA-GROUP>"
                         "</p:STATEMENT></p:POLICY></p:POLICIES>"),
                ElementsAre(PolicyRule{"admin", "same", "b"}));
}

TEST(P3p, WhatBindsNobodyIsReadOver) {
    Text text;
    text.extension = "<other xmlns='urn:other'><PURPOSE/>text</other>";
    text.purpose = "<!-- why --><other-purpose>to tell jokes</other-purpose>";
    text.recipient = "<delivery><recipient-description>The post</recipient-description></delivery>";
    text.data = "<DATA ref='#a'><CATEGORIES><health/></CATEGORIES></DATA>";
    std::string xml = text.xml();
    xml.insert(xml.find("<STATEMENT>"),
               "<ENTITY><DATA-GROUP><DATA ref='#n'>N</DATA></DATA-GROUP></ENTITY><ACCESS><all/>"
               "</ACCESS><DISPUTES-GROUP><DISPUTES/></DISPUTES-GROUP>"
               "<STATEMENT><CONSEQUENCE>c</CONSEQUENCE><NON-IDENTIFIABLE/></STATEMENT>");
    EXPECT_THAT(rules_of(xml), ElementsAre(PolicyRule{"other-purpose", "delivery", "a"}));
}

TEST(P3p, SameRuleTwiceIsOneAndAContradictionIsRefused) {
    Text text;
    text.data = "<DATA ref='#patient.birth'/><DATA ref='#birth'/>";
    EXPECT_EQ(rules_of(text.xml()).size(), 1u);
    text.purpose = "<treatment/><treatment required='opt-in'/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("t.xml:7: purpose 'treatment', recipient 'nurse', attribute 'birth' is "
                                               "opt_in without a time limit here but always"));
}

TEST(P3p, RefusesWhatIsNotPlainXml) {
    EXPECT_THAT(refusal(""), HasSubstr("t.xml:1: no XML element"));
    EXPECT_THAT(refusal("<POLICY>\n<STATEMENT>\n</POLICY>"), HasSubstr("t.xml:3: not well-formed XML"));
    EXPECT_THAT(refusal("<POLICY>\n<a b=c/></POLICY>"), HasSubstr("t.xml:2: not well-formed XML"));
    EXPECT_THAT(refusal("<POLICY/>\n<POLICY/>"), HasSubstr("t.xml:2: a second element"));
    EXPECT_THAT(refusal("<POLICY/>\nmore"), HasSubstr("text outside"));
    EXPECT_THAT(refusal("\n<!DOCTYPE POLICY SYSTEM 'file:///etc/passwd'>\n<POLICY/>"), HasSubstr("t.xml:2: a DOCTYPE"));
    EXPECT_THAT(refusal("<!DOCTYPE a [<!ENTITY b 'c'>]><POLICY name='&b;'/>"), HasSubstr("t.xml:1: a DOCTYPE"));
    EXPECT_THAT(refusal("<!DOCTYPE a [<!ENTITY b"), HasSubstr("t.xml:1: a DOCTYPE"));
    EXPECT_THAT(refusal("<POLICY>\n<ENTITY a='&b;'/></POLICY>"), HasSubstr("t.xml:2: '&b;'"));
    EXPECT_THAT(refusal("<POLICY>a & b</POLICY>"), HasSubstr("'& b'"));
    EXPECT_THAT(refusal("<POLICY>&#0;</POLICY>"), HasSubstr("'&#0;'"));
    EXPECT_THAT(refusal("<POLICY>&#xd800;</POLICY>"), HasSubstr("'&#xd800;'"));
    EXPECT_THAT(refusal("<POLICY name='a' name='b'/>"), HasSubstr("two attributes 'name'"));
    EXPECT_THAT(refusal("<POLICY>\n\xff</POLICY>"), HasSubstr("t.xml:2: the line holds bytes that are not UTF-8"));
    EXPECT_THAT(refusal(std::string("<POLICY>\n\0</POLICY>", 19)), HasSubstr("t.xml:2: the line holds a control"));
    EXPECT_THAT(refusal("<?xml version='1.0' encoding='ISO-8859-1'?><POLICY/>"), HasSubstr("'ISO-8859-1'"));
    EXPECT_THAT(refusal(std::string(1'000'001, ' ')), HasSubstr("more than 1,000,000 bytes"));
}

TEST(P3p, RefusesDeepNestingWithoutRecursion) {
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += "<a>";
    for (int i = 0; i < 100'000; ++i) deep += "</a>";
    EXPECT_THAT(refusal(deep), HasSubstr("more than 20 levels"));
}

TEST(P3p, RefusesMoreRulesThanAPolicyCanHave) {
    Text text;
    text.purpose.clear(), text.recipient.clear(), text.data.clear();
    for (int i = 0; i < 1000; ++i) {
        text.purpose += "<p/>";  // all the same: the count is of what is written
        text.recipient += "<r/>";
        text.data += "<DATA ref='#d'/>";
    }
    EXPECT_THAT(refusal(text.xml()), HasSubstr("t.xml:7: the policy has more than 100,000 rules"));
}

TEST(P3p, RefusesPoliciesThatSayNothing) {
    EXPECT_THAT(refusal("<META/>"), HasSubstr("must begin with <POLICY> or <POLICIES>, not <META>"));
    EXPECT_THAT(refusal("<POLICY name='a'/>"), HasSubstr("no STATEMENT"));
    EXPECT_THAT(refusal("<POLICIES/>"), HasSubstr("no <POLICY>"));
    EXPECT_THAT(refusal("<POLICIES>\n<POLICY name='a'/>\n<POLICY name='b'/></POLICIES>"),
                HasSubstr("t.xml:3: <POLICIES> holds 2 policies, 'a', 'b'"));
    EXPECT_THAT(refusal("<POLICY><STATEMENT><NON-IDENTIFIABLE/></STATEMENT></POLICY>"), HasSubstr("no rule"));
    std::string test = Text().xml();
    test.insert(test.find("<STATEMENT>"), "<TEST/>");
    EXPECT_THAT(refusal(test), HasSubstr("t.xml:3: <TEST>"));
}

TEST(P3p, RefusesIncompleteStatements) {
    for (const std::string part : {"PURPOSE", "RECIPIENT", "RETENTION", "DATA-GROUP"}) {
        std::string xml = Text().xml();
        const std::size_t begin = xml.find("<" + part), end = xml.find("</" + part + ">") + part.size() + 3;
        xml.erase(begin, end - begin);
        EXPECT_THAT(refusal(xml), HasSubstr("t.xml:3: the statement has no " + part));
    }
    Text text;
    text.purpose = "";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("t.xml:4: <PURPOSE> is empty"));
    text = Text();
    text.data = "";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("t.xml:7: <DATA-GROUP> holds no <DATA"));
    text.data = "<DATA ref='patient.birth'/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("must be like '#patient.birth', not 'patient.birth'"));
    text.data = "<DATA ref='#patient.'/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("not '#patient.'"));
    text = Text();
    text.purpose += "</PURPOSE>\n<PURPOSE><admin/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("t.xml:5: a second <PURPOSE> in one statement; the first is on line 4"));
}

// Each of these would otherwise show more than its author meant.
TEST(P3p, RefusesMisspelledParts) {
    Text text;
    text.purpose = "<research required='optin'/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("t.xml:4: required of <research> must be always, opt-in or opt-out, not "
                                               "'optin', did you mean 'opt-in'?"));
    text.purpose = "<research Required='opt-in'/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("unknown attribute 'Required'"));
    text.purpose = "<research x:required='opt-in'/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("unknown attribute 'x:required'"));
    text.purpose = "<research><admin/></research>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("<admin> stands in <research>"));
    text.purpose = "research";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("<PURPOSE> holds the text 'research'"));
    std::string xml = Text().xml();
    xml.replace(xml.find("<PURPOSE>"), 9, "<PURPOSE required='opt-in'>");
    EXPECT_THAT(refusal(xml), HasSubstr("unknown attribute 'required' of <PURPOSE>"));
    xml = Text().xml();
    xml.replace(xml.find("<RETENTION>"), 11, "<RETENTIONS/><RETENTION>");
    EXPECT_THAT(refusal(xml), HasSubstr("did you mean 'RETENTION'?"));
}

TEST(P3p, RefusesRetentionsWithoutTheirPeriod) {
    Text text;
    text.retention = "<legal-requirement/>";
    text.extension = period;
    EXPECT_THAT(refusal(text.xml()),
                HasSubstr("t.xml:6: the period of <legal-requirement> is not given; write in the policy: "
                          "<EXTENSION><scrim:retention xmlns:scrim=\"urn:scrim\" name=\"legal-requirement\""));
    text.retention = "<stated-purpose/><indefinitely/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("must hold one element"));
    text.retention = "<forever/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("unknown element <forever>"));
    text.retention = "<stated-purpose/>";
    text.extension = period.substr(0, period.find("<s:since"));
    EXPECT_THAT(refusal(text.xml()), HasSubstr("retention '90 days' has no date to count from"));
}

TEST(P3p, RefusesExtensionsThatItWouldMisread) {
    Text text;
    const auto with = [&text](const std::string& extension) {
        text.extension = extension;
        return refusal(text.xml());
    };
    const std::string ours = "xmlns='urn:scrim' ";
    EXPECT_THAT(with("<retention " + ours + "name='stated-purpose' period='soon'/>"),
                HasSubstr("t.xml:2: a period is"));
    EXPECT_THAT(with("<retention " + ours + "name='indefinitely' period='1 day'/>"), HasSubstr("not 'indefinitely'"));
    EXPECT_THAT(with("<since " + ours + "/>"), HasSubstr("column is empty"));
    EXPECT_THAT(with("<sinse " + ours + "/>"), HasSubstr("did you mean 'since'?"));
    EXPECT_THAT(with(period + period), HasSubstr("given twice"));
    EXPECT_THAT(with("<scrim:since column='a'/>"), HasSubstr("the prefix of <scrim:since> is not declared"));
    EXPECT_THAT(with("</EXTENSION><EXTENSION optional='no'><x xmlns='urn:x'/>"), HasSubstr("does not know"));
    text = Text();
    text.data += "<EXTENSION>" + period + "</EXTENSION>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("must stand in an <EXTENSION> of <POLICY> itself"));
}

TEST(P3p, RefusesNamesThatNobodyCanAskFor) {
    Text text;
    text.data = "<DATA ref='#a&#10;b'/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("attribute 'a\\x0ab' holds a control character"));
    text.data = "<DATA ref='#birth '/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("begins or ends with a space"));
    text.data = "<DATA ref='#" + std::string(256, 'a') + "'/>";
    EXPECT_THAT(refusal(text.xml()), HasSubstr("longer than 255 bytes"));
}

TEST(P3p, PrintsAsYaml) {
    Text text;
    text.extension = period;
    text.purpose = "<other-purpose required='opt-in'/><null/>";
    text.retention = "<stated-purpose/>";
    text.data = "<DATA ref='#a &quot;b&quot; \\'/><DATA ref='#c'/>";
    std::string xml = text.xml();
    const std::string more = Text{"", "<admin/>", "<ours/>", "<no-retention/>", "<DATA ref='#c'/>"}.xml();
    xml.insert(xml.find("</POLICY>"), more.substr(more.find("<STATEMENT>"), more.find("</POLICY>") - more.find("<ST")));
    const auto policy = parse_p3p(xml, "t.xml");
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(to_text(*policy),
              "policy: hospital\nsince: admitted\nrules:\n"
              "  - purpose: \"other-purpose\"\n    recipient: nurse\n"
              "    attributes: {\"a \\\"b\\\" \\\\\": opt_in, c: opt_in}\n    retention: 90 days\n"
              "  - purpose: \"null\"\n    recipient: nurse\n"
              "    attributes: {\"a \\\"b\\\" \\\\\": always, c: always}\n    retention: 90 days\n"
              "  - purpose: admin\n    recipient: ours\n    attributes: {c: always}\n    retention: none\n");
    const auto again = parse_privacy_policy_yaml(to_text(*policy), "again");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(*again, *policy);
}

TEST(P3p, TheExampleIsAPolicy) {
    const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
    const auto policy = read_privacy_policy((root / "examples/hospital_policy.xml").string());
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(policy->name, "hospital");
    EXPECT_EQ(policy->since, "admitted");
    EXPECT_EQ(policy->rules.size(), 11u);
    EXPECT_THAT(policy->rules, testing::Contains(PolicyRule{"treatment", "nurse", "name", Choice::always, "90 days"}));
    EXPECT_THAT(policy->rules, testing::Contains(PolicyRule{"research", "lab", "disease", Choice::opt_in, ""}));
}

TEST(P3p, FilesAreReadByTheirExtension) {
    const auto folder = std::filesystem::path(testing::TempDir());
    const auto write = [&folder](const std::string& name, const std::string& text) {
        std::ofstream(folder / name) << text;
        return (folder / name).string();
    };
    std::string unnamed = Text().xml();
    unnamed.erase(unnamed.find(" name="), 16);
    const auto xml = read_privacy_policy(write("clinic.xml", unnamed));
    ASSERT_TRUE(xml.ok()) << xml.error().message;
    EXPECT_EQ(xml->name, "clinic");
    const std::string yaml = "rules:\n  - {purpose: a, recipient: b, attributes: c}\n";
    for (const std::string name : {"ward.yaml", "ward.yml", "ward.YML"}) {
        const auto policy = read_privacy_policy(write(name, yaml));
        ASSERT_TRUE(policy.ok()) << policy.error().message;
        EXPECT_EQ(policy->name, "ward");
    }
    EXPECT_THAT(read_privacy_policy(write("ward.txt", yaml)).error().message, HasSubstr("ends in .xml (P3P), .yaml"));
    EXPECT_THAT(read_privacy_policy((folder / "none.xml").string()).error().message, HasSubstr("cannot read"));
    const auto bad = read_privacy_policy(write("bad.xml", "\n<META/>"));
    EXPECT_THAT(bad.error().message, HasSubstr("bad.xml:2: "));
}

}  // namespace p3p_test
}  // namespace scrim::views
