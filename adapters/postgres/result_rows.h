// ResultRows: the rows of a function that returns a set, written by C++.
//
//   ResultRows rows(fcinfo);               // PostgreSQL code, before from_server
//   from_server([&] { rows.add({rows.text("k"), rows.number(5)}); });
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "guard.h"

namespace scrim::postgres {

struct ResultCell {
    Datum value = 0;
    bool is_null = true;
};

class ResultRows {
public:
    explicit ResultRows(FunctionCallInfo fcinfo) noexcept {
        InitMaterializedSRF(fcinfo, 0);
        info_ = reinterpret_cast<ReturnSetInfo*>(fcinfo->resultinfo);
    }

    static ResultCell number(double value) { return {Float8GetDatum(value), false}; }
    static ResultCell whole(std::int64_t value) { return {Int64GetDatum(value), false}; }
    static ResultCell truth(bool value) { return {BoolGetDatum(value), false}; }
    static ResultCell relation(Oid value) { return {ObjectIdGetDatum(value), false}; }
    // NULL for the empty text.
    static ResultCell text(const std::string& value) {
        if (value.empty()) return {};
        const char* bytes = value.data();
        const int length = static_cast<int>(value.size());
        return {in_server([=]() noexcept { return PointerGetDatum(cstring_to_text_with_len(bytes, length)); }), false};
    }
    static ResultCell texts(const std::vector<std::string>& values);

    // As many cells as the type has columns.
    void add(const std::vector<ResultCell>& cells) const {
        Datum values[32];
        bool nulls[32];
        for (std::size_t c = 0; c < cells.size(); ++c) {
            values[c] = cells[c].value;
            nulls[c] = cells[c].is_null;
        }
        in_server([&]() noexcept { tuplestore_putvalues(info_->setResult, info_->setDesc, values, nulls); });
    }

private:
    ReturnSetInfo* info_ = nullptr;
};

inline ResultCell ResultRows::texts(const std::vector<std::string>& values) {
    std::vector<Datum> cells;
    for (const std::string& value : values) {
        const char* bytes = value.data();
        const int length = static_cast<int>(value.size());
        cells.push_back(in_server([=]() noexcept { return PointerGetDatum(cstring_to_text_with_len(bytes, length)); }));
    }
    Datum* all = cells.data();
    const int count = static_cast<int>(cells.size());
    return {in_server([=]() noexcept {
                return PointerGetDatum(construct_array(all, count, TEXTOID, -1, false, TYPALIGN_INT));
            }),
            false};
}

}  // namespace scrim::postgres
