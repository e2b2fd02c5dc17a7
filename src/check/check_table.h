// The check itself, on tables from any source.
#pragma once

#include "core/source.h"
#include "scrim/check.h"

namespace scrim {

struct CheckSources {
    TableSource& table;
    TableSource* original = nullptr;
    TableSource* population = nullptr;
};

Result<CheckReport> check_table(CheckSources sources, const CheckRequest& request, Progress& progress);

}  // namespace scrim
