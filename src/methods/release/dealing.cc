#include "methods/release/dealing.h"

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

Groups<recode::Member> deal(const Material& material, const recode::Recoding& classes) {
    Groups<recode::Member> dealt;
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
                left -= taken;
                used[member.tuple] += taken;
                if (taken == there) {
                    ++at;
                    used[member.tuple] = 0;
                }
            }
        }
        dealt.end_group();
    }
    return dealt;
}

}  // namespace

Dealing::Dealing(const Prepared& prepared, const recode::Recoding& recoding)
    : prepared_(prepared), recoding_(recoding), row_each_(is_a_row_each(prepared.material)) {
    if (!row_each_) dealt_ = deal(prepared.material, recoding);
}

Column Dealing::column(std::size_t place) const { return column_of(prepared_.material.rows->table[place], *this); }

std::vector<std::uint32_t> weights_of(std::span<const recode::Member> members) {
    std::vector<std::uint32_t> weights(members.size());
    std::transform(members.begin(), members.end(), weights.begin(),
                   [](const recode::Member& member) { return member.records; });
    return weights;
}

}  // namespace scrim::release
