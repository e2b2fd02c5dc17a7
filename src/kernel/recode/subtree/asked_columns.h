// AskedColumns: one set of columns that the demands ask about, with the models that judge its classes.
//
// Demands as a whole are about the classes of the whole quasi-identifier. Global recoders also serve models that ask
// about several sets of columns, k_anonymity(k=5, qid=[[job, sex], [age]]); to them each set is a table of its own,
// whose classes are judged one by one.
#pragma once

#include "kernel/recode/problem.h"

#include <optional>
#include <span>
#include <vector>

namespace scrim::recode::subtree {

class AskedColumns {
public:
    // Every set of columns that some model asks about; all quasi-identifiers where tuples have a k of their own.
    static Result<std::vector<AskedColumns>> of(const Problem& problem);

    // Columns of the tuples, ascending.
    const std::vector<std::size_t>& columns() const { return columns_; }
    bool contains(std::size_t column) const;

    // No class of fewer records can hold, but for one without any.
    std::uint64_t least_records() const { return demands_.least_records(); }
    // A class of least_records() records or more holds, whatever they are.
    bool counts_only() const { return demands_.counts_only(); }
    // Do the members, as one class on the columns, satisfy the models that ask about them? Members without records are
    // people of the population; a class of nobody else is not in the release.
    bool holds(std::span<const Member> members, Demands::Scratch& scratch) const;

    // Against the distribution of a part of the records.
    void set_overall(std::span<const Member> kept);

private:
    AskedColumns(std::vector<std::size_t> columns, Demands demands)
        : columns_(std::move(columns)), demands_(std::move(demands)) {}

    std::vector<std::size_t> columns_;
    Demands demands_;
    std::optional<Demands> of_absent_;  // of the models that also judge people whom no record stands for
};

}  // namespace scrim::recode::subtree
