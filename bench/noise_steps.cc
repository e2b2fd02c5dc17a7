// Noise and its ledger: draws per second of one core, durable entries per second, and how long opening a ledger of many
// entries takes. Prints one line each.
// Usage: noise_steps FOLDER [ENTRIES]; the ledger is made in FOLDER and removed.
#include "kernel/noise/discrete_gaussian.h"
#include "kernel/noise/discrete_laplace.h"
#include "methods/ledger/ledger.h"
#include "steps.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace scrim;
using bench::take;

template <class Noise>
void draws(const char* name, const Noise& noise) {
    SystemRandom random;
    noise::RandomCoins coins(random);
    constexpr int count = 3'000'000;
    double best = 1e9;
    Int128 sum = 0;
    for (int round = 0; round < 3; ++round) {
        const double start = bench::processor_seconds();
        for (int i = 0; i < count; ++i) sum += noise.draw(coins);
        best = std::min(best, bench::processor_seconds() - start);
    }
    std::printf("%-36s %5.1f M draws/s (mean %.4f)\n", name, count / best / 1e6, static_cast<double>(sum) / 3 / count);
}

ledger::Purchase buy(std::string question) {
    return {"ana", std::move(question), noise::Cost::pure(BigRatio(1, 1'000'000'000))};
}

Result<std::string> answer() { return std::string(R"(["1204"])"); }

void durable(ledger::Ledger& ledger, int threads) {
    constexpr int each = 200;
    const auto start = bench::Clock::now();
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t)
        running.emplace_back([&, t] {
            for (int i = 0; i < each; ++i)
                take(ledger.pay(buy(std::to_string(threads) + "/" + std::to_string(t) + "/" + std::to_string(i)),
                                answer));
        });
    for (std::thread& thread : running) thread.join();
    std::printf("durable entries, %2d threads          %7.0f entries/s\n", threads,
                threads * each / bench::since(start));
}

// As if so many answers had been paid for, without waiting for the disk each time.
void fill(const std::string& path, std::uint64_t entries) {
    auto file = take(ledger::LedgerFile::open(path, "data"));
    const auto lock = take(file.lock());
    if (!file.read_on([](const ledger::Entry&) { return Result<void>(); })) std::exit(1);
    const std::string where =
        R"({"of":[["flu","flu"]],"select":["COUNT"],"where":{"column":"age","in":[["30","50"]]}})";
    for (std::uint64_t done = 0; done < entries;) {
        std::vector<ledger::Entry> batch;
        for (; batch.size() < 10'000 && done < entries; ++done)
            batch.push_back({0,
                             0,
                             ledger::Entry::Kind::spend,
                             "ana",
                             {noise::Budget::Kind::epsilon, BigRatio(1, 1'000'000'000)},
                             where + std::to_string(done),
                             R"(["1204"])"});
        if (!file.append(batch)) std::exit(1);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const std::uint64_t entries = argc > 2 ? std::stoull(argv[2]) : 1'000'000;
    draws("discrete Laplace, epsilon 1", take(noise::DiscreteLaplace::make(Ratio(1), 1)));
    draws("discrete Laplace, epsilon 0.1", take(noise::DiscreteLaplace::make(Ratio(1, 10), 1)));
    draws("discrete Gaussian, rho 0.5", take(noise::DiscreteGaussian::make(Ratio(1, 2), 1)));
    draws("discrete Gaussian, rho 0.005", take(noise::DiscreteGaussian::make(Ratio(1, 200), 1)));

    const std::string path = std::string(argv[1]) + "/bench.ledger";
    std::filesystem::remove(path);
    if (!ledger::Ledger::create(path, "data")) return 1;
    {
        const auto ledger = take(ledger::Ledger::open(path, "data"));
        if (!ledger->grant("ana", take(noise::Budget::pure(Ratio(1000))))) return 1;
        for (const int threads : {1, 8}) durable(*ledger, threads);
    }
    fill(path, entries);
    const auto start = bench::Clock::now();
    const double processor = bench::processor_seconds();
    const auto ledger = take(ledger::Ledger::open(path, "data"));
    std::printf("opening a ledger of %llu entries  %.2f s, %.2f s of a processor (%.0f MB)\n",
                static_cast<unsigned long long>(entries), bench::since(start), bench::processor_seconds() - processor,
                static_cast<double>(std::filesystem::file_size(path)) / 1e6);
    std::filesystem::remove(path);
    return 0;
}
