// Sat: a satisfiability solver with a time limit. The only file beside it that knows CaDiCaL is sat.cc.
//
//   Sat sat(limits);
//   const int a = sat.variable(), b = sat.variable();
//   sat.add({a, -b});
//   SCRIM_TRY(const bool possible, sat.solve({b}));   // with b assumed
//   sat.value(a);
#pragma once

#include "methods/audit/databases/limits.h"
#include "scrim/result.h"

#include <memory>
#include <vector>

namespace scrim::audit::databases {

class Sat {
public:
    explicit Sat(const Limits& limits);
    ~Sat();
    Sat(const Sat&) = delete;
    Sat& operator=(const Sat&) = delete;

    int variable() { return ++variables_; }
    int yes() const { return 1; }  // a literal that is true
    void add(const std::vector<int>& clause);
    Result<bool> solve(const std::vector<int>& assumptions = {});
    // In the last solution.
    bool value(int literal) const;

private:
    struct Solver;
    std::unique_ptr<Solver> solver_;
    const Limits& limits_;
    int variables_ = 1;
};

}  // namespace scrim::audit::databases
