// BeliefSpace: what an attacker believes about the secret before and after something is published, exactly. The
// attacker takes tuples as independent, each with its own chance; the worlds are events, and so is every row of the
// secret.
//
//   SCRIM_TRY(auto space, BeliefSpace::make(program, before, after, chances, limits));
//   SCRIM_TRY(ShiftSearch most, largest_shift(*space, space->before(), space->after(), epsilon, limits));
#pragma once

#include "methods/audit/databases/diagrams.h"
#include "methods/audit/databases/world.h"

#include <gmpxx.h>

#include <memory>
#include <optional>
#include <vector>

namespace scrim::audit::databases {

using Fraction = mpq_class;

Fraction as_fraction(const Ratio& ratio);
mpz_class as_integer(Int128 number);
// 3/7 with any number of digits
std::string fraction_text(const Fraction& fraction);

// A row that the secret could have, and the ways to get it.
struct SecretRow {
    std::size_t secret = 0;  // number in the program
    Row row;
    std::vector<Match> ways;
};

// The rows of all secrets that some database of the world may give. `sure` ones are in every database.
struct SecretRows {
    std::vector<SecretRow> open;
    std::vector<SecretRow> sure;
};
Result<SecretRows> secret_rows(const TypedProgram& program, const World& world, const Limits& limits);
std::string text_of(const TypedProgram& program, const SecretRow& row);

class BeliefSpace {
public:
    // `after` has the databases of `before` that are still possible. Refuses where diagrams would be too large: where
    // more than `widest` conditions are open at some place.
    static Result<std::unique_ptr<BeliefSpace>> make(const TypedProgram& program, const World& before,
                                                     const World& after, const std::vector<Fraction>& chances,
                                                     const Limits& limits, std::uint32_t widest = 90);

    const Diagram& before() const { return before_; }
    const Diagram& after() const { return after_; }
    std::size_t rows() const { return rows_.open.size(); }
    const SecretRows& secret() const { return rows_; }
    const Diagram& row(std::size_t number) const { return row_diagrams_[number]; }  // is it in the secret?
    mpz_class count(const Diagram& diagram) { return count_->of(diagram); }
    std::uint64_t work() const { return count_->work(); }
    // With other chances from now on, by tuple.
    void set_chances(const std::vector<Fraction>& chances);
    Result<void> check() const { return diagrams_->check(); }
    // How many databases the first world has.
    std::uint64_t free_variables() const { return variables_.size(); }

private:
    BeliefSpace() = default;
    Diagram of(const Match& match) const;
    Result<Diagram> of(const std::vector<Condition>& conditions) const;
    Diagram settled(const World& world) const;

    std::unique_ptr<Diagrams> diagrams_;  // first in, last out
    std::unique_ptr<WeightedCount> count_;
    std::vector<TupleId> variables_;       // by place in the diagram
    std::vector<std::uint32_t> place_of_;  // by tuple
    Diagram before_, after_;
    SecretRows rows_;
    std::vector<Diagram> row_diagrams_;
};

// Some belief and what became of it.
struct Shift {
    bool whole = true;                 // the whole secret is this set of rows; otherwise: this one row is in the secret
    std::vector<std::size_t> present;  // numbers of open rows
    Fraction prior, posterior;
    Fraction moved() const { return abs(posterior - prior); }
};

struct ShiftSearch {
    std::optional<Shift> value, row;  // that move most
    bool complete = true;             // otherwise no value moves by more than `bound`
    Fraction bound;                   // of values
    Fraction most() const;
};

// `before` and `after` are the space's, or parts of them. Nothing where `after` has no chance. Looks for the value of
// the secret that moves most; once it is known whether one moves by more than `epsilon`, not for long.
Result<std::optional<ShiftSearch>> largest_shift(BeliefSpace& space, const Diagram& before, const Diagram& after,
                                                 const Fraction& epsilon, const Limits& limits);

// Of all values of the secret that were possible before: the ones of which the largest and the smallest share of
// databases stays possible.
struct ShareRange {
    Shift most, least;  // prior and posterior: counts of databases before and after
    Fraction largest, smallest;
};
Result<ShareRange> share_range(BeliefSpace& space);

// How many databases are there in the world? For information only: refuses early, where it could take long.
Result<mpz_class> count_databases(const TypedProgram& program, const World& world, const Limits& limits);

}  // namespace scrim::audit::databases
