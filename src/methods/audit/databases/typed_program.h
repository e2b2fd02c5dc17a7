// TypedProgram: an AuditProgram over numbers. Attributes that share a variable or are compared have one type; a type
// has the constants that occur at its places and, where no domain closes it, fresh values that occur nowhere.
//
//   SCRIM_TRY(const TypedProgram typed, type_program(program, fresh));
//   typed.space.size();   // potential tuples
#pragma once

#include "methods/audit/databases/program.h"
#include "methods/audit/databases/tuple_space.h"
#include "scrim/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace scrim::audit::databases {

struct ValueType {
    std::vector<std::string> places;  // PDA.patient, …
    std::vector<std::string> values;  // constants, then fresh ones
    std::uint32_t constants = 0;
    bool closed = false;

    std::uint32_t size() const { return static_cast<std::uint32_t>(values.size()); }
    std::uint32_t fresh() const { return size() - constants; }
};

// A variable's number or a value's code.
struct Slot {
    bool variable = false;
    std::uint32_t index = 0;
};

struct TypedAtom {
    std::size_t relation = 0;
    std::vector<Slot> slots;
};

struct TypedComparison {
    Slot left, right;
    bool equal = false;
};

struct TypedConjunction {
    std::vector<TypedAtom> atoms;
    std::vector<TypedComparison> comparisons;
    bool never = false;  // a comparison of constants fails
};

struct TypedRule {
    std::vector<Slot> head;
    TypedConjunction body;
    std::vector<std::uint32_t> variable_types;
};

struct TypedQuery {
    std::string name;
    std::vector<std::uint32_t> head_types;
    std::vector<TypedRule> rules;

    bool single_atoms() const;
};

// The variables of the body come first, then those of each head.
struct TypedConstraint {
    TypedConjunction body;
    std::vector<TypedConjunction> heads;
    std::vector<std::uint32_t> variable_types;
    std::size_t body_variables = 0;
};

struct TypedProgram {
    std::vector<ValueType> types;
    TupleSpace space;
    Database facts;
    std::vector<TypedQuery> secrets, published, planned;
    std::vector<TypedConstraint> constraints;

    // john, or new_patient_1
    const std::string& value(std::uint32_t type, std::uint32_t code) const { return types[type].values[code]; }
    bool is_fresh(std::uint32_t type, std::uint32_t code) const { return code >= types[type].constants; }
    std::string tuple_text(TupleId tuple) const;
    std::string row_text(const TypedQuery& query, const Row& row) const;
    std::vector<std::string> database_text(const Database& database) const;
    Result<TupleId> tuple_of(const AuditProgram& program, const Fact& fact) const;
};

// How many fresh values an open type gets.
using FreshValues = std::function<std::uint32_t(std::size_t type)>;

// Refuses values outside a closed domain and spaces that are too large. `name` is for messages.
Result<TypedProgram> type_program(const AuditProgram& program, const FreshValues& fresh, const std::string& name);

}  // namespace scrim::audit::databases
