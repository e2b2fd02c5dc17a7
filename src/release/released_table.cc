#include "release/released_table.h"

#include "core/text.h"
#include "hierarchy/label.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim {
namespace {

bool contains_name(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// A quasi-identifier's printed values: a domain of labels, and the code of each class.
struct Printed {
    DomainPtr domain;
    std::vector<Code> of_class;
};

Result<Printed> print(const QuasiIdentifier& attribute, const Recoding& recoding, std::size_t a) {
    std::vector<Span> spans;
    for (std::size_t c = 0; c < recoding.size(); ++c) spans.push_back(recoding.box(c)[a]);
    std::sort(spans.begin(), spans.end());
    spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
    const Domain& domain = attribute.domain();
    Printed printed;
    printed.of_class.resize(recoding.size());
    const bool by_level = attribute.from_file && !recoding.levels.empty() && recoding.levels[a] > 0;
    if (!by_level && std::all_of(spans.begin(), spans.end(), [](Span span) { return span.width() == 1; })) {
        printed.domain = attribute.hierarchy->domain_ptr();
        for (std::size_t c = 0; c < recoding.size(); ++c) printed.of_class[c] = recoding.box(c)[a].lo;
        return printed;
    }
    const Hierarchy* hierarchy = attribute.from_file ? attribute.hierarchy.get() : nullptr;
    std::vector<std::string> labels;
    const bool has_null = domain.has_null() && spans.back() == Span::of(domain.null_code());
    for (std::size_t s = 0; s + (has_null ? 1 : 0) < spans.size(); ++s)
        labels.push_back(by_level ? attribute.hierarchy->at_level(spans[s].lo, recoding.levels[a]).label
                                  : label_of_span(spans[s], domain, hierarchy));
    std::vector<std::string> sorted = labels;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
        return input_error(
            format("column {}: {} would be printed for two different generalised values; rename a node of "
                   "its hierarchy",
                   quoted(attribute.name), quoted(*twice)));
    for (std::size_t c = 0; c < recoding.size(); ++c)
        printed.of_class[c] =
            static_cast<Code>(std::lower_bound(spans.begin(), spans.end(), recoding.box(c)[a]) - spans.begin());
    printed.domain = std::make_shared<Domain>(Domain::of_text(std::move(labels), has_null));
    return printed;
}

// One row of the material and how many of its records go to a class.
struct Dealt {
    std::uint32_t row;
    std::uint32_t class_;
    std::uint32_t records;
};

// Which rows each class gets. A tuple's records are dealt to its classes in the order of its rows.
std::vector<Dealt> deal(const Material& material, const Recoding& recoding) {
    std::vector<Dealt> dealt;
    std::vector<std::uint32_t> row(material.runs.begin(), material.runs.end() - 1);  // next row of each tuple …
    std::vector<std::uint32_t> used(material.runs.size() - 1, 0);                    // … and its records given away
    for (std::size_t c = 0; c < recoding.size(); ++c)
        for (const Member& member : recoding.members(c)) {
            std::uint32_t left = member.records;
            while (left > 0) {
                std::uint32_t& at = row[member.tuple];
                const std::uint32_t there = material.rows->weights[at] - used[member.tuple];
                const std::uint32_t taken = std::min(left, there);
                dealt.push_back({at, static_cast<std::uint32_t>(c), taken});
                left -= taken;
                used[member.tuple] += taken;
                if (taken == there) {
                    ++at;
                    used[member.tuple] = 0;
                }
            }
        }
    return dealt;
}

template <class CodeOf>
Column column_of(DomainPtr domain, std::size_t rows, CodeOf code_of) {
    std::vector<Code> codes(rows);
    for (std::size_t i = 0; i < rows; ++i) codes[i] = code_of(i);
    return Column(std::move(domain), codes);
}

Tuples sorted(Table table, std::vector<std::uint32_t> weights) {
    Tuples tuples{std::move(table), std::move(weights), 0};
    for (const std::uint32_t weight : tuples.weights) tuples.total += weight;
    std::vector<std::size_t> columns(tuples.table.width());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return distinct_tuples(tuples, columns);
}

DomainPtr numbers_up_to(std::size_t count) {
    std::vector<Int128> units(count);
    std::iota(units.begin(), units.end(), Int128{1});
    return std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0));
}

Result<ReleasedTable> generalised(const Prepared& prepared, const Recoding& recoding) {
    const Material& material = prepared.material;
    const std::vector<Dealt> dealt = deal(material, recoding);
    Table table;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        if (from < prepared.problem.dimensions()) {
            SCRIM_TRY(const Printed printed, print(prepared.problem.quasi_identifiers[from], recoding, from));
            table.add(name, column_of(printed.domain, dealt.size(),
                                      [&](std::size_t i) { return printed.of_class[dealt[i].class_]; }));
        } else {
            const Column& column = material.rows->table[from];
            column.visit([&](auto codes) {
                table.add(name, column_of(column.domain_ptr(), dealt.size(),
                                          [&](std::size_t i) { return codes[dealt[i].row]; }));
            });
        }
    }
    std::vector<std::uint32_t> weights(dealt.size());
    for (std::size_t i = 0; i < dealt.size(); ++i) weights[i] = dealt[i].records;
    return ReleasedTable{"data", sorted(std::move(table), std::move(weights))};
}

// The column whose values are taken away from their records: the first sensitive one.
std::size_t parted_column(const Prepared& prepared) {
    const std::string& name = prepared.problem.demands.roles().sensitive.front().column;
    return prepared.material.rows->table.find(name).value();
}

std::vector<ReleasedTable> anatomised(const Prepared& prepared, const Recoding& recoding) {
    const Material& material = prepared.material;
    const std::vector<Dealt> dealt = deal(material, recoding);
    const std::size_t parted = parted_column(prepared);
    const std::string group = group_column(material.released);
    const DomainPtr numbers = numbers_up_to(recoding.size());
    const auto group_of = [&](std::size_t i) { return dealt[i].class_; };
    std::vector<std::uint32_t> weights(dealt.size());
    for (std::size_t i = 0; i < dealt.size(); ++i) weights[i] = dealt[i].records;

    Table qit;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        if (from == parted) continue;
        const Column& column = material.rows->table[from];
        column.visit([&](auto codes) {
            qit.add(name,
                    column_of(column.domain_ptr(), dealt.size(), [&](std::size_t i) { return codes[dealt[i].row]; }));
        });
    }
    qit.add(group, column_of(numbers, dealt.size(), group_of));
    Table values;
    const Column& column = material.rows->table[parted];
    values.add(group, column_of(numbers, dealt.size(), group_of));
    values.add(material.rows->table.name(parted),
               column_of(column.domain_ptr(), dealt.size(), [&](std::size_t i) { return column[dealt[i].row]; }));
    Tuples st = sorted(std::move(values), weights);
    // How often is a column of its own.
    std::vector<Int128> counts(st.weights.begin(), st.weights.end());
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    const auto domain = std::make_shared<Domain>(Domain::of_numbers(counts, 0));
    std::vector<std::string> names = material.released;
    names.push_back(group);
    st.table.add(
        contains_name(names, "count") ? "records" : "count",
        column_of(domain, st.weights.size(), [&](std::size_t i) { return domain->lower_bound(st.weights[i]); }));
    st.weights.assign(st.weights.size(), 1);
    st.total = st.weights.size();
    std::vector<ReleasedTable> tables;
    tables.push_back({"qit", sorted(std::move(qit), std::move(weights))});
    tables.push_back({"st", std::move(st)});
    return tables;
}

ReleasedTable permuted(const Prepared& prepared, const Recoding& recoding) {
    const Material& material = prepared.material;
    const std::vector<Dealt> dealt = deal(material, recoding);
    const std::size_t parted = parted_column(prepared);
    const Column& values = material.rows->table[parted];
    // Record by record: a group's rows in the order of their quasi-identifiers get its values in the order of the
    // values. Who had which value does not enter.
    std::vector<std::uint32_t> rows, groups;
    std::vector<Code> dealt_values;
    for (std::size_t i = 0; i < dealt.size();) {
        const std::uint32_t group = dealt[i].class_;
        const std::size_t begin = rows.size();
        for (; i < dealt.size() && dealt[i].class_ == group; ++i)
            for (std::uint32_t r = 0; r < dealt[i].records; ++r) {
                rows.push_back(dealt[i].row);
                groups.push_back(group);
                dealt_values.push_back(values[dealt[i].row]);
            }
        const auto others_less = [&](std::uint32_t x, std::uint32_t y) {
            for (const std::string& name : material.released) {
                const std::size_t c = material.rows->table.find(name).value();
                if (c == parted) continue;
                const Column& column = material.rows->table[c];
                if (column[x] != column[y]) return column[x] < column[y];
            }
            return false;
        };
        std::sort(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(), others_less);
        std::sort(dealt_values.begin() + static_cast<std::ptrdiff_t>(begin), dealt_values.end());
    }
    Table table;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        const Column& column = material.rows->table[from];
        table.add(name, column_of(column.domain_ptr(), rows.size(),
                                  [&](std::size_t i) { return from == parted ? dealt_values[i] : column[rows[i]]; }));
    }
    table.add(group_column(material.released),
              column_of(numbers_up_to(recoding.size()), rows.size(), [&](std::size_t i) { return groups[i]; }));
    return {"data", sorted(std::move(table), std::vector<std::uint32_t>(rows.size(), 1))};
}

}  // namespace

std::string group_column(const std::vector<std::string>& columns) {
    std::string name = "group";
    while (contains_name(columns, name)) name += "_";
    return name;
}

Result<std::vector<ReleasedTable>> released_tables(const Prepared& prepared, const Recoding& recoding, Form form) {
    std::vector<ReleasedTable> tables;
    switch (form) {
        case Form::anatomised: return anatomised(prepared, recoding);
        case Form::permuted: tables.push_back(permuted(prepared, recoding)); break;
        case Form::generalised: {
            SCRIM_TRY(ReleasedTable table, generalised(prepared, recoding));
            tables.push_back(std::move(table));
        }
    }
    return tables;
}

Result<JudgedTable> judged_table(const Prepared& prepared, const Recoding& recoding, Form form) {
    const Problem& problem = prepared.problem;
    JudgedTable judged;
    std::vector<std::uint32_t> tuples, classes;
    for (std::size_t c = 0; c < recoding.size(); ++c)
        for (const Member& member : recoding.members(c)) {
            if (member.records == 0) continue;  // people whom the table lacks
            tuples.push_back(member.tuple);
            classes.push_back(static_cast<std::uint32_t>(c));
            judged.weights.push_back(member.records);
        }
    const std::size_t d = problem.dimensions();
    if (form != Form::generalised)
        judged.table.add(
            group_column(prepared.material.released),
            column_of(numbers_up_to(recoding.size()), tuples.size(), [&](std::size_t i) { return classes[i]; }));
    for (std::size_t c = 0; c < problem.tuples->table.width(); ++c) {
        const std::string& name = problem.tuples->table.name(c);
        if (c < d && form == Form::generalised) {
            SCRIM_TRY(const Printed printed, print(problem.quasi_identifiers[c], recoding, c));
            judged.table.add(name, column_of(printed.domain, tuples.size(),
                                             [&](std::size_t i) { return printed.of_class[classes[i]]; }));
        } else {
            const Column& column = problem.tuples->table[c];
            judged.table.add(
                name, column_of(column.domain_ptr(), tuples.size(), [&](std::size_t i) { return column[tuples[i]]; }));
        }
    }
    return judged;
}

}  // namespace scrim
