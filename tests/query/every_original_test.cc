// Every original that a small release may come from: answers hold what is true of each of them, both ends are reached,
// and what is expected is the mean over all of them.
#include "kernel/core/random.h"
#include "tests/query/release_maker.h"
#include "tests/rounds.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace scrim::testing {
namespace every_original_test {

struct Person {
    int age = 0;
    bool male = false;
    int salary = 0;
};
using People = std::vector<Person>;
using Condition = std::function<bool(const Person&)>;

// A condition in SQL and as a function.
struct Said {
    std::string sql;
    Condition holds;
};

constexpr int oldest = 4;  // ages are 0 to 4
const std::vector<int> salaries{-3, 2, 5};

Said comparison(Random& random, bool rows_only) {
    const auto pick = random.below(rows_only ? 3 : 4);
    const int number = static_cast<int>(random.below(oldest + 1));
    if (pick == 0) return {"age <= " + std::to_string(number), [number](const Person& p) { return p.age <= number; }};
    if (pick == 1) {
        const int other = static_cast<int>(random.below(oldest + 1));
        return {"age NOT IN (" + std::to_string(number) + ", " + std::to_string(other) + ")",
                [=](const Person& p) { return p.age != number && p.age != other; }};
    }
    if (pick == 2) return {"sex = 'm'", [](const Person& p) { return p.male; }};
    const int salary = salaries[random.below(salaries.size())];
    return {"salary >= " + std::to_string(salary), [salary](const Person& p) { return p.salary >= salary; }};
}

Said condition(Random& random, int depth, bool rows_only) {
    if (depth == 0) return comparison(random, rows_only);
    const Said a = condition(random, depth - 1, rows_only), b = condition(random, depth - 1, rows_only);
    if (random.below(4) == 0) return {"NOT (" + a.sql + ")", [f = a.holds](const Person& p) { return !f(p); }};
    const bool both = random.below(2) == 0;
    return {"(" + a.sql + (both ? " AND " : " OR ") + b.sql + ")",
            [f = a.holds, g = b.holds, both](const Person& p) { return both ? f(p) && g(p) : f(p) || g(p); }};
}

// An aggregate of one original; nothing where there is nothing to aggregate.
std::optional<Ratio> truth(const People& people, const Condition& holds, const std::string& aggregate) {
    std::vector<int> numbers;
    for (const Person& p : people)
        if (holds(p)) numbers.push_back(aggregate.ends_with("(salary)") ? p.salary : p.age);
    if (aggregate == "COUNT(*)") return Ratio(static_cast<Int128>(numbers.size()));
    if (numbers.empty()) return std::nullopt;
    const int sum = std::accumulate(numbers.begin(), numbers.end(), 0);
    if (aggregate.starts_with("SUM")) return Ratio(sum);
    if (aggregate.starts_with("AVG")) return Ratio(sum, static_cast<Int128>(numbers.size()));
    const auto [least, greatest] = std::minmax_element(numbers.begin(), numbers.end());
    return Ratio(aggregate.starts_with("MIN") ? *least : *greatest);
}

// All that is true of some original, with how many say so.
struct Truths {
    std::optional<Ratio> least, greatest;
    bool none = false;
    Int128 sum = 0, originals = 0;  // of counts and sums

    void add(const std::optional<Ratio>& one) {
        ++originals;
        none |= !one;
        if (!one) return;
        least = least ? std::min(*least, *one) : *one;
        greatest = greatest ? std::max(*greatest, *one) : *one;
        sum += one->numerator();
    }
};

void expect_exactly(const QueryInterval& interval, const Truths& truths, const std::string& what) {
    if (!truths.least) {
        EXPECT_TRUE(interval.nothing) << what;
        return;
    }
    EXPECT_EQ(interval.may_be_nothing, truths.none) << what;
    ASSERT_TRUE(interval.lower && interval.upper) << what;
    EXPECT_EQ(*Ratio::parse(interval.lower->exact), *truths.least) << what;
    EXPECT_EQ(*Ratio::parse(interval.upper->exact), *truths.greatest) << what;
}

void expect_mean(const QueryValue& value, const Truths& truths, const std::string& what) {
    if (value.expected) {
        EXPECT_EQ(*Ratio::parse(value.expected->exact), Ratio(truths.sum, truths.originals)) << what;
    } else {
        EXPECT_EQ(truths.sum, 0) << what;
    }
}

// A label, and the ages that it stands for.
std::pair<std::string, std::vector<int>> label_of_ages(Random& random) {
    if (random.below(6) == 0) return {"*", {0, 1, 2, 3, 4}};
    const int lo = static_cast<int>(random.below(oldest + 1));
    const int hi = lo + static_cast<int>(random.below(static_cast<std::uint64_t>(oldest - lo) + 1));
    std::vector<int> ages(static_cast<std::size_t>(hi - lo) + 1);
    std::iota(ages.begin(), ages.end(), lo);
    if (lo == hi) return {std::to_string(lo), ages};
    return {"[" + std::to_string(lo) + ", " + std::to_string(hi) + "]", ages};
}

hierarchy::Hierarchies known_values() {
    std::vector<std::vector<std::string>> ages;
    for (int age = 0; age <= oldest; ++age) ages.push_back({std::to_string(age), "*"});
    const auto make = [](const std::vector<std::vector<std::string>>& rows) {
        return std::make_shared<const hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths(rows));
    };
    return {{"age", make(ages)}, {"sex", make({{"m", "*"}, {"f", "*"}})}};
}

struct Generalized {
    querying::Released released;
    std::vector<std::vector<Person>> choices;  // of each record
};

Generalized random_generalized(Random& random) {
    Generalized made;
    std::vector<std::vector<std::string>> rows;
    const std::size_t records = 1 + random.below(3);
    for (std::size_t r = 0; r < records; ++r) {
        const auto [age, ages] = label_of_ages(random);
        const auto sex = random.below(3);
        const int salary = salaries[random.below(salaries.size())];
        rows.push_back({age, sex == 0 ? "m" : sex == 1 ? "f" : "*", std::to_string(salary)});
        auto& choices = made.choices.emplace_back();
        for (const int a : ages)
            for (const bool male : {true, false})
                if (sex == 2 || male == (sex == 0)) choices.push_back({a, male, salary});
    }
    made.released = bare_table({"age", "sex", "salary"}, rows, known_values());
    for (auto& column : made.released.columns) column.may_be_missing = false;
    return made;
}

// Every way to choose one of each.
void every_choice(const std::vector<std::vector<Person>>& choices, People& chosen,
                  const std::function<void(const People&)>& visit) {
    if (chosen.size() == choices.size()) return visit(chosen);
    for (const Person& person : choices[chosen.size()]) {
        chosen.push_back(person);
        every_choice(choices, chosen, visit);
        chosen.pop_back();
    }
}

const std::vector<std::string> aggregates{"COUNT(*)", "SUM(age)",    "AVG(age)",   "MIN(age)",
                                          "MAX(age)", "SUM(salary)", "AVG(salary)"};

TEST(EveryOriginal, OfAGeneralizedRelease) {
    SeededRandom random(1);
    for (int round = 0; round < rounds(150); ++round) {
        const Generalized made = random_generalized(random);
        const Said said = condition(random, static_cast<int>(random.below(3)), false);
        for (const std::string& aggregate : aggregates) {
            Truths truths;
            People chosen;
            every_choice(made.choices, chosen,
                         [&](const People& people) { truths.add(truth(people, said.holds, aggregate)); });
            const std::string sql = "SELECT " + aggregate + " FROM t WHERE " + said.sql;
            const auto answer = ask(made.released, sql);
            ASSERT_TRUE(answer.ok()) << sql << ": " << answer.error().message;
            const QueryValue& value = answer->rows.at(0).values.at(0);
            expect_exactly(value.released.value(), truths, sql);
            if (aggregate == "COUNT(*)" || aggregate.starts_with("SUM")) expect_mean(value, truths, sql);
        }
    }
}

// Records that were left out may be anybody, as far as hierarchies tell.
TEST(EveryOriginal, WithARecordThatWasLeftOut) {
    SeededRandom random(2);
    for (int round = 0; round < rounds(80); ++round) {
        Generalized made = random_generalized(random);
        const std::uint64_t left_out = random.below(3);
        made.released.certified = true;
        made.released.original = made.released.released + left_out;
        std::vector<Person> anybody;
        for (int age = 0; age <= oldest; ++age)
            for (const bool male : {true, false})
                for (const int salary : {-4, -3, 2, 5}) anybody.push_back({age, male, salary});
        for (std::uint64_t i = 0; i < left_out; ++i) made.choices.push_back(anybody);
        if (made.choices.size() > 3) continue;
        const Said said = condition(random, static_cast<int>(random.below(3)), false);
        for (const char* aggregate : {"COUNT(*)", "SUM(age)", "AVG(age)", "MIN(age)", "MAX(age)"}) {
            Truths truths;
            People chosen;
            every_choice(made.choices, chosen,
                         [&](const People& people) { truths.add(truth(people, said.holds, aggregate)); });
            const std::string sql = std::string("SELECT ") + aggregate + " FROM t WHERE " + said.sql;
            const auto answer = ask(made.released, sql);
            ASSERT_TRUE(answer.ok()) << sql << ": " << answer.error().message;
            const QueryValue& value = answer->rows.at(0).values.at(0);
            ASSERT_TRUE(value.original) << sql;
            expect_exactly(*value.original, truths, sql + ", left out " + std::to_string(left_out));
        }
    }
}

struct Anatomized {
    querying::Released released;
    std::vector<People> rows;              // by group, without salaries
    std::vector<std::vector<int>> values;  // by group
};

Anatomized random_anatomized(Random& random) {
    Anatomized made;
    std::vector<std::vector<std::string>> rows, values;
    const std::size_t groups = 1 + random.below(2);
    for (std::size_t g = 0; g < groups; ++g) {
        made.rows.emplace_back();
        made.values.emplace_back();
        values.emplace_back();
        const std::size_t records = 2 + random.below(groups == 1 ? 3 : 2);
        for (std::size_t r = 0; r < records; ++r) {
            const Person p{static_cast<int>(random.below(oldest + 1)), random.below(2) == 0, 0};
            made.rows.back().push_back(p);
            rows.push_back({std::to_string(p.age), p.male ? "m" : "f", std::to_string(g)});
            made.values.back().push_back(salaries[random.below(salaries.size())]);
            values.back().push_back(std::to_string(made.values.back().back()));
        }
    }
    made.released = in_groups({"age", "sex"}, rows, "salary", values);
    made.released.original = made.released.released;
    return made;
}

// Every way to deal the values of each group to its rows. `changed` may alter who has what before it is shown.
void every_deal(const Anatomized& made, std::size_t group, People& dealt,
                const std::function<void(const People&)>& visit) {
    if (group == made.rows.size()) return visit(dealt);
    std::vector<std::size_t> order(made.rows[group].size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
        for (std::size_t r = 0; r < order.size(); ++r) {
            dealt.push_back(made.rows[group][r]);
            dealt.back().salary = made.values[group][order[r]];
        }
        every_deal(made, group + 1, dealt, visit);
        dealt.resize(dealt.size() - order.size());
    } while (std::next_permutation(order.begin(), order.end()));
}

// A condition on the rows AND one on the value.
Said split_condition(Random& random) {
    const Said rows = condition(random, static_cast<int>(random.below(2)), true);
    const int salary = salaries[random.below(salaries.size())];
    if (random.below(5) == 0) return rows;
    return {rows.sql + " AND salary >= " + std::to_string(salary),
            [f = rows.holds, salary](const Person& p) { return f(p) && p.salary >= salary; }};
}

TEST(EveryOriginal, OfAnAnatomizedRelease) {
    SeededRandom random(3);
    for (int round = 0; round < rounds(120); ++round) {
        const Anatomized made = random_anatomized(random);
        const Said said = split_condition(random);
        for (const std::string& aggregate : aggregates) {
            Truths truths;
            People dealt;
            every_deal(made, 0, dealt, [&](const People& people) { truths.add(truth(people, said.holds, aggregate)); });
            const std::string sql = "SELECT " + aggregate + " FROM t WHERE " + said.sql;
            const auto answer = ask(made.released, sql);
            ASSERT_TRUE(answer.ok()) << sql << ": " << answer.error().message;
            const QueryValue& value = answer->rows.at(0).values.at(0);
            expect_exactly(value.released.value(), truths, sql);
            if (aggregate == "COUNT(*)" || aggregate.starts_with("SUM")) expect_mean(value, truths, sql);
        }
    }
}

// One record of each group is made up, and nobody knows which.
TEST(EveryOriginal, OfAReleaseWithCounterfeits) {
    SeededRandom random(4);
    for (int round = 0; round < rounds(60); ++round) {
        Anatomized made = random_anatomized(random);
        made.released.untrue.assign(made.rows.size(), 1);
        made.released.original.reset();
        const Said said = split_condition(random);
        Truths truths;
        People dealt;
        every_deal(made, 0, dealt, [&](const People& people) {
            std::vector<std::size_t> begins{0};
            for (const People& group : made.rows) begins.push_back(begins.back() + group.size());
            // Whom to leave out of the first and of the last group.
            const bool two = made.rows.size() == 2;
            for (std::size_t a = 0; a < begins[1]; ++a)
                for (std::size_t b = two ? begins[1] : a; b < (two ? begins[2] : a + 1); ++b) {
                    People left;
                    for (std::size_t i = 0; i < people.size(); ++i)
                        if (i != a && i != b) left.push_back(people[i]);
                    truths.add(truth(left, said.holds, "COUNT(*)"));
                }
        });
        const std::string sql = "SELECT COUNT(*) FROM t WHERE " + said.sql;
        const auto answer = ask(made.released, sql);
        ASSERT_TRUE(answer.ok()) << sql;
        const QueryValue& value = answer->rows.at(0).values.at(0);
        expect_exactly(value.released.value(), truths, sql);
        expect_mean(value, truths, sql);
        EXPECT_FALSE(value.original) << sql;
    }
}

// One record of each group has another value than any that is printed for it.
TEST(EveryOriginal, OfAReleaseWithSubstitutes) {
    SeededRandom random(5);
    for (int round = 0; round < rounds(60); ++round) {
        Anatomized made = random_anatomized(random);
        if (made.rows.size() > 1) continue;
        made.released.untrue.assign(1, 1);
        made.released.substitutes = true;
        const Said said = split_condition(random);
        Truths truths;
        People dealt;
        every_deal(made, 0, dealt, [&](People people) {
            for (Person& p : people)
                for (const int salary : {-100, -3, 2, 5, 100}) {
                    const int shown = std::exchange(p.salary, salary);
                    truths.add(truth(people, said.holds, "COUNT(*)"));
                    p.salary = shown;
                }
        });
        const std::string sql = "SELECT COUNT(*) FROM t WHERE " + said.sql;
        const auto answer = ask(made.released, sql);
        ASSERT_TRUE(answer.ok()) << sql;
        expect_exactly(answer->rows.at(0).values.at(0).released.value(), truths, sql);
    }
}

}  // namespace every_original_test
}  // namespace scrim::testing
