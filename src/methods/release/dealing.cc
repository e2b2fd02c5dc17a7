#include "methods/release/dealing.h"

#include "kernel/hierarchy/label.h"

#include <algorithm>

namespace scrim::release {
namespace {

// Is tuple t row t?
bool is_a_row_each(const Material& material) {
    if (material.runs.size() != material.rows->size() + 1) return false;
    for (std::size_t t = 0; t < material.runs.size(); ++t)
        if (material.runs[t] != t) return false;  // a tuple of somebody whom the table lacks has no row
    return true;
}

// `from` gets the member of the recoding that each one dealt is a part of.
Groups<recode::Member> deal(const Material& material, const recode::Recoding& classes,
                            std::vector<std::uint32_t>& from) {
    Groups<recode::Member> dealt;
    std::uint32_t number = 0;
    dealt.reserve(classes.size(), classes.all_members().size());
    std::vector<std::uint32_t> row(material.runs.begin(), material.runs.end() - 1);  // next row of each tuple …
    std::vector<std::uint32_t> used(material.runs.size() - 1, 0);                    // … and its records given away
    for (std::size_t c = 0; c < classes.size(); ++c) {
        for (const recode::Member& member : classes.members(c)) {
            std::uint32_t left = member.records;
            while (left > 0) {
                std::uint32_t& at = row[member.tuple];
                const std::uint32_t there = material.rows->weights[at] - used[member.tuple];
                const std::uint32_t taken = std::min(left, there);
                dealt.members.push_back({at, taken});
                from.push_back(number);
                left -= taken;
                used[member.tuple] += taken;
                if (taken == there) {
                    ++at;
                    used[member.tuple] = 0;
                }
            }
            ++number;
        }
        dealt.end_group();
    }
    return dealt;
}

}  // namespace

Dealing::Dealing(const Prepared& prepared, const recode::Recoding& recoding)
    : prepared_(prepared), recoding_(recoding), row_each_(is_a_row_each(prepared.material)) {
    std::vector<std::uint32_t> from;
    if (!row_each_) dealt_ = deal(prepared.material, recoding, from);
    if (!recoding.generalized) return;
    cell_column_ = *recoding.generalized;
    cells_ = PrintedCells(recoding.cells(),
                          *prepared.material.hierarchies.at(prepared.material.rows->table.name(cell_column_)));
    if (row_each_) return;
    std::vector<Code> of_dealt;
    for (const std::uint32_t member : from) of_dealt.push_back(cells_.of_member[member]);
    cells_.of_member = std::move(of_dealt);
}

Column Dealing::column(std::size_t place) const {
    if (place == cell_column_) return Column(cells_.domain, cells_.of_member);
    return column_of(prepared_.material.rows->table[place], *this);
}

PrintedCells::PrintedCells(std::span<const Span> cells, const hierarchy::Hierarchy& hierarchy)
    : spans(cells.begin(), cells.end()) {
    std::sort(spans.begin(), spans.end());
    spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
    const Domain& values = hierarchy.domain();
    // NULL is no label: it has the last code, as in every domain.
    const auto null =
        values.has_null() ? std::find(spans.begin(), spans.end(), Span::of(values.null_code())) : spans.end();
    const bool has_null = null != spans.end();
    if (has_null) std::rotate(null, null + 1, spans.end());
    std::vector<std::string> labels;
    for (std::size_t s = 0; s + (has_null ? 1 : 0) < spans.size(); ++s)
        labels.push_back(hierarchy::label_of_span(spans[s], values, &hierarchy));
    domain = std::make_shared<Domain>(Domain::of_text(std::move(labels), has_null));
    const auto ends = has_null ? spans.end() - 1 : spans.end();
    for (const Span cell : cells)
        of_member.push_back(has_null && cell == spans.back()
                                ? static_cast<Code>(spans.size() - 1)
                                : static_cast<Code>(std::lower_bound(spans.begin(), ends, cell) - spans.begin()));
}

std::vector<std::uint32_t> weights_of(std::span<const recode::Member> members) {
    std::vector<std::uint32_t> weights(members.size());
    std::transform(members.begin(), members.end(), weights.begin(),
                   [](const recode::Member& member) { return member.records; });
    return weights;
}

}  // namespace scrim::release
