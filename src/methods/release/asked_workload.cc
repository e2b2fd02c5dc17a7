#include "methods/release/asked_workload.h"

#include "methods/release/compare_release.h"

namespace scrim::release {

Result<recode::Workload> asked_workload(const Prepared& prepared, const PublishRequest& request,
                                        const checking::WorkloadReader& reader) {
    const Material& material = prepared.material;
    const Compared compared = compared_in(material, request);
    const auto rows = checking::weighted(*material.rows);
    SCRIM_TRY(
        const compare::Comparison original,
        checking::compared_tables(rows, rows, compared.columns, request.policy, compared.target, material.hierarchies));
    recode::Workload workload;
    SCRIM_TRY(workload.queries, reader(original.attributes));
    const Table& tuples = prepared.problem.tuples->table;
    workload.positions.resize(tuples.width());
    std::vector<std::size_t> columns;
    for (std::size_t a = 0; a < compared.columns.size(); ++a) {
        columns.push_back(tuples.find(compared.columns[a]).value());
        for (const Span printed : original.release.printed[a]) workload.positions[columns[a]].push_back(printed.lo);
    }
    for (CountQuery& query : workload.queries)
        for (CountCondition& condition : query) condition.attribute = columns[condition.attribute];
    return workload;
}

}  // namespace scrim::release
