// Frame: a table in memory, from and to any library that speaks the Arrow C data interface: pandas, polars, pyarrow,
// DuckDB. Immutable and cheap to copy; the last copy releases what it holds.
//
//   SCRIM_TRY(Frame frame, Frame::from_arrow(&stream));   // takes the stream over
//   CheckRequest request;
//   request.table.frame = frame;                          // wherever a table is read: no file
//
// Integers, booleans, floating-point numbers, decimals, dates, timestamps, times of day, text, categories (Arrow's
// dictionaries), lists of these (lists.h) and NULL are held, in any number of batches; nothing is copied. Other types
// (structs, lists of lists, bytes, durations) are refused when the frame is made. Timestamps with a time zone are read
// as the instants that they are, in UTC; nanoseconds have to be whole microseconds.
#pragma once

#include "scrim/arrow_abi.h"
#include "scrim/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

namespace arrow {
class HeldBatches;
}
struct TableInput;

class Frame {
public:
    Frame() = default;  // no table
    explicit operator bool() const { return held_ != nullptr; }

    // All batches of the stream, which is released in any case, also where this fails.
    static Result<Frame> from_arrow(ArrowArrayStream* stream);
    // The same batches as a new stream in `out`, which the caller releases. It stays good without the frame.
    Result<void> to_arrow(ArrowArrayStream* out) const;

    std::uint64_t rows() const;
    const std::vector<std::string>& columns() const;

    // What implements it.
    const std::shared_ptr<const arrow::HeldBatches>& held() const { return held_; }
    explicit Frame(std::shared_ptr<const arrow::HeldBatches> held) : held_(std::move(held)) {}

private:
    std::shared_ptr<const arrow::HeldBatches> held_;
};

// Any table as a frame, read as the input says: numbers and dates typed, text as categories.
// `intervals`: columns that print intervals of numbers or dates as "text", as two "columns" age_lo and age_hi, or as
// their "midpoint".
Result<Frame> read_frame(const TableInput& input, Progress& progress, std::string_view intervals = "text");

}  // namespace scrim
#pragma GCC visibility pop
