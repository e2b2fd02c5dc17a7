#include "methods/views/recoding/quality.h"

#include "methods/views/recoding/block_recoder.h"

#include <algorithm>
#include <array>

namespace scrim::views {

double penalty_of(const ViewTuples& all, std::span<const std::uint32_t> block, const BlockGroups& groups) {
    double penalty = 0;
    const std::size_t dimensions = all.dimensions();
    for (std::size_t i = 0; i < block.size(); ++i) {
        const std::uint32_t group = groups.group_of[i];
        if (group == BlockGroups::exact) continue;
        double cells = 0;
        for (std::size_t a = 0; a < dimensions; ++a) {
            const Code domain = all.attributes[a].hierarchy()->domain().size();
            const Code width = group == BlockGroups::hidden ? domain : groups.boxes[group][a].width();
            if (domain > 1) cells += static_cast<double>(width - 1) / (domain - 1);
        }
        penalty += all.counts[block[i]] * cells;
    }
    return penalty;
}

namespace {

// The persons of each group, and by how many persons their groups are larger than they ask for.
class GroupPersons {
public:
    explicit GroupPersons(const ViewTuples& tuples) : tuples_(tuples) {}
    void add(std::uint32_t group, std::uint32_t tuple) {
        if (tuples_.persons[tuple] != tuples_.nobody())
            entries_.push_back({group, tuples_.persons[tuple], tuples_.k[tuple]});
    }
    void measure(ViewQuality& quality) {
        std::sort(entries_.begin(), entries_.end());
        for (std::size_t begin = 0; begin < entries_.size();) {
            std::size_t end = begin;
            std::uint64_t persons = 0, asked = 0;
            for (; end < entries_.size() && entries_[end][0] == entries_[begin][0]; ++end) {
                // Of several wishes of one person the largest, which stands last.
                const bool last = end + 1 == entries_.size() || entries_[end + 1][0] != entries_[end][0] ||
                                  entries_[end + 1][1] != entries_[end][1];
                if (last) ++persons, asked += entries_[end][2];
            }
            quality.k_deviation += persons * persons - asked;
            begin = end;
        }
        std::sort(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) { return a[1] < b[1]; });
        for (std::size_t i = 0; i < entries_.size(); ++i) seen_ += i == 0 || entries_[i][1] != entries_[i - 1][1];
        entries_.clear();
    }
    std::uint64_t seen() const { return seen_; }  // all of a person's records are in one block

private:
    const ViewTuples& tuples_;
    std::vector<std::array<std::uint32_t, 3>> entries_;  // group, person, k
    std::uint64_t seen_ = 0;
};

}  // namespace

ViewQuality measure_quality(const ViewRecoding& recoding) {
    recoding.complete();
    ViewQuality quality;
    const ViewTuples& tuples = recoding.tuples();
    quality.one_record_each = tuples.one_record_each();
    GroupPersons persons(tuples);
    double penalty = 0;
    for (std::size_t b = 0; b < recoding.blocks(); ++b) {
        const BlockGroups& groups = recoding.groups(b);
        for (const std::uint64_t records : groups.records) quality.groups += records > 0;
        const auto& block = recoding.block(b);
        for (std::size_t i = 0; i < block.size(); ++i) {
            const std::uint32_t tuple = block[i], group = groups.group_of[i];
            const std::uint64_t count = tuples.counts[tuple];
            quality.records += count;
            if (group == BlockGroups::exact) {
                quality.exact += count;
                continue;
            }
            if (group == BlockGroups::hidden) {
                quality.hidden += count;
            } else {
                quality.grouped += count;
                if (quality.one_record_each)
                    quality.k_deviation += count * (groups.records[group] - tuples.k[tuple]);
                else
                    persons.add(group, tuple);
            }
        }
        persons.measure(quality);
        penalty += penalty_of(tuples, block, groups);
    }
    quality.persons = quality.one_record_each ? quality.grouped : persons.seen();
    if (quality.records > 0) quality.ncp = penalty / static_cast<double>(quality.records * recoding.dimensions());
    return quality;
}

}  // namespace scrim::views
