// CopyRows: the rows in what COPY … TO STDOUT (FORMAT binary) sends: a header, then for each row the number of its
// fields and each field's length and bytes, then a mark for the end. Pieces may be cut anywhere.
//
//   CopyRows rows(3);
//   SCRIM_CHECK(rows.add(piece, [&](std::span<const Field> fields) -> Result<void> { … }));
//   SCRIM_CHECK(rows.end());
//
// Refuses whatever is not as the protocol says; reads nothing beyond what was sent. (PostgreSQL's documentation, COPY,
// "Binary Format".)
#pragma once

#include "scrim/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::libpq {

// A cell; no bytes and `null` for NULL.
struct Field {
    std::string_view bytes = {};
    bool null = false;
};

// Big-endian, as the protocol has all numbers.
template <class T>
T number_at(std::string_view bytes, std::size_t at = 0) {
    std::make_unsigned_t<T> value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<std::make_unsigned_t<T>>((std::uint64_t{value} << 8) |
                                                     static_cast<unsigned char>(bytes[at + i]));
    return static_cast<T>(value);
}

class CopyRows {
public:
    explicit CopyRows(std::size_t columns) : fields_(columns) {}

    using TakeRow = std::function<Result<void>(std::span<const Field>)>;
    // Calls take() for each row that is complete; its fields are good for the call.
    Result<void> add(std::string_view piece, const TakeRow& take);
    // Whether all has arrived.
    Result<void> end() const;

private:
    // How many bytes were used; what is left is not complete.
    Result<std::size_t> read(std::string_view bytes, const TakeRow& take);
    // Of one row at the beginning of `bytes`; 0 where it is not complete.
    Result<std::size_t> read_row(std::string_view bytes);

    std::vector<Field> fields_;
    std::string rest_;  // of the pieces so far
    bool begun_ = false, ended_ = false;
};

}  // namespace scrim::libpq
