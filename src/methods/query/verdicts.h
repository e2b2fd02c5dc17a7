// Verdicts: which records of a release surely or possibly satisfy a condition, and with what share of their cells.
//
//   const ConditionTest test(rows, meanings, cases);
//   test.verdicts();                  // by different row: no, possibly, surely
//   test.add_share(row, 1, 1, sum);   // how likely, if all values of a cell are
#pragma once

#include "methods/query/cases.h"
#include "methods/query/exact_sum.h"
#include "methods/query/meaning.h"
#include "methods/query/picks.h"

#include <cstdint>
#include <vector>

namespace scrim::querying {

enum Verdict : std::uint8_t { no, possibly, surely };

bool meets(const Spans& a, const Spans& b);
Spans common(const Spans& a, const Spans& b);
// What a number among these atoms may be.
Item item_among(const Spans& atoms, const Meaning& meaning);

class ConditionTest {
public:
    // All must outlive this. `meanings` are those of the rows' columns; only those that the condition is about are
    // looked at.
    ConditionTest(const Tuples& rows, const std::vector<Meaning>& meanings, const Cases& cases);

    // One pass over the rows for each box.
    std::vector<Verdict> verdicts() const;
    // Adds the share of the row's cells that satisfies the condition, times its weight and `of_other` / `others`.
    void add_share(std::size_t row, Int128 of_other, Int128 others, ExactSum& sum) const;

    // The same for the numbers of a column.
    class Numbers {
    public:
        Numbers(const ConditionTest& test, std::size_t column);

        // Of a row that may satisfy the condition.
        Item item(std::size_t row) const;
        // Adds what the row adds to a sum, doubled, and how many numbers it adds: `of_other` / `others` times.
        void add_expected(std::size_t row, Int128 of_other, Int128 others, ExactSum& twice_sum,
                          ExactSum& numbers) const;
        // Of a record of which nothing is known but that it satisfies the condition.
        Item unknown() const;

    private:
        struct Part {  // of a cell within a box
            Item item;
            Int128 numbers = 0, twice_sum = 0, values = 0;
        };

        const ConditionTest& test_;
        const std::size_t column_;
        std::vector<std::vector<Part>> parts_;  // by box of `yes`, by printed code
    };

private:
    struct Share {
        Int128 part = 0, whole = 1;
        bool known = true;
    };

    // Whether the cells that a code prints meet the set of a box: by place of the box's columns, by printed code.
    using Table = std::vector<std::vector<std::uint8_t>>;
    std::vector<Table> tables(const std::vector<Box>& boxes) const;
    Share share_of(const Spans& cell, const Spans& set, const Meaning& meaning) const;
    bool meets_box(std::size_t box, std::size_t row) const;
    // Of the row's cells within the box, but for one column; nothing where it is not known.
    std::optional<Share> share_in(std::size_t box, std::size_t row, std::optional<std::size_t> but) const;

    const Tuples& rows_;
    const std::vector<Meaning>& meanings_;
    const Cases& cases_;
    std::vector<Table> yes_, no_;
    std::vector<std::vector<std::vector<Share>>> shares_;  // of `yes`: by box, place and code
};

}  // namespace scrim::querying
