// Histogram: the different rows of some columns of a table, with how often each occurs. Built in parts, merged, written
// down; then every function that works on different rows takes it where it takes a table.
//
//   SCRIM_TRY(Histogram one, Histogram::of(first_part, policy, progress));    // where the data are
//   SCRIM_TRY(Histogram other, Histogram::of(second_part, policy, progress));
//   const Histogram parts[] = {one, other};
//   CheckRequest request;
//   SCRIM_TRY(request.table.histogram, Histogram::merged(parts));             // in one place
//   request.policy = policy;
//
// What is found then equals what one reading of the whole table would give, also where a part saw numbers in a column
// and another text: a histogram keeps values as their sources type them, and only what reads it decides what they are.
// Parts may be merged in any order; the result is the same to the last byte.
//
// It holds raw values. Whoever may not see the table may not see its histogram, nor what serialize() gives.
//
// A histogram counts as many records as 64 bits hold. What reads one as a table refuses more than 4,294,967,295.
#pragma once

#include "scrim/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

namespace encode {
struct TypedRows;
}
struct Policy;
struct TableInput;

class Histogram {
public:
    Histogram() = default;  // none
    explicit operator bool() const { return rows_ != nullptr; }

    // Of the columns that the policy's verbs look at: all but dropped ones and identifiers, the person's column and
    // guards included. Where an identifier is left out, nobody can tell of parts whether it repeats, so the policy has
    // to name the person or to say that rows are persons. A frame without rows gives a histogram without any.
    static Result<Histogram> of(const TableInput& table, const Policy& policy, Progress& progress);
    // The same of rows that come with counts, as a database's GROUP BY gives them: `counts` is the column that says how
    // often each occurs, and none of the table's.
    static Result<Histogram> counted(const TableInput& table, const std::string& counts, const Policy& policy,
                                     Progress& progress);
    // Of these columns, in the table's order. `table.columns` and `table.missing` say what their values mean.
    static Result<Histogram> of(const TableInput& table, const std::vector<std::string>& columns, Progress& progress);
    // The rows of all parts, which have the same columns; at least one part. Parts without rows add nothing.
    static Result<Histogram> merged(std::span<const Histogram> parts);

    const std::vector<std::string>& columns() const;
    // Columns of the table that are not in it.
    const std::vector<std::string>& left_out() const;
    std::uint64_t records() const;
    std::uint64_t rows() const;  // different ones

    // The owner's bytes, with a version and a checksum. They belong in a file that only its owner reads.
    std::string serialize() const;
    // Refuses anything but whole, unchanged bytes of serialize().
    static Result<Histogram> parse(std::string_view bytes);

    // What implements it.
    const std::shared_ptr<const encode::TypedRows>& held() const { return rows_; }
    explicit Histogram(std::shared_ptr<const encode::TypedRows> rows) : rows_(std::move(rows)) {}

private:
    std::shared_ptr<const encode::TypedRows> rows_;
};

}  // namespace scrim
#pragma GCC visibility pop
