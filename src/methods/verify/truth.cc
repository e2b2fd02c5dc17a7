#include "methods/verify/truth.h"

#include "kernel/core/text.h"
#include "methods/verify/class_boxes.h"
#include "methods/verify/fitting_boxes.h"
#include "methods/verify/flow.h"
#include "methods/verify/same_values.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

// The original's other columns by the release's codes, its quasi-identifiers by codes of their base.
Result<Tuples> in_release_terms(const Tuples& released, const Tuples& original,
                                const std::vector<PrintedColumn>& printed) {
    const std::size_t width = released.table.width(), others = width - printed.size();
    std::vector<Recoded> columns;
    for (std::size_t c = 0; c < width; ++c) {
        const Domain& from = original.table[c].domain();
        Recoded recoded;
        if (c < others) {
            recoded = {same_values(from, released.table[c].domain()), released.table[c].domain_ptr()};
        } else {
            recoded.domain = printed[c - others].base.domain_ptr();
            SCRIM_TRY(recoded.codes, base_codes(printed[c - others], from));
        }
        columns.push_back(std::move(recoded));
    }
    return in_terms_of(original, columns);
}

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

Result<Truth> check_generalized(const Tuples& released, const Tuples& original,
                                const std::vector<PrintedColumn>& printed, std::size_t most, Progress& progress) {
    const std::size_t width = released.table.width(), others = width - printed.size();
    for (std::size_t d = 0; d < printed.size(); ++d)
        if (printed[d].spans.size() != released.table[others + d].domain().size())
            return fault_error(
                format("column {} changed while it was read", quoted(std::string_view(printed[d].base.name))));
    const auto terms = in_release_terms(released, original, printed);
    if (!terms) return Truth{Truth::Outcome::fails, terms.error().message};
    const auto dimensions = columns_between(others, width);
    const ClassBoxes boxes(released, printed);
    const Partition points = group_by(terms->table, dimensions);
    std::vector<std::uint32_t> representatives, point_of_row(terms->size());
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        representatives.push_back(points[p].front());
        for (const std::uint32_t row : points[p]) point_of_row[row] = p;
    }
    const auto fitting = FittingBoxes::find(boxes.tree, terms->table, dimensions, representatives, most, progress);
    if (progress.cancelled()) return cancelled_error();
    if (!fitting)
        return Truth{Truth::Outcome::undecided,
                     "classes overlap so much that pairing records would take more memory than there is"};

    Pairing pairing(released, boxes, *fitting);
    const auto runs = run_offsets(released, others), supplies = run_offsets(*terms, others);
    std::size_t s = 0;
    progress.stage("pairing records with originals", runs.size() - 1);
    progress.unit("groups of records");
    for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
        while (s + 1 < supplies.size() && compare_rows(terms->table, supplies[s], released.table, runs[r], others) < 0)
            ++s;
        if (s + 1 < supplies.size() && compare_rows(terms->table, supplies[s], released.table, runs[r], others) == 0)
            for (std::uint32_t t = supplies[s]; t < supplies[s + 1]; ++t)
                pairing.supply(fitting->set_of(point_of_row[t]), terms->weights[t]);
        pairing.pair(runs[r], runs[r + 1]);
        if (progress.cancelled()) return cancelled_error();
    }
    if (pairing.unpaired() > 0)
        return Truth{Truth::Outcome::fails,
                     format("{} of {} {} no record of the original of {} own, for example: {}",
                            with_thousands(pairing.unpaired()), counted(released.total, "record", "records"),
                            pairing.unpaired() == 1 ? "generalizes" : "generalize",
                            pairing.unpaired() == 1 ? "its" : "their", row_text(released.table, pairing.example()))};
    return Truth{Truth::Outcome::holds,
                 format("each of {} generalizes a record of the original of its own{}",
                        counted(released.total, "record", "records"), pairing.used_flow() ? ", paired by flow" : "")};
}

}  // namespace scrim::verifier
