// Opens what a user named as a table.
#pragma once

#include "core/source.h"
#include "scrim/input.h"

namespace scrim {

Result<std::unique_ptr<TableSource>> open_input(const TableInput& input);

}  // namespace scrim
