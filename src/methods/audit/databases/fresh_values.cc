#include "methods/audit/databases/fresh_values.h"

#include "methods/audit/databases/matches.h"

#include <algorithm>
#include <numeric>

namespace scrim::audit::databases {
namespace {

using Counts = std::vector<std::uint32_t>;

// Marks types of which a variable is used twice or compared with another one.
void mark_joined(const TypedConjunction& conjunction, const Counts& types, std::vector<char>& joined) {
    std::vector<char> seen(types.size(), 0);
    for (const TypedAtom& atom : conjunction.atoms)
        for (const Slot& slot : atom.slots)
            if (slot.variable) {
                if (seen[slot.index] != 0) joined[types[slot.index]] = 1;
                seen[slot.index] = 1;
            }
    for (const TypedComparison& comparison : conjunction.comparisons)
        if (comparison.left.variable && comparison.right.variable) joined[types[comparison.left.index]] = 1;
}

Counts variables_of(const Counts& variable_types, std::size_t types) {
    Counts counts(types, 0);
    for (const std::uint32_t type : variable_types) ++counts[type];
    return counts;
}

void raise(Counts& most, const Counts& here) {
    for (std::size_t t = 0; t < most.size(); ++t) most[t] = std::max(most[t], here[t]);
}

// Types whose values are all shown: each attribute of the type is a column of a published view of that relation alone.
std::vector<char> shown_types(const TypedProgram& program) {
    std::vector<std::vector<char>> shown;
    for (const auto& relation : program.space.relations()) shown.emplace_back(relation.types.size(), 0);
    for (const TypedQuery& query : program.published)
        for (const TypedRule& rule : query.rules) {
            if (rule.body.atoms.size() != 1 || !rule.body.comparisons.empty()) continue;
            const TypedAtom& atom = rule.body.atoms.front();
            // Every tuple of the relation fits: variables everywhere, each once.
            if (atom.slots.size() != rule.variable_types.size()) continue;
            if (std::any_of(atom.slots.begin(), atom.slots.end(), [](const Slot& slot) { return !slot.variable; }))
                continue;
            for (std::size_t a = 0; a < atom.slots.size(); ++a)
                for (const Slot& slot : rule.head)
                    if (slot.variable && slot.index == atom.slots[a].index) shown[atom.relation][a] = 1;
        }
    std::vector<char> all(program.types.size(), 1);
    for (std::size_t r = 0; r < shown.size(); ++r)
        for (std::size_t a = 0; a < shown[r].size(); ++a)
            if (shown[r][a] == 0) all[program.space.relations()[r].types[a]] = 0;
    return all;
}

double tuples_with(const TypedProgram& program, const Counts& fresh) {
    double all = 0;
    for (const auto& relation : program.space.relations()) {
        double count = 1;
        for (const std::uint32_t type : relation.types)
            count *= program.types[type].constants + (program.types[type].closed ? 0 : fresh[type]);
        all += count;
    }
    return all;
}

}  // namespace

Result<std::vector<std::uint32_t>> enough_fresh_values(const TypedProgram& program, const Limits& limits) {
    const std::size_t types = program.types.size();
    std::vector<char> joined(types, 0);
    Counts one_more(types, 1), of_rows(types, 0);
    bool asks_for_tuples = false;
    for (const auto* queries : {&program.secrets, &program.published, &program.planned})
        for (const TypedQuery& query : *queries) {
            SCRIM_TRY(const std::set<Row> rows, answer(program, query, program.facts, limits));
            Counts hidden(types, 0);  // variables that a row does not show
            for (const TypedRule& rule : query.rules) {
                mark_joined(rule.body, rule.variable_types, joined);
                Counts here = variables_of(rule.variable_types, types);
                raise(one_more, here);
                std::vector<char> in_head(rule.variable_types.size(), 0);
                for (const Slot& slot : rule.head)
                    if (slot.variable && in_head[slot.index] == 0) {
                        in_head[slot.index] = 1;
                        --here[rule.variable_types[slot.index]];
                    }
                raise(hidden, here);
            }
            if (queries == &program.secrets) continue;
            for (std::size_t t = 0; t < types; ++t)
                of_rows[t] += hidden[t] * static_cast<std::uint32_t>(std::min<std::size_t>(rows.size(), 100'000));
        }
    for (const TypedConstraint& constraint : program.constraints) {
        mark_joined(constraint.body, constraint.variable_types, joined);
        raise(one_more, variables_of(constraint.variable_types, types));
        for (const TypedConjunction& head : constraint.heads) {
            asks_for_tuples = asks_for_tuples || !head.atoms.empty();
            for (const TypedComparison& comparison : head.comparisons)
                if (!comparison.equal && comparison.left.variable && comparison.right.variable)
                    joined[constraint.variable_types[comparison.left.index]] = 1;
        }
    }
    for (const auto& relation : program.space.relations()) raise(one_more, variables_of(relation.types, types));
    Counts enough(types, 1);
    const std::vector<char> shown = shown_types(program);
    for (std::size_t t = 0; t < types; ++t)
        if (joined[t] != 0 && shown[t] == 0) enough[t] = asks_for_tuples ? 0 : of_rows[t] + one_more[t];
    return enough;
}

std::vector<std::uint32_t> affordable(const TypedProgram& program, std::vector<std::uint32_t> fresh,
                                      double most_tuples) {
    for (std::uint32_t& count : fresh) count = std::max<std::uint32_t>(count, 1);
    while (tuples_with(program, fresh) > most_tuples) {
        const auto largest = std::max_element(fresh.begin(), fresh.end());
        if (largest == fresh.end() || *largest <= 1) break;
        *largest = (*largest + 1) / 2;
    }
    return fresh;
}

}  // namespace scrim::audit::databases
