// The experiment of section 9: how long are the intervals of each method, and how much do their lengths vary?
// Usage: statdb_experiment FILE SENSITIVE QI,QI,… M D:QL:LAMBDA:N…
// QL in per cent; N 0: all records. Prints one JSON line per setting; neighboring settings with the same D and N share
// a table. Fails where an interval that should be sure does not hold the exact count.
#include "adapters/duckdb/files/source.h"
#include "kernel/core/json.h"
#include "kernel/core/text.h"
#include "methods/statdb/static_versions.h"
#include "statdb_paper/workload.h"
#include "steps.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace scrim::experiment {
namespace {

using bench::processor_seconds;
using bench::take;

constexpr std::size_t queries_per_setting = 2000;

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "statdb_experiment: %s\n", why.c_str());
    std::exit(1);
}

// The databases of one table, one per builder; the first has the static versions as well.
class Databases {
public:
    Databases(const Table& table, std::uint32_t d, std::uint32_t n, std::uint32_t m)
        : data([&] {
              SeededRandom random(n);
              return sample(table, d, n, random);
          }()),
          neighbors(make(&scrim::statdb::neighbors_builder(), m)),
          one_by_one(make(&scrim::statdb::one_by_one_builder(), m)) {}

    std::string refusal;  // why the default strata were refused; then there is one

    Microdata data;
    statdb::StatTable neighbors, one_by_one;

private:
    statdb::StatTable make(const statdb::Builder* builder, std::uint32_t m) {
        SeededRandom random(20080609);
        deal::RandomChance chance(random);
        const std::string& name = data.schema.sensitive.name;
        statdb::BuildPlan plan{m, builder};
        auto buckets = statdb::bucketize(data.quasi_identifiers, data.sensitive, name, plan, chance);
        if (!buckets && builder == &scrim::statdb::neighbors_builder()) {
            refusal = buckets.error().message;
            plan = {m, builder, 1};
            buckets = statdb::bucketize(data.quasi_identifiers, data.sensitive, name, plan, chance);
        }
        const statdb::Bucketization made = take(std::move(buckets));
        statdb::Baselines baselines;
        if (builder == &scrim::statdb::neighbors_builder())
            baselines = take(
                statdb::make_baselines(data.quasi_identifiers, data.sensitive, data.schema, m, random, no_progress()));
        const statdb::StatFacts facts{
            m, builder == &scrim::statdb::neighbors_builder() ? "neighbors" : "one_by_one", plan.strata, {}, ""};
        return take(statdb::StatTable::of_image(
            statdb::StatTable::image(facts, data.schema, data.quasi_identifiers, made, baselines)));
    }
};

struct Interval {
    double lower = 0, upper = 0;
};
Interval interval_of(statdb::CountInterval counts) {
    return {static_cast<double>(counts.lower), static_cast<double>(counts.upper)};
}

struct Method {
    std::string name;
    bool sure;  // its intervals always hold the exact count
    std::function<Interval(const RangeQuery&)> answer;
};

std::vector<Method> methods_of(const Databases& made) {
    const auto values = [](const RangeQuery& query) { return std::span(&query.values, 1); };
    const auto box = [&](const RangeQuery& query) { return take(statdb::rectangle_of(query.rows, made.data.schema)); };
    const auto ana = [=](const statdb::StatTable& table) {
        return [=, &table](const RangeQuery& query) {
            return interval_of(statdb::count_by_anatomy(table, query.rows, values(query)));
        };
    };
    const auto gen = [=](const statdb::StatTable& table) {
        return [=, &table](const RangeQuery& query) {
            return interval_of(statdb::count_by_generalization(table, box(query), values(query)).interval);
        };
    };
    const statdb::StatTable& table = made.neighbors;
    return {{"dyn-ana", true, ana(table)},
            {"dyn-ana one_by_one", true, ana(made.one_by_one)},
            {"sta-ana", true,
             [=, &table](const RangeQuery& query) {
                 return interval_of(statdb::count_by_static_anatomy(table, query.rows, values(query)));
             }},
            {"ran-pert", false,
             [=, &table](const RangeQuery& query) {
                 const statdb::PerturbedCount count = statdb::count_by_perturbation(table, query.rows, values(query));
                 return Interval{count.lower, count.upper};
             }},
            {"dyn-gen", true, gen(table)},
            {"dyn-gen one_by_one", true, gen(made.one_by_one)},
            {"sta-gen", true, [=, &table](const RangeQuery& query) {
                 return interval_of(statdb::count_by_static_generalization(table, box(query), values(query)));
             }}};
}

Json measure(const Method& method, std::span<const RangeQuery> queries, std::span<const std::uint64_t> exact) {
    std::vector<Interval> answers;
    const double start = processor_seconds();
    for (const RangeQuery& query : queries) answers.push_back(method.answer(query));
    const double seconds = processor_seconds() - start;
    double lower = 0, upper = 0, squares = 0, holding = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto [low, high] = answers[i];
        const auto count = static_cast<double>(exact[i]);
        const bool holds = low <= count && count <= high;
        if (method.sure && !holds)
            fail(format("{}: query {} has {} records, not in [{}, {}]", method.name, i, count, low, high));
        holding += holds;
        lower += low;
        upper += high;
        squares += (high - low) * (high - low);
    }
    const auto all = static_cast<double>(answers.size());
    const double mean = (upper - lower) / all;
    return {{"lower", lower / all},
            {"upper", upper / all},
            {"mean_length", mean},
            {"lsd", std::sqrt(std::max(0.0, squares / all - mean * mean))},
            {"holding", holding / all},
            {"queries", answers.size()},
            {"seconds_per_query", seconds / all}};
}

Json run(const Databases& made, const Setting& setting, std::uint32_t m) {
    SeededRandom random(1'000'000 * setting.d + 1000 * setting.ql + setting.lambda);
    const std::vector<RangeQuery> queries = workload(made.data, setting, queries_per_setting, random);
    std::vector<std::uint64_t> exact;
    double sum = 0;
    for (const RangeQuery& query : queries) {
        exact.push_back(exact_count(made.data, query));
        sum += static_cast<double>(exact.back());
    }
    Json out{
        {"d", setting.d}, {"ql", setting.ql}, {"lambda", setting.lambda}, {"n", made.data.sensitive.size()}, {"m", m}};
    out["aar"] = sum / static_cast<double>(exact.size());
    out["strata"] = made.neighbors.facts().strata;
    out["refusal"] = made.refusal;
    out["buckets"] = {{"neighbors", made.neighbors.buckets()}, {"one_by_one", made.one_by_one.buckets()}};
    for (const Method& method : methods_of(made)) out["methods"][method.name] = measure(method, queries, exact);
    return out;
}

std::vector<std::string> parts_of(const std::string& text, char between) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, between);) parts.push_back(part);
    return parts;
}

Setting setting_of(const std::string& text, std::size_t quasi_identifiers) {
    std::vector<std::uint32_t> numbers;
    for (const std::string& part : parts_of(text, ':'))
        numbers.push_back(static_cast<std::uint32_t>(std::strtoul(part.c_str(), nullptr, 10)));
    if (numbers.size() != 4) fail("a setting is D:QL:LAMBDA:N, and " + quoted(text) + " is none");
    const Setting setting{numbers[0], numbers[1], numbers[2], numbers[3]};
    if (setting.d < 1 || setting.d > quasi_identifiers || setting.lambda > setting.d || setting.ql < 1 ||
        setting.ql > 100)
        fail(quoted(text) + ": D is at most the number of quasi-identifiers, LAMBDA at most D, QL from 1 to 100");
    return setting;
}

}  // namespace
}  // namespace scrim::experiment

int main(int argc, char** argv) {
    using namespace scrim::experiment;
    if (argc < 6) fail("usage: statdb_experiment FILE SENSITIVE QI,QI,… M D:QL:LAMBDA:N…");
    std::vector<std::string> names = parts_of(argv[3], ',');
    const std::size_t width = names.size();
    names.push_back(argv[2]);
    const auto m = static_cast<std::uint32_t>(std::strtoul(argv[4], nullptr, 10));
    scrim::TableInput input;
    input.path = argv[1];
    const scrim::Table table = take(take(scrim::engine::open_source(input))->read(names, scrim::no_progress()));
    std::unique_ptr<Databases> made;
    Setting last;
    for (int i = 5; i < argc; ++i) {
        const Setting setting = setting_of(argv[i], width);
        if (!made || setting.d != last.d || setting.n != last.n)
            made = std::make_unique<Databases>(table, setting.d, setting.n, m);
        last = setting;
        std::printf("%s\n", run(*made, setting, m).dump().c_str());
        std::fflush(stdout);
    }
}
