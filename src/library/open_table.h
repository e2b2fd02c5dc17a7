// Where every function of include/scrim opens its tables: a frame in memory, a file, or a PostgreSQL server.
#pragma once

#include "kernel/core/source.h"
#include "scrim/input.h"
#include "scrim/result.h"

#include <memory>

namespace scrim::library {

Result<std::unique_ptr<TableSource>> open_table(const TableInput& input);

}  // namespace scrim::library
