// Re-publication, timed release by release, from encoded data on one thread.
//
//   republish_steps table.csv "Age,Gender,…" sensitive method m first volume releases
//
// Prints one JSON object: for each release its seconds, groups, counterfeits, substitutes, loss and signatures.
#include "adapters/duckdb/files/source.h"
#include "kernel/core/json.h"
#include "republish_paper/dynamic_table.h"
#include "steps.h"

#include <sys/resource.h>
#include <tbb/global_control.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

using namespace scrim;
using namespace scrim::experiment;

int main(int argc, char** argv) {
    if (argc != 9) {
        std::fprintf(stderr, "republish_steps table.csv \"Age,…\" sensitive method m first volume releases\n");
        return 2;
    }
    std::vector<std::string> columns;
    std::istringstream names(argv[2]);
    for (std::string name; std::getline(names, name, ',');) columns.push_back(name);
    columns.emplace_back(argv[3]);
    TableInput input;
    input.path = argv[1];
    const auto source = bench::take(scrim::engine::open_source(input));
    const scrim::Table table = bench::take(source->read(columns, no_progress()));
    const Method method{argv[4], static_cast<std::uint32_t>(std::atoi(argv[5])), false};
    const auto volume = static_cast<std::size_t>(std::atol(argv[7]));
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);

    DynamicTable data(table, static_cast<std::size_t>(std::atol(argv[6])), 1);
    const republication::Extent extent = plain_extent(data.domain_sizes());
    SystemRandom random;
    scrim::Json releases = scrim::Json::array();
    for (int j = 0; j < std::atoi(argv[8]); ++j) {
        if (j > 0) data.change(volume);
        const scrim::republication::Version version = data.version();
        const auto start = bench::Clock::now();
        const double before = bench::processor_seconds();
        const scrim::republication::Grouping grouping = publish(version, method, extent, random);
        const double seconds = bench::since(start), used = bench::processor_seconds() - before;
        data.published(grouping);
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        releases.push_back({{"seconds", seconds},
                            {"processor_seconds", used},
                            {"groups", grouping.groups.size()},
                            {"signatures", data.version().signatures.size()},
                            {"counterfeits", grouping.counterfeits},
                            {"substitutes", grouping.substitutes},
                            {"loss", loss(version, grouping, extent)},
                            {"peak_kb", usage.ru_maxrss}});
    }
    std::printf("%s\n", scrim::Json{{"releases", releases}}.dump().c_str());
    return 0;
}
