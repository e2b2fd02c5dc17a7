// A release in parts beside publish(): histograms of parts, merged, a plan, applied to the parts, evidence, judged. The
// rows are compared first. Prints one JSON line: seconds of each step, and the sizes of what is carried.
// Usage: parts_bench FILE PARTS K SENSITIVE QUASI_IDENTIFIER…; other columns are dropped.
#include "adapters/arrow/arrow_writer.h"
#include "library/open_table.h"
#include "scrim/check.h"
#include "scrim/evidence.h"
#include "scrim/plan.h"
#include "scrim/publish.h"
#include "steps.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace scrim;
using bench::take;

std::vector<Frame> parts_of(const TableInput& file, std::size_t parts) {
    const auto source = take(library::open_table(file));
    const Table whole = take(source->read(source->columns(), no_progress()));
    std::vector<Frame> made;
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t begin = whole.rows() * part / parts, end = whole.rows() * (part + 1) / parts;
        Table own;
        for (std::size_t c = 0; c < whole.width(); ++c) {
            std::vector<Code> codes;
            for (std::size_t row = begin; row < end; ++row) codes.push_back(whole[c][row]);
            own.add(whole.name(c), Column(whole[c].domain_ptr(), codes));
        }
        ArrowArrayStream stream;
        arrow::write_stream(std::move(own), arrow::TextAs::dictionary, &stream);
        made.push_back(take(Frame::from_arrow(&stream)));
    }
    return made;
}

// The same for the same rows, in whatever order and however often each is told.
std::uint64_t mark_of(const TableInput& input) {
    const auto source = take(library::open_table(input));
    const Tuples rows = take(source->read_tuples(source->columns(), 0, no_progress()));
    std::uint64_t mark = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::string text;
        for (std::size_t c = 0; c < rows.table.width(); ++c)
            text += rows.table[c].domain().label(rows.table[c][row]) + '\n';
        mark += std::hash<std::string>()(text) * rows.weights[row];
    }
    return mark;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 6) return 2;
    PublishRequest request;
    request.table.path = argv[1];
    const std::vector<std::string> quasi_identifiers(argv + 5, argv + argc);
    for (const std::string& name : take(column_names(request.table))) {
        const bool known =
            std::find(quasi_identifiers.begin(), quasi_identifiers.end(), name) != quasi_identifiers.end();
        request.policy.columns.push_back({.name = name,
                                          .role = name == argv[4] ? Role::sensitive
                                                  : known         ? Role::quasi_identifier
                                                                  : Role::dropped});
    }
    request.policy.require = {take(parse_requirement(std::string("k_anonymity(k=") + argv[3] + ")"))};
    request.policy.algorithm = "mondrian";
    const std::vector<Frame> frames = parts_of(request.table, std::stoul(argv[2]));

    std::vector<TableInput> parts;
    for (const Frame& frame : frames) parts.emplace_back().frame = frame;
    auto start = bench::Clock::now();
    const auto lap = [&] {
        const double seconds = bench::since(start);
        start = bench::Clock::now();
        return seconds;
    };
    std::vector<Histogram> histograms;
    std::size_t histogram_bytes = 0;
    for (const TableInput& part : parts) histograms.push_back(take(Histogram::of(part, request.policy, no_progress())));
    const double count = lap();
    for (Histogram& histogram : histograms) {
        const std::string bytes = histogram.serialize();
        histogram_bytes += bytes.size();
        histogram = take(Histogram::parse(bytes));
    }
    const double carry = lap();
    PublishRequest planned = request;
    planned.table = {};
    planned.table.histogram = take(Histogram::merged(histograms));
    const double merge = lap();
    Plan plan = take(Plan::make(planned, no_progress()));
    const double make = lap();
    const std::string bytes = plan.serialize();
    plan = take(Plan::parse(bytes));
    const double carry_plan = lap();
    std::vector<TableInput> released;
    for (const TableInput& part : parts) released.emplace_back().frame = take(plan.apply(part, no_progress())).frame;
    const double apply = lap();
    std::vector<Evidence> evidence;
    std::size_t evidence_bytes = 0;
    for (const TableInput& part : released) evidence.push_back(take(Evidence::of(part, request.policy, no_progress())));
    for (const Evidence& own : evidence) evidence_bytes += own.serialize().size();
    const CheckReport report = take(take(Evidence::merged(evidence)).judge(request.policy, no_progress()));
    const double judge = lap();
    if (!report.holds()) return std::fprintf(stderr, "the parts' release does not hold\n"), 1;

    const std::string folder = (std::filesystem::temp_directory_path() / "scrim-parts-bench").string();
    request.out = folder;
    request.format = "parquet";
    request.force = true;
    start = bench::Clock::now();
    take(publish(request, no_progress()));
    const double whole = lap();
    std::uint64_t in_parts = 0;
    for (const TableInput& part : released) in_parts += mark_of(part);
    TableInput data;
    data.path = folder + "/data.parquet";
    const bool same = mark_of(data) == in_parts;
    std::filesystem::remove_all(folder);
    std::filesystem::remove(folder + ".owner.json");
    if (!same) return std::fprintf(stderr, "the rows differ\n"), 1;
    std::printf(
        "{\"rows\": %llu, \"classes\": %llu, \"publish_seconds\": %.3f, \"histogram_seconds\": %.3f, "
        "\"carry_seconds\": %.3f, \"merge_seconds\": %.3f, \"plan_seconds\": %.3f, \"carry_plan_seconds\": %.3f, "
        "\"apply_seconds\": %.3f, \"judge_seconds\": %.3f, \"different_rows\": %llu, \"histogram_bytes\": %zu, "
        "\"plan_bytes\": %zu, \"evidence_bytes\": %zu, \"owner_only\": %s}\n",
        static_cast<unsigned long long>(report.rows), static_cast<unsigned long long>(plan.classes()), whole, count,
        carry, merge, make, carry_plan, apply, judge, static_cast<unsigned long long>(planned.table.histogram.rows()),
        histogram_bytes, bytes.size(), evidence_bytes, plan.owner_only() ? "true" : "false");
}
