#include "scrim/hierarchy.h"

#include "kernel/core/field.h"
#include "kernel/core/respelling.h"
#include "kernel/core/stray_values.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/build.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "kernel/hierarchy/respelled_labels.h"
#include "library/open_table.h"
#include "methods/files/file.h"
#include "methods/policy/hierarchy_files.h"
#include "scrim/policy.h"

#include <algorithm>

namespace scrim {
namespace {

Result<Column> read_column(const TableInput& input, const std::string& column, Progress& progress) {
    SCRIM_TRY(const std::unique_ptr<TableSource> source, library::open_table(input));
    const std::vector<std::string> columns{column};
    SCRIM_TRY(Table table, source->read(columns, progress));
    return table.take(0);
}

// Every level from the leaves to the top, in one pass: a tree may be as deep as it has nodes.
std::vector<HierarchyLevel> levels_of(const hierarchy::Hierarchy& hierarchy) {
    constexpr std::size_t most_examples = 3;
    const auto nodes = hierarchy.nodes();
    // Level L cuts at depth height - L: its values are the nodes there, and the leaves above.
    std::vector<std::uint64_t> inner(hierarchy.levels(), 0), leaves(hierarchy.levels(), 0);
    for (const hierarchy::Hierarchy::Node& node : nodes) ++(node.is_leaf() ? leaves : inner)[node.depth];
    std::vector<HierarchyLevel> levels(hierarchy.levels());
    std::uint64_t above = 0;
    for (std::uint32_t depth = 0; depth < hierarchy.levels(); ++depth) {
        levels[hierarchy.height() - depth].values = inner[depth] + leaves[depth] + above;
        above += leaves[depth];
    }
    // The first values of each level: those of the level below, one step up.
    std::vector<hierarchy::Hierarchy::NodeId> first;
    for (std::uint32_t level = 0; level < hierarchy.levels(); ++level) {
        const std::uint32_t cut = hierarchy.height() - level;
        for (hierarchy::Hierarchy::NodeId& node : first)
            if (nodes[node].depth > cut) node = nodes[node].parent;
        first.erase(std::unique(first.begin(), first.end()), first.end());
        while (first.size() < most_examples) {
            const Code next = first.empty() ? 0 : nodes[first.back()].span.hi;
            if (next == hierarchy.domain().size()) break;
            hierarchy::Hierarchy::NodeId node = hierarchy.leaf(next);
            while (nodes[node].depth > cut) node = nodes[node].parent;
            first.push_back(node);
        }
        for (const hierarchy::Hierarchy::NodeId node : first) levels[level].examples.push_back(nodes[node].label);
    }
    return levels;
}

// How the column would have to be read for the hierarchy to know most of the values that it lacks: written in another
// way (type), or with some of them meaning "no value" (missing).
std::string reading_hint(const hierarchy::Hierarchy& hierarchy, const Domain& domain, const HierarchyReport& report) {
    if (!report.numeric || domain.is_numeric() || report.missing.empty()) return {};
    const std::pair<ColumnType, std::optional<std::string> (*)(std::string_view)> types[] = {
        {ColumnType::day_first, respell_day_first},
        {ColumnType::month_first, respell_month_first},
        {ColumnType::decimal_comma, respell_decimal_comma},
        {ColumnType::decimal_point, respell_decimal_point}};
    std::string hint;
    std::size_t most = 0;
    for (const auto& [type, respell] : types) {
        const auto known = [&](const std::string& label) {
            const auto spelled = respell(label);
            return spelled && hierarchy.find(*spelled);
        };
        const auto count = static_cast<std::size_t>(std::count_if(report.missing.begin(), report.missing.end(), known));
        if (count <= most) continue;
        most = count;
        hint = format("{} of them {} known with {}", with_thousands(count), count == 1 ? "is" : "are",
                      field("type", format("{}={}", report.column, column_type_name(type))));
    }
    if (const auto strays = stray_values(domain, 2))
        hint += format("{}if {} means 'no value', say {}", hint.empty() ? "" : "; ", quoted(strays->values.front()),
                       quoted_field("missing", strays->values.front()));
    return hint;
}

Result<void> compare_with_data(const hierarchy::Hierarchy& hierarchy, const Column& column, HierarchyReport& report) {
    const Domain& domain = column.domain();
    std::vector<std::uint64_t> counts(domain.size(), 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) ++counts[code];
    });
    SCRIM_TRY(const std::vector<std::string> labels,
              hierarchy::labels_among(domain, hierarchy.domain(),
                                      [&](std::string_view label) { return hierarchy.find(label).has_value(); }));
    std::uint64_t known = 0;
    for (Code code = 0; code < domain.values(); ++code) {
        const std::string& label = labels[code];
        if (hierarchy.domain().find(label)) {
            ++known;
        } else if (!hierarchy.find(label)) {  // an inner node is fine: the data are generalized already
            report.missing.push_back(label);
            report.missing_records += counts[code];
        }
    }
    report.values = domain.values();
    report.unused_leaves = hierarchy.domain().values() - known;
    report.hint = reading_hint(hierarchy, domain, report);
    return {};
}

}  // namespace

Result<HierarchyReport> check_hierarchy(const std::string& path, const std::optional<TableInput>& data,
                                        const std::string& column, Progress& progress) {
    SCRIM_TRY(const hierarchy::Hierarchy hierarchy, policy::read_hierarchy(path));
    HierarchyReport report;
    report.path = path;
    report.numeric = hierarchy.domain().is_numeric();
    report.levels = levels_of(hierarchy);
    if (data) {
        TableInput plain = *data;
        plain.plain = true;  // the leaves say how values are spelled
        SCRIM_TRY(const Column values, read_column(plain, column, progress));
        report.column = column;
        SCRIM_CHECK(compare_with_data(hierarchy, values, report));
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
    return input_error(format("hierarchy {} lacks {} of the {} of column {}, in {}: {}{}", quoted(report.path),
                              with_thousands(report.missing.size()), counted(report.values, "value", "values"),
                              quoted(report.column), counted(report.missing_records, "record", "records"),
                              list_some(report.missing, 20), report.hint.empty() ? "" : "; " + report.hint));
}

Result<std::string> build_hierarchy(const HierarchyBuild& build, Progress& progress) {
    SCRIM_TRY(const Column column, read_column(build.data, build.column, progress));
    const auto built = [&]() -> Result<hierarchy::Hierarchy> {
        if (!build.intervals.empty()) {
            std::vector<Ratio> widths;
            for (const std::string& text : build.intervals) {
                const auto width = Ratio::parse(text);
                if (!width) return input_error(format("interval width {} is not a number", quoted(text)));
                widths.push_back(*width);
            }
            return hierarchy::build_intervals(column.domain(), widths);
        }
        if (!build.dates.empty()) return hierarchy::build_dates(column.domain(), build.dates);
        return hierarchy::build_prefixes(column.domain(),
                                         build.prefixes);  // none masked: every value directly below "*"
    }();
    if (!built) return Error{built.error().kind, format("column {}: {}", quoted(build.column), built.error().message)};
    return hierarchy::format_hierarchy(*built);
}

Result<void> write_text(const std::string& path, const std::string& text) {
    return files::write_private_file(path, text);
}

}  // namespace scrim
