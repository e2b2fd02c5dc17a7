// What the library alone answers: all questions of a file (SQL, one per line), again and again, in two threads for some
// seconds. Prints questions per second as JSON; with 0 seconds, the answers instead, one per line.
// Usage: serve_steps STATDB QUESTIONS SECONDS
#include "scrim/statdb.h"
#include "steps.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace scrim;

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: serve_steps STATDB QUESTIONS SECONDS\n");
        return 2;
    }
    const StatDb db = bench::take(StatDb::open(argv[1]));
    std::vector<std::string> questions;
    std::ifstream file(argv[2]);
    for (std::string line; std::getline(file, line);) questions.push_back(line);
    const double seconds = std::atof(argv[3]);
    if (seconds == 0) {
        for (const std::string& question : questions) {
            const StatAnswer answer = bench::take(db.ask(question));
            const StatValue& count = answer.rows.at(0).values.at(0);
            std::printf("%s %s\n", count.lower->exact.c_str(), count.upper->exact.c_str());
        }
        return 0;
    }
    std::atomic<std::uint64_t> asked = 0;
    const auto start = bench::Clock::now();
    const auto ask = [&](std::size_t first) {
        for (std::size_t i = first; bench::since(start) < seconds; ++i, ++asked)
            bench::take(db.ask(questions[i % questions.size()]));
    };
    std::thread other([&] { ask(questions.size() / 2); });
    ask(0);
    other.join();
    std::printf("{\"per_second\": %.0f}\n", static_cast<double>(asked) / bench::since(start));
    return 0;
}
