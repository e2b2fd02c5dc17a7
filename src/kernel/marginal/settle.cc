#include "kernel/marginal/settle.h"

#include <cmath>

namespace scrim::marginal {
namespace {

// How far the counts of pairs are from the expected ones.
class Distance {
public:
    Distance(const std::vector<std::vector<std::uint32_t>>& columns, const std::vector<std::vector<Factor>>& expected,
             double factor, const Sizes& sizes)
        : columns_(columns), sizes_(sizes), away_(columns.size(), std::vector<std::vector<float>>(columns.size())) {
        for (std::size_t a = 0; a < columns.size(); ++a)
            for (std::size_t b = a + 1; b < columns.size(); ++b) {
                std::vector<float>& cells = away_[a][b];
                for (const double count : expected[a][b].cells) cells.push_back(static_cast<float>(-count * factor));
                for (std::size_t i = 0; i < columns[a].size(); ++i) ++cells[columns[a][i] * sizes[b] + columns[b][i]];
            }
    }

    // What it gains when records i and j exchange their values of column c.
    float gain(std::size_t c, std::size_t i, std::size_t j) {
        const std::uint32_t x = columns_[c][i], y = columns_[c][j];
        float gained = 0;
        for (std::size_t b = 0; b < columns_.size(); ++b) {
            const std::uint32_t u = columns_[b][i], v = columns_[b][j];
            if (b == c || u == v) continue;
            gained += less(cell(c, x, b, u)) + more(cell(c, y, b, u)) + less(cell(c, y, b, v)) + more(cell(c, x, b, v));
        }
        return gained;
    }
    void exchange(std::size_t c, std::size_t i, std::size_t j) {
        const std::uint32_t x = columns_[c][i], y = columns_[c][j];
        for (std::size_t b = 0; b < columns_.size(); ++b) {
            if (b == c) continue;
            const std::uint32_t u = columns_[b][i], v = columns_[b][j];
            cell(c, x, b, u) -= 1;
            cell(c, y, b, u) += 1;
            cell(c, y, b, v) -= 1;
            cell(c, x, b, v) += 1;
        }
    }

private:
    static float less(float away) { return std::abs(away) - std::abs(away - 1); }
    static float more(float away) { return std::abs(away) - std::abs(away + 1); }
    float& cell(std::size_t c, std::uint32_t x, std::size_t b, std::uint32_t u) {
        return c < b ? away_[c][b][x * sizes_[b] + u] : away_[b][c][u * sizes_[c] + x];
    }

    const std::vector<std::vector<std::uint32_t>>& columns_;
    const Sizes& sizes_;
    std::vector<std::vector<std::vector<float>>> away_;
};

}  // namespace

void settle(std::vector<std::vector<std::uint32_t>>& columns, const std::vector<std::vector<Factor>>& expected,
            double total, const Sizes& sizes, int tries, Random& random, const std::function<bool()>& stop) {
    if (columns.size() < 2 || columns.front().size() < 2) return;
    const std::size_t records = columns.front().size();
    Distance distance(columns, expected, static_cast<double>(records) / total, sizes);
    // Which records are looked at need not be hard to guess: a linear congruential sequence, from a drawn number.
    std::uint64_t state = random.next();
    const auto below = [&](std::size_t bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>((static_cast<Uint128>(state) * bound) >> 64);
    };
    for (int round = 0; round < tries; ++round)
        for (std::size_t c = 0; c < columns.size() && !stop(); ++c)
            for (std::size_t i = 0; i < records; ++i) {
                const std::size_t j = below(records);
                if (columns[c][i] == columns[c][j] || distance.gain(c, i, j) <= 1e-3F) continue;
                distance.exchange(c, i, j);
                std::swap(columns[c][i], columns[c][j]);
            }
}

}  // namespace scrim::marginal
