#include "tests/audit/views/every_database.h"

#include <algorithm>
#include <functional>
#include <map>

namespace scrim::audit::databases::testing {
namespace {

bool holds(const TypedProgram& program, const TypedConjunction& conjunction, const Row& values,
           const Database& database) {
    if (conjunction.never) return false;
    const auto value = [&](const Slot& slot) { return slot.variable ? values[slot.index] : slot.index; };
    for (const TypedAtom& atom : conjunction.atoms) {
        Row codes;
        for (const Slot& slot : atom.slots) codes.push_back(value(slot));
        if (!database.has(program.space.tuple(atom.relation, codes.data()))) return false;
    }
    return std::all_of(conjunction.comparisons.begin(), conjunction.comparisons.end(),
                       [&](const TypedComparison& comparison) {
                           return (value(comparison.left) == value(comparison.right)) == comparison.equal;
                       });
}

// Every value for the variables in [from, to).
bool any_valuation(const TypedProgram& program, const std::vector<std::uint32_t>& types, Row& values, std::size_t from,
                   std::size_t to, const std::function<bool()>& holds_now) {
    if (from == to) return holds_now();
    for (std::uint32_t code = 0; code < program.types[types[from]].size(); ++code) {
        values[from] = code;
        if (any_valuation(program, types, values, from + 1, to, holds_now)) return true;
    }
    return false;
}

bool satisfies_constraints(const TypedProgram& program, const Database& database) {
    for (const TypedConstraint& constraint : program.constraints) {
        Row values(constraint.variable_types.size(), 0);
        const bool broken =
            any_valuation(program, constraint.variable_types, values, 0, constraint.body_variables, [&] {
                if (!holds(program, constraint.body, values, database)) return false;
                for (const TypedConjunction& head : constraint.heads) {
                    Row inner = values;
                    if (any_valuation(program, constraint.variable_types, inner, constraint.body_variables,
                                      inner.size(), [&] { return holds(program, head, inner, database); }))
                        return false;
                }
                return true;
            });
        if (broken) return false;
    }
    return true;
}

}  // namespace

Rows rows_of(const TypedProgram& program, const std::vector<TypedQuery>& queries, const Database& database) {
    Rows rows;
    for (std::size_t q = 0; q < queries.size(); ++q)
        for (const TypedRule& rule : queries[q].rules) {
            Row values(rule.variable_types.size(), 0);
            any_valuation(program, rule.variable_types, values, 0, values.size(), [&] {
                if (holds(program, rule.body, values, database)) {
                    Row row;
                    for (const Slot& slot : rule.head) row.push_back(slot.variable ? values[slot.index] : slot.index);
                    rows.emplace(q, row);
                }
                return false;
            });
        }
    return rows;
}

EveryDatabase::EveryDatabase(const TypedProgram& program) : program_(program) {
    const std::uint32_t tuples = program.space.size();
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << tuples); ++bits) {
        Database database(tuples);
        for (std::uint32_t t = 0; t < tuples; ++t) database.set(t, (bits >> t & 1) != 0);
        if (!satisfies_constraints(program, database)) continue;
        all_.push_back({database, rows_of(program, program.secrets, database),
                        rows_of(program, program.published, database), rows_of(program, program.planned, database)});
    }
}

std::size_t EveryDatabase::number_of(const Database& database) const {
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (all_[i].database == database) return i;
    return all_.size();
}

EveryDatabase::Set EveryDatabase::everything() const {
    Set set;
    for (std::size_t i = 0; i < all_.size(); ++i) set.push_back(i);
    return set;
}

EveryDatabase::Set EveryDatabase::like_published(std::size_t actual) const {
    Set set;
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (all_[i].published == all_[actual].published) set.push_back(i);
    return set;
}

EveryDatabase::Set EveryDatabase::like_all_views(std::size_t actual) const {
    Set set;
    for (const std::size_t i : like_published(actual))
        if (all_[i].planned == all_[actual].planned) set.push_back(i);
    return set;
}

bool EveryDatabase::nse(std::size_t actual) const {
    std::set<Rows> secrets;
    for (const std::size_t i : like_all_views(actual)) secrets.insert(all_[i].secret);
    return secrets.size() >= 2;
}

std::size_t EveryDatabase::k_anonymity(std::size_t actual) const {
    std::size_t fewest = 1'000'000;
    for (const auto& [query, row] : all_[actual].secret) {
        std::set<std::uint32_t> values;
        for (const std::size_t i : like_all_views(actual))
            for (const auto& [other_query, other] : all_[i].secret)
                if (other_query == query && std::equal(row.begin(), row.end() - 1, other.begin()))
                    values.insert(other.back());
        fewest = std::min(fewest, values.size());
    }
    return fewest;
}

std::optional<EveryDatabase::Moves> EveryDatabase::moves(const Set& before, const Set& after,
                                                         const std::vector<Fraction>& weights) const {
    Fraction whole_before = 0, whole_after = 0;
    std::map<Rows, std::pair<Fraction, Fraction>> values;
    std::map<std::pair<std::size_t, Row>, std::pair<Fraction, Fraction>> rows;
    for (const std::size_t i : before) {
        whole_before += weights[i];
        values[all_[i].secret].first += weights[i];
        for (const auto& row : all_[i].secret) rows[row].first += weights[i];
    }
    for (const std::size_t i : after) {
        whole_after += weights[i];
        values[all_[i].secret].second += weights[i];
        for (const auto& row : all_[i].secret) rows[row].second += weights[i];
    }
    if (whole_after == 0) return std::nullopt;
    Moves most;
    for (const auto& [value, sums] : values)
        most.value = std::max(most.value, Fraction(abs(sums.first / whole_before - sums.second / whole_after)));
    for (const auto& [row, sums] : rows)
        most.row = std::max(most.row, Fraction(abs(sums.first / whole_before - sums.second / whole_after)));
    return most;
}

std::vector<Fraction> EveryDatabase::weights(const std::vector<Fraction>& chances) const {
    std::vector<Fraction> made;
    for (const One& one : all_) {
        Fraction weight = 1;
        for (TupleId t = 0; t < program_.space.size(); ++t)
            weight *= one.database.has(t) ? chances[t] : Fraction(1 - chances[t]);
        made.push_back(weight);
    }
    return made;
}

Fraction EveryDatabase::most_pruned(const Set& before, const Set& after, std::size_t actual, std::uint32_t l) const {
    // Rows that belong to somebody who is in the actual secret.
    std::vector<std::pair<std::size_t, Row>> rows;
    Rows all_rows;
    for (const One& one : all_) all_rows.insert(one.secret.begin(), one.secret.end());
    const auto person = [](const std::pair<std::size_t, Row>& row) {
        return std::pair(row.first, Row(row.second.begin(), row.second.end() - 1));
    };
    for (const auto& row : all_rows)
        for (const auto& known : all_[actual].secret)
            if (person(row) == person(known)) {
                rows.push_back(row);
                break;
            }
    Fraction most = 0;
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << rows.size()); ++bits) {
        std::map<std::pair<std::size_t, Row>, std::uint32_t> ruled_out;
        Rows pruned;
        bool few = true;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if ((bits >> i & 1) != 0) {
                pruned.insert(rows[i]);
                few = few && ++ruled_out[person(rows[i])] < l;
            }
        if (!few) continue;
        std::vector<Fraction> some(all_.size(), Fraction(1));
        for (std::size_t i = 0; i < all_.size(); ++i)
            for (const auto& row : pruned)
                if (all_[i].secret.count(row) > 0) some[i] = 0;
        if (const auto moved = moves(before, after, some)) most = std::max(most, moved->most());
    }
    return most;
}

std::pair<Fraction, Fraction> EveryDatabase::shares(const Set& before, const Set& after) const {
    std::map<Rows, std::pair<Fraction, Fraction>> counts;
    for (const std::size_t i : before) counts[all_[i].secret].first += 1;
    for (const std::size_t i : after) counts[all_[i].secret].second += 1;
    Fraction largest = 0, smallest = 1;
    for (const auto& [secret, count] : counts) {
        largest = std::max(largest, Fraction(count.second / count.first));
        smallest = std::min(smallest, Fraction(count.second / count.first));
    }
    return {largest, smallest};
}

bool EveryDatabase::somebody_moves(const Set& before, const Set& after) const {
    std::set<Rows> secrets;
    for (const std::size_t i : before) secrets.insert(all_[i].secret);
    return before != after && secrets.size() > 1;
}

bool EveryDatabase::some_pair_moves(const Set& before, const Set& after) const {
    for (const std::size_t a : before)
        for (const std::size_t b : after) {
            std::vector<Fraction> two(all_.size(), Fraction(0));
            two[a] += Fraction(1, 2);
            two[b] += Fraction(1, 2);
            if (const auto moved = moves(before, after, two); moved && moved->most() > 0) return true;
        }
    return false;
}

}  // namespace scrim::audit::databases::testing
