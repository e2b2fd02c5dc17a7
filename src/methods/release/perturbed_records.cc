#include "methods/release/perturbed_records.h"

#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/subject/persons.h"
#include "methods/policy/hierarchy_files.h"

#include <numeric>

namespace scrim::release {
namespace {

// The different rows, each as often as it occurs.
Column spread(const Column& column, const Tuples& rows) {
    Column all(column.domain_ptr(), rows.total);
    column.visit([&](auto from) {
        all.visit([&](auto into) {
            using Narrow = typename decltype(into)::value_type;
            std::size_t next = 0;
            for (std::size_t t = 0; t < from.size(); ++t)
                for (std::uint32_t i = 0; i < rows.weights[t]; ++i) into[next++] = static_cast<Narrow>(from[t]);
        });
    });
    return all;
}

}  // namespace

Result<recode::Records> read_records(TableSource& table, const PublishRequest& request, bool over_hierarchies,
                                     Progress& progress) {
    const Policy& policy = request.policy;
    SCRIM_CHECK(subject::check_classified(table, policy));
    SCRIM_CHECK(subject::check_persons(table, policy, request.memory, progress));
    std::vector<std::string> released;
    for (const std::string& name : table.columns()) {
        const ColumnPolicy* column = policy.find(name);
        if (column && column->role != Role::identifier && column->role != Role::dropped) released.push_back(name);
    }
    SCRIM_CHECK(check_released_names(released));
    std::vector<std::string> read = released;
    if (!policy.person.empty()) {
        const ColumnPolicy* person = policy.find(policy.person);
        if (person && person->role != Role::identifier)
            return input_error(
                format("the person column {} must be an identifier: released, it would link the records of one person",
                       quoted(policy.person)));
        add_once(read, policy.person);
    }
    SCRIM_TRY(Tuples rows, table.read_tuples(read, request.memory, progress));
    SCRIM_TRY(const hierarchy::Hierarchies hierarchies, policy::read_hierarchies(policy));

    recode::Records records;
    records.count = rows.total;
    for (std::size_t c = 0; c < released.size(); ++c) {
        recode::RecordColumn column{released[c], policy.find(released[c])->role, spread(rows.table[c], rows), nullptr};
        // Of numbers, their values say all, unless it matters which there could be.
        if (const auto known = hierarchies.find(column.name);
            known != hierarchies.end() && (over_hierarchies || !column.is_numeric())) {
            column.hierarchy = known->second;
            SCRIM_TRY(column.values, subject::over_hierarchy(column.name, column.values, column.hierarchy));
        }
        records.columns.push_back(std::move(column));
    }
    if (policy.person.empty()) return records;
    const Column person = spread(rows.table[rows.table.find(policy.person).value()], rows);
    records.persons.resize(records.count);
    // Records of nobody in particular are each another person's.
    std::uint32_t next = person.domain().values();
    for (std::size_t i = 0; i < records.count; ++i)
        records.persons[i] = person[i] < person.domain().values() ? person[i] : next++;
    return records;
}

}  // namespace scrim::release
