// Tally: one question, counted: of the records that satisfy a condition, how many there are and what numbers they have.
#pragma once

#include "methods/query/asked_query.h"
#include "methods/query/meaning.h"
#include "methods/query/picks.h"
#include "methods/query/verdicts.h"

#include <optional>
#include <vector>

namespace scrim::querying {

// What a release means in terms of one query.
struct Understood {
    const Released& released;
    std::vector<Meaning> rows;     // of the columns that the query is about; others are empty
    std::optional<Meaning> apart;  // of the values that stand apart
    // Rows of group g: members[offsets[g]] …; none where there are no groups.
    std::vector<std::uint32_t> members, offsets;

    std::size_t groups() const { return offsets.empty() ? 0 : offsets.size() - 1; }
};

// Whose rows satisfy `rows` and whose value, where it stands apart, is one of `values`.
struct Question {
    Condition rows;
    Spans values;
    bool about_values = false;  // something is said about the value that stands apart
};

// A sure range, of the released records and of the original, and an expectation.
struct Tallied {
    Range released;
    std::optional<Range> original;
    std::optional<ExactSum::Total> expected;
};

class Tally {
public:
    // Both must outlive this.
    static Result<Tally> of(const Understood& understood, const Question& question);

    bool anybody() const { return most_ > 0; }  // perhaps
    Tallied count() const;
    // SUM, AVG, MIN or MAX of a column of numbers.
    Tallied of_numbers(Aggregate aggregate, ColumnPlace column) const;

private:
    // Of a group: how many of its records satisfy the condition, and the parts that are known of it.
    struct GroupCount {
        std::uint64_t least = 0, most = 0;
        std::uint64_t records = 0, untrue = 0;
        std::uint64_t rows_least = 0, rows_most = 0;      // by the rows' columns alone
        std::uint64_t values_least = 0, values_most = 0;  // by the values alone
    };

    Tally(const Understood& understood, const Question& question, Cases cases);

    GroupCount counted(std::size_t group) const;
    // How the expectation of a row shrinks: its value, and that it may be made up.
    std::pair<Int128, Int128> factor(std::size_t row) const;
    bool asked(Code value) const;
    void add_numbers(ColumnPlace column, Picks& picks) const;
    void add_parted(std::size_t group, Picks& picks, std::vector<Item>& items) const;
    Item unknown(ColumnPlace column) const;
    bool may_be_left_out() const;
    bool all_left_out() const;
    std::optional<ExactSum::Total> expected_numbers(Aggregate aggregate, ColumnPlace column) const;

    const Understood& understood_;
    const Question& question_;
    std::shared_ptr<const Cases> cases_;  // where the test finds it
    std::shared_ptr<const ConditionTest> test_;
    std::vector<Verdict> verdicts_;
    std::vector<GroupCount> groups_;  // where there are some
    std::uint64_t least_ = 0, most_ = 0;
};

}  // namespace scrim::querying
