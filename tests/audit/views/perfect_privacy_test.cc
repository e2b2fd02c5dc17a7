#include "methods/audit/databases/perfect_privacy.h"

#include "methods/audit/databases/reader.h"
#include "tests/audit/views/every_database.h"
#include "tests/audit/views/random_program.h"

#include <gtest/gtest.h>

namespace scrim::audit::databases {
namespace perfect_privacy_test {

ViewVerdict perfect(const std::string& text) {
    const Limits limits(0, no_progress());
    const auto program = read_audit_program(text, "test");
    EXPECT_TRUE(program) << (program ? "" : program.error().message);
    const auto answer = perfect_privacy(*program, "test", limits);
    EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
    return answer->verdict;
}

// The four pairs of Miklau and Suciu: total, partial, minute and no disclosure.
TEST(PerfectPrivacy, MiklauAndSuciu) {
    const std::string employee = "relation E(name, department, phone).\n";
    EXPECT_EQ(perfect(employee + "secret S(d) :- E(n, d, p). published V(n, d) :- E(n, d, p)."), ViewVerdict::breached);
    EXPECT_EQ(perfect(employee + "secret S(n, p) :- E(n, d, p). published V(n, d) :- E(n, d, p). "
                                 "published V2(d, p) :- E(n, d, p)."),
              ViewVerdict::breached);
    EXPECT_EQ(perfect(employee + "secret S(p) :- E(n, d, p). published V(n) :- E(n, d, p)."), ViewVerdict::breached);
    EXPECT_EQ(perfect(employee + "secret S(n) :- E(n, 'mgmt', p). published V(n) :- E(n, 'hr', p)."),
              ViewVerdict::holds);
}

TEST(PerfectPrivacy, Inequalities) {
    const std::string relation = "relation R(a, b). domain a {1, 2}. ";
    EXPECT_EQ(perfect("relation R(a, b). secret S() :- R(x, x). published V(x, y) :- R(x, y), x != y."),
              ViewVerdict::holds);
    EXPECT_EQ(perfect("relation R(a, b). secret S() :- R(x, x). published V(x) :- R(x, y)."), ViewVerdict::breached);
    EXPECT_EQ(perfect("relation R(a, b). secret S() :- R(1, x). published V() :- R(x, 2)."), ViewVerdict::breached);
    // In the second rule of the union R(x, y) never matters: the first one gives the row anyway.
    EXPECT_EQ(perfect("relation R(a). relation Q(a). secret S() :- R(x). published V() :- Q(x). "
                      "published V() :- Q(x), R(y)."),
              ViewVerdict::holds);
    // A join with itself has no critical tuple beyond those of the simpler query.
    EXPECT_EQ(perfect("relation R(a, b). relation Q(b). secret S() :- Q(x). published V(x) :- R(x, y), R(x, z)."),
              ViewVerdict::holds);
}

// Over one small domain: no common critical tuple if and only if the secret and the views are independent under
// (random) chances of independent tuples, for every value of both.
TEST(PerfectPrivacy, AgreesWithProbabilities) {
    std::mt19937 random(11);
    const Limits limits(0, no_progress());
    int private_ones = 0;
    for (int i = 0; i < 150; ++i) {
        const testing::RandomProgram made = testing::random_program(random, false);
        SCOPED_TRACE(made.text);
        const auto source = *read_audit_program(made.text, "random");
        const auto program = *type_program(
            source, [](std::size_t) { return 0u; }, "random");
        std::set<TupleId> of_secret = *critical_tuples(program, program.secrets.front(), limits), shared;
        for (const TypedQuery& view : program.published) {
            const std::set<TupleId> of_view = *critical_tuples(program, view, limits);
            for (const TupleId tuple : of_view)
                if (of_secret.count(tuple) > 0) shared.insert(tuple);
        }

        const testing::EveryDatabase every(program);
        bool independent = true;
        for (int round = 0; round < 4; ++round) {
            std::vector<Fraction> chances;
            for (TupleId t = 0; t < program.space.size(); ++t) {
                chances.emplace_back(1 + random() % 9, 10);
                chances.back().canonicalize();
            }
            const auto weights = every.weights(chances);
            std::map<testing::Rows, Fraction> of_views, of_value;
            std::map<std::pair<testing::Rows, testing::Rows>, Fraction> of_both;
            for (std::size_t d = 0; d < every.all().size(); ++d) {
                const auto& one = every.all()[d];
                of_views[one.published] += weights[d];
                of_value[one.secret] += weights[d];
                of_both[{one.published, one.secret}] += weights[d];
            }
            for (const auto& [view, p] : of_views)
                for (const auto& [value, q] : of_value) {
                    const Fraction product = p * q;
                    independent = independent && of_both[std::pair(view, value)] == product;
                }
        }
        EXPECT_EQ(shared.empty(), independent);
        private_ones += shared.empty() ? 1 : 0;
    }
    EXPECT_GT(private_ones, 10);
}

// More values do not change the answer: the domain of the theory is large enough.
TEST(PerfectPrivacy, LargerDomains) {
    std::mt19937 random(12);
    const Limits limits(0, no_progress());
    for (int i = 0; i < 60; ++i) {
        std::string text = testing::random_program(random, false).text;
        // Open domains.
        text = text.substr(text.find('\n') + 1);
        text = "relation R(a, b). relation Q(b, c).\n" + text;
        SCOPED_TRACE(text);
        const auto source = *read_audit_program(text, "random");
        const auto verdict = perfect_privacy(source, "random", limits);
        ASSERT_TRUE(verdict);
        const auto larger = *type_program(
            source, [](std::size_t) { return 5u; }, "random");
        bool shared = false;
        const auto of_secret = *critical_tuples(larger, larger.secrets.front(), limits);
        for (const auto* views : {&larger.published, &larger.planned})
            for (const TypedQuery& view : *views) {
                const std::set<TupleId> of_view = *critical_tuples(larger, view, limits);
                for (const TupleId tuple : of_view) shared = shared || of_secret.count(tuple) > 0;
            }
        EXPECT_EQ(verdict->verdict, shared ? ViewVerdict::breached : ViewVerdict::holds);
    }
}

}  // namespace perfect_privacy_test
}  // namespace scrim::audit::databases
