#include "methods/audit/databases/sat.h"

#include <cadical.hpp>

#include <cstdlib>

namespace scrim::audit::databases {

struct Sat::Solver : CaDiCaL::Terminator {
    explicit Solver(const Limits& some) : limits(some) {
        cadical.set("quiet", 1);
        cadical.set("phase", 0);  // witnesses with few tuples are easier to read,
        cadical.set("lucky", 0);  // and a guess of all tuples at once has many
        cadical.connect_terminator(this);
    }
    ~Solver() override { cadical.disconnect_terminator(); }
    bool terminate() override { return limits.stop(); }

    const Limits& limits;
    CaDiCaL::Solver cadical;
};

Sat::Sat(const Limits& limits) : solver_(std::make_unique<Solver>(limits)), limits_(limits) { add({yes()}); }

Sat::~Sat() = default;

void Sat::add(const std::vector<int>& clause) {
    for (const int literal : clause) {
        if (literal == yes()) {
            // Satisfied; the clause that says so itself must be kept.
            if (clause.size() == 1) break;
            return;
        }
    }
    for (const int literal : clause)
        if (literal != -yes()) solver_->cadical.add(literal);
    solver_->cadical.add(0);
}

Result<bool> Sat::solve(const std::vector<int>& assumptions) {
    if (limits_.stop()) return limits_.error();
    for (const int literal : assumptions) solver_->cadical.assume(literal);
    const int answer = solver_->cadical.solve();
    if (answer == 0) return limits_.error();
    return answer == 10;
}

bool Sat::value(int literal) const {
    // The solver knows the variables up to the largest that it was given.
    if (std::abs(literal) > solver_->cadical.vars()) return literal < 0;
    return solver_->cadical.val(literal) > 0;
}

}  // namespace scrim::audit::databases
