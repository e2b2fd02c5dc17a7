#include "kernel/recode/recoding.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace scrim::recode {

void Recoding::add(std::span<const Span> box, std::span<const Member> members) {
    boxes_.insert(boxes_.end(), box.begin(), box.end());
    classes_.add(members);
}

void Recoding::add(std::span<const Span> box, std::span<const Member> members, std::span<const Span> cells) {
    add(box, members);
    cells_.insert(cells_.end(), cells.begin(), cells.end());
}

void Recoding::add_narrowest(const Problem& problem, std::span<const Member> members) {
    add(narrowest_box(problem, members), members);
}

std::uint64_t Recoding::records(std::size_t c) const {
    std::uint64_t sum = 0;
    for (const Member& member : members(c)) sum += member.records;
    return sum;
}

std::uint64_t Recoding::records() const {
    std::uint64_t sum = 0;
    for (const Member& member : all_members()) sum += member.records;
    return sum;
}

void Recoding::keep(const std::vector<char>& kept) {
    std::size_t classes = 0;
    std::uint32_t end = 0;
    for (std::size_t c = 0; c < kept.size(); ++c) {
        if (!kept[c]) continue;
        const std::span<const Member> members = classes_[c];
        if (!cells_.empty())
            std::copy_n(cells_.begin() + (members.data() - classes_.members.data()), members.size(),
                        cells_.begin() + end);
        std::copy(members.begin(), members.end(), classes_.members.begin() + end);
        std::copy_n(box(c).begin(), dimensions_, boxes_.begin() + static_cast<std::ptrdiff_t>(classes * dimensions_));
        end += static_cast<std::uint32_t>(members.size());
        classes_.offsets[++classes] = end;
    }
    boxes_.resize(classes * dimensions_);
    classes_.members.resize(end);
    if (!cells_.empty()) cells_.resize(end);
    classes_.offsets.resize(classes + 1);
}

void Recoding::merge_equal_boxes() {
    std::vector<std::uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::lexicographical_compare(box(a).begin(), box(a).end(), box(b).begin(), box(b).end());
    });
    std::vector<Span> boxes;
    Groups<Member> classes;
    std::vector<Span> cells;
    std::vector<Member>& merged = classes.members;
    boxes.reserve(boxes_.size());
    merged.reserve(classes_.members.size());
    // Records of one tuple, printed alike, as one member.
    std::vector<std::pair<Member, Span>> together;
    const auto join_printed_alike = [&] {
        std::sort(together.begin(), together.end(), [](const auto& a, const auto& b) {
            return std::tie(a.first.tuple, a.second) < std::tie(b.first.tuple, b.second);
        });
        for (std::size_t i = 0; i < together.size(); ++i) {
            const auto& [member, cell] = together[i];
            if (i > 0 && member.tuple == together[i - 1].first.tuple && cell == together[i - 1].second) {
                merged.back().records += member.records;
                continue;
            }
            merged.push_back(member);
            cells.push_back(cell);
        }
        together.clear();
    };
    for (std::size_t i = 0; i < order.size();) {
        const auto first = box(order[i]);
        boxes.insert(boxes.end(), first.begin(), first.end());
        const std::size_t begin = merged.size();
        for (; i < order.size() && std::equal(first.begin(), first.end(), box(order[i]).begin()); ++i)
            if (generalized)
                for (const Member& member : members(order[i]))
                    together.emplace_back(member, cells_[static_cast<std::size_t>(&member - classes_.members.data())]);
            else
                merged.insert(merged.end(), members(order[i]).begin(), members(order[i]).end());
        if (generalized) {
            join_printed_alike();
            classes.end_group();
            continue;
        }
        // Records of one tuple as one member.
        std::sort(merged.begin() + static_cast<std::ptrdiff_t>(begin), merged.end());
        std::size_t out = begin;
        for (std::size_t m = begin + 1; m < merged.size(); ++m) {
            if (merged[m].tuple == merged[out].tuple)
                merged[out].records += merged[m].records;
            else
                merged[++out] = merged[m];
        }
        if (begin < merged.size()) merged.resize(out + 1);
        classes.end_group();
    }
    boxes_ = std::move(boxes);
    classes_ = std::move(classes);
    cells_ = std::move(cells);
}

Span printable(const hierarchy::Attribute& attribute, Span span) {
    if (span.width() == 1) return span;
    const Domain& domain = attribute.domain();
    // NULL is no number: what holds it and numbers too is printed as the node above both.
    const bool with_null = domain.has_null() && span.hi == domain.size();
    if (attribute.free_intervals() && !with_null) return span;
    return attribute.hierarchy->nodes()[attribute.hierarchy->covering(span)].span;
}

std::vector<Span> narrowest_box(const Problem& problem, std::span<const Member> members) {
    std::vector<Span> box(problem.dimensions());
    for (std::size_t a = 0; a < box.size(); ++a) {
        Code lo = UINT32_MAX, hi = 0;
        problem.column(a).visit([&](auto codes) {
            for (const Member& member : members) {
                lo = std::min<Code>(lo, codes[member.tuple]);
                hi = std::max<Code>(hi, codes[member.tuple]);
            }
        });
        box[a] = printable(problem.quasi_identifiers[a], {lo, hi + 1});
    }
    return box;
}

namespace {

metrics::Printed printed_of(const Problem& problem, hierarchy::Attribute attribute, std::size_t column,
                            const std::map<Span, std::uint64_t>& counts) {
    metrics::Printed printed{std::move(attribute), {}, {}, {}};
    for (const auto& [span, count] : counts) {
        printed.spans.push_back(span);
        printed.counts.push_back(count);
    }
    std::vector<std::uint64_t> original(printed.column.domain().size(), 0);
    problem.column(column).visit([&](auto codes) {
        for (std::size_t t = 0; t < codes.size(); ++t) original[codes[t]] += problem.tuples->weights[t];
    });
    printed.original = ValueHistogram(original);
    return printed;
}

metrics::Printed printed_cells(const Problem& problem, const Recoding& recoding, const models::SensitiveRole& role) {
    std::map<Span, std::uint64_t> counts;
    for (std::size_t m = 0; m < recoding.cells().size(); ++m)
        counts[recoding.cells()[m]] += recoding.all_members()[m].records;
    return printed_of(problem, hierarchy::Attribute::over(role.column, role.hierarchy), *recoding.generalized, counts);
}

}  // namespace

metrics::MetricInput metric_input(const Problem& problem, const Recoding& recoding) {
    metrics::MetricInput input;
    input.rows = recoding.records();
    input.original_rows = problem.records();
    input.k = std::max<std::uint64_t>(1, problem.demands.least_records());
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        std::map<Span, std::uint64_t> counts;
        if (recoding.dimensions() == 0) counts[Span::of(0)] = input.rows;  // exact, whatever they are
        for (std::size_t c = 0; recoding.dimensions() > 0 && c < recoding.size(); ++c)
            if (const std::uint64_t records = recoding.records(c); records > 0) counts[recoding.box(c)[a]] += records;
        input.attributes.push_back(printed_of(problem, problem.quasi_identifiers[a], a, counts));
    }
    if (recoding.generalized) {  // what sensitive cells lose is lost, too
        const std::string& name = problem.tuples->table.name(*recoding.generalized);
        for (const auto& role : problem.demands.roles().sensitive)
            if (role.column == name) input.attributes.push_back(printed_cells(problem, recoding, role));
    }
    std::map<Code, std::uint64_t> majority;
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        const std::uint64_t records = recoding.records(c);
        if (records == 0) continue;  // people of the population whom the table lacks
        input.class_sizes.push_back(static_cast<std::uint32_t>(records));
        if (problem.demands.counts_people()) input.class_people.push_back(problem.demands.people(recoding.members(c)));
        if (problem.target == 0) continue;
        majority.clear();
        std::uint64_t most = 0;
        for (const Member& member : recoding.members(c))
            most = std::max(most, majority[problem.column(problem.target)[member.tuple]] += member.records);
        input.class_majorities.push_back(static_cast<std::uint32_t>(most));
    }
    return input;
}

std::optional<double> loss_of(const Problem& problem, const Recoding& recoding) {
    return problem.metric->measure(metric_input(problem, recoding));
}

}  // namespace scrim::recode
