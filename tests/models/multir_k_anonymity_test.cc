#include "kernel/models/judge.h"
#include "tests/models/example.h"

#include <map>
#include <random>
#include <set>

namespace scrim::models {
namespace multir_k_anonymity_test {

using Rows = std::vector<std::vector<std::string>>;  // the person last

// Columns a, b, … and the person, unless `person` is not asked for.
Evidence evidence_of(const Rows& rows, bool person = true) {
    Evidence::Input input;
    const std::size_t width = rows.front().size();
    for (std::size_t c = 0; c < width; ++c) {
        std::set<std::string> labels;
        for (const auto& row : rows) labels.insert(row[c]);
        auto domain = std::make_shared<Domain>(Domain::of_text({labels.begin(), labels.end()}));
        std::vector<Code> codes;
        for (const auto& row : rows) codes.push_back(domain->find(row[c]).value());
        const std::string name = c + 1 < width ? std::string(1, static_cast<char>('a' + c)) : "person";
        input.table.add(name, Column(std::move(domain), codes));
        if (c + 1 < width) input.quasi_identifiers.push_back(name);
    }
    if (person) input.person = "person";
    return Evidence(std::move(input));
}

Judgment judged(const Evidence& evidence, const Given& given) {
    const auto made = model("multir_k_anonymity", given);
    auto judgments = judge(evidence, {made.get()}, no_progress());
    EXPECT_TRUE(judgments);
    return std::move(judgments->front());
}

const Rows wards = {{"A", "Ann"}, {"B", "Ann"}, {"A", "Bob"}, {"B", "Bob"}, {"A", "Carl"}, {"B", "Dora"}, {"A", "Eve"}};

TEST(MultirKAnonymity, SetsOfWards) {
    const Finding finding = judged(evidence_of(wards), {{"k", "2"}}).findings.front();
    EXPECT_EQ(finding.worst[0].level, Ratio(1));
    EXPECT_EQ(finding.worst[0].values, std::vector<std::optional<std::string>>{"B"});
    EXPECT_EQ(finding.verdict, Verdict::fails);
    EXPECT_EQ(finding.failing, 1u);
    EXPECT_EQ(finding.failing_rows, 1u);
    Rows without = wards;
    without.erase(without.begin() + 5);
    EXPECT_EQ(judged(evidence_of(without), {{"k", "2"}}).findings.front().worst[0].level, Ratio(2));
    EXPECT_EQ(judged(evidence_of(without), {{"k", "2"}}).verdict(), Verdict::holds);
    // Counted in people, each ward by itself has three or more.
    const Evidence evidence = evidence_of(wards);
    const auto k = model("k_anonymity", {{"k", "3"}});
    EXPECT_EQ((*judge(evidence, {k.get()}, no_progress()))[0].verdict(), Verdict::holds);
}

// A value twice in somebody's records does not change the set.
TEST(MultirKAnonymity, SetsNotBags) {
    Rows twice = wards;
    twice.push_back({"A", "Ann"});
    twice.erase(twice.begin() + 5);
    EXPECT_EQ(judged(evidence_of(twice), {{"k", "2"}}).findings.front().worst[0].level, Ratio(2));
}

TEST(MultirKAnonymity, SeveralQuasiIdentifiersAndWorstSets) {
    const Rows rows{{"1", "x", "Ann"}, {"2", "y", "Ann"},  {"1", "x", "Bob"},
                    {"2", "x", "Bob"}, {"1", "y", "Carl"}, {"2", "x", "Carl"}};
    const Finding all = judged(evidence_of(rows), {}).findings.front();
    EXPECT_EQ(all.worst[0].level, Ratio(1));
    EXPECT_EQ(all.x, std::vector<std::string>{"a + b"});
    EXPECT_EQ(all.worst[0].values, std::vector<std::optional<std::string>>{"1 + x; 2 + x"});
    const auto made = *make_model(Requirement{"multir_k_anonymity", {{"k", {{"3"}}}, {"qid", {{"a"}}}}});
    const Evidence evidence = evidence_of(rows);
    EXPECT_EQ((*judge(evidence, {made.get()}, no_progress()))[0].verdict(), Verdict::holds);
}

// Where everybody has one record, it is k-anonymity; so also where nobody says whose record it is.
TEST(MultirKAnonymity, OneRecordEach) {
    const Evidence evidence = evidence_of(wards, false);
    const auto sets = model("multir_k_anonymity", {{"k", "3"}}), k = model("k_anonymity", {{"k", "3"}});
    const auto judgments = judge(evidence, {sets.get(), k.get()}, no_progress());
    ASSERT_TRUE(judgments);
    EXPECT_EQ((*judgments)[0].worst(0).worst[0].level, Ratio(3));
    EXPECT_EQ((*judgments)[1].worst(0).worst[0].level, Ratio(3));
    EXPECT_FALSE(asks_whole_classes(*sets, {"a"}));
}

TEST(MultirKAnonymity, AgreesWithTheDefinition) {
    std::mt19937_64 random(61);
    for (int round = 0; round < 200; ++round) {
        Rows rows(1 + random() % 20);
        for (auto& row : rows)
            row = {std::to_string(random() % 2), std::to_string(random() % 3), std::to_string(random() % 8)};
        std::map<std::string, std::set<std::vector<std::string>>> owned;
        for (const auto& row : rows) owned[row[2]].insert({row[0], row[1]});
        std::uint64_t fewest = UINT64_MAX;
        for (const auto& [person, set] : owned) {
            std::uint64_t same = 0;
            for (const auto& [other, others] : owned) same += set == others ? 1 : 0;
            fewest = std::min(fewest, same);
        }
        const Evidence evidence = evidence_of(rows);
        ASSERT_EQ(judged(evidence, {}).findings.front().worst[0].level, Ratio(fewest));
    }
}

}  // namespace multir_k_anonymity_test
}  // namespace scrim::models
