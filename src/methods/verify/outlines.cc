#include "methods/verify/outlines.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/outline.h"

namespace scrim::verifier {
namespace {

Result<bool> read_labels(ReleasedData& release, const ClaimedRelease& claimed, const std::string& column,
                         ReleasedOutline& outline, const Reading& reading, Ledger& ledger) {
    const bool apart = release.values && column == claimed.parted_column;
    SCRIM_TRY(const auto rows, read_claimed(apart ? *release.values : *release.data, {column}, reading, ledger));
    if (!rows) return false;
    const Domain& printed = rows->table[0].domain();
    for (Code code = 0; code < printed.values(); ++code) outline.labels.push_back(printed.label(code));
    return true;
}

}  // namespace

Result<void> check_outlines(ReleasedData& release, const ClaimedRelease& claimed, const Reading& reading,
                            Ledger& ledger) {
    if (release.outlines.empty()) return {};
    std::string against;
    for (auto& [column, outline] : release.outlines) {
        SCRIM_TRY(const bool read, read_labels(release, claimed, column, outline, reading, ledger));
        if (!read) return {};
        if (against.empty() &&
            hierarchy::format_outline(*release.hierarchies.at(column), outline.labels) != outline.text)
            against = format("that of column {} does not", quoted(std::string_view(column)));
    }
    ledger.settle("hierarchies hold what the labels need, and nothing else", against,
                  counted(release.outlines.size(), "hierarchy", "hierarchies"));
    return {};
}

std::string locate_outlines(ReleasedData& release, const hierarchy::Hierarchies& meant) {
    std::string other;
    for (auto outlined = release.outlines.begin(); outlined != release.outlines.end();) {
        const auto& [column, outline] = *outlined;
        const auto found = meant.find(column);
        if (found == meant.end() || hierarchy::format_outline(*found->second, outline.labels) != outline.text) {
            other = column;
            ++outlined;
            continue;
        }
        release.hierarchies[column] = found->second;
        outlined = release.outlines.erase(outlined);
    }
    return other;
}

std::string unlocated_column(const ReleasedData& release, const ClaimedRelease& claimed) {
    for (const std::string& name : claimed.columns_in(Role::quasi_identifier))
        if (claimed.prints_spans() && release.outlines.contains(name)) return name;
    if (const ClaimedColumn* column = claimed.generalized(); column && release.outlines.contains(column->name))
        return column->name;
    return {};
}

}  // namespace scrim::verifier
