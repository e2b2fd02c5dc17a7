#include "methods/release/released_table.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"
#include "methods/release/read_back.h"

#include <algorithm>
#include <map>
#include <numeric>

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

// Which rows of the material each class gets, and how many records of each.
class Dealing {
public:
    Dealing(const Material& material, const recode::Recoding& recoding) : recoding_(recoding) {
        // Where every tuple is one row, what the recoder decided is all there is to tell.
        if (material.runs.size() == material.rows->size() + 1)
            all_ = recoding.all_members();
        else
            deal(material);
    }
    std::size_t size() const { return all_.size(); }
    // Calls f(i, row, class, records) for each.
    template <class F>
    void each(F f) const {
        std::size_t i = 0;
        for (std::size_t c = 0; c < recoding_.size(); ++c)
            for (const std::size_t end = ends_.empty() ? i + recoding_.members(c).size() : ends_[c]; i < end; ++i)
                f(i, all_[i].tuple, c, all_[i].records);
    }
    std::vector<std::uint32_t> weights() const {
        std::vector<std::uint32_t> weights(size());
        each([&](std::size_t i, std::size_t, std::size_t, std::uint32_t records) { weights[i] = records; });
        return weights;
    }

private:
    // A tuple's records are dealt to its classes in the order of its rows.
    void deal(const Material& material) {
        std::vector<std::uint32_t> row(material.runs.begin(), material.runs.end() - 1);  // next row of each tuple …
        std::vector<std::uint32_t> used(material.runs.size() - 1, 0);  // … and its records given away
        for (std::size_t c = 0; c < recoding_.size(); ++c) {
            for (const recode::Member& member : recoding_.members(c)) {
                std::uint32_t left = member.records;
                while (left > 0) {
                    std::uint32_t& at = row[member.tuple];
                    const std::uint32_t there = material.rows->weights[at] - used[member.tuple];
                    const std::uint32_t taken = std::min(left, there);
                    dealt_.push_back({at, taken});
                    left -= taken;
                    used[member.tuple] += taken;
                    if (taken == there) {
                        ++at;
                        used[member.tuple] = 0;
                    }
                }
            }
            ends_.push_back(dealt_.size());
        }
        all_ = dealt_;
    }

    const recode::Recoding& recoding_;
    std::vector<recode::Member> dealt_;  // a row, not a tuple
    std::vector<std::size_t> ends_;
    std::span<const recode::Member> all_;
};

template <class CodeOf>
Column column_of(DomainPtr domain, std::size_t rows, CodeOf code_of) {
    Column column(std::move(domain), rows);
    column.visit([&](auto codes) {
        using Narrow = typename decltype(codes)::value_type;
        for (std::size_t i = 0; i < rows; ++i) codes[i] = static_cast<Narrow>(code_of(i));
    });
    return column;
}

// The same for what is dealt out: code_of(row, class).
template <class CodeOf>
Column column_of(DomainPtr domain, const Dealing& dealing, CodeOf code_of) {
    Column column(std::move(domain), dealing.size());
    column.visit([&](auto codes) {
        using Narrow = typename decltype(codes)::value_type;
        dealing.each([&](std::size_t i, std::size_t row, std::size_t c, std::uint32_t) {
            codes[i] = static_cast<Narrow>(code_of(row, c));
        });
    });
    return column;
}

// A column of the original for what is dealt out.
Column dealt_column(const Column& original, const Dealing& dealing) {
    return original.visit([&](auto codes) {
        return column_of(original.domain_ptr(), dealing, [&](std::size_t row, std::size_t) { return codes[row]; });
    });
}

DomainPtr numbers_up_to(std::size_t count) {
    std::vector<Int128> units(count);
    std::iota(units.begin(), units.end(), Int128{1});
    return std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0));
}

Result<ReleasedTable> generalized(const Prepared& prepared, const recode::Recoding& recoding, bool with_groups) {
    const Material& material = prepared.material;
    const Dealing dealing(material, recoding);
    Table table;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        if (from < prepared.problem.dimensions()) {
            SCRIM_TRY(const Printed printed, print(prepared.problem.quasi_identifiers[from], recoding, from));
            table.add(name, column_of(printed.domain, dealing,
                                      [&](std::size_t, std::size_t c) { return printed.of_class[c]; }));
        } else {
            table.add(name, dealt_column(material.rows->table[from], dealing));
        }
    }
    if (with_groups)
        table.add(group_column(material.released),
                  column_of(numbers_up_to(recoding.size()), dealing, [](std::size_t, std::size_t c) { return c; }));
    SCRIM_TRY(Tuples rows, sorted_rows(std::move(table), dealing.weights(), material));
    return ReleasedTable{"data", std::move(rows)};
}

// The column whose values are taken away from their records: the first sensitive one.
std::size_t parted_column(const Prepared& prepared) {
    const std::string& name = prepared.problem.demands.roles().sensitive.front().column;
    return prepared.material.rows->table.find(name).value();
}

Result<std::vector<ReleasedTable>> anatomized(const Prepared& prepared, const recode::Recoding& recoding) {
    const Material& material = prepared.material;
    const Dealing dealing(material, recoding);
    const std::size_t parted = parted_column(prepared);
    const std::string group = group_column(material.released);
    const DomainPtr numbers = numbers_up_to(recoding.size());
    const Column groups = column_of(numbers, dealing, [](std::size_t, std::size_t c) { return c; });

    Table qit;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        if (from != parted) qit.add(name, dealt_column(material.rows->table[from], dealing));
    }
    qit.add(group, groups);
    Table values;
    values.add(group, groups);
    values.add(material.rows->table.name(parted), dealt_column(material.rows->table[parted], dealing));
    SCRIM_TRY(Tuples st, sorted_rows(std::move(values), dealing.weights(), material));
    // How often is a column of its own.
    std::vector<Int128> counts(st.weights.begin(), st.weights.end());
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    const auto domain = std::make_shared<Domain>(Domain::of_numbers(counts, 0));
    std::vector<std::string> names = material.released;
    names.push_back(group);
    st.table.add(count_column(names), column_of(domain, st.weights.size(),
                                                [&](std::size_t i) { return domain->lower_bound(st.weights[i]); }));
    st.weights.assign(st.weights.size(), 1);
    st.total = st.weights.size();
    std::vector<ReleasedTable> tables;
    SCRIM_TRY(Tuples rows, sorted_rows(std::move(qit), dealing.weights(), material));
    tables.push_back({"qit", std::move(rows)});
    tables.push_back({"st", std::move(st)});
    return tables;
}

Result<ReleasedTable> permuted(const Prepared& prepared, const recode::Recoding& recoding, Random* random) {
    const Material& material = prepared.material;
    const std::size_t parted = parted_column(prepared);
    const Column& values = material.rows->table[parted];
    // Record by record: a group's rows in the order of their quasi-identifiers get its values in the order of the
    // values, or by chance. Who had which value does not enter.
    std::vector<std::uint32_t> rows, groups;
    std::vector<Code> dealt_values;
    Dealing(material, recoding).each([&](std::size_t, std::size_t row, std::size_t group, std::uint32_t records) {
        rows.insert(rows.end(), records, static_cast<std::uint32_t>(row));
        groups.insert(groups.end(), records, static_cast<std::uint32_t>(group));
        dealt_values.insert(dealt_values.end(), records, values[row]);
    });
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
    Table table;
    for (const std::string& name : material.released) {
        const std::size_t from = material.rows->table.find(name).value();
        const Column& column = material.rows->table[from];
        table.add(name, column_of(column.domain_ptr(), rows.size(),
                                  [&](std::size_t i) { return from == parted ? dealt_values[i] : column[rows[i]]; }));
    }
    table.add(group_column(material.released),
              column_of(numbers_up_to(recoding.size()), rows.size(), [&](std::size_t i) { return groups[i]; }));
    SCRIM_TRY(Tuples all, sorted_rows(std::move(table), std::vector<std::uint32_t>(rows.size(), 1), material));
    return ReleasedTable{"data", std::move(all)};
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

std::string group_column(const std::vector<std::string>& columns) {
    std::string name = "group";
    while (contains_name(columns, name)) name += "_";
    return name;
}

Result<std::vector<ReleasedTable>> released_tables(const Prepared& prepared, const recode::Recoding& recoding,
                                                   recode::Form form, Random* random) {
    std::vector<ReleasedTable> tables;
    switch (form) {
        case recode::Form::anatomized: return anatomized(prepared, recoding);
        case recode::Form::permuted: {
            SCRIM_TRY(ReleasedTable table, permuted(prepared, recoding, random));
            tables.push_back(std::move(table));
            break;
        }
        case recode::Form::generalized:
        case recode::Form::grouped: {
            SCRIM_TRY(ReleasedTable table, generalized(prepared, recoding, recode::has_groups(form)));
            tables.push_back(std::move(table));
        }
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

Tuples exact_rows(const Prepared& prepared, const recode::Recoding& recoding) {
    const Material& material = prepared.material;
    const Dealing dealing(material, recoding);
    Tuples rows;
    rows.table.add(group_column(material.released),
                   column_of(numbers_up_to(recoding.size()), dealing, [](std::size_t, std::size_t c) { return c; }));
    std::vector<std::string> names;
    for (const std::string& name : material.released)
        if (material.rows->table.find(name).value() >= prepared.problem.dimensions()) names.push_back(name);
    if (const std::string& person = prepared.problem.demands.roles().person; !person.empty()) names.push_back(person);
    for (const std::string& name : names)
        rows.table.add(name, dealt_column(material.rows->table[material.rows->table.find(name).value()], dealing));
    rows.weights = dealing.weights();
    for (const std::uint32_t weight : rows.weights) rows.total += weight;
    return rows;
}

Result<JudgedTable> judged_table(const Prepared& prepared, const recode::Recoding& recoding, recode::Form form) {
    const recode::Problem& problem = prepared.problem;
    const bool by_values = form == recode::Form::generalized && (prepared.material.population || name_columns(problem));
    JudgedTable judged;
    // A row per member, without the people whom the table lacks.
    const auto each = [&](auto f) {
        std::size_t i = 0;
        for (std::size_t c = 0; c < recoding.size(); ++c)
            for (const recode::Member& member : recoding.members(c))
                if (member.records > 0) f(i++, member, c);
    };
    std::size_t rows = 0;
    each([&](std::size_t, const recode::Member&, std::size_t) { ++rows; });
    judged.weights.resize(rows);
    each([&](std::size_t i, const recode::Member& member, std::size_t) { judged.weights[i] = member.records; });
    const auto add = [&](const std::string& name, DomainPtr domain, auto code_of) {
        Column column(std::move(domain), rows);
        column.visit([&](auto codes) {
            using Narrow = typename decltype(codes)::value_type;
            each([&](std::size_t i, const recode::Member& member, std::size_t c) {
                codes[i] = static_cast<Narrow>(code_of(member.tuple, c));
            });
        });
        judged.table.add(name, std::move(column));
    };
    if (by_values) {
        judged.classes_by = problem.demands.roles().quasi_identifiers;
    } else {
        judged.classes_by = {group_column(prepared.material.released)};
        add(judged.classes_by.front(), numbers_up_to(recoding.size()), [](std::size_t, std::size_t c) { return c; });
    }
    for (std::size_t a = 0; a < problem.tuples->table.width(); ++a) {
        const std::string& name = problem.tuples->table.name(a);
        const Column& column = problem.tuples->table[a];
        if (a >= problem.dimensions()) {
            column.visit([&](auto codes) {
                add(name, column.domain_ptr(), [&](std::size_t tuple, std::size_t) { return codes[tuple]; });
            });
        } else if (by_values) {
            SCRIM_TRY(const Printed printed, print(problem.quasi_identifiers[a], recoding, a));
            add(name, printed.domain, [&](std::size_t, std::size_t c) { return printed.of_class[c]; });
        }
    }
    return judged;
}

}  // namespace scrim::release
