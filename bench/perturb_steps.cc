// Times reading a table, each perturbing method named, and writing what it made. Prints one JSON line.
// Usage: perturb_steps FILE OUT.csv REPETITIONS METHOD…   (such as 'rank_swap(window=5%)')
//
// All columns are quasi-identifiers. The rows are written as they are, so that sorting them is in neither time.
#include "adapters/duckdb/files/sink.h"
#include "adapters/duckdb/files/source.h"
#include "kernel/core/json.h"
#include "kernel/models/arguments.h"
#include "kernel/recode/perturb_records.h"
#include "steps.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace scrim;
using bench::Clock;
using bench::processor_seconds;
using bench::since;
using bench::take;

namespace {

// Wall and processor seconds of each repetition.
struct Timed {
    std::vector<double> wall, processor;

    template <class F>
    auto run(F f) {
        const auto start = Clock::now();
        const double before = processor_seconds();
        auto made = f();
        wall.push_back(since(start));
        processor.push_back(processor_seconds() - before);
        return made;
    }
    Json json() const {
        return {{"wall", *std::min_element(wall.begin(), wall.end())},
                {"processor", *std::min_element(processor.begin(), processor.end())}};
    }
};

recode::Records records_of(const Table& table) {
    recode::Records records;
    records.count = table.rows();
    for (std::size_t c = 0; c < table.width(); ++c)
        records.columns.push_back({table.name(c), Role::quasi_identifier, table[c], nullptr});
    return records;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) return 2;
    TableInput input;
    input.path = argv[1];
    Timed reading, writing;
    std::vector<Timed> methods(static_cast<std::size_t>(argc - 4));
    std::uint64_t rows = 0, columns = 0;
    for (int repetition = 0; repetition < std::atoi(argv[3]); ++repetition) {
        const Table table = reading.run([&] {
            const auto source = take(engine::open_source(input));
            return take(source->read(source->columns(), no_progress()));
        });
        rows = table.rows();
        columns = table.width();
        recode::Records records = records_of(table);
        SystemRandom random;
        for (int m = 4; m < argc; ++m) {
            const Requirement asked = take(parse_requirement(argv[m]));
            const recode::RecoderSpec* recoder = recode::find_recoder(asked.model);
            if (!recoder) return 2;
            const auto arguments = take(models::Arguments::make(recoder->name, recoder->parameters, asked.arguments));
            const recode::Perturbed made = methods[static_cast<std::size_t>(m - 4)].run(
                [&] { return take(recode::perturb_records(*recoder, records, arguments, random, no_progress())); });
            if (made.columns.empty()) return 1;
        }
        writing.run([&] {
            const auto written = engine::write_table(table, argv[2]);
            if (!written) std::exit(1);
            return true;
        });
    }
    Json out{{"rows", rows}, {"columns", columns}, {"read", reading.json()}, {"write", writing.json()}};
    for (int m = 4; m < argc; ++m) out["methods"][argv[m]] = methods[static_cast<std::size_t>(m - 4)].json();
    std::printf("%s\n", out.dump().c_str());
}
