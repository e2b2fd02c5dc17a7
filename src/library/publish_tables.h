// The tables of a request to publish, opened.
#pragma once

#include "methods/check/compared_tables.h"
#include "methods/release/prepare.h"
#include "scrim/publish.h"

#include <memory>
#include <optional>

namespace scrim::library {

// The table and, where one is named, its population.
struct PublishTables {
    std::unique_ptr<TableSource> table, population;
    release::PublishSources sources() { return {*table, population.get()}; }
};

std::optional<TableInput> population_of(const PublishRequest& request);
Result<PublishTables> open_publish_tables(const PublishRequest& request);
// The policy with a role for every column, where it has a default.
PublishRequest with_table_defaults(PublishRequest request, const TableSource& table);
checking::WorkloadReader workload_reader(const PublishRequest& request);

}  // namespace scrim::library
