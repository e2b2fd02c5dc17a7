// Non-interference: what an analyst is answered is a function of what the views show, and of nothing else. Two
// databases whose views show the same, with other values behind the labels, give the same rows, or the same error, to
// every statement.
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "tests/rounds.h"
#include "tests/sql/analyst_questions.h"
#include "tests/sql/sql_runner.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

namespace scrim::sql {
namespace non_interference_test {

constexpr std::uint64_t questions_each = 60;
constexpr int changes_each = 30;

// The rows, sorted: they come in any order.
class SortedText final : public SqlSink {
public:
    void columns(std::span<const SqlColumn> columns) override {
        for (const SqlColumn& column : columns)
            text_ += format("{} {} {}; ", column.name, column.type, column.of_numbers);
    }
    bool row(std::span<const std::optional<std::string>> cells) override {
        std::string row;
        for (const auto& cell : cells) row += (cell ? "'" + *cell + "'" : "NULL") + " ";
        rows_.push_back(row);
        return true;
    }
    void message(std::string_view text) override { text_ += text; }
    std::string text() {
        std::sort(rows_.begin(), rows_.end());
        return text_ + "\n" + join(rows_, "\n");
    }

private:
    std::string text_;
    std::vector<std::string> rows_;
};

// A database of people with views of every kind, and an analyst who may ask them all.
class World {
public:
    World(std::uint64_t seed, bool other_values) {
        SeededRandom random(seed);
        owner_.run(
            "CREATE TABLE person(id INTEGER, age INTEGER, born DATE, pay DECIMAL(8, 2), zip VARCHAR, city VARCHAR, "
            "code VARCHAR, one INTEGER, disease VARCHAR, choice INTEGER)");
        const std::uint64_t people = 12 + random.below(24);
        std::string rows;
        for (std::uint64_t i = 0; i < people; ++i) {
            std::string row = std::to_string(i);
            for (const std::string& column : columns()) row += ", " + random_value(column, random);
            // Most ask for small groups; some are hidden, some have no profile, some are shown as they are.
            static constexpr int choices[] = {2, 2, 2, 3, 3, 3, 4, 5, 6, 0, 1};
            rows += format("{}({}, {})", i ? ", " : "", row, choices[random.below(std::size(choices))]);
        }
        owner_.run("INSERT INTO person VALUES " + rows);
        owner_.run("CREATE TABLE wish(choice INTEGER, k INTEGER, lvl INTEGER, age_op BOOLEAN, city_op BOOLEAN)");
        owner_.run(
            "INSERT INTO wish VALUES (0, 0, 0, true, true), (1, 1, 1, true, true), (2, 2, 0, true, true), (3, 3, 1, "
            "true, true), (4, 2, 2, false, true), (5, 1000, 0, true, false)");
        for (const auto& [name, edges] : dghs()) {
            owner_.run("CREATE DGH " + name);
            owner_.run("INSERT INTO DGH " + name + " " + edges);
        }
        for (const auto& [name, sql] : view_definitions()) {
            owner_.run(sql);
            owner_.run(format("GRANT SELECT ON ANONYMIZATION_VIEW {} TO ana", name));
        }
        analyst_.emplace(*owner_.database().session("ana"));
        if (other_values) change_behind_the_labels(random);
    }

    std::uint64_t changed() const { return changed_; }
    std::string ask(const std::string& statement) {
        SortedText answer;
        const auto done = analyst_->run(statement, answer, no_progress());
        return done ? answer.text() : "error: " + done.error().message;
    }
    std::string shown(const std::string& view) { return ask("SELECT * FROM " + view); }
    SqlRows truth() { return owner_.sorted("SELECT * FROM person"); }

private:
    std::map<std::string, std::string> all_shown() {
        std::map<std::string, std::string> all;
        for (const auto& [name, sql] : view_definitions()) all[name] = shown(name);
        return all;
    }

    static bool mentions(const std::string& view, const std::string& column) {
        for (const auto& [name, sql] : view_definitions())
            if (name == view) return sql.find(column) != std::string::npos;
        return false;
    }

    // Gives people other values as long as no view shows it.
    void change_behind_the_labels(Random& random) {
        const auto before = all_shown();
        const SqlRows people = owner_.run("SELECT id, choice FROM person ORDER BY id");
        for (int trial = 0; trial < changes_each; ++trial) {
            const auto& person = people[random.below(people.size())];
            if (person[1] < "2" || (person[1] < "4" && random.below(3) == 0)) continue;
            const std::string& column = columns()[random.below(columns().size())];
            const std::string old = owner_.value(
                format("SELECT coalesce(chr(39) || {}::VARCHAR || chr(39), 'NULL') AS old FROM person WHERE id = {}",
                       column, person[0]));
            const auto set = [&](const std::string& value) {
                owner_.run(format("UPDATE person SET {} = {} WHERE id = {}", column, value, person[0]));
                if (mentions("kept_av", column)) owner_.run("REFRESH ANONYMIZATION_VIEW kept_av");
            };
            const std::string now = random_value(column, random);
            set(now);
            bool same = true;
            for (const auto& [view, was] : before) same = same && (!mentions(view, column) || shown(view) == was);
            if (same)
                ++changed_;
            else
                set(old);
        }
        ASSERT_EQ(all_shown(), before);
    }

    SqlRunner owner_;
    std::optional<SqlSession> analyst_;
    std::uint64_t changed_ = 0;
};

TEST(NonInterference, EqualViewsGiveEqualAnswers) {
    std::uint64_t different = 0, answered = 0, refused = 0;
    std::map<std::string, int> refusals;
    const std::uint64_t pairs = rounds(1);
    for (std::uint64_t seed = 1; seed <= pairs && !HasFailure(); ++seed) {
        World one(seed, false), other(seed, true);
        different += one.truth() != other.truth();
        SeededRandom random(seed + 1'000'000);
        for (std::uint64_t i = 0; i < questions_each; ++i) {
            const std::vector<std::string> question = random_question(random);
            for (const std::string& statement : question) {
                const std::string first = one.ask(statement), second = other.ask(statement);
                EXPECT_EQ(first, second) << "seed " << seed << ": " << join(question, "; ");
                (first.starts_with("error: ") ? refused : answered) += 1;
                if (first.starts_with("error: ")) ++refusals[first.substr(0, 60)];
            }
        }
    }
    // Databases that are the same, and questions that are all refused, would show nothing.
    EXPECT_GT(different, pairs / 2);
    EXPECT_GT(answered, 3 * refused) << ::testing::PrintToString(refusals);
    RecordProperty("statements", static_cast<int>(answered + refused));
}

}  // namespace non_interference_test
}  // namespace scrim::sql
