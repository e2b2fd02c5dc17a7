#include "methods/release/person_tables.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::release {
namespace {

std::string persons_column(const std::vector<std::string>& released) {
    std::string name = "persons";
    const auto taken = [&](const std::string& known) { return same_name(known, name); };
    while (std::any_of(released.begin(), released.end(), taken)) name += "_";
    return name;
}

// Sensitive columns, in the order of the release.
std::vector<std::string> sensitive_columns(const Prepared& prepared) {
    const auto& attributes = prepared.problem.demands.roles().sensitive;
    std::vector<std::string> names;
    for (const std::string& name : prepared.material.released)
        if (std::any_of(attributes.begin(), attributes.end(), [&](const auto& a) { return a.column == name; }))
            names.push_back(name);
    return names;
}

Column counts_column(const std::vector<std::uint32_t>& counts) {
    std::vector<Int128> different(counts.begin(), counts.end());
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    const auto domain = std::make_shared<Domain>(Domain::of_numbers(std::move(different), 0));
    std::vector<Code> codes;
    for (const std::uint32_t count : counts) codes.push_back(domain->lower_bound(count));
    return Column(domain, codes);
}

// `columns` of the rows are the class and perhaps a sensitive column; then comes the person.
Result<ReleasedTable> count_persons(std::string name, const Prepared& prepared, const Table& classes,
                                    const Tuples& rows, std::vector<std::size_t> columns) {
    const std::size_t width = columns.size();
    columns.push_back(rows.table.width() - 1);
    const Tuples each = distinct_tuples(rows, columns);
    const std::vector<std::uint32_t> runs = run_offsets(each, width);
    std::vector<std::uint32_t> persons;
    for (std::size_t r = 0; r + 1 < runs.size(); ++r) persons.push_back(runs[r + 1] - runs[r]);
    Table table;
    const auto add = [&](const std::string& column, const DomainPtr& domain, auto code_of) {
        std::vector<Code> codes;
        for (std::size_t r = 0; r + 1 < runs.size(); ++r) codes.push_back(code_of(runs[r]));
        table.add(column, Column(domain, codes));
    };
    for (std::size_t q = 0; q < classes.width(); ++q)
        add(classes.name(q), classes[q].domain_ptr(), [&](std::uint32_t t) { return classes[q][each.table[0][t]]; });
    if (width > 1)
        add(each.table.name(1), each.table[1].domain_ptr(), [&](std::uint32_t t) { return each.table[1][t]; });
    table.add(persons_column(prepared.material.released), counts_column(persons));
    const std::size_t size = persons.size();
    SCRIM_TRY(Tuples sorted, sorted_rows(std::move(table), std::vector<std::uint32_t>(size, 1), prepared.material));
    return ReleasedTable{std::move(name), std::move(sorted)};
}

}  // namespace

Result<std::vector<ReleasedTable>> person_tables(const Dealing& dealing) {
    const Prepared& prepared = dealing.prepared();
    const Tuples rows = exact_rows(dealing);
    SCRIM_TRY(const Table classes, printed_classes(prepared, dealing.recoding()));
    std::vector<ReleasedTable> tables;
    SCRIM_TRY(ReleasedTable all, count_persons("persons", prepared, classes, rows, {0}));
    tables.push_back(std::move(all));
    for (const std::string& name : sensitive_columns(prepared)) {
        SCRIM_TRY(ReleasedTable by_value, count_persons(format("persons_{}", tables.size()), prepared, classes, rows,
                                                        {0, rows.table.find(name).value()}));
        tables.push_back(std::move(by_value));
    }
    return tables;
}

Json persons_json(const Prepared& prepared, const std::string& format_name) {
    Json json{{"column", persons_column(prepared.material.released)}, {"classes", format("persons.{}", format_name)}};
    json["values"] = Json::object();
    std::size_t number = 0;
    for (const std::string& name : sensitive_columns(prepared))
        json["values"][name] = format("persons_{}.{}", ++number, format_name);
    return json;
}

}  // namespace scrim::release
