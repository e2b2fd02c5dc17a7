// Numbers, dates and timestamps as a perturbing method computes with them, and back on the grid of their column.
//
// Values are multiples of a step in units of the domain's scale: prices in cents stay so, times that are all full
// minutes too. Floating point is for drawing noise; what is released are whole steps again.
//
//   NumberColumn income(records.column(i));
//   income.value(record)      // in the column's own units, where it is not missing
//   Column noisy = income.with(units);   // one per record, each income.on_grid(…)
#pragma once

#include "kernel/recode/perturbation.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::perturb {

class NumberColumn {
public:
    explicit NumberColumn(const RecordColumn& column);

    std::size_t size() const { return column_->values.size(); }
    bool missing(std::size_t record) const { return codes_[record] >= column_->values.domain().values(); }
    double value(std::size_t record) const { return values_[codes_[record]]; }
    // One step of the grid, in the column's own units.
    double step() const { return step_; }
    // The same in units of the domain's scale.
    Int128 grid() const { return grid_; }
    // The grid point nearest to a value, in units of the domain's scale.
    Int128 on_grid(double value) const;

    // A column of these units, one per record, over a domain of their own; missing values stay missing.
    Column with(const std::vector<Int128>& units) const;

    const RecordColumn& column() const { return *column_; }

private:
    const RecordColumn* column_;
    std::vector<Code> codes_;
    std::vector<double> values_;  // by code
    double unit_ = 1;             // of the scale
    Int128 grid_ = 1;             // units in a step
    double step_ = 1;
};

}  // namespace scrim::recode::perturb
