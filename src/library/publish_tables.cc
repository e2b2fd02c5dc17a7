#include "library/publish_tables.h"

#include "library/open_table.h"
#include "methods/workload/workload.h"

#include <utility>

namespace scrim::library {

std::optional<TableInput> population_of(const PublishRequest& request) {
    std::optional<TableInput> population = request.population;
    if (!population && !request.policy.population.empty()) {
        population.emplace();
        population->path = request.policy.population;
    }
    return population;
}

Result<PublishTables> open_publish_tables(const PublishRequest& request) {
    PublishTables opened;
    SCRIM_TRY(opened.table, open_table(read_as(request.table, request.policy)));
    if (const auto population = population_of(request)) {
        SCRIM_TRY(opened.population, open_table(read_as(*population, request.policy)));
    }
    return opened;
}

PublishRequest with_table_defaults(PublishRequest request, const TableSource& table) {
    request.policy = with_defaults(std::move(request.policy), table.columns());
    return request;
}

checking::WorkloadReader workload_reader(const PublishRequest& request) {
    return [text = request.workload](std::span<const compare::Attribute> attributes) {
        return workload::read_workload(text, attributes);
    };
}

}  // namespace scrim::library
