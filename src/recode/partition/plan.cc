#include "recode/partition/plan.h"

#include "core/partition.h"
#include "core/text.h"

#include <numeric>

namespace scrim::mondrian {
namespace {

// The attributes whose cells may not become as general as can be.
std::vector<std::size_t> limited(const Problem& problem) {
    std::vector<std::size_t> attributes;
    for (std::size_t a = 0; a < problem.dimensions(); ++a)
        if (problem.quasi_identifiers[a].max_level < problem.quasi_identifiers[a].hierarchy->height())
            attributes.push_back(a);
    return attributes;
}

std::string label_of(const QuasiIdentifier& attribute, Span span) {
    return attribute.hierarchy->nodes()[attribute.hierarchy->covering(span)].label;
}

// Why the records that no recoding may print with others cannot be released.
Error infeasible(const Plan& plan, const std::vector<std::size_t>& attributes, std::span<const Item> part,
                 std::size_t failing, std::size_t forced) {
    std::uint64_t records = 0;
    for (const Item& item : part) records += item.records;
    std::vector<std::string> values, names;
    for (const std::size_t a : attributes) {
        const QuasiIdentifier& attribute = plan.problem.quasi_identifiers[a];
        const Code value = plan.problem.column(a)[plan.offsets[part.front().source]];
        values.push_back(format("{} {}", attribute.name, quoted(label_of(attribute, attribute.widest(value)))));
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
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) axes.emplace_back(attribute, categories);
    if (relaxed || problem.tuples->table.width() == problem.dimensions()) {
        offsets.resize(problem.tuples->size() + 1);
        std::iota(offsets.begin(), offsets.end(), 0u);
    } else {
        offsets = run_offsets(*problem.tuples, problem.dimensions());
    }
}

void Plan::add_members(Item item, std::vector<Member>& members) const {
    if (relaxed) {
        members.push_back({item.source, item.records});
        return;
    }
    for (std::uint32_t tuple = offsets[item.source]; tuple < offsets[item.source + 1]; ++tuple)
        members.push_back({tuple, problem.tuples->weights[tuple]});
}

Parts one_part(const Plan& plan) {
    const std::vector<std::uint32_t>& weights = plan.problem.tuples->weights;
    Parts parts;
    parts.items.resize(plan.offsets.size() - 1);
    for (std::uint32_t source = 0; source < parts.items.size(); ++source) {
        std::uint32_t records = 0;
        for (std::uint32_t t = plan.offsets[source]; t < plan.offsets[source + 1]; ++t) records += weights[t];
        parts.items[source] = {source, records};
    }
    parts.offsets.push_back(static_cast<std::uint32_t>(parts.items.size()));
    return parts;
}

Result<Parts> forced_parts(const Plan& plan) {
    const std::vector<std::size_t> attributes = limited(plan.problem);
    Parts whole = one_part(plan);
    if (attributes.empty()) return whole;

    // A widest span is named by its first value.
    Table widest;
    std::vector<std::size_t> columns;
    for (const std::size_t a : attributes) {
        const QuasiIdentifier& attribute = plan.problem.quasi_identifiers[a];
        std::vector<Code> first(attribute.domain().size());
        for (Code value = 0; value < first.size(); ++value) first[value] = attribute.widest(value).lo;
        std::vector<Code> codes(whole.items.size());
        plan.problem.column(a).visit([&](auto values) {
            for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = first[values[plan.offsets[i]]];
        });
        columns.push_back(columns.size());
        widest.add(attribute.name, Column(attribute.hierarchy->domain_ptr(), codes));
    }
    const Partition groups = group_by(widest, columns);

    Parts parts;
    parts.items.reserve(whole.items.size());
    Demands::Scratch scratch;
    std::vector<Member> members;
    std::size_t failing = 0, first_failing = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        members.clear();
        for (const std::uint32_t source : groups[g]) {
            parts.items.push_back(whole.items[source]);
            plan.add_members(parts.items.back(), members);
        }
        parts.offsets.push_back(static_cast<std::uint32_t>(parts.items.size()));
        if (plan.problem.demands.holds(members, scratch)) continue;
        if (failing++ == 0) first_failing = g;
    }
    if (failing > 0) return infeasible(plan, attributes, parts[first_failing], failing, groups.size());
    return parts;
}

}  // namespace scrim::mondrian
