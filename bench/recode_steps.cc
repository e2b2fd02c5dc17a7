// Times one algorithm by itself: reading the table is not counted. Prints one JSON line.
// Usage: recode_steps FILE POLICY REPETITIONS
#include "core/json.h"
#include "engine/source.h"
#include "release/prepare.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace {

template <class T>
T take(scrim::Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "recode_steps: %s\n", result.error().message.c_str());
    std::exit(1);
}

double processor_seconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// What it takes to pass over all codes of the table twice.
double twice(const scrim::Table& table) {
    const auto start = std::chrono::steady_clock::now();
    volatile std::uint64_t sum = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (std::size_t c = 0; c < table.width(); ++c)
            table[c].visit([&](auto codes) {
                std::uint64_t own = 0;
                for (const auto code : codes) own = own * 3 + code;  // not to be vectorised away
                sum = sum + own;
            });
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    using Clock = std::chrono::steady_clock;
    scrim::PublishRequest request;
    request.table.path = argv[1];
    request.policy = take(scrim::read_policy(argv[2]));
    const auto source = take(scrim::open_source(request.table));
    const auto start = Clock::now();
    const scrim::Prepared prepared = take(scrim::prepare({*source}, request, scrim::no_progress()));
    const double reading = std::chrono::duration<double>(Clock::now() - start).count();
    const scrim::Chosen chosen = take(scrim::choose_recoder(request.policy.algorithm));
    std::vector<double> wall, processor;
    scrim::Json out;
    for (int i = 0; i < std::atoi(argv[3]); ++i) {
        const auto begin = Clock::now();
        const double processor_begin = processor_seconds();
        scrim::Recoding recoding =
            take(scrim::recode(*chosen.recoder, prepared.problem, chosen.arguments, scrim::no_progress()));
        wall.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
        processor.push_back(processor_seconds() - processor_begin);
        if (i > 0) continue;
        if (recoding.dimensions() > 0) recoding.merge_equal_boxes();
        out["loss"] = *scrim::loss_of(prepared.problem, recoding);
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
