#include "scrim/check.h"

#include "kernel/core/names.h"
#include "library/open_table.h"
#include "library/shown_types.h"
#include "methods/check/check_table.h"
#include "methods/workload/workload.h"

namespace scrim {

Result<CheckReport> check(const CheckRequest& asked, Progress& progress) {
    SCRIM_TRY(const TableInput shown, library::read_as_shown(asked.table, asked.policy, progress));
    SCRIM_TRY(const std::unique_ptr<TableSource> table, library::open_table(shown));
    CheckRequest request = asked;
    request.policy = with_defaults(asked.policy, table->columns());
    std::unique_ptr<TableSource> original, population;
    if (request.original) {
        SCRIM_TRY(original, library::open_table(read_as(*request.original, asked.policy)));
    }
    if (request.population) {
        SCRIM_TRY(population, library::open_table(read_as(*request.population, asked.policy)));
    } else if (!request.policy.population.empty()) {
        TableInput input;
        input.path = request.policy.population;
        SCRIM_TRY(population, library::open_table(read_as(input, asked.policy)));
    }
    const auto workload = [&](std::span<const compare::Attribute> attributes) {
        return workload::read_workload(request.workload, attributes);
    };
    SCRIM_TRY(CheckReport report,
              checking::check_table({*table, original.get(), population.get(), workload}, request, progress));
    // A histogram leaves identifiers out, and knows that its table has them.
    for (const std::string& name : request.policy.columns_in(Role::identifier))
        if (contains(shown.histogram.left_out(), name) && !contains(report.identifiers_present, name))
            report.identifiers_present.push_back(name);
    return report;
}

Result<std::vector<std::string>> column_names(const TableInput& input) {
    SCRIM_TRY(const std::unique_ptr<TableSource> table, library::open_table(input));
    return table->columns();
}

}  // namespace scrim
