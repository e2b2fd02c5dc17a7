#include "methods/republish/published_table.h"

#include "kernel/core/memory_source.h"
#include "kernel/core/partition.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim::republication {
namespace {

Table rows_of(const NextVersion& next, const Grouping& grouping) {
    Table rows;
    std::vector<Code> codes(grouping.groups.members.size());
    for (std::size_t c = 0; c < next.table.width(); ++c) {
        const bool sensitive = c + 1 == next.table.width();
        next.table[c].visit([&](auto from) {
            for (std::size_t p = 0; p < codes.size(); ++p)
                codes[p] = sensitive ? grouping.groups.members[p].value : from[grouping.groups.members[p].record];
        });
        rows.add(next.table.name(c), Column(next.table[c].domain_ptr(), codes));
    }
    return rows;
}

// The different rows, and which of them each row is.
struct Numbered {
    Tuples tuples;
    std::vector<std::uint32_t> tuple;  // by row
};

Numbered numbered(const Table& rows) {
    std::vector<std::size_t> columns(rows.width());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    const Partition different = group_by(rows, columns);
    Numbered made;
    made.tuple.resize(rows.rows());
    std::vector<std::uint32_t> first;
    for (std::uint32_t number = 0; number < different.size(); ++number) {
        for (const std::uint32_t row : different[number]) made.tuple[row] = number;
        first.push_back(different[number].front());
        made.tuples.weights.push_back(static_cast<std::uint32_t>(different[number].size()));
    }
    std::vector<Code> codes(first.size());
    for (std::size_t c = 0; c < rows.width(); ++c) {
        for (std::size_t t = 0; t < codes.size(); ++t) codes[t] = rows[c][first[t]];
        made.tuples.table.add(rows.name(c), Column(rows[c].domain_ptr(), codes));
    }
    made.tuples.total = rows.rows();
    return made;
}

// The narrowest printable spans that cover the group's true records.
std::vector<Span> box_of(const NextVersion& next, std::span<const GroupPlace> group,
                         const std::vector<hierarchy::Attribute>& qis) {
    std::vector<Span> box(qis.size());
    for (std::size_t a = 0; a < box.size(); ++a) {
        Code lo = UINT32_MAX, hi = 0;
        for (const GroupPlace& place : group) {
            if (place.counterfeit) continue;
            lo = std::min(lo, next.version.at(place.record)[a]);
            hi = std::max(hi, next.version.at(place.record)[a]);
        }
        box[a] = recode::printable(qis[a], {lo, hi + 1});
    }
    return box;
}

}  // namespace

Result<PublishedTable> published_table(const NextVersion& next, const Grouping& grouping, Policy policy,
                                       recode::Form form, const std::string& format_name, Progress& progress) {
    PublishRequest request;
    request.format = format_name;
    request.policy = std::move(policy);
    // People, and columns that would link their records over time, are not released.
    request.policy.person.clear();
    std::erase_if(request.policy.columns, [](const ColumnPolicy& column) {
        return column.role != Role::quasi_identifier && column.role != Role::sensitive;
    });
    Numbered rows = numbered(rows_of(next, grouping));
    request.memory = SIZE_MAX;  // the different rows are there already: they are read as such, in their order
    MemorySource source("the release", std::move(rows.tuples));
    SCRIM_TRY(release::Prepared prepared, release::prepare({source}, request, progress));

    recode::Recoding recoding(recode::prints_spans(form) ? next.version.dimensions : 0);
    std::vector<recode::Member> members;
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        // In the order of their tuples: any other might tell who holds what.
        std::map<std::uint32_t, std::uint32_t> records;
        for (std::uint32_t p = grouping.groups.offsets[g]; p < grouping.groups.offsets[g + 1]; ++p)
            ++records[rows.tuple[p]];
        members.clear();
        for (const auto& [of_tuple, count] : records) members.push_back({of_tuple, count});
        std::vector<Span> box;
        if (recode::prints_spans(form)) box = box_of(next, grouping.groups[g], prepared.problem.quasi_identifiers);
        recoding.add(box, members);
    }
    return PublishedTable{std::move(request), std::move(prepared), std::move(recoding)};
}

release::ReleasedTable untrue_table(const NextVersion& next, const Grouping& grouping, const std::string& name,
                                    const std::vector<std::string>& released) {
    std::vector<Code> groups, counts;
    std::vector<Int128> numbers;
    Code most = 0;
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        Code untrue = 0;
        for (const GroupPlace& place : grouping.groups[g])
            untrue += place.counterfeit || place.value != next.version.value[place.record];
        groups.push_back(static_cast<Code>(g));
        counts.push_back(untrue);
        numbers.push_back(static_cast<Int128>(g + 1));
        most = std::max(most, untrue);
    }
    std::vector<Int128> amounts(most + 1);
    std::iota(amounts.begin(), amounts.end(), Int128{0});
    release::ReleasedTable made{name, {}};
    made.rows.table.add(release::group_column(released),
                        Column(std::make_shared<Domain>(Domain::of_numbers(std::move(numbers), 0)), groups));
    made.rows.table.add("count", Column(std::make_shared<Domain>(Domain::of_numbers(std::move(amounts), 0)), counts));
    made.rows.weights.assign(groups.size(), 1);
    made.rows.total = groups.size();
    return made;
}

}  // namespace scrim::republication
