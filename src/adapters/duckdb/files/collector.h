// Collector: takes the chunks of a query as they come and makes something of them in the end.
#pragma once

#include <duckdb.h>

#include <cstddef>

namespace scrim::engine {

class Collector {
public:
    virtual ~Collector() = default;
    // The chunk at this place in the stream. From any thread; throws ErrorOnItsWay.
    virtual void add(duckdb_data_chunk chunk, std::size_t place) = 0;
    // Whether more chunks are pointless.
    virtual bool full() const { return false; }
};

}  // namespace scrim::engine
