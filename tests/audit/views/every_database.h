// The slow, obvious twin of the audit of views: every database over the program's values is made and looked at, and
// beliefs are sums over databases. For few potential tuples.
#pragma once

#include "methods/audit/databases/belief_space.h"
#include "methods/audit/databases/program.h"
#include "methods/audit/databases/typed_program.h"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace scrim::audit::databases::testing {

using Rows = std::set<std::pair<std::size_t, Row>>;  // query and row

// What queries give on a database: every valuation of every rule is tried.
Rows rows_of(const TypedProgram& program, const std::vector<TypedQuery>& queries, const Database& database);

class EveryDatabase {
public:
    explicit EveryDatabase(const TypedProgram& program);

    struct One {
        Database database;
        Rows secret, published, planned;
    };
    const std::vector<One>& all() const { return all_; }  // that satisfy the constraints
    std::size_t number_of(const Database& database) const;

    using Set = std::vector<std::size_t>;  // numbers of databases
    Set everything() const;
    Set like_published(std::size_t actual) const;
    Set like_all_views(std::size_t actual) const;

    // Guarantees, each by its definition.
    bool nde(std::size_t actual) const { return like_all_views(actual).size() >= 2; }
    bool nse(std::size_t actual) const;
    std::size_t k_anonymity(std::size_t actual) const;  // most k; nobody in the secret: a million

    // How far a belief moves at most, for an attacker who gives databases these weights; of the whole secret's values
    // and of single rows. Nothing where `after` has no weight.
    struct Moves {
        Fraction value, row;
        Fraction most() const { return value > row ? value : row; }
    };
    std::optional<Moves> moves(const Set& before, const Set& after, const std::vector<Fraction>& weights) const;
    std::vector<Fraction> weights(const std::vector<Fraction>& chances) const;  // independent tuples
    std::vector<Fraction> uniform() const { return std::vector<Fraction>(all_.size(), Fraction(1)); }
    Fraction most_pruned(const Set& before, const Set& after, std::size_t actual, std::uint32_t l) const;
    // By how much the odds of two secrets change at most: largest and smallest share of databases that stay.
    std::pair<Fraction, Fraction> shares(const Set& before, const Set& after) const;
    // Does an attacker exist who thinks of two databases, each with 1/2, and revises a belief?
    bool some_pair_moves(const Set& before, const Set& after) const;
    // The same by Theorem 1: databases drop out, and the secret was open.
    bool somebody_moves(const Set& before, const Set& after) const;

private:
    const TypedProgram& program_;
    std::vector<One> all_;
};

}  // namespace scrim::audit::databases::testing
