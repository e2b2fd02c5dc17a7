#include "kernel/subject/persons.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/subject/subject.h"

#include <algorithm>

namespace scrim::subject {
namespace {

bool has_column(const TableSource& source, const std::string& name) { return source.has(name); }

bool is_guard(const Policy& policy, const std::string& name) {
    return std::any_of(policy.columns.begin(), policy.columns.end(),
                       [&](const ColumnPolicy& column) { return column.guard == name; });
}

Error repeated(const TableSource& source, const std::string& column, const Repeats& repeats) {
    return input_error(format(
        "{}: the identifier {} repeats ({} in {}, one of them {} times), so people have several records and k would "
        "count records; name the person's column ({}, or person: {} in the policy), or say that each record "
        "is another person's ({}, or rows_are_persons: true)",
        source.name(), quoted(column), counted(repeats.values, "value", "values"),
        counted(repeats.records, "record", "records"), with_thousands(repeats.most), field("person", column),
        printable(column), switched_on("rows_are_persons")));
}

}  // namespace

bool has_person(const TableSource& source, const Policy& policy) {
    return !policy.person.empty() && has_column(source, policy.person);
}

Result<Repeats> repeats_of(TableSource& source, const std::string& column, std::size_t memory, Progress& progress) {
    const std::vector<std::string> columns{column};
    SCRIM_TRY(const Tuples values, source.read_tuples(columns, memory, progress));
    const Domain& domain = values.table[0].domain();
    Repeats repeats;
    for (std::size_t t = 0; t < values.size(); ++t) {
        if (domain.has_null() && values.table[0][t] == domain.null_code()) continue;
        ++repeats.values;
        repeats.records += values.weights[t];
        repeats.most = std::max<std::uint64_t>(repeats.most, values.weights[t]);
    }
    return repeats;
}

Result<void> check_persons(TableSource& source, const Policy& policy, std::size_t memory, Progress& progress) {
    if (!policy.person.empty() && policy.rows_are_persons)
        return input_error(format("a person's column ({}) is named, and records are said to be persons: leave one out",
                                  quoted(policy.person)));
    if (!policy.person.empty() || policy.rows_are_persons) return {};
    for (const std::string& name : policy.columns_in(Role::identifier)) {
        if (!has_column(source, name) || is_guard(policy, name)) continue;
        const auto repeats = repeats_of(source, name, memory, progress);
        if (!repeats && memory > 0 && repeats.error().kind == Error::Kind::input)
            return input_error(
                format("whether the identifier {} repeats cannot be told in this memory ({}); name the "
                       "person's column ({}), or say {}",
                       quoted(name), repeats.error().message, field("person"), switched_on("rows_are_persons")));
        if (!repeats) return repeats.error();
        if (repeats->any()) return repeated(source, name, *repeats);
    }
    return {};
}

}  // namespace scrim::subject
