// The judge against the plainest way to say it: group rows with a map, count with a map, ask each model, take the
// worst.
#include "kernel/models/judge.h"
#include "kernel/core/random.h"
#include "kernel/models/sensitive.h"
#include "kernel/subject/subject.h"
#include "tests/check/memory_source.h"

#include <gtest/gtest.h>

#include <map>

namespace scrim::checking {
namespace judge_test {

using Row = std::vector<Cell>;
using Rows = std::vector<Row>;

// Columns q0, q1, q2 (quasi-identifiers), s (sensitive, small numbers).
const std::vector<std::string> names{"q0", "q1", "q2", "s"};
const std::vector<std::string> quasi_identifiers{"q0", "q1", "q2"};

Rows random_rows(Random& random, std::size_t count, bool missing) {
    Rows rows(count, Row(4));
    for (Row& row : rows)
        for (std::size_t c = 0; c < 4; ++c) {
            row[c] = std::to_string(random.below(c == 3 ? 5 : 3));
            if (c == 3 || !missing) continue;
            if (random.below(5) == 0)
                row[c].reset();
            else if (random.below(8) == 0)
                row[c] = "*";
        }
    return rows;
}

models::Evidence evidence_of(const Rows& rows, bool missing_matches,
                             std::optional<models::Population> population = std::nullopt) {
    models::Evidence::Input input;
    input.table = *MemorySource(names, rows).read(names, no_progress());
    input.quasi_identifiers = quasi_identifiers;
    input.sensitive = {{"s", nullptr, "", {}}};
    input.missing_matches = missing_matches;
    input.population = std::move(population);
    return models::Evidence(std::move(input));
}

bool is_missing(const Cell& cell) { return !cell || *cell == "*"; }

// Rows that nobody can tell from `row` on the columns x.
std::vector<const Row*> crowd_of(const Rows& rows, const Row& row, const std::vector<std::size_t>& x,
                                 bool missing_matches) {
    std::vector<const Row*> crowd;
    for (const Row& other : rows) {
        const bool same = std::all_of(x.begin(), x.end(), [&](std::size_t c) {
            return row[c] == other[c] || (missing_matches && (is_missing(row[c]) || is_missing(other[c])));
        });
        if (same) crowd.push_back(&other);
    }
    return crowd;
}

struct Expected {
    std::vector<Ratio> levels;
    models::Verdict verdict = models::Verdict::holds;
};

Expected expected(const models::Model& model, const Rows& rows, const models::Evidence& evidence,
                  bool missing_matches) {
    const auto parameters = models::measured_parameters(model.info());
    const std::vector<std::string> s{"s"};
    const auto attribute = evidence.attribute(s);
    Expected result;
    for (const models::Question& question : model.questions(quasi_identifiers)) {
        std::vector<std::size_t> x;
        for (const std::string& name : question.x.empty() ? quasi_identifiers : question.x)
            x.push_back(static_cast<std::size_t>(name[1] - '0'));
        for (const Row& row : rows) {
            const auto crowd = crowd_of(rows, row, x, missing_matches);
            std::map<Code, std::uint32_t> counts;
            for (const Row* member : crowd) ++counts[attribute->domain->find(*(*member)[3]).value()];
            std::vector<ValueCount> values;
            for (const auto& [value, count] : counts) values.push_back({value, count});
            models::ClassView view;
            view.size = crowd.size();
            view.sensitive = attribute.get();
            view.values = values;
            const models::Levels levels = model.measure(view);
            for (std::size_t i = 0; i < parameters.size(); ++i) {
                if (result.levels.size() <= i)
                    result.levels.push_back(levels[i]);
                else if (models::worse(*parameters[i], levels[i], result.levels[i]))
                    result.levels[i] = levels[i];
            }
            const models::Verdict verdict = model.decide(view);
            if (verdict == models::Verdict::fails ||
                (verdict == models::Verdict::undecided && result.verdict == models::Verdict::holds))
                result.verdict = verdict;
        }
    }
    return result;
}

void compare_all_models(bool missing, bool missing_matches) {
    SeededRandom random(missing * 2 + missing_matches);
    std::vector<std::unique_ptr<models::Model>> made;
    std::vector<const models::Model*> asked;
    for (const models::ModelSpec* spec : models::models()) {
        if (spec->traits.of_mechanism || spec->traits.needs_population || spec->traits.needs_guards ||
            spec->traits.needs_hierarchy)
            continue;
        made.push_back(std::move(*models::make_model(Requirement{spec->name, {}})));
        asked.push_back(made.back().get());
    }
    for (const char* text : {"2", "3"}) {
        made.push_back(std::move(*models::make_model(Requirement{"k_anonymity", {{"k", {{text}}}}})));
        asked.push_back(made.back().get());
        made.push_back(std::move(*models::make_model(Requirement{"l_diversity_distinct", {{"l", {{text}}}}})));
        asked.push_back(made.back().get());
    }
    for (int round = 0; round < 40; ++round) {
        const Rows rows = random_rows(random, 1 + random.below(60), missing);
        const models::Evidence evidence = evidence_of(rows, missing_matches);
        const auto judgments = models::judge(evidence, asked, no_progress());
        ASSERT_TRUE(judgments);
        for (std::size_t m = 0; m < asked.size(); ++m) {
            const models::Judgment& judgment = (*judgments)[m];
            ASSERT_EQ(judgment.not_applicable, "");
            const Expected want = expected(*asked[m], rows, evidence, missing_matches);
            for (std::size_t i = 0; i < want.levels.size(); ++i) {
                EXPECT_EQ(judgment.worst(i).worst[i].level, want.levels[i]) << asked[m]->info().name;
                // The class that is named as worst is one that reaches just this level.
                const models::Finding& finding = judgment.worst(i);
                const auto classes = evidence.classes(finding.x, {"s"});
                bool found = false;
                for (std::size_t c = 0; c < classes->size(); ++c) {
                    std::vector<Cell> labels;
                    for (std::size_t x = 0; x < classes->x(); ++x)
                        labels.push_back(classes->is_null(c, x) ? std::nullopt : Cell(classes->label(c, x)));
                    if (labels != finding.worst[i].values) continue;
                    models::Classes::Scratch scratch;
                    EXPECT_EQ(asked[m]->measure(classes->view(c, scratch))[i], want.levels[i]);
                    EXPECT_EQ(classes->records(c), finding.worst[i].records);
                    found = true;
                }
                EXPECT_TRUE(found);
            }
            EXPECT_EQ(judgment.verdict(), want.verdict) << asked[m]->info().name;
        }
    }
}

TEST(Judge, FindsTheWorstClassOfEveryModel) { compare_all_models(false, false); }
TEST(Judge, TakesMissingValuesForValuesOfTheirOwn) { compare_all_models(true, false); }
TEST(Judge, LetsMissingValuesMatchAnythingWhenAsked) { compare_all_models(true, true); }

TEST(Population, IsCountedPerClassThroughSpans) {
    SeededRandom random(9);
    const std::vector<std::string> intervals{"[0, 1]", "[2, 2]", "[0, 2]", "1", "*"};
    const auto covers = [](const std::string& label, int value) {
        if (label == "*" || label == "[0, 2]") return true;
        if (label == "[0, 1]") return value <= 1;
        return label == "[2, 2]" ? value == 2 : value == 1;
    };
    const std::vector<std::string> column{"q0"};
    for (int round = 0; round < 200; ++round) {
        Rows people, table;
        for (int i = 0; i < 3; ++i) people.push_back({std::to_string(i)});  // the whole domain occurs
        for (std::uint64_t i = random.below(10); i > 0; --i) people.push_back({std::to_string(random.below(3))});
        for (std::uint64_t i = 1 + random.below(8); i > 0; --i)
            table.push_back({intervals[random.below(intervals.size())]});
        const Table read_table = *MemorySource(column, table).read(column, no_progress());
        const auto population =
            subject::make_population(*MemorySource(column, people).read(column, no_progress()), read_table, column, {});
        ASSERT_TRUE(population);
        models::Evidence::Input input;
        input.table = read_table;
        input.quasi_identifiers = column;
        input.population = *population;
        const models::Evidence evidence(std::move(input));
        const auto classes = evidence.classes(column, {});
        std::uint64_t unmatched = 0;
        bool overlapping = false;
        std::vector<std::uint64_t> counts(classes->size(), 0);
        for (const Row& person : people) {
            int fits = 0;
            for (std::size_t c = 0; c < classes->size(); ++c)
                if (covers(classes->label(c, 0), std::stoi(*person[0]))) ++counts[c], ++fits;
            unmatched += fits == 0;
            overlapping |= fits > 1;
        }
        EXPECT_EQ(evidence.population_match().counts, counts);
        EXPECT_EQ(evidence.population_match().unmatched, unmatched);
        EXPECT_EQ(evidence.population_match().overlapping, overlapping);
    }
}

}  // namespace judge_test
}  // namespace scrim::checking
