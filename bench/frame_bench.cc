// check() of a table in memory beside check() of the same table in a Parquet file, answers compared first; and how much
// more memory reading takes than the frame has. Prints one JSON line.
// Usage: frame_bench FILE.parquet SENSITIVE QUASI_IDENTIFIER…; other columns are insensitive.
#include "adapters/arrow/arrow_writer.h"
#include "library/open_table.h"
#include "scrim/check.h"
#include "steps.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace scrim;
using bench::take;

// Kilobytes of this process: "VmRSS:" now, "VmHWM:" at most since the last reset.
long kilobytes(const std::string& what) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(what)) return std::stol(line.substr(what.size()));
    return 0;
}
void reset_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

struct Timed {
    double best = 0;
    double peak_megabytes = 0;  // above what was there before
    std::string answer;
};

Timed timed(const CheckRequest& request) {
    Timed result;
    for (int round = 0; round < 5; ++round) {
        const long before = kilobytes("VmRSS:");
        reset_peak();
        const auto start = bench::Clock::now();
        const CheckReport report = take(check(request, no_progress()));
        const double seconds = bench::since(start);
        if (round == 0) result.answer = to_json(report);
        result.best = round == 0 ? seconds : std::min(result.best, seconds);
        result.peak_megabytes = static_cast<double>(kilobytes("VmHWM:") - before) / 1024;
    }
    return result;
}

Frame frame_of(const TableInput& file, arrow::TextAs text) {
    const auto source = take(library::open_table(file));
    ArrowArrayStream stream;
    arrow::write_stream(take(source->read(source->columns(), no_progress())), text, &stream);
    return take(Frame::from_arrow(&stream));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    CheckRequest request;
    request.table.path = argv[1];
    const std::vector<std::string> quasi_identifiers(argv + 3, argv + argc);
    for (const std::string& name : take(column_names(request.table))) {
        ColumnPolicy column;
        column.name = name;
        column.role = name == argv[2] ? Role::sensitive
                      : std::find(quasi_identifiers.begin(), quasi_identifiers.end(), name) != quasi_identifiers.end()
                          ? Role::quasi_identifier
                          : Role::insensitive;
        request.policy.columns.push_back(column);
    }
    const Timed of_file = timed(request);
    std::printf("{\"file_seconds\": %.4f, \"file_megabytes\": %.1f", of_file.best, of_file.peak_megabytes);
    for (const auto& [name, text] :
         {std::pair{"categories", arrow::TextAs::dictionary}, {"text", arrow::TextAs::plain}}) {
        const long before = kilobytes("VmRSS:");
        CheckRequest in_memory = request;
        in_memory.table.frame = frame_of(request.table, text);
        const double frame = static_cast<double>(kilobytes("VmRSS:") - before) / 1024;
        const Timed of_frame = timed(in_memory);
        if (of_frame.answer != of_file.answer) return std::fprintf(stderr, "the answers differ\n"), 1;
        std::printf(", \"%s_seconds\": %.4f, \"%s_megabytes\": %.1f, \"%s_frame_megabytes\": %.1f", name, of_frame.best,
                    name, of_frame.peak_megabytes, name, frame);
    }
    std::printf("}\n");
}
