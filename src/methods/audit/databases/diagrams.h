// Diagrams: binary decision diagrams, and exact weighted counting on them. BuDDy keeps its state in the process, so
// that one Diagrams lives at a time: another one waits for it. Only diagrams.cc knows BuDDy.
//
//   Diagrams diagrams(2, limits);
//   const Diagram both = diagrams.literal(0) & diagrams.literal(1);
//   SCRIM_CHECK(diagrams.check());                 // enough memory and time so far? Before that, nothing is certain.
//   WeightedCount chance(diagrams, {{1, 2}, {1, 3}});
//   chance.of(both);                               // 1 · 1, of chance.whole() = 2 · 3
#pragma once

#include "methods/audit/databases/limits.h"
#include "scrim/result.h"

#include <gmpxx.h>

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace scrim::audit::databases {

// A Boolean function of the variables of the Diagrams that made it, which must outlive it.
class Diagram {
public:
    Diagram() = default;  // false
    Diagram(const Diagram& other);
    Diagram(Diagram&& other) noexcept;
    Diagram& operator=(Diagram other) noexcept;
    ~Diagram();

    friend Diagram operator&(const Diagram& a, const Diagram& b);
    friend Diagram operator|(const Diagram& a, const Diagram& b);
    Diagram operator!() const;

    bool is_false() const { return node_ == 0; }
    bool operator==(const Diagram& other) const { return node_ == other.node_; }

private:
    friend class Diagrams;
    friend class WeightedCount;
    explicit Diagram(int node);
    int node_ = 0;
};

class Diagrams {
public:
    Diagrams(std::uint32_t variables, const Limits& limits, int most_nodes = 4'000'000);
    ~Diagrams();
    Diagrams(const Diagrams&) = delete;
    Diagrams& operator=(const Diagrams&) = delete;

    std::uint32_t variables() const { return variables_; }
    Diagram constant(bool value) const;
    Diagram literal(std::uint32_t variable, bool positive = true) const;
    // Once nodes ran out, every diagram made since may be wrong and check() fails for good.
    Result<void> check() const;

private:
    std::unique_lock<std::mutex> alone_;
    std::uint32_t variables_;
    int most_nodes_;
    const Limits& limits_;
};

// The chance that a variable is true: part / whole.
struct Weight {
    mpz_class part, whole;
};

// How likely functions are when variables are independent; with 1/2 everywhere, how many solutions they have.
class WeightedCount {
public:
    WeightedCount(const Diagrams& diagrams, std::vector<Weight> weights);
    mpz_class of(const Diagram& diagram);
    const mpz_class& whole() const { return whole_; }
    std::uint64_t work() const { return work_; }  // nodes looked at so far

private:
    // By node, over the variables from the node's on.
    const mpz_class& below(int node);
    std::uint32_t level(int node) const;
    void skip(mpz_class& value, std::uint32_t from, std::uint32_t to) const;

    std::vector<Weight> weights_;
    mpz_class whole_ = 1;
    std::unordered_map<int, mpz_class> known_;
    std::uint64_t work_ = 0;
    std::uint64_t collections_ = 0;  // of garbage, after which nodes' numbers mean something else
};

}  // namespace scrim::audit::databases
