// What noisy answers cost, and how much may be spent in all.
//
// A cost is exact. Costs add up over answers about the same people, whoever chooses the next question after having seen
// the last answer: pure epsilon by sequential composition (McSherry, "Privacy integrated queries", SIGMOD 2009), rho of
// zCDP likewise (Bun, Steinke, TCC 2016; adaptive budgets: Feldman, Zrnic, 2021). A mechanism of pure epsilon costs
// epsilon^2 / 2 of rho. Answers about groups that share nobody cost as much as one of them.
//
//   Budget budget = Budget::pure(Ratio(1));
//   budget.left(spent).value();              // nothing where the cost is not of the budget's kind
#pragma once

#include "kernel/core/big_ratio.h"
#include "kernel/core/ratio.h"
#include "scrim/result.h"

#include <optional>
#include <string>
#include <utility>

namespace scrim::noise {

struct Cost {
    std::optional<BigRatio> epsilon;  // nothing: not pure
    BigRatio rho;

    static Cost none() { return {BigRatio(0), BigRatio(0)}; }
    static Cost pure(BigRatio epsilon) {
        epsilon.canonicalize();
        return {epsilon, epsilon * epsilon / 2};
    }
    static Cost concentrated(BigRatio rho) {
        rho.canonicalize();
        return {std::nullopt, std::move(rho)};
    }

    Cost& operator+=(const Cost& more);
    friend Cost operator+(Cost a, const Cost& b) { return a += b; }
};

class Budget {
public:
    enum class Kind { epsilon, rho };

    // epsilon > 0.
    static Result<Budget> pure(const Ratio& epsilon);
    static Result<Budget> concentrated(const Ratio& rho);
    // As much rho as implies (epsilon, delta). `people`: delta has to be below one in so many.
    static Result<Budget> approximate(const Ratio& epsilon, const Ratio& delta, std::uint64_t people);

    Kind kind() const { return kind_; }
    const BigRatio& limit() const { return limit_; }
    // The part of a cost that this budget counts; nothing where it cannot.
    std::optional<BigRatio> counted(const Cost& cost) const;
    bool allows(const Cost& spent, const Cost& more) const;
    // "epsilon" or "rho".
    std::string_view unit() const { return kind_ == Kind::epsilon ? "epsilon" : "rho"; }
    // With so much more of the same kind.
    Budget with(const BigRatio& more) const { return {kind_, limit_ + more}; }

    Budget(Kind kind, const BigRatio& limit) : kind_(kind), limit_(limit) {}

private:
    Kind kind_;
    BigRatio limit_;
};

// "0.25" where decimals say it exactly, else "1/3".
std::string shown(const BigRatio& amount);

}  // namespace scrim::noise
