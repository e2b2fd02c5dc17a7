// Factor: a table of numbers, one for every combination of values of some variables.
//
// Variables are numbered, and have sizes that all factors of a model share. The cells of a factor lie as the digits of
// a number: the last variable moves fastest.
//
//   const Sizes sizes{2, 3, 4};
//   Factor joint({0, 2}, sizes);             // 8 cells, all 0
//   joint.summed_to({2}, sizes);             // 4 cells
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrim::marginal {

using Variable = std::uint32_t;
using Variables = std::vector<Variable>;  // ascending
using Sizes = std::vector<std::uint32_t>;

// How many combinations of values there are; the greatest number where 64 bits do not hold it.
std::uint64_t cells_of(std::span<const Variable> variables, const Sizes& sizes);
bool contains_all(const Variables& all, const Variables& some);
Variables united(const Variables& a, const Variables& b);
Variables common(const Variables& a, const Variables& b);

struct Factor {
    Variables variables;
    std::vector<double> cells;

    Factor() = default;
    Factor(Variables of, const Sizes& sizes) : variables(std::move(of)), cells(cells_of(variables, sizes)) {}

    // Of some of its variables.
    Factor summed_to(const Variables& some, const Sizes& sizes) const;
    // ln of the sum of exp of its cells.
    Factor log_summed_to(const Variables& some, const Sizes& sizes) const;
    // Adds `factor` times the other's cells; it has no variables that this one lacks.
    void add(const Factor& other, double factor, const Sizes& sizes);
    double sum() const;
};

// Over the variables of both.
Factor product(const Factor& a, const Factor& b, const Sizes& sizes);

// Goes through the cells of a factor over `variables`, with the place of each in one over `some` of them.
class Places {
public:
    Places(const Variables& variables, const Variables& some, const Sizes& sizes);

    template <class F>
    void each(F f) const {
        if (sizes_.empty()) return f(std::size_t{0}, std::size_t{0});
        std::vector<std::uint32_t> at(sizes_.size(), 0);
        const std::size_t last = sizes_.size() - 1;
        std::size_t cell = 0, place = 0;
        while (true) {
            for (std::uint32_t i = 0; i < sizes_[last]; ++i) f(cell++, place + i * strides_[last]);
            std::size_t digit = last;
            while (digit > 0) {
                --digit;
                place += strides_[digit];
                if (++at[digit] < sizes_[digit]) break;
                place -= strides_[digit] * sizes_[digit];
                at[digit] = 0;
                if (digit == 0) return;
            }
            if (last == 0) return;
        }
    }

private:
    std::vector<std::uint32_t> sizes_;
    std::vector<std::size_t> strides_;  // 0 for variables that are not among `some`
};

}  // namespace scrim::marginal
