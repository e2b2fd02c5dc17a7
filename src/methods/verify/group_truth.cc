// Truthfulness of releases with groups.
#include "kernel/core/histogram.h"
#include "kernel/core/text.h"
#include "methods/verify/flow.h"
#include "methods/verify/same_values.h"
#include "methods/verify/truth.h"

#include <span>

namespace scrim::verifier {
namespace {

std::string too_often(const std::string& what, std::uint64_t released, std::uint64_t available) {
    return format("{} is released {}, and the original has it {}", what, counted(released, "time", "times"),
                  counted(available, "time", "times"));
}

// Why the values released are not among those of the original, "" when they are.
std::string values_beyond(const Tuples& values, const Tuples& original) {
    const Column& released = values.table[1];
    const Column& there = original.table[original.table.width() - 1];
    const Domain& domain = released.domain();
    std::vector<std::uint64_t> counts(domain.size(), 0), available(domain.size(), 0);
    for (std::size_t t = 0; t < values.size(); ++t) counts[released[t]] += values.weights[t];
    const auto codes = same_values(there.domain(), domain);
    for (std::size_t t = 0; t < original.size(); ++t)
        if (const Code code = codes[there[t]]; code != no_code) available[code] += original.weights[t];
    for (Code code = 0; code < counts.size(); ++code)
        if (counts[code] > available[code])
            return too_often(quoted(std::string_view(domain.label(code))), counts[code], available[code]);
    return {};
}

// The different rows of a release, whatever their groups, and where the original has them.
struct Rows {
    std::vector<std::uint32_t> of;          // the different row of each tuple of the release
    std::vector<std::uint32_t> begin, end;  // its tuples of the original
    std::vector<char> shared;               // by several groups
    std::string against;                    // a row that the original has less often
};

Rows find_rows(const Tuples& rows, const Tuples& terms, std::size_t width) {
    Rows found;
    const auto runs = run_offsets(rows, width), there = run_offsets(terms, width);
    found.of.resize(rows.size());
    std::size_t s = 0;
    for (std::uint32_t r = 0; r + 1 < runs.size(); ++r) {
        const auto order = [&] { return compare_rows(terms.table, there[s], rows.table, runs[r], width); };
        while (s + 1 < there.size() && order() < 0) ++s;
        const bool known = s + 1 < there.size() && order() == 0;
        found.begin.push_back(known ? there[s] : 0);
        found.end.push_back(known ? there[s + 1] : 0);
        found.shared.push_back(runs[r + 1] - runs[r] > 1);
        std::uint64_t released = 0, available = 0;
        for (std::uint32_t t = runs[r]; t < runs[r + 1]; ++t) {
            found.of[t] = r;
            released += rows.weights[t];
        }
        for (std::uint32_t t = found.begin[r]; t < found.end[r]; ++t) available += terms.weights[t];
        if (released > available && found.against.empty())
            found.against = too_often(row_text(rows.table, runs[r]), released, available);
    }
    return found;
}

// Things with a count, listed per group; a thing is a row or a value.
struct Listed {
    std::vector<std::uint32_t> offsets;
    std::vector<ValueCount> items;

    template <class GroupOf, class ItemOf>
    Listed(std::size_t groups, std::size_t count, GroupOf group_of, ItemOf item_of)
        : offsets(groups + 1, 0), items(count) {
        for (std::size_t i = 0; i < count; ++i) ++offsets[group_of(i) + 1];
        for (std::size_t g = 0; g < groups; ++g) offsets[g + 1] += offsets[g];
        std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
        for (std::size_t i = 0; i < count; ++i) items[next[group_of(i)]++] = item_of(i);
    }
    std::span<const ValueCount> operator[](std::size_t g) const {
        return std::span(items).subspan(offsets[g], offsets[g + 1] - offsets[g]);
    }
};

// Can the values of a group be dealt to its rows as the original has them?
class Dealing {
public:
    Dealing(const Rows& rows, const Tuples& terms)
        : rows_(rows),
          terms_(terms),
          values_(terms.table[terms.table.width() - 1]),
          place_(values_.domain().size(), no_code) {}

    bool fits(std::span<const ValueCount> rows, std::span<const ValueCount> values) {
        const auto n = static_cast<Flow::Node>(rows.size()), m = static_cast<Flow::Node>(values.size());
        const Flow::Node source = n + m, sink = source + 1;
        std::uint64_t wanted = 0, told = 0;
        flow_.reset(sink + 1);
        for (Flow::Node v = 0; v < m; ++v) {
            place_[values[v].value] = n + v;
            told += values[v].count;
            flow_.add(n + v, sink, values[v].count);
        }
        for (Flow::Node r = 0; r < n; ++r) {
            wanted += rows[r].count;
            flow_.add(source, r, rows[r].count);
            for (std::uint32_t t = rows_.begin[rows[r].value]; t < rows_.end[rows[r].value]; ++t)
                if (const Flow::Node to = place_[values_[t]]; to != no_code) flow_.add(r, to, terms_.weights[t]);
        }
        for (const ValueCount& value : values) place_[value.value] = no_code;
        return wanted == told && flow_.run(source, sink) == wanted;
    }

private:
    const Rows& rows_;
    const Tuples& terms_;
    const Column& values_;
    std::vector<Flow::Node> place_;  // of each value of the group
    Flow flow_;
};

Truth failed(std::string detail) { return {Truth::Outcome::fails, std::move(detail)}; }

}  // namespace

Result<Truth> check_grouped(const Tuples& rows, const Tuples& values, const Tuples& original, Progress& progress) {
    const std::size_t width = rows.table.width() - 1;
    if (const std::string against = values_beyond(values, original); !against.empty()) return failed(against);
    std::vector<Recoded> columns;
    for (std::size_t c = 0; c <= width; ++c) {
        const Column& column = c < width ? rows.table[c] : values.table[1];
        columns.push_back({same_values(original.table[c].domain(), column.domain()), column.domain_ptr()});
    }
    const Tuples terms = in_terms_of(original, columns);
    const Rows found = find_rows(rows, terms, width);
    if (!found.against.empty()) return failed(found.against);

    const Column& group_of_row = rows.table[width];
    const Column& group_of_value = values.table[0];
    const std::vector<Code> same_group = same_values(group_of_value.domain(), group_of_row.domain());
    for (const Code code : same_group)
        if (code == no_code) return failed("the tables tell of different groups");
    const std::size_t groups = group_of_row.domain().size();
    const Listed members(
        groups, rows.size(), [&](std::size_t t) { return group_of_row[t]; },
        [&](std::size_t t) {
            return ValueCount{found.of[t], rows.weights[t]};
        });
    const Listed counts(
        groups, values.size(), [&](std::size_t t) { return same_group[group_of_value[t]]; },
        [&](std::size_t t) {
            return ValueCount{values.table[1][t], values.weights[t]};
        });
    Dealing dealing(found, terms);
    std::uint64_t sharing = 0;
    progress.stage("pairing records with originals", groups);
    progress.unit("groups");
    for (std::size_t g = 0; g < groups; ++g) {
        if (!dealing.fits(members[g], counts[g]))
            return failed(format("the values of group {} do not fit its rows",
                                 quoted(std::string_view(group_of_row.domain().label(static_cast<Code>(g))))));
        bool shares = false;
        for (const ValueCount& row : members[g]) shares |= found.shared[row.value] != 0;
        sharing += shares ? 1 : 0;
        if (progress.cancelled()) return cancelled_error();
    }
    return Truth{
        Truth::Outcome::holds,
        format("rows and values are the original's, and fit each other in {}{}", counted(groups, "group", "groups"),
               sharing == 0 ? ""
                            : format("; {} of them have rows in common with others and were looked at alone",
                                     with_thousands(sharing)))};
}

}  // namespace scrim::verifier
