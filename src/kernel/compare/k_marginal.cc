// k-marginal score (k = 2): how alike the two tables are on every pair of columns, as 1,000 times the mean over the
// pairs of 1 - half the L1 distance between the shares of the records in each cell. Higher is better.
//
// As in SDNist, numbers of more than 100 different values are put in 20 bins of equally many records. SDNist draws 100
// pairs at random; all pairs are taken here while there are at most 100, and else 100 different ones by the seed.
// Columns of more than 1,000 categories are left out. A record printed as spans counts in all cells inside, by their
// share.
//
// NIST, SDNist: Deidentified data report tool, 2023. Example: one pair of columns, where half of the records are in
// other cells: 500.
#include "kernel/compare/bins.h"
#include "kernel/core/random.h"

#include <algorithm>
#include <cmath>

namespace scrim::compare {
namespace {

constexpr Code most_unbinned = 100;
constexpr std::size_t most_cells_of_column = 1000, most_pairs = 100;

// Adds the shares of a side's records in the cells of two columns.
void add_shares(const Side& side, std::size_t a, std::size_t b, const Bins& bins_a, const Bins& bins_b, double sign,
                std::vector<double>& cells) {
    // Rows by their label on a, so that each label's cells are spread once.
    std::vector<std::vector<std::uint32_t>> rows(side.printed[a].size());
    for (std::size_t row = 0; row < side.rows(); ++row)
        rows[side.labels[a][row]].push_back(static_cast<std::uint32_t>(row));
    std::vector<double> by_label(side.printed[b].size());
    std::vector<double> by_bin(bins_b.size());
    for (Code label = 0; label < rows.size(); ++label) {
        if (rows[label].empty()) continue;
        std::fill(by_label.begin(), by_label.end(), 0);
        std::fill(by_bin.begin(), by_bin.end(), 0);
        for (const std::uint32_t row : rows[label]) by_label[side.labels[b][row]] += side.weights[row];
        for (Code other = 0; other < by_label.size(); ++other)
            if (by_label[other] > 0)
                bins_b.each(side.printed[b][other],
                            [&](std::size_t bin, double share) { by_bin[bin] += share * by_label[other]; });
        bins_a.each(side.printed[a][label], [&](std::size_t bin, double share) {
            for (std::size_t other = 0; other < by_bin.size(); ++other)
                cells[bin * by_bin.size() + other] += sign * share * by_bin[other] / side.total;
        });
    }
}

std::optional<Measured> measure_k_marginal(const Comparison& input) {
    if (input.original.total == 0 || input.release.total == 0) return std::nullopt;
    std::vector<std::size_t> columns;
    std::vector<Bins> bins;
    for (std::size_t a = 0; a < input.attributes.size(); ++a) {
        Bins found = Bins::of(input, a, most_unbinned);
        if (found.size() > most_cells_of_column) continue;
        columns.push_back(a);
        bins.push_back(std::move(found));
    }
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = i + 1; j < columns.size(); ++j) pairs.emplace_back(i, j);
    if (pairs.empty()) return std::nullopt;
    if (pairs.size() > most_pairs) {
        SeededRandom random(input.seed);
        random.shuffle(std::span(pairs));
        pairs.resize(most_pairs);
    }
    double score = 0, worst = 1000;
    for (const auto& [i, j] : pairs) {
        std::vector<double> cells(bins[i].size() * bins[j].size(), 0);
        add_shares(input.original, columns[i], columns[j], bins[i], bins[j], 1, cells);
        add_shares(input.release, columns[i], columns[j], bins[i], bins[j], -1, cells);
        double distance = 0;
        for (const double difference : cells) distance += std::abs(difference);
        const double of_pair = 1000 * (1 - distance / 2);
        score += of_pair;
        worst = std::min(worst, of_pair);
    }
    return Measured{score / static_cast<double>(pairs.size()),
                    {{"worst_pair", worst}, {"pairs", static_cast<double>(pairs.size())}}};
}

}  // namespace

const ComparisonSpec& k_marginal_comparison() {
    static const ComparisonSpec spec = {
        {.name = "k_marginal",
         .title = "k-marginal score of all pairs of columns",
         .citation = "NIST: SDNist, deidentified data report tool, 2023",
         .lower_is_better = false,
         .normalization = "1000 (equal on every pair of columns) to 0 (nothing in common)"},
        measure_k_marginal};
    return spec;
}

}  // namespace scrim::compare
