#include "scrim/check.h"

#include "check/check_table.h"
#include "engine/source.h"

namespace scrim {

Result<CheckReport> check(const CheckRequest& request, Progress& progress) {
    SCRIM_TRY(const std::unique_ptr<TableSource> table, open_source(request.table));
    std::unique_ptr<TableSource> original, population;
    if (request.original) {
        SCRIM_TRY(original, open_source(*request.original));
    }
    if (request.population) {
        SCRIM_TRY(population, open_source(*request.population));
    } else if (!request.policy.population.empty()) {
        TableInput input;
        input.path = request.policy.population;
        SCRIM_TRY(population, open_source(input));
    }
    return check_table({*table, original.get(), population.get()}, request, progress);
}

}  // namespace scrim
