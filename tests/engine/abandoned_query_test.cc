// Queries that are given up half-way leave nothing behind, whatever they were doing at that moment. A leak is the
// address sanitizer's to see, at the end of the program.
#include "tests/engine/scratch.h"

#include <atomic>

namespace scrim::testing {
namespace {

// Says stop when it is asked for the n-th time.
class Impatient : public Progress {
public:
    explicit Impatient(int most_questions) : left_(most_questions) {}
    bool cancelled() const override { return left_-- <= 0; }

private:
    mutable std::atomic<int> left_;
};

class AbandonedQueryTest : public EngineTest {};

TEST_F(AbandonedQueryTest, CancelledAtEveryMoment) {
    run_sql("COPY (SELECT i, 'x' || i % 1000 AS x FROM range(1000000) t(i)) TO '" + path("t.csv") + "'");
    for (int questions = 0; questions < 40; ++questions) {
        Impatient progress(questions);
        const Result<Table> table = read({.path = path("t.csv")}, {}, progress);
        ASSERT_FALSE(table.ok());
        EXPECT_EQ(table.error().kind, Error::Kind::cancelled);
    }
}

}  // namespace
}  // namespace scrim::testing
