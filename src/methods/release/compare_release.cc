#include "methods/release/compare_release.h"

#include "methods/release/joint_rows.h"
#include "methods/release/released_table.h"

#include <algorithm>

namespace scrim::release {

Compared compared_in(const Material& material, const PublishRequest& request) {
    const std::vector<std::string> sensitive = request.policy.columns_in(Role::sensitive);
    Compared compared;
    compared.target = request.target.empty() ? (sensitive.empty() ? "" : sensitive.front()) : request.target;
    compared.columns = checking::compared_columns(request.policy, compared.target);
    std::erase_if(compared.columns, [&](const std::string& name) {
        return std::find(material.released.begin(), material.released.end(), name) == material.released.end();
    });
    return compared;
}

namespace {

Result<compare::Comparison> beside_original(const checking::WeightedRows& release, const Material& original,
                                            const PublishRequest& request) {
    const Compared compared = compared_in(original, request);
    return checking::compared_tables(release, checking::weighted(*original.rows), compared.columns, request.policy,
                                     compared.target, original.hierarchies);
}

}  // namespace

Result<compare::Comparison> compare_rows(const Tuples& rows, const Material& original, const PublishRequest& request) {
    return beside_original(checking::weighted(rows), original, request);
}

Result<compare::Comparison> compare_release(const Dealing& dealing, const PublishRequest& request,
                                            const recode::RecoderSpec& recoder) {
    const Prepared& prepared = dealing.prepared();
    const Material& material = prepared.material;
    SCRIM_TRY(const std::vector<ReleasedTable> tables, released_tables(dealing, recoder.form));
    const bool parted = recoder.form == recode::Form::anatomized || recoder.form == recode::Form::permuted;
    if (!parted) return compare_rows(tables.front().rows, material, request);
    const std::string group = group_column(material.released);
    const std::string& value = prepared.problem.demands.roles().sensitive.front().column;
    const Tuples& records = tables.front().rows;
    const Joint joint =
        joint_rows(records, tables.size() > 1 ? with_counts(tables.back().rows, group, value) : records, group, value);
    return beside_original({joint.table, joint.weights}, material, request);
}

}  // namespace scrim::release
