// Arrow arrays made by hand, buffer by buffer, and what the tests do with them.
#pragma once

#include "adapters/arrow/exported.h"
#include "kernel/core/table.h"
#include "scrim/input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace scrim::testing {

// The bytes of these values.
template <class T>
std::string bytes_of(const std::vector<T>& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}
// The bits, lowest first: "1101".
std::string bits_of(std::string_view bits);

// One array: its buffers' bytes, the first being the bits of validity or "" for none.
struct HandArray {
    std::int64_t length = 0;
    std::vector<std::string> buffers = {};
    std::int64_t offset = 0;
    std::int64_t null_count = -1;
    std::shared_ptr<HandArray> dictionary = nullptr;
    std::shared_ptr<HandArray> items = nullptr;  // of lists
};

template <class T>
HandArray hand_numbers(const std::vector<T>& values, const std::string& valid = "") {
    return {static_cast<std::int64_t>(values.size()), {bits_of(valid), bytes_of(values)}};
}
template <class Offset = std::int32_t>
HandArray hand_texts(const std::vector<std::string>& values, const std::string& valid = "") {
    std::vector<Offset> offsets{0};
    std::string text;
    for (const std::string& value : values) {
        text += value;
        offsets.push_back(static_cast<Offset>(text.size()));
    }
    return {static_cast<std::int64_t>(values.size()), {bits_of(valid), bytes_of(offsets), text}};
}
// Texts of more than 12 bytes lie in turn in two buffers of their own.
HandArray hand_views(const std::vector<std::string>& values, const std::string& valid = "");
template <class Index>
HandArray hand_dictionary(const std::vector<Index>& indexes, HandArray values, const std::string& valid = "") {
    HandArray array = hand_numbers(indexes, valid);
    array.dictionary = std::make_shared<HandArray>(std::move(values));
    return array;
}

// Lists that begin at these offsets in the array of all items.
template <class Offset = std::int32_t>
HandArray hand_lists(const std::vector<Offset>& offsets, HandArray items, const std::string& valid = "") {
    HandArray array{static_cast<std::int64_t>(offsets.size()) - 1, {bits_of(valid), bytes_of(offsets)}};
    array.items = std::make_shared<HandArray>(std::move(items));
    return array;
}

struct HandColumn {
    std::string name, format, dictionary_format = {};
    std::vector<HandArray> chunks = {};
    std::string items_format = {};  // of lists, whose dictionary the other one is then
};

struct HandTable {
    std::vector<HandColumn> columns;
    int fails_after = -1;  // so many batches, with "the disk is full"

    // A stream of it; `held` counts the arrays that are not released.
    void to_arrow(ArrowArrayStream* out, int* held = nullptr) const;
};

// The frame of a table that must be good.
Frame frame_of(const HandTable& table);
// The only column, read.
Result<Table> read_hand(const HandColumn& column, TableInput input = {});
// The labels of the rows of a column that must be good.
std::vector<std::string> labels_of(const HandColumn& column, TableInput input = {});
// What is said of a table that is refused, when it is taken or when it is read; "" where it is not.
std::string refusal_of(const HandTable& table, TableInput input = {});

}  // namespace scrim::testing
