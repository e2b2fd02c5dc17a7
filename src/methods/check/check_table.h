// The check itself, on tables from any source.
#pragma once

#include "kernel/core/source.h"
#include "scrim/check.h"

namespace scrim::checking {

struct CheckSources {
    TableSource& table;
    TableSource* original = nullptr;
    TableSource* population = nullptr;
};

Result<CheckReport> check_table(CheckSources sources, const CheckRequest& request, Progress& progress);

}  // namespace scrim::checking
