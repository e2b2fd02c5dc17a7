#include "methods/verify/pairing.h"

#include "methods/verify/fitting_boxes.h"
#include "methods/verify/flow.h"
#include "methods/verify/same_values.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

// Pairs the released rows of one group of equal other values with originals of the same group.
class Pairing {
public:
    Pairing(const Tuples& released, const ClassBoxes& boxes, const FittingBoxes& fitting)
        : released_(released),
          box_of_row_(boxes.class_of_row),
          fitting_(fitting),
          row_of_box_(boxes.size(), none),
          supply_of_set_(fitting.sets(), 0) {}

    void supply(std::uint32_t set, std::uint32_t records) {
        if (supply_of_set_[set] == 0) sets_.push_back(set);
        supply_of_set_[set] += records;
    }

    // Rows [begin, end) of the release against what was supplied, which is used up.
    void pair(std::uint32_t begin, std::uint32_t end) {
        left_.assign(released_.weights.begin() + begin, released_.weights.begin() + end);
        for (std::uint32_t row = begin; row < end; ++row) row_of_box_[box_of_row_[row]] = row - begin;
        // Originals that fit one row only have no better use.
        std::erase_if(sets_, [&](std::uint32_t set) {
            const std::uint32_t only = the_only_row(set);
            if (only == several) return false;
            if (only != none) left_[only] -= std::min(left_[only], supply_of_set_[set]);
            supply_of_set_[set] = 0;
            return true;
        });
        if (!sets_.empty()) pair_by_flow();
        for (std::uint32_t row = begin; row < end; ++row) {
            row_of_box_[box_of_row_[row]] = none;
            if (left_[row - begin] == 0) continue;
            if (unpaired_ == 0) example_ = row;
            unpaired_ += left_[row - begin];
        }
    }

    std::uint64_t unpaired() const { return unpaired_; }
    std::uint32_t example() const { return example_; }
    bool used_flow() const { return used_flow_; }

private:
    static constexpr std::uint32_t none = UINT32_MAX, several = UINT32_MAX - 1;

    std::uint32_t the_only_row(std::uint32_t set) const {
        std::uint32_t only = none;
        for (const std::uint32_t box : fitting_.set(set)) {
            if (row_of_box_[box] == none) continue;
            if (only != none) return several;
            only = row_of_box_[box];
        }
        return only;
    }

    void pair_by_flow() {
        const auto rows = static_cast<std::uint32_t>(left_.size());
        const auto sources = static_cast<std::uint32_t>(sets_.size());
        const Flow::Node source = rows + sources, sink = source + 1;
        flow_.reset(sink + 1);
        for (std::uint32_t row = 0; row < rows; ++row) flow_.add(row, sink, left_[row]);
        for (std::uint32_t s = 0; s < sources; ++s) {
            const std::uint32_t records = supply_of_set_[sets_[s]];
            flow_.add(source, rows + s, records);
            for (const std::uint32_t box : fitting_.set(sets_[s]))
                if (const std::uint32_t row = row_of_box_[box]; row != none && left_[row] > 0)
                    flow_.add(rows + s, row, std::min(records, left_[row]));
            supply_of_set_[sets_[s]] = 0;
        }
        flow_.run(source, sink);
        for (std::uint32_t row = 0; row < rows; ++row) left_[row] -= flow_.through(row);
        sets_.clear();
        used_flow_ = true;
    }

    const Tuples& released_;
    const std::vector<std::uint32_t>& box_of_row_;
    const FittingBoxes& fitting_;
    std::vector<std::uint32_t> row_of_box_;     // of this group's rows
    std::vector<std::uint32_t> supply_of_set_;  // originals of this group
    std::vector<std::uint32_t> sets_;           // with such originals
    std::vector<std::uint32_t> left_;           // records of each row that nothing is paired with yet
    Flow flow_;
    std::uint64_t unpaired_ = 0;
    std::uint32_t example_ = 0;
    bool used_flow_ = false;
};

}  // namespace

Result<std::optional<Paired>> pair_rows(const Tuples& released, const ClassBoxes& boxes, const Tuples& points,
                                        std::size_t others, std::size_t most, Progress& progress) {
    const auto dimensions = columns_between(others, released.table.width());
    const Partition places = group_by(points.table, dimensions);
    std::vector<std::uint32_t> representatives, point_of_row(points.size());
    for (std::uint32_t p = 0; p < places.size(); ++p) {
        representatives.push_back(places[p].front());
        for (const std::uint32_t row : places[p]) point_of_row[row] = p;
    }
    const auto fitting = FittingBoxes::find(boxes.tree, points.table, dimensions, representatives, most, progress);
    if (progress.cancelled()) return cancelled_error();
    if (!fitting) return std::optional<Paired>();

    Pairing pairing(released, boxes, *fitting);
    const auto runs = run_offsets(released, others), supplies = run_offsets(points, others);
    std::size_t s = 0;
    progress.stage("pairing records with originals", runs.size() - 1);
    progress.unit("groups of records");
    for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
        while (s + 1 < supplies.size() && compare_rows(points.table, supplies[s], released.table, runs[r], others) < 0)
            ++s;
        if (s + 1 < supplies.size() && compare_rows(points.table, supplies[s], released.table, runs[r], others) == 0)
            for (std::uint32_t t = supplies[s]; t < supplies[s + 1]; ++t)
                pairing.supply(fitting->set_of(point_of_row[t]), points.weights[t]);
        pairing.pair(runs[r], runs[r + 1]);
        if (progress.cancelled()) return cancelled_error();
    }
    return std::optional(Paired{pairing.unpaired(), pairing.example(), pairing.used_flow()});
}

}  // namespace scrim::verifier
