#include "kernel/core/text.h"
#include "kernel/models/judge.h"
#include "tests/models/example.h"

#include <map>
#include <random>

namespace scrim::models {
namespace ff_anonymity_test {

using Rows = std::vector<std::vector<std::string>>;

Evidence evidence_of(const Rows& rows, std::vector<std::string> names, const std::string& sensitive) {
    Evidence::Input input;
    for (std::size_t c = 0; c < names.size(); ++c) {
        std::vector<std::string> labels;
        for (const auto& row : rows) labels.push_back(row[c]);
        std::sort(labels.begin(), labels.end());
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
        auto domain = std::make_shared<Domain>(Domain::of_text(labels));
        std::vector<Code> codes;
        for (const auto& row : rows) codes.push_back(domain->find(row[c]).value());
        input.table.add(names[c], Column(std::move(domain), codes));
        if (names[c] != sensitive) input.quasi_identifiers.push_back(names[c]);
    }
    if (!sensitive.empty()) input.sensitive.push_back({sensitive, nullptr, "", {}});
    return Evidence(std::move(input));
}

Judgment judged(const Evidence& evidence, const Model& model) {
    auto judgments = judge(evidence, {&model}, no_progress());
    return judgments ? std::move(judgments->front()) : Judgment{};
}

Ratio level_of(const Judgment& judgment) {
    Ratio most(0);
    for (const Finding& finding : judgment.findings) most = std::max(most, finding.worst[0].level);
    return most;
}

TEST(FfAnonymity, NoColumnIsSafeByBeingAQuasiIdentifier) {
    const Evidence evidence =
        evidence_of({{"nurse", "HIV"}, {"nurse", "flu"}, {"judge", "HIV"}}, {"job", "disease"}, "");
    const auto made = [](const std::vector<std::string>& values) {
        return *make_model(Requirement{"ff_anonymity",
                                       {{"columns", {{"job", "disease"}}}, {"value", {values}}, {"theta", {{"1/2"}}}}});
    };
    EXPECT_EQ(level_of(judged(evidence, *made({"HIV"}))), Ratio(1));
    EXPECT_EQ(level_of(judged(evidence, *made({"judge"}))), Ratio(1, 2));
    EXPECT_EQ(judged(evidence, *made({"judge"})).verdict(), Verdict::holds);
    EXPECT_EQ(judged(evidence, *made({"judge", "HIV"})).verdict(), Verdict::fails);
    const auto unknown = made({"malaria"});
    const auto refused = judge(evidence, {unknown.get()}, no_progress());
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().message.starts_with("ff_anonymity: no sensitive attribute has the value 'malaria'"));
}

// 004 Table II(c): HIV among the artists 3/4; and whoever is known to have Hepatitis is a professional.
TEST(FfAnonymity, PatientTable) {
    const Rows rows{{"Professional", "Hepatitis"},
                    {"Professional", "Hepatitis"},
                    {"Professional", "HIV"},
                    {"Artist", "Flu"},
                    {"Artist", "HIV"},
                    {"Artist", "HIV"},
                    {"Artist", "HIV"}};
    const Evidence evidence = evidence_of(rows, {"job", "disease"}, "disease");
    const Given hiv{{"value", "HIV"}};
    EXPECT_EQ(level_of(judged(evidence, *model("ff_anonymity", hiv))), Ratio(3, 4));
    const auto both = *make_model(Requirement{"ff_anonymity", {{"columns", {{"job", "disease"}}}}});
    EXPECT_EQ(level_of(judged(evidence, *both)), Ratio(1));
}

TEST(FfAnonymity, QuestionsItAsks) {
    EXPECT_EQ(model("ff_anonymity")->questions({"a", "b", "c"}), std::vector<Question>{Question{}});
    EXPECT_TRUE(model("ff_anonymity", {{"theta", "1/2"}})->belief_bound().has_value());
    const auto all = *make_model(Requirement{"ff_anonymity", {{"columns", {{"a", "b", "c"}}}, {"theta", {{"1/2"}}}}});
    EXPECT_EQ(all->questions({}),
              (std::vector<Question>{{{"b", "c"}, {"a"}}, {{"a", "c"}, {"b"}}, {{"a", "b"}, {"c"}}}));
    EXPECT_FALSE(all->belief_bound().has_value());
    const auto some = *make_model(Requirement{"ff_anonymity", {{"columns", {{"a", "b"}}}, {"of", {{"s", "b"}}}}});
    EXPECT_EQ(some->questions({"c"}), (std::vector<Question>{{{"a", "b"}, {"s"}}, {{"a"}, {"b"}}}));
    EXPECT_EQ(refusal(requirement("ff_anonymity", {{"columns", "a"}})),
              "ff_anonymity: columns needs two columns or more, so that one is inferred from others");
    EXPECT_EQ(refusal(requirement("ff_anonymity", {{"columns", "a"}, {"of", "s"}})), "");
}

// Every X on every columns, and every value of another column.
Ratio by_enumeration(const Rows& rows, const std::string& value) {
    const std::size_t width = rows.front().size();
    Ratio most(0);
    for (std::size_t inferred = 0; inferred < width; ++inferred)
        for (std::uint32_t set = 0; set < 1u << width; ++set) {
            if (set >> inferred & 1) continue;
            std::map<std::vector<std::string>, std::map<std::string, std::uint64_t>> matching;
            for (const auto& row : rows) {
                std::vector<std::string> x;
                for (std::size_t c = 0; c < width; ++c)
                    if (set >> c & 1) x.push_back(row[c]);
                ++matching[x][row[inferred]];
            }
            for (const auto& [x, counts] : matching) {
                std::uint64_t all = 0;
                for (const auto& [label, count] : counts) all += count;
                for (const auto& [label, count] : counts)
                    if (value.empty() || label == value) most = std::max(most, Ratio(count, all));
            }
        }
    return most;
}

TEST(FfAnonymity, AgreesWithAllAttacks) {
    std::mt19937_64 random(51);
    for (int round = 0; round < 100; ++round) {
        const std::size_t width = 2 + random() % 3;
        Rows rows(2 + random() % 12);
        for (auto& row : rows)
            for (std::size_t c = 0; c < width; ++c)
                row.push_back(std::string(1, static_cast<char>('a' + random() % (1 + random() % 3))));
        rows[0][0] = "a";
        std::vector<std::string> names;
        for (std::size_t c = 0; c < width; ++c) names.push_back("c" + std::to_string(c));
        const Evidence evidence = evidence_of(rows, names, "");
        for (const std::string value : {"", "a"}) {
            Requirement asked{"ff_anonymity", {{"columns", {names}}}};
            if (!value.empty()) asked.arguments.push_back({"value", {{value}}});
            const auto made = *make_model(asked);
            ASSERT_EQ(level_of(judged(evidence, *made)), by_enumeration(rows, value));
        }
    }
}

}  // namespace ff_anonymity_test
}  // namespace scrim::models
