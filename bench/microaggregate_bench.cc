// Microaggregation: the published losses of MDAV, and what is lost less; then a million made-up records.
// Usage: microaggregate_bench FOLDER_OF_CASC_TABLES [ROWS]
#include "adapters/duckdb/files/source.h"
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "kernel/recode/perturb/embedding.h"
#include "kernel/recode/perturb/mdav.h"
#include "kernel/recode/perturb/small_groups.h"
#include "steps.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace scrim::recode::perturb;
using scrim::bench::Clock;
using scrim::bench::processor_seconds;
using scrim::bench::since;
using scrim::bench::take;

namespace {

struct Published {
    const char* file;
    std::set<std::string> without;  // columns
    double mdav[3];                 // in percent, for k = 3, 5, 10
};

const Published published[] = {
    {"Tarragona", {}, {16.9326, 22.4619, 33.1929}},
    {"CASCrefmicrodata", {}, {5.6922, 9.0884, 14.1559}},
    {"EIA", {"UTILNAME", "STATE", "YEAR", "MONTH"}, {0.4829, 1.6667, 3.8397}},
};

PointSet points_of(const std::string& file, const std::set<std::string>& without) {
    scrim::TableInput input;
    input.path = file;
    const auto source = take(scrim::engine::open_source(input));
    std::vector<std::string> names;
    for (const std::string& name : source->columns())
        if (!without.contains(name)) names.push_back(name);
    const scrim::Table table = take(source->read(names, scrim::no_progress()));
    std::vector<EmbeddedColumn> columns;
    for (std::size_t c = 0; c < table.width(); ++c) columns.push_back({&table[c], nullptr});
    std::vector<std::uint32_t> all(table.rows());
    std::iota(all.begin(), all.end(), 0u);
    return embed(columns, all);
}

// Correlated, and half of the columns skewed as incomes are.
PointSet made_up(std::size_t rows, std::size_t dimensions) {
    scrim::SeededRandom random(1);
    const auto uniform = [&] { return (static_cast<double>(random.below(1u << 30)) + 0.5) / (1u << 30); };
    const auto normal = [&] {
        return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * 3.14159265358979 * uniform());
    };
    PointSet points(dimensions);
    points.reserve(rows);
    std::vector<double> row(dimensions);
    for (std::size_t i = 0; i < rows; ++i) {
        const double common = normal();
        for (std::size_t d = 0; d < dimensions; ++d)
            row[d] = d % 2 == 0 ? common + normal() : std::exp(0.7 * common + 0.5 * normal());
        points.add(row);
    }
    standardize(points);
    return points;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    bool as_published = true;
    double ratios = 0;
    for (const Published& table : published) {
        const PointSet points = points_of(std::string(argv[1]) + "/" + table.file + ".csv", table.without);
        const double all = total(points);
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t k = i == 0 ? 3 : i == 1 ? 5 : 10;
            const auto start = Clock::now();
            const double mdav_loss = 100 * loss(points, mdav(points, k)) / all;
            const double mdav_seconds = since(start);
            const auto begin = Clock::now();
            const PointGroups groups =
                take(small_groups(points, k, {.rounds = rounds_by_default(points.size(), k)}, scrim::no_progress()));
            const double seconds = since(begin), found = 100 * loss(points, groups) / all;
            as_published &= std::abs(mdav_loss - table.mdav[i]) < 0.00005 + 1e-9;
            ratios += found / mdav_loss;
            std::printf(
                "%-16s %5u x %2zu  k = %2u  published %7.4f  mdav %7.4f (%.2f s)  here %7.4f (%.2f s)  %+.1f %%\n",
                table.file, points.size(), points.dimensions(), k, table.mdav[i], mdav_loss, mdav_seconds, found,
                seconds, 100 * (found / mdav_loss - 1));
        }
    }
    std::printf("mdav is %s; on average %+.1f %% of its loss (goal: at most -5 %%)\n",
                as_published ? "as published" : "NOT as published", 100 * (ratios / 9 - 1));
    const std::size_t rows = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1'000'000;
    const PointSet points = made_up(rows, 5);
    const double all = total(points);
    const auto start = Clock::now();
    const double processor = processor_seconds();
    const PointGroups groups =
        take(small_groups(points, 5, {.rounds = rounds_by_default(points.size(), 5)}, scrim::no_progress()));
    std::printf("made up, %zu x 5, k = 5: %.4f %% in %.1f s (%.1f s of processors; goal: at most 20 s)\n", rows,
                100 * loss(points, groups) / all, since(start), processor_seconds() - processor);
    return as_published ? 0 : 1;
}
