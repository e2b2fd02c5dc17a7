#include "kernel/recode/partition/plan.h"

#include "kernel/core/parallel.h"
#include "kernel/core/partition.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::partition {
namespace {

// The attributes whose cells may not become as general as can be.
std::vector<std::size_t> limited(const Problem& problem) {
    std::vector<std::size_t> attributes;
    for (std::size_t a = 0; a < problem.dimensions(); ++a)
        if (problem.quasi_identifiers[a].max_level < problem.quasi_identifiers[a].hierarchy->height())
            attributes.push_back(a);
    return attributes;
}

std::string label_of(const hierarchy::Attribute& attribute, Span span) {
    return attribute.hierarchy->nodes()[attribute.hierarchy->covering(span)].label;
}

// Why the records that no recoding may print with others cannot be released.
Error infeasible(const Plan& plan, const std::vector<std::size_t>& attributes, std::span<const Member> part,
                 std::size_t failing, std::size_t forced) {
    std::uint64_t records = 0;
    for (const Member& member : part) records += member.records;
    std::vector<std::string> values, names;
    for (const std::size_t a : attributes) {
        const hierarchy::Attribute& attribute = plan.problem.quasi_identifiers[a];
        const Span widest = attribute.widest(plan.problem.column(a)[part.front().tuple]);
        values.push_back(format("{} {}", attribute.name, quoted(label_of(attribute, widest))));
        names.push_back(format("{} of {}", attribute.max_level, quoted(attribute.name)));
    }
    return input_error(format(
        "the requirements cannot be met with max_level {}: the {} with {} may not be printed with others, and do not "
        "satisfy them alone{}; raise a max_level or relax a requirement",
        join(names, " and "), counted(records, "record", "records"), join(values, ", "),
        failing > 1 ? format(" (so with {} of {} such groups)", with_thousands(failing), with_thousands(forced)) : ""));
}

}  // namespace

Plan::Plan(const Problem& of, Categories categories, bool relaxed_mode)
    : problem(of),
      relaxed(relaxed_mode),
      least(std::max<std::uint64_t>(of.demands.least_records(), 1)),
      empty_parts(of.demands.needs_population()) {
    axes.reserve(problem.dimensions());
    // Who recounts people or a population finds each of them in one class only.
    const bool disjoint = problem.null_apart || problem.demands.counts_people() || problem.demands.needs_population();
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
        axes.emplace_back(attribute, categories, disjoint);
    if (relaxed || problem.tuples->table.width() == problem.dimensions()) {
        offsets.resize(problem.tuples->size() + 1);
        std::iota(offsets.begin(), offsets.end(), 0u);
    } else {
        offsets = run_offsets(*problem.tuples, problem.dimensions());
    }
}

Item Plan::item(const Parts& parts, std::size_t i) const {
    Item item{parts.sources[i], 0};
    if (!parts.records.empty()) {
        item.records = parts.records[i];
        return item;
    }
    for (std::uint32_t tuple = offsets[item.source]; tuple < offsets[item.source + 1]; ++tuple)
        item.records += problem.tuples->weights[tuple];
    return item;
}

void Plan::add_members(Item item, std::vector<Member>& members) const {
    if (relaxed) {
        members.push_back({item.source, item.records});
        return;
    }
    for (std::uint32_t tuple = offsets[item.source]; tuple < offsets[item.source + 1]; ++tuple)
        members.push_back({tuple, problem.tuples->weights[tuple]});
}

Result<Parts> forced_parts(const Plan& plan) {
    const std::vector<std::size_t> attributes = limited(plan.problem);
    Parts parts;
    if (attributes.empty()) {
        parts.sources.resize(plan.sources());
        std::iota(parts.sources.begin(), parts.sources.end(), 0u);
        parts.offsets.push_back(plan.sources());
        return parts;
    }
    // A widest span is named by its first value.
    Table widest;
    std::vector<std::size_t> columns;
    for (const std::size_t a : attributes) {
        const hierarchy::Attribute& attribute = plan.problem.quasi_identifiers[a];
        std::vector<Code> first(attribute.domain().size()), codes(plan.sources());
        for (Code value = 0; value < first.size(); ++value) first[value] = attribute.widest(value).lo;
        plan.problem.column(a).visit([&](auto values) {
            for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = first[values[plan.offsets[i]]];
        });
        columns.push_back(columns.size());
        widest.add(attribute.name, Column(attribute.hierarchy->domain_ptr(), codes));
    }
    const Partition groups = group_by(widest, columns);
    Demands::Scratch scratch;
    std::vector<Member> members, first_failing;
    std::size_t failing = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        members.clear();
        for (const std::uint32_t source : groups[g]) {
            parts.sources.push_back(source);
            plan.add_members(plan.item(parts, parts.sources.size() - 1), members);
        }
        parts.offsets.push_back(static_cast<std::uint32_t>(parts.sources.size()));
        if (plan.problem.demands.holds(members, scratch)) continue;
        if (failing++ == 0) first_failing = members;
    }
    if (failing > 0) return infeasible(plan, attributes, first_failing, failing, groups.size());
    return parts;
}

Recoding recoding_of(const Plan& plan, Parts parts) {
    constexpr std::size_t block = 1 << 14;  // parts whose boxes are kept at once
    const std::size_t d = plan.axes.size();
    Recoding recoding(d);
    recoding.reserve(parts.size(), plan.relaxed ? parts.sources.size() : plan.problem.tuples->size());
    std::vector<Span> boxes(d * std::min(block, parts.size()));
    std::vector<Member> members;
    for (std::size_t begin = 0; begin < parts.size(); begin += block) {
        const std::size_t end = std::min(begin + block, parts.size());
        parallel_for(begin, end, 512, [&](std::size_t first, std::size_t last) {
            for (std::size_t a = 0; a < d; ++a)
                plan.problem.column(a).visit([&](auto codes) {
                    for (std::size_t p = first; p < last; ++p) {
                        Code lo = UINT32_MAX, hi = 0;
                        for (std::uint32_t i = parts.offsets[p]; i < parts.offsets[p + 1]; ++i) {
                            const Code code = codes[plan.offsets[parts.sources[i]]];
                            lo = std::min(lo, code);
                            hi = std::max(hi, code);
                        }
                        boxes[(p - begin) * d + a] = plan.axes[a].print({lo, hi + 1});
                    }
                });
        });
        for (std::size_t p = begin; p < end; ++p) {
            members.clear();
            for (std::uint32_t i = parts.offsets[p]; i < parts.offsets[p + 1]; ++i)
                plan.add_members({parts.sources[i], plan.relaxed ? parts.records[i] : 0}, members);
            // Of a part of people whom the table lacks nothing is printed.
            if (std::any_of(members.begin(), members.end(), [](const Member& member) { return member.records > 0; }))
                recoding.add(std::span(boxes).subspan((p - begin) * d, d), members);
        }
    }
    return recoding;
}

}  // namespace scrim::recode::partition
