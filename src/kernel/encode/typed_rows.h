// TypedRows: the different rows of some columns with how often each occurs, their values as sources type them.
//
// What text means depends on all of a column's values: '7' and '8' are numbers, and text as soon as 'A1' is among them.
// So parts of a table cannot be read one by one. Their values are kept as they are typed (text as it is written, exact
// numbers, dates, timestamps), united, and read at the end, once.
//
// A column has a code for each of its values: texts first, then numbers, dates, timestamps, each ascending, and NULL
// last. Rows are different and ascend by their codes. So two of the same rows are equal, however they were united.
#pragma once

#include "kernel/core/source.h"
#include "kernel/encode/domain_builder.h"
#include "kernel/encode/meaning.h"
#include "scrim/input.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace scrim::encode {

struct TypedValues {
    std::vector<std::string> texts = {};
    std::vector<Int128> numbers = {};  // units / 10^scale
    int scale = 0;                     // as small as the numbers allow
    std::vector<std::int64_t> dates = {}, timestamps = {};
    bool has_null = false;
    std::uint8_t kinds = 0;  // of its sources, a bit for each Domain::Kind: those of columns without values, too

    Code values() const { return static_cast<Code>(texts.size() + numbers.size() + dates.size() + timestamps.size()); }
    Code size() const { return values() + (has_null ? 1 : 0); }

    friend bool operator==(const TypedValues&, const TypedValues&) = default;
};

struct TypedColumn {
    std::shared_ptr<const TypedValues> values;
    Column::Codes codes;
};

struct TypedRows {
    std::vector<std::string> names;  // of the columns
    std::vector<TypedColumn> columns;
    std::vector<std::uint64_t> weights;  // of each row, > 0
    std::uint64_t total = 0;
    std::vector<std::string> left_out = {};  // columns of the table that are not here

    std::size_t size() const { return weights.size(); }
};

// Codes below `size` in as few bits as it allows: what every TypedColumn holds.
Column::Codes narrowed(std::span<const Code> codes, Code size);
// Of columns that were read as text where their source holds text.
TypedRows typed_rows(Tuples rows);
// Columns without values and without rows.
TypedRows no_rows(std::span<const std::string> names);
// The rows of all parts, at least one, with the columns of the first. Refuses parts with other columns.
Result<TypedRows> united(std::span<const TypedRows* const> parts);

// The columns at these places, read as `input` says, with weights. Rows may be equal. Refuses more records than a
// table may have.
Result<Tuples> read_rows(const TypedRows& rows, std::span<const std::size_t> places, const TableInput& input);
// One column's domain, and the code in it of each of its values.
Result<BuiltDomain> read_values(const std::string& name, const TypedValues& values, const Meaning& meaning);

// The rows as a source. Reading it gives what reading the whole table would.
std::unique_ptr<TableSource> typed_source(std::shared_ptr<const TypedRows> rows, const TableInput& input);

}  // namespace scrim::encode
