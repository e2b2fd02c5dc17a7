#include "methods/audit/series/release_classes.h"

#include "kernel/core/packed_key.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace scrim::audit {
namespace {

// Numbers for keys as they come; returns how many there are.
std::uint32_t number_keys(const std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& numbers) {
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    numbers.resize(keys.size());
    for (std::size_t row = 0; row < keys.size(); ++row)
        numbers[row] = known.try_emplace(keys[row], static_cast<std::uint32_t>(known.size())).first->second;
    return static_cast<std::uint32_t>(known.size());
}

// Rows with equal values on the columns have one number; returns how many there are.
std::uint32_t number_rows(const Table& table, const std::vector<std::size_t>& columns,
                          std::vector<std::uint32_t>& numbers) {
    std::uint32_t count = 0;
    for (const std::vector<std::size_t>& part : key_groups(table, columns)) {
        std::vector<std::uint32_t> here;
        const std::uint32_t different = number_keys(PackedKey(table, part).pack(), here);
        if (count == 0) {
            numbers = std::move(here);
            count = different;
            continue;
        }
        std::vector<std::uint64_t> both(here.size());
        for (std::size_t row = 0; row < both.size(); ++row) both[row] = std::uint64_t{numbers[row]} << 32 | here[row];
        count = number_keys(both, numbers);
    }
    return count;
}

// A column of counts, from `least` on.
Result<std::vector<std::uint32_t>> counts_of(const TableSource& source, const Column& column, Int128 least) {
    const Domain& domain = column.domain();
    std::vector<std::uint32_t> of_code;
    for (Code code = 0; code < domain.size(); ++code) {
        const bool null = domain.has_null() && code == domain.null_code();
        if (null || domain.kind() != Domain::Kind::number || domain.scale() != 0 || domain.units(code) < least ||
            domain.units(code) > UINT32_MAX)
            return input_error(format("{}: {} is no count of records", source.name(), quoted(domain.label(code))));
        of_code.push_back(static_cast<std::uint32_t>(domain.units(code)));
    }
    std::vector<std::uint32_t> counts(column.size());
    for (std::size_t row = 0; row < counts.size(); ++row) counts[row] = of_code[column[row]];
    return counts;
}

// The classes that the groups of another table of the release are, by its rows.
class Groups {
public:
    Groups(const Column& groups, const std::vector<std::uint32_t>& class_of) {
        for (std::size_t row = 0; row < class_of.size(); ++row)
            number_.try_emplace(groups.domain().label(groups[row]), class_of[row]);
    }
    Result<std::vector<std::uint32_t>> classes(const TableSource& source, const Column& groups) const {
        std::vector<std::uint32_t> of_code;
        for (Code code = 0; code < groups.domain().size(); ++code) {
            const auto found = number_.find(groups.domain().label(code));
            if (found == number_.end())
                return input_error(format("{}: group {} is in no other table of the release", source.name(),
                                          quoted(groups.domain().label(code))));
            of_code.push_back(found->second);
        }
        std::vector<std::uint32_t> classes(groups.size());
        for (std::size_t row = 0; row < classes.size(); ++row) classes[row] = of_code[groups[row]];
        return classes;
    }

private:
    std::unordered_map<std::string, std::uint32_t> number_;
};

// How often each class publishes each value: `times` of row `row` in class `of_class[row]`.
void add_values(ReleaseClasses& made, const std::vector<std::uint32_t>& of_class,
                const std::vector<std::uint32_t>& times, Numbering& values) {
    const std::vector<std::uint32_t> number = values.number(made.sensitive.domain());
    std::vector<std::pair<std::uint64_t, std::uint32_t>> published(of_class.size());
    made.sensitive.visit([&](auto codes) {
        for (std::size_t row = 0; row < published.size(); ++row)
            published[row] = {std::uint64_t{of_class[row]} << 32 | number[codes[row]], times.empty() ? 1 : times[row]};
    });
    std::sort(published.begin(), published.end());
    for (std::size_t from = 0, to = 0; from < published.size(); from = to) {
        const std::uint64_t key = published[from].first;
        std::uint32_t count = 0;
        for (; to < published.size() && published[to].first == key; ++to) count += published[to].second;
        made.classes[key >> 32].values.emplace_back(static_cast<Code>(key), count);
    }
}

// The second table of an anatomized release: group, value, how often.
Result<void> add_group_values(ReleaseClasses& made, TableSource& source, const Groups& groups, Numbering& values,
                              Progress& progress) {
    SCRIM_TRY(Table table, source.read(source.columns(), progress));
    SCRIM_TRY(const std::vector<std::uint32_t> of_class, groups.classes(source, table[0]));
    SCRIM_TRY(const std::vector<std::uint32_t> times, counts_of(source, table[2], 1));
    made.sensitive = table.take(1);
    add_values(made, of_class, times, values);
    return {};
}

// How many values of each group are not true.
Result<void> add_untrue(ReleaseClasses& made, const ReleaseTables& release, const Groups& groups, Progress& progress) {
    TableSource& source = *release.untrue;
    SCRIM_TRY(const Table table, source.read(source.columns(), progress));
    SCRIM_TRY(const std::vector<std::uint32_t> of_class, groups.classes(source, table[0]));
    SCRIM_TRY(const std::vector<std::uint32_t> times, counts_of(source, table[1], 0));
    for (std::size_t row = 0; row < of_class.size(); ++row) made.classes[of_class[row]].fakes += times[row];
    for (SeenGroup& group : made.classes) {
        if (release.substitutes) group.kind = SeenGroup::Kind::substitutions;
        if (group.fakes > group.published())
            return input_error(format("{}: a group has {} values that are not true, and {} in all", source.name(),
                                      group.fakes, group.published()));
    }
    return {};
}

}  // namespace

Result<ReleaseClasses> read_classes(const ReleaseTables& release, const SeriesColumns& columns, Numbering& values,
                                    Progress& progress) {
    const std::string group = release.group.value_or("");
    std::vector<std::string> wanted = columns.quasi_identifiers;
    for (const std::string& more : {release.values ? std::string() : columns.sensitive, group, columns.person})
        if (!more.empty()) wanted.push_back(more);
    ReleaseClasses made;
    SCRIM_TRY(made.table, release.data->read(wanted, progress));
    const Table& table = made.table;
    if (table.rows() == 0) return input_error(format("{} has no records", release.data->name()));

    std::vector<std::size_t> quasi_identifiers;
    for (std::size_t d = 0; d < columns.quasi_identifiers.size(); ++d) quasi_identifiers.push_back(d);
    std::vector<std::uint32_t> print_of;
    const std::uint32_t prints = number_rows(table, quasi_identifiers, print_of);
    std::uint32_t classes = prints;
    if (group.empty())
        made.class_of = print_of;
    else
        classes = number_rows(table, {table.find(group).value()}, made.class_of);
    made.classes.resize(classes);

    made.print_row.resize(prints);
    made.print_in.resize(prints);
    for (std::uint32_t row = 0; row < table.rows(); ++row) {
        made.print_row[print_of[row]] = row;
        made.print_in[print_of[row]].push_back(made.class_of[row]);
    }
    for (std::vector<std::uint32_t>& in : made.print_in) {
        std::sort(in.begin(), in.end());
        in.erase(std::unique(in.begin(), in.end()), in.end());
    }

    if (!release.values) {
        made.sensitive = table[table.find(columns.sensitive).value()];
        add_values(made, made.class_of, {}, values);
    }
    if (group.empty()) return made;
    const Groups groups(table[table.find(group).value()], made.class_of);
    if (release.values) SCRIM_CHECK(add_group_values(made, *release.values, groups, values, progress));
    if (release.untrue) SCRIM_CHECK(add_untrue(made, release, groups, progress));
    return made;
}

}  // namespace scrim::audit
