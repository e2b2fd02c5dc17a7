#include "scrim/hierarchy.h"

#include "core/file.h"
#include "core/json.h"
#include "core/text.h"
#include "engine/source.h"
#include "hierarchy/build.h"
#include "hierarchy/hierarchy_file.h"

#include <algorithm>

namespace scrim {
namespace {

Result<Column> read_column(const TableInput& input, const std::string& column, Progress& progress) {
    SCRIM_TRY(const std::unique_ptr<TableSource> source, open_source(input));
    const std::vector<std::string> columns{column};
    SCRIM_TRY(Table table, source->read(columns, progress));
    return table.take(0);
}

HierarchyLevel level_of(const Hierarchy& hierarchy, std::uint32_t level) {
    constexpr std::size_t most_examples = 3;
    HierarchyLevel report;
    Code code = 0;
    while (code < hierarchy.domain().size()) {
        const Hierarchy::Node& node = hierarchy.at_level(code, level);
        if (report.examples.size() < most_examples) report.examples.push_back(node.label);
        ++report.values;
        code = node.span.hi;
    }
    return report;
}

void compare_with_data(const Hierarchy& hierarchy, const Column& column, HierarchyReport& report) {
    const Domain& domain = column.domain();
    std::vector<std::uint64_t> counts(domain.size(), 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) ++counts[code];
    });
    std::uint64_t known = 0;
    for (Code code = 0; code < domain.values(); ++code) {
        const std::string label = domain.label(code);
        if (hierarchy.domain().find(label)) {
            ++known;
        } else if (!hierarchy.find(label)) {  // an inner node is fine: the data are generalised already
            report.missing.push_back(label);
            report.missing_records += counts[code];
        }
    }
    report.values = domain.values();
    report.unused_leaves = hierarchy.domain().values() - known;
}

}  // namespace

Result<HierarchyReport> check_hierarchy(const std::string& path, const std::optional<TableInput>& data,
                                        const std::string& column, Progress& progress) {
    SCRIM_TRY(const Hierarchy hierarchy, read_hierarchy(path));
    HierarchyReport report;
    report.path = path;
    report.numeric = hierarchy.domain().is_numeric();
    for (std::uint32_t level = 0; level < hierarchy.levels(); ++level)
        report.levels.push_back(level_of(hierarchy, level));
    if (data) {
        SCRIM_TRY(const Column values, read_column(*data, column, progress));
        report.column = column;
        compare_with_data(hierarchy, values, report);
    }
    return report;
}

std::string to_text(const HierarchyReport& report) {
    std::string out =
        format("{}: {}{}, {} levels\n", report.path, counted(report.levels.front().values, "leaf", "leaves"),
               report.numeric ? " ordered by value" : "", report.levels.size());
    for (std::size_t level = 0; level < report.levels.size(); ++level)
        out += format("  level {:<3} {:>8} {:<6}   {}{}\n", level, with_thousands(report.levels[level].values),
                      report.levels[level].values == 1 ? "value" : "values", join(report.levels[level].examples, " · "),
                      report.levels[level].values > report.levels[level].examples.size() ? " · …" : "");
    if (report.values > 0)
        out += format("It knows {} of column {}; {} not occur there.\n",
                      report.values == 1 ? "the only value" : format("all {} values", with_thousands(report.values)),
                      quoted(report.column),
                      report.unused_leaves == 1 ? "1 leaf does" : with_thousands(report.unused_leaves) + " leaves do");
    return out;
}

Result<void> complete(const HierarchyReport& report) {
    if (report.missing.empty()) return {};
    return input_error(format("hierarchy {} lacks {} of the {} of column {}, in {}: {}", quoted(report.path),
                              with_thousands(report.missing.size()), counted(report.values, "value", "values"),
                              quoted(report.column), counted(report.missing_records, "record", "records"),
                              list_some(report.missing, 20)));
}

std::string to_json(const HierarchyReport& report) {
    Json json;
    json["hierarchy"] = report.path;
    json["leaves"] = report.levels.front().values;
    json["numeric"] = report.numeric;
    json["levels"] = Json::array();
    for (const HierarchyLevel& level : report.levels)
        json["levels"].push_back({{"values", level.values}, {"examples", level.examples}});
    json["values"] = report.values;
    json["missing"] = report.missing;
    json["missing_records"] = report.missing_records;
    json["unused_leaves"] = report.unused_leaves;
    return json.dump(2) + "\n";
}

Result<std::string> build_hierarchy(const HierarchyBuild& build, Progress& progress) {
    SCRIM_TRY(const Column column, read_column(build.data, build.column, progress));
    const auto built = [&]() -> Result<Hierarchy> {
        if (!build.intervals.empty()) {
            std::vector<Ratio> widths;
            for (const std::string& text : build.intervals) {
                const auto width = Ratio::parse(text);
                if (!width) return input_error(format("interval width {} is not a number", quoted(text)));
                widths.push_back(*width);
            }
            return build_intervals(column.domain(), widths);
        }
        if (!build.dates.empty()) return build_dates(column.domain(), build.dates);
        return build_prefixes(column.domain(), build.prefixes);  // none masked: every value directly below "*"
    }();
    if (!built) return Error{built.error().kind, format("column {}: {}", quoted(build.column), built.error().message)};
    return format_hierarchy(*built);
}

Result<void> write_text(const std::string& path, const std::string& text) { return write_private_file(path, text); }

}  // namespace scrim
