// Times one algorithm by itself: reading the table is not counted. Prints one JSON line.
// Usage: recode_steps FILE POLICY REPETITIONS
#include "adapters/duckdb/files/source.h"
#include "kernel/core/json.h"
#include "methods/release/prepare.h"
#include "steps.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using scrim::bench::Clock;
using scrim::bench::processor_seconds;
using scrim::bench::since;
using scrim::bench::take;

namespace {

// What it takes to pass over all codes of the table twice.
double twice(const scrim::Table& table) {
    const auto start = Clock::now();
    volatile std::uint64_t sum = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (std::size_t c = 0; c < table.width(); ++c)
            table[c].visit([&](auto codes) {
                std::uint64_t own = 0;
                for (const auto code : codes) own = own * 3 + code;  // not to be vectorized away
                sum = sum + own;
            });
    return since(start);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    scrim::PublishRequest request;
    request.table.path = argv[1];
    request.policy = take(scrim::read_policy(argv[2]));
    const auto source = take(scrim::engine::open_source(request.table));
    const auto start = Clock::now();
    const scrim::release::Prepared prepared = take(scrim::release::prepare({*source}, request, scrim::no_progress()));
    const double reading = since(start);
    const scrim::release::Chosen chosen = take(scrim::release::choose_recoder(request.policy.algorithm));
    std::vector<double> wall, processor;
    scrim::Json out;
    for (int i = 0; i < std::atoi(argv[3]); ++i) {
        const auto begin = Clock::now();
        const double processor_begin = processor_seconds();
        scrim::recode::Recoding recoding =
            take(scrim::recode::recode(*chosen.recoder, prepared.problem, chosen.arguments, scrim::no_progress()));
        wall.push_back(since(begin));
        processor.push_back(processor_seconds() - processor_begin);
        if (i > 0) continue;
        if (recoding.dimensions() > 0) recoding.merge_equal_boxes();
        out["loss"] = *scrim::recode::loss_of(prepared.problem, recoding);
        out["classes"] = recoding.size();
        out["suppressed"] = prepared.problem.records() - recoding.records();
        for (const auto& [name, value] : recoding.details) out[name] = value;
        if (recoding.lattice > 0) out["examined"] = recoding.examined;
    }
    std::sort(wall.begin(), wall.end());
    std::sort(processor.begin(), processor.end());
    out["rows"] = prepared.problem.records();
    out["tuples"] = prepared.problem.tuples->size();
    out["prepare_seconds"] = reading;
    out["twice_seconds"] = twice(take(source->read(source->columns(), scrim::no_progress())));
    out["seconds"] = wall[wall.size() / 2];
    out["best_seconds"] = wall.front();
    out["processor_seconds"] = processor[processor.size() / 2];
    std::printf("%s\n", out.dump().c_str());
}
