// LocalEncoder: cells of DuckDB's vectors as local codes, in dictionaries of its own. Every worker has one.
#pragma once

#include "adapters/duckdb/files/handles.h"
#include "kernel/encode/dictionary.h"
#include "kernel/encode/domain_builder.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace scrim::engine {

class LocalEncoder {
public:
    // Types that the encoder takes as they are (encoder.h).
    explicit LocalEncoder(std::span<const TypeHandle> types);

    // The codes of one column of the chunk, good until the next call. Looks cells up without making strings of them.
    std::span<const Code> encode(duckdb_data_chunk chunk, std::size_t column);

    // One for each column. Codes stay what they are while dictionaries grow.
    std::vector<encode::Dictionary>& dictionaries() { return dictionaries_; }
    std::size_t bytes() const;

private:
    std::vector<encode::Dictionary> dictionaries_;
    std::vector<Code> codes_;
};

encode::Dictionary empty_dictionary(duckdb_logical_type type);

// The domain of a column from all its dictionaries.
Result<encode::BuiltDomain> build_domain(const std::string& column, duckdb_logical_type type,
                                         std::vector<encode::Dictionary>&& dictionaries, ColumnType meant);

}  // namespace scrim::engine
