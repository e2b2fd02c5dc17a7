// AuditProgram: an .audit file as it was written. Names are resolved to numbers, but nothing is evaluated.
//
//   relation PDA(patient, doctor, ailment).
//   fact PDA(john, macdonald, flu).
//   secret S(p, a) :- PDA(p, d, a).
//   published Vp(p) :- PDA(p, d, a).
//   constraint key PDA(patient).
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/language/place.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::audit::databases {

using language::Place;

struct Term {
    bool variable = false;
    std::string text;  // a variable's name or a constant; variables written _ have a name of their own each
    bool operator==(const Term&) const = default;
};

struct Atom {
    std::size_t relation = 0;
    std::vector<Term> terms;
};

struct Comparison {
    Term left, right;
    bool equal = false;  // otherwise they must differ
};

// All atoms and comparisons at once.
struct Conjunction {
    std::vector<Atom> atoms;
    std::vector<Comparison> comparisons;
};

struct Rule {
    std::vector<Term> head;
    Conjunction body;
    Place place;
};

// What its rules give together: a union of conjunctive queries with inequalities.
struct Query {
    std::string name;
    std::size_t arity = 0;
    std::vector<Rule> rules;
};

// Whatever satisfies the body satisfies one of the heads; variables that only a head has exist. Keys, dependencies and
// inclusions become these. No heads: the body must not be satisfied.
struct Constraint {
    Conjunction body;
    std::vector<Conjunction> heads;
    std::string text;  // as written, on one line
    Place place;
};

struct Relation {
    std::string name;
    std::vector<std::string> attributes;
};

struct Fact {
    std::size_t relation = 0;
    std::vector<std::string> values;
    Place place;
};

// Nothing stands for any value.
struct TupleProbability {
    std::size_t relation = 0;
    std::vector<std::optional<std::string>> pattern;
    Ratio probability;
    Place place;
};

// A database that the attacker thinks possible, with a weight.
struct WeightedDatabase {
    Ratio weight;
    std::vector<Fact> facts;
    Place place;
};

struct ClosedDomain {
    std::string relation;  // "" for the attribute of every relation that has it
    std::string attribute;
    std::vector<std::string> values;
    Place place;
};

struct Attacker {
    enum class Kind { all, secret_focused, independent, pruning, uniform, given };
    Kind kind = Kind::all;
    std::uint32_t l = 1;  // of pruning: fewer than this many values of each person are ruled out
};

struct Guarantee;  // guarantee.h

struct AskedGuarantee {
    const Guarantee* guarantee = nullptr;
    std::optional<Ratio> epsilon;  // where it takes one
    std::uint32_t k = 2;           // where it takes one
};

struct AuditProgram {
    std::vector<Relation> relations;
    std::vector<Fact> facts;
    std::vector<Query> secrets, published, planned;
    std::vector<Constraint> constraints;
    std::vector<TupleProbability> probabilities;
    std::vector<WeightedDatabase> beliefs;
    std::vector<ClosedDomain> domains;
    std::optional<Attacker> attacker;
    std::vector<AskedGuarantee> guarantees;
    std::optional<std::uint32_t> fresh;
};

// john, 'two words', 12
std::string constant_text(const std::string& constant);
// PDA(john, macdonald, flu)
std::string fact_text(const std::string& name, const std::vector<std::string>& values);
// The whole program in the language it is read from; keys and other short forms are written out.
std::string to_text(const AuditProgram& program);
std::string to_text(const Attacker& attacker);

}  // namespace scrim::audit::databases
