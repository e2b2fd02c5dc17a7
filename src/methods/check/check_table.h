// The check itself, on tables from any source.
#pragma once

#include "kernel/core/source.h"
#include "methods/check/compared_tables.h"
#include "scrim/check.h"

namespace scrim::checking {

struct CheckSources {
    TableSource& table;
    TableSource* original = nullptr;
    TableSource* population = nullptr;
    WorkloadReader workload = {};  // none: no workload
};

Result<CheckReport> check_table(CheckSources sources, const CheckRequest& request, Progress& progress);

}  // namespace scrim::checking
