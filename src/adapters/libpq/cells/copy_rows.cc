#include "adapters/libpq/cells/copy_rows.h"

#include "kernel/core/text.h"

namespace scrim::libpq {
namespace {

constexpr std::string_view signature("PGCOPY\n\377\r\n\0", 11);
constexpr std::size_t header_bytes = signature.size() + 8;  // with flags and the extension's length

Error not_understood(std::string_view what) {
    return input_error(format("the server sent {}, which COPY does not", what));
}

}  // namespace

Result<void> CopyRows::add(std::string_view piece, const TakeRow& take) {
    if (rest_.empty()) {  // mostly: a piece is one row
        SCRIM_TRY(const std::size_t used, read(piece, take));
        rest_ = piece.substr(used);
        return {};
    }
    rest_ += piece;
    SCRIM_TRY(const std::size_t used, read(rest_, take));
    rest_.erase(0, used);
    return {};
}

Result<void> CopyRows::end() const {
    if (begun_ && ended_ && rest_.empty()) return {};
    return input_error("the table broke off before its end");
}

Result<std::size_t> CopyRows::read(std::string_view bytes, const TakeRow& take) {
    std::size_t used = 0;
    if (!begun_) {
        if (bytes.substr(0, signature.size()) != signature.substr(0, bytes.size())) return not_understood("no table");
        if (bytes.size() < header_bytes) return used;
        if (number_at<std::int32_t>(bytes, signature.size()) != 0 ||
            number_at<std::int32_t>(bytes, signature.size() + 4) != 0)
            return not_understood("a header of another kind");
        begun_ = true;
        used = header_bytes;
    }
    while (used < bytes.size()) {
        if (ended_) return not_understood("bytes after the end of the table");
        SCRIM_TRY(const std::size_t row, read_row(bytes.substr(used)));
        if (row == 0) break;
        used += row;
        if (!ended_) SCRIM_CHECK(take(fields_));
    }
    return used;
}

Result<std::size_t> CopyRows::read_row(std::string_view bytes) {
    if (bytes.size() < 2) return std::size_t{0};
    const auto count = number_at<std::int16_t>(bytes);
    if (count == -1) {
        ended_ = true;
        return std::size_t{2};
    }
    if (count < 0 || static_cast<std::size_t>(count) != fields_.size())
        return not_understood(format("a row of {} fields where there are {}", count, fields_.size()));
    std::size_t used = 2;
    for (Field& field : fields_) {
        if (bytes.size() - used < 4) return std::size_t{0};
        const auto length = number_at<std::int32_t>(bytes, used);
        used += 4;
        if (length < -1) return not_understood(format("a cell of {} bytes", length));
        field.null = length == -1;
        const std::size_t size = field.null ? 0 : static_cast<std::size_t>(length);
        if (bytes.size() - used < size) return std::size_t{0};
        field.bytes = bytes.substr(used, size);
        used += size;
    }
    return used;
}

}  // namespace scrim::libpq
