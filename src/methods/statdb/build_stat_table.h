// From a table and a policy to the bytes of a statistical database.
#pragma once

#include "kernel/core/random.h"
#include "kernel/core/source.h"
#include "scrim/statdb.h"

#include <cstddef>
#include <vector>

namespace scrim::statdb {

struct BuiltStatTable {
    std::vector<std::byte> image;
    StatBuildReport report;
};

Result<BuiltStatTable> build_stat_table(TableSource& source, const StatBuildRequest& request,
                                        const std::string& made_by, Random& random, Progress& progress);

}  // namespace scrim::statdb
