// The experiments of 002 (Wei, Lu, Zou: epsilon-inclusion): one table that changes, published by several methods.
//
//   republish_experiment table.csv "Age,Gender,…" sensitive METHOD,… M FIRST VOLUME RELEASES S:EVERY,…
//
// METHOD: m_invariance, epsilon_inclusion or blind (epsilon-inclusion whose groups are left to chance). The methods see
// the same versions and queries. Errors at selectivity S, in per cent, are measured at the first release and every
// EVERY-th from there; "none" measures none. Where the new records cannot all be grouped, some are held back for the
// next release. Prints one JSON line per release and method. Everything is seeded; one thread; seconds are processor
// seconds of making the groups from encoded data.
#include "adapters/duckdb/files/source.h"
#include "kernel/core/json.h"
#include "kernel/core/text.h"
#include "republish_paper/dynamic_table.h"
#include "republish_paper/query_error.h"
#include "steps.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace scrim::experiment {
namespace {

constexpr std::size_t queries_per_workload = 10'000;
constexpr std::size_t checked_queries = 3;

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "republish_experiment: %s\n", why.c_str());
    std::exit(1);
}

bool satisfies(const republication::Version& version, std::uint32_t record, const CountQuery& query) {
    for (std::size_t a = 0; a < version.dimensions; ++a)
        if (!query.ranges[a].contains(version.at(record)[a])) return false;
    return true;
}

// The slow twins: record by record, straight from their definitions.
double slow_count(const republication::Version& version, const CountQuery& query) {
    double count = 0;
    for (std::uint32_t r = 0; r < version.records(); ++r)
        count += satisfies(version, r, query) && query.values.contains(version.value[r]);
    return count;
}

double slow_generalized(const republication::Version& version, const republication::Grouping& grouping,
                        const CountQuery& query) {
    double sum = 0;
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        const auto group = grouping.groups[g];
        double part = 1, counterfeits = 0;
        for (const republication::GroupPlace& place : group) counterfeits += place.counterfeit;
        for (std::size_t a = 0; a < version.dimensions; ++a) {
            std::vector<Code> codes;
            for (const republication::GroupPlace& place : group)
                if (!place.counterfeit) codes.push_back(version.at(place.record)[a]);
            const auto [lo, hi] = std::minmax_element(codes.begin(), codes.end());
            double both = 0;
            for (Code code = *lo; code <= *hi; ++code) both += query.ranges[a].contains(code);
            part *= both / (*hi - *lo + 1);
        }
        const auto rows = static_cast<double>(group.size());
        for (const republication::GroupPlace& place : group)
            if (query.values.contains(place.value)) sum += part * (rows - counterfeits) / rows;
    }
    return sum;
}

double slow_permuted(const republication::Version& version, const republication::Grouping& grouping,
                     const CountQuery& query) {
    double sum = 0;
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        double members = 0, values = 0;
        for (const republication::GroupPlace& place : grouping.groups[g]) {
            members += satisfies(version, place.record, query);
            values += query.values.contains(place.value);
        }
        sum += members * values / static_cast<double>(grouping.groups[g].size());
    }
    return sum;
}

void compare(const std::string& what, double fast, double slow) {
    if (std::abs(fast - slow) > 1e-4 * std::max(1.0, slow))
        fail(format("{}: {} counted fast, {} counted slowly", what, fast, slow));
}

Json errors_of(const Workload& made, const std::function<double(const CountQuery&)>& fast,
               const std::function<double(const CountQuery&)>& slow) {
    for (std::size_t q = 0; q < checked_queries; ++q) compare("estimate", fast(made.queries[q]), slow(made.queries[q]));
    std::vector<double> errors;
    double sum = 0, counts = 0;
    for (const CountQuery& query : made.queries) {
        errors.push_back(std::abs(fast(query) - query.actual) / query.actual);
        sum += errors.back();
        counts += query.actual;
    }
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    const auto all = static_cast<double>(errors.size());
    return {{"mean", sum / all}, {"median", *middle}, {"count", counts / all}, {"drawn_again", made.drawn_again}};
}

struct Contender {
    std::string name;
    Method method;
    DynamicTable data;
    SeededRandom random{2};

    bool generalizes() const { return method.name == "m_invariance"; }
};

Contender contender(const std::string& name, std::uint32_t m, const Table& table, std::size_t first) {
    if (name != "m_invariance" && name != "epsilon_inclusion" && name != "blind")
        fail(quoted(name) + " is no method: m_invariance, epsilon_inclusion or blind");
    const Method method{name == "blind" ? "epsilon_inclusion" : name, m, name == "blind"};
    return {name, method, DynamicTable(table, first, 1)};
}

struct Plan {
    std::uint32_t selectivity;  // in per cent
    std::size_t every;          // so many releases
};
struct Measured {
    std::uint32_t selectivity;
    Workload workload;
};

// Those that are due at release j, counted from 0.
std::vector<Measured> workloads(const republication::Version& version, const std::vector<Code>& sizes,
                                const std::vector<Plan>& plans, std::size_t j) {
    std::vector<Measured> made;
    for (const auto& [selectivity, every] : plans) {
        if (j % every != 0) continue;
        const Microdata data(version, sizes);
        SeededRandom random(1000 * j + selectivity);
        made.push_back({selectivity, workload(data, selectivity / 100.0, queries_per_workload, random)});
        for (std::size_t q = 0; q < checked_queries; ++q) {
            const CountQuery& query = made.back().workload.queries[q];
            compare("count", query.actual, slow_count(version, query));
        }
    }
    return made;
}

// As publish() of dynamic_table.h, with records held back where that is needed.
republication::Grouping publish_or_delay(const republication::Version& version, const Method& method,
                                         const republication::Extent& extent, Random& random) {
    const republication::Diversity diversity{method.m, 1, {}};
    const republication::MethodInput input{.version = version,
                                           .diversity = diversity,
                                           .extent = extent,
                                           .label_of = [](std::uint32_t value) { return std::to_string(value); },
                                           .delay = true,
                                           .blind = method.blind};
    republication::Grouping grouping = bench::take(
        method.name == "m_invariance" ? m_invariant_groups(input, random) : epsilon_inclusive_groups(input, random));
    // DynamicTable forgets signatures that are not published, so it cannot take these back.
    for (const std::uint32_t record : grouping.held_back)
        if (version.signature[record] != republication::Version::is_new)
            fail("a record that was published before is held back");
    return grouping;
}

// Publishes the version as it is now.
Json release(Contender& contender, const republication::Extent& extent, const std::vector<Measured>& measured) {
    const republication::Version version = contender.data.version();
    const double start = bench::processor_seconds();
    const republication::Grouping grouping = publish_or_delay(version, contender.method, extent, contender.random);
    const double seconds = bench::processor_seconds() - start;
    contender.data.published(grouping);
    Json out{{"method", contender.name},
             {"m", contender.method.m},
             {"records", version.records()},
             {"seconds", seconds},
             {"groups", grouping.groups.size()},
             {"signatures", contender.data.version().signatures.size()},
             {"counterfeits", grouping.counterfeits},
             {"substitutes", grouping.substitutes},
             {"held_back", grouping.held_back.size()},
             {"loss", loss(version, grouping, extent)}};
    if (measured.empty()) return out;
    const auto slow = [&](const CountQuery& query) {
        return contender.generalizes() ? slow_generalized(version, grouping, query)
                                       : slow_permuted(version, grouping, query);
    };
    std::function<double(const CountQuery&)> fast;
    if (contender.generalizes())
        fast = [made = GeneralizedRelease(version, grouping)](const CountQuery& query) { return made.estimate(query); };
    else
        fast = [made = PermutedRelease(version, grouping)](const CountQuery& query) { return made.estimate(query); };
    for (const Measured& own : measured)
        out["errors"][std::to_string(own.selectivity)] = errors_of(own.workload, fast, slow);
    return out;
}

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
    return parts;
}

std::vector<Plan> plans_of(const std::string& text) {
    std::vector<Plan> plans;
    if (text == "none") return plans;
    for (const std::string& part : parts_of(text)) {
        Plan plan{};
        if (std::sscanf(part.c_str(), "%u:%zu", &plan.selectivity, &plan.every) != 2 || plan.selectivity < 1 ||
            plan.selectivity > 100 || plan.every < 1)
            fail(quoted(part) + " is no S:EVERY, such as 10:8");
        plans.push_back(plan);
    }
    return plans;
}

}  // namespace
}  // namespace scrim::experiment

int main(int argc, char** argv) {
    using namespace scrim::experiment;
    if (argc != 10)
        fail("usage: republish_experiment table.csv \"Age,…\" sensitive METHOD,… M FIRST VOLUME RELEASES S:EVERY,…");
    std::vector<std::string> columns = parts_of(argv[2]);
    columns.emplace_back(argv[3]);
    scrim::TableInput input;
    input.path = argv[1];
    const scrim::Table table =
        scrim::bench::take(scrim::bench::take(scrim::engine::open_source(input))->read(columns, scrim::no_progress()));
    const auto number = [&](int i) { return static_cast<std::size_t>(std::strtoul(argv[i], nullptr, 10)); };
    const std::size_t first = number(6), volume = number(7), releases = number(8);
    if (first > table.rows() || (releases > 0 && (releases - 1) * volume > table.rows() - first))
        fail("the table has too few records for that many releases");
    const std::vector<Plan> plans = plans_of(argv[9]);
    std::vector<Contender> contenders;
    for (const std::string& name : parts_of(argv[4]))
        contenders.push_back(contender(name, static_cast<std::uint32_t>(number(5)), table, first));
    const auto& sizes = contenders.front().data.domain_sizes();
    if (*std::max_element(sizes.begin(), sizes.end()) > 256) fail("a column has more than 256 different values");
    const scrim::republication::Extent extent = plain_extent(sizes);
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);

    for (std::size_t j = 0; j < releases; ++j) {
        if (j > 0)
            for (Contender& own : contenders) own.data.change(volume);
        const std::vector<Measured> measured = workloads(contenders.front().data.version(), sizes, plans, j);
        for (Contender& own : contenders) {
            scrim::Json out = release(own, extent, measured);
            out["release"] = j + 1;
            out["volume"] = volume;
            std::printf("%s\n", out.dump().c_str());
            std::fflush(stdout);
        }
    }
}
