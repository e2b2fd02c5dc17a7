#include "methods/release/released_table.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"
#include "methods/release/read_back.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace scrim::release {
namespace {

bool contains_name(const std::vector<std::string>& names, std::string_view name) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& known) { return same_name(known, name); });
}

// The column of an anatomized release that says how often: "count", or another name where that is taken.
std::string count_column(const std::vector<std::string>& columns) {
    std::string name = contains_name(columns, "count") ? "records" : "count";
    while (contains_name(columns, name)) name += "_";
    return name;
}

// A quasi-identifier's printed values: a domain of labels, and the code of each class.
struct Printed {
    DomainPtr domain;
    std::vector<Code> of_class;
};

Result<Printed> print(const hierarchy::Attribute& attribute, const recode::Recoding& recoding, std::size_t a) {
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
    const hierarchy::Hierarchy* hierarchy = attribute.from_file ? attribute.hierarchy.get() : nullptr;
    std::vector<std::string> labels;
    const bool has_null = domain.has_null() && spans.back() == Span::of(domain.null_code());
    for (std::size_t s = 0; s + (has_null ? 1 : 0) < spans.size(); ++s)
        labels.push_back(by_level ? attribute.hierarchy->at_level(spans[s].lo, recoding.levels[a]).label
                                  : hierarchy::label_of_span(spans[s], domain, hierarchy));
    std::vector<std::string> sorted = labels;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
        return input_error(format("column {}: {} would be printed for two different generalized values; rename {}",
                                  quoted(attribute.name), quoted(*twice),
                                  hierarchy ? "a node of its hierarchy" : "the value that is called so"));
    for (std::size_t c = 0; c < recoding.size(); ++c)
        printed.of_class[c] =
            static_cast<Code>(std::lower_bound(spans.begin(), spans.end(), recoding.box(c)[a]) - spans.begin());
    printed.domain = std::make_shared<Domain>(Domain::of_text(std::move(labels), has_null));
    return printed;
}

template <class CodeOf>
Column column_of_rows(DomainPtr domain, std::size_t rows, CodeOf code_of) {
    Column column(std::move(domain), rows);
    column.visit([&](auto codes) {
        using Narrow = typename decltype(codes)::value_type;
        for (std::size_t i = 0; i < rows; ++i) codes[i] = static_cast<Narrow>(code_of(i));
    });
    return column;
}

DomainPtr numbers_up_to(std::size_t count) {
    std::vector<Int128> units(count);
    std::iota(units.begin(), units.end(), Int128{1});
    return std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0));
}

// The number of each one's class.
template <class Classes>
Column class_numbers(const Classes& classes) {
    return column_of(numbers_up_to(classes.size()), classes, [](std::size_t, std::size_t c) { return c; });
}

Result<ReleasedTable> generalized(const Dealing& dealing, bool with_groups) {
    const Prepared& prepared = dealing.prepared();
    const Material& material = prepared.material;
    Table table;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        if (from < prepared.problem.dimensions()) {
            SCRIM_TRY(const Printed printed, print(prepared.problem.quasi_identifiers[from], dealing.recoding(), from));
            table.add(name, column_of(printed.domain, dealing,
                                      [&](std::size_t, std::size_t c) { return printed.of_class[c]; }));
        } else {
            table.add(name, dealing.column(from));
        }
    }
    if (with_groups) table.add(group_column(material.released), class_numbers(dealing));
    SCRIM_TRY(Tuples rows, sorted_rows(std::move(table), weights_of(dealing.all_members()), material));
    return ReleasedTable{"data", std::move(rows)};
}

Result<std::vector<ReleasedTable>> anatomized(const Dealing& dealing) {
    const Material& material = dealing.prepared().material;
    const std::size_t parted = parted_column(dealing.prepared());
    const std::string group = group_column(material.released);
    const Column groups = class_numbers(dealing);

    Table qit;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        if (from != parted) qit.add(name, dealing.column(from));
    }
    qit.add(group, groups);
    Table values;
    values.add(group, groups);
    values.add(material.rows->table.name(parted), dealing.column(parted));
    SCRIM_TRY(Tuples st, sorted_rows(std::move(values), weights_of(dealing.all_members()), material));
    // How often is a column of its own.
    std::vector<Int128> counts(st.weights.begin(), st.weights.end());
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    const auto domain = std::make_shared<Domain>(Domain::of_numbers(counts, 0));
    std::vector<std::string> names = material.released;
    names.push_back(group);
    st.table.add(count_column(names), column_of_rows(domain, st.weights.size(), [&](std::size_t i) {
                     return domain->lower_bound(st.weights[i]);
                 }));
    st.weights.assign(st.weights.size(), 1);
    st.total = st.weights.size();
    std::vector<ReleasedTable> tables;
    SCRIM_TRY(Tuples rows, sorted_rows(std::move(qit), weights_of(dealing.all_members()), material));
    tables.push_back({"qit", std::move(rows)});
    tables.push_back({"st", std::move(st)});
    return tables;
}

Result<ReleasedTable> permuted(const Dealing& dealing, Random* random) {
    const Material& material = dealing.prepared().material;
    const std::size_t parted = parted_column(dealing.prepared());
    const PermutedRows dealt = permuted_rows(dealing, random);
    const std::size_t rows = dealt.rows.size();
    Table table;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        const Column& column = material.rows->table[from];
        table.add(name, column_of_rows(column.domain_ptr(), rows, [&](std::size_t i) {
                      return from == parted ? dealt.values[i] : column[dealt.rows[i]];
                  }));
    }
    table.add(group_column(material.released),
              column_of_rows(numbers_up_to(dealing.size()), rows, [&](std::size_t i) { return dealt.groups[i]; }));
    SCRIM_TRY(Tuples all, sorted_rows(std::move(table), std::vector<std::uint32_t>(rows, 1), material));
    return ReleasedTable{"data", std::move(all)};
}

// Without the people whom the table lacks; what classes print does not matter here.
recode::Recoding without_the_absent(const recode::Recoding& recoding) {
    Groups<recode::Member> kept;
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        for (const recode::Member& member : recoding.members(c))
            if (member.records > 0) kept.members.push_back(member);
        kept.end_group();
    }
    return recode::Recoding::of_groups(std::move(kept));
}

// Does a model ask for columns by their names, so that it has to see those of the release?
bool name_columns(const recode::Problem& problem) {
    const auto& models = problem.demands.models();
    return std::any_of(models.begin(), models.end(), [&](const auto& model) {
        const auto questions = model->questions(problem.demands.roles().quasi_identifiers);
        return std::any_of(questions.begin(), questions.end(),
                           [](const models::Question& question) { return !question.x.empty() || !question.y.empty(); });
    });
}

}  // namespace

std::size_t parted_column(const Prepared& prepared) {
    const std::string& name = prepared.problem.demands.roles().sensitive.front().column;
    return prepared.material.rows->table.find(name).value();
}

PermutedRows permuted_rows(const Dealing& dealing, Random* random) {
    const Material& material = dealing.prepared().material;
    const std::size_t parted = parted_column(dealing.prepared());
    const Column& values = material.rows->table[parted];
    PermutedRows made;
    std::vector<std::uint32_t>&rows = made.rows, &groups = made.groups;
    std::vector<Code>& dealt_values = made.values;
    for (std::uint32_t group = 0; group < dealing.size(); ++group)
        for (const recode::Member& member : dealing.members(group)) {
            rows.insert(rows.end(), member.records, member.tuple);
            groups.insert(groups.end(), member.records, group);
            dealt_values.insert(dealt_values.end(), member.records, values[member.tuple]);
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
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin;
        while (end < rows.size() && groups[end] == groups[begin]) ++end;
        const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(end);
        std::sort(rows.begin() + from, rows.begin() + to, others_less);
        std::sort(dealt_values.begin() + from, dealt_values.begin() + to);
        if (random) random->shuffle(std::span(dealt_values).subspan(begin, end - begin));
        begin = end;
    }
    return made;
}

std::string group_column(const std::vector<std::string>& columns) {
    std::string name = "group";
    while (contains_name(columns, name)) name += "_";
    return name;
}

Result<std::vector<ReleasedTable>> released_tables(const Dealing& dealing, recode::Form form, Random* random) {
    std::vector<ReleasedTable> tables;
    switch (form) {
        case recode::Form::anatomized: return anatomized(dealing);
        case recode::Form::permuted: {
            SCRIM_TRY(ReleasedTable table, permuted(dealing, random));
            tables.push_back(std::move(table));
            break;
        }
        case recode::Form::generalized:
        case recode::Form::grouped: {
            SCRIM_TRY(ReleasedTable table, generalized(dealing, recode::has_groups(form)));
            tables.push_back(std::move(table));
            break;
        }
        case recode::Form::perturbed: break;  // has no groups: see perturbed_release.h
    }
    return tables;
}

Result<Tuples> sorted_rows(Table table, std::vector<std::uint32_t> weights, const Material& material) {
    Table seen;
    for (std::size_t c = 0; c < table.width(); ++c) {
        const bool category = std::find(material.categories.begin(), material.categories.end(), table.name(c)) !=
                              material.categories.end();
        SCRIM_TRY(Column column, read_back(table.name(c), table[c], category));
        table.take(c);
        seen.add(table.name(c), std::move(column));
    }
    return distinct_tuples(Tuples{std::move(seen), std::move(weights), 0});
}

Result<Table> printed_classes(const Prepared& prepared, const recode::Recoding& recoding) {
    Table classes;
    for (const std::string& name : prepared.material.released) {
        const std::size_t from = prepared.material.rows->table.find(name).value();
        if (from >= prepared.problem.dimensions()) continue;
        SCRIM_TRY(const Printed printed, print(prepared.problem.quasi_identifiers[from], recoding, from));
        classes.add(name, Column(printed.domain, printed.of_class));
    }
    return classes;
}

Tuples exact_rows(const Dealing& dealing) {
    const Prepared& prepared = dealing.prepared();
    const Material& material = prepared.material;
    Tuples rows;
    rows.table.add(group_column(material.released), class_numbers(dealing));
    std::vector<std::string> names;
    for (const std::string& name : material.released)
        if (material.rows->table.find(name).value() >= prepared.problem.dimensions()) names.push_back(name);
    if (const std::string& person = prepared.problem.demands.roles().person; !person.empty()) names.push_back(person);
    for (const std::string& name : names) rows.table.add(name, dealing.column(material.rows->table.find(name).value()));
    rows.weights = weights_of(dealing.all_members());
    for (const std::uint32_t weight : rows.weights) rows.total += weight;
    return rows;
}

Result<JudgedTable> judged_table(const Prepared& prepared, const recode::Recoding& recoding, recode::Form form) {
    const recode::Problem& problem = prepared.problem;
    const bool by_values = !recode::has_groups(form) && (prepared.material.population || name_columns(problem));
    std::optional<recode::Recoding> present;
    if (prepared.material.population) present = without_the_absent(recoding);
    const recode::Recoding& classes = present ? *present : recoding;
    JudgedTable judged;
    judged.weights = weights_of(classes.all_members());
    if (by_values) {
        judged.classes_by = problem.demands.roles().quasi_identifiers;
    } else {
        judged.classes_by = {group_column(prepared.material.released)};
        judged.table.add(judged.classes_by.front(), class_numbers(classes));
    }
    for (std::size_t a = 0; a < problem.tuples->table.width(); ++a) {
        const std::string& name = problem.tuples->table.name(a);
        if (recoding.generalized == a) {
            PrintedCells cells(recoding.cells(), *prepared.material.hierarchies.at(name));
            judged.table.add(name, Column(cells.domain, cells.of_member));
            judged.generalized = name;
            judged.cells = std::move(cells.spans);
        } else if (a >= problem.dimensions()) {
            judged.table.add(name, column_of(problem.tuples->table[a], classes));
        } else if (by_values) {
            SCRIM_TRY(const Printed printed, print(problem.quasi_identifiers[a], recoding, a));
            judged.table.add(name, column_of(printed.domain, classes,
                                             [&](std::size_t, std::size_t c) { return printed.of_class[c]; }));
        }
    }
    return judged;
}

}  // namespace scrim::release
