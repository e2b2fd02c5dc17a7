#include "audit/release_classes.h"

#include "core/packed_key.h"
#include "core/text.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace scrim {
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

}  // namespace

Result<ReleaseClasses> read_classes(TableSource& source, const SeriesColumns& columns, Numbering& values,
                                    Progress& progress) {
    std::vector<std::string> wanted = columns.quasi_identifiers;
    wanted.push_back(columns.sensitive);
    for (const std::string& more : {columns.group, columns.person})
        if (!more.empty()) wanted.push_back(more);
    ReleaseClasses made;
    SCRIM_TRY(made.table, source.read(wanted, progress));
    const Table& table = made.table;
    if (table.rows() == 0) return input_error(format("{} has no records", source.name()));

    std::vector<std::size_t> quasi_identifiers;
    for (std::size_t d = 0; d < columns.quasi_identifiers.size(); ++d) quasi_identifiers.push_back(d);
    std::vector<std::uint32_t> print_of;
    const std::uint32_t prints = number_rows(table, quasi_identifiers, print_of);
    std::uint32_t classes = prints;
    if (columns.group.empty())
        made.class_of = print_of;
    else
        classes = number_rows(table, {table.find(columns.group).value()}, made.class_of);

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

    const Column& sensitive = table[quasi_identifiers.size()];
    const std::vector<std::uint32_t> number = values.number(sensitive.domain());
    std::vector<std::uint64_t> published(table.rows());
    sensitive.visit([&](auto codes) {
        for (std::size_t row = 0; row < published.size(); ++row)
            published[row] = std::uint64_t{made.class_of[row]} << 32 | number[codes[row]];
    });
    std::sort(published.begin(), published.end());
    made.classes.resize(classes);
    for (std::size_t from = 0, to = 0; from < published.size(); from = to) {
        while (to < published.size() && published[to] == published[from]) ++to;
        made.classes[published[from] >> 32].values.emplace_back(static_cast<Code>(published[from]),
                                                                static_cast<std::uint32_t>(to - from));
    }
    return made;
}

}  // namespace scrim
