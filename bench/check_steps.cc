// Times reading (dictionary encoding) and the whole check of one table. Prints one JSON line.
// Usage: check_steps FILE SENSITIVE QUASI_IDENTIFIER…; other columns are insensitive.
#include "adapters/duckdb/files/source.h"
#include "scrim/check.h"
#include "steps.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using scrim::bench::Clock;
using scrim::bench::since;
using scrim::bench::take;

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    scrim::CheckRequest request;
    request.table.path = argv[1];
    std::vector<std::string> wanted(argv + 3, argv + argc);
    for (const std::string& name : wanted)
        request.policy.columns.push_back({name, scrim::Role::quasi_identifier, "", ""});
    request.policy.columns.push_back({argv[2], scrim::Role::sensitive, "", ""});
    wanted.push_back(argv[2]);

    auto start = Clock::now();
    const auto source = take(scrim::engine::open_source(request.table));
    for (const std::string& name : source->columns())
        if (std::find(wanted.begin(), wanted.end(), name) == wanted.end())
            request.policy.columns.push_back({name, scrim::Role::insensitive, "", ""});
    std::size_t rows = 0, bytes = 0;
    {
        const scrim::Table table = take(source->read(wanted, scrim::no_progress()));
        rows = table.rows();
        bytes = table.bytes();
    }
    const double encode = since(start);

    start = Clock::now();
    const scrim::CheckReport report = take(scrim::check(request, scrim::no_progress()));
    const double check = since(start);
    std::printf(
        "{\"rows\": %zu, \"encoded_bytes\": %zu, \"encode_seconds\": %.6f, \"check_seconds\": %.6f, \"classes\": "
        "%llu}\n",
        rows, bytes, encode, check, static_cast<unsigned long long>(report.classes));
}
