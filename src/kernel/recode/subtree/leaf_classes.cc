#include "kernel/recode/subtree/leaf_classes.h"

#include "kernel/core/partition.h"

#include <algorithm>

namespace scrim::recode::subtree {

LeafClasses::LeafClasses(const Problem& problem, const AskedColumns& asked, const std::vector<char>& kept,
                         std::span<const Cut> cuts)
    : problem_(&problem), asked_(&asked) {
    Table printed;
    std::vector<std::size_t> columns;
    for (const std::size_t column : asked.columns()) {
        columns.push_back(columns.size());
        const Column& values = problem.column(column);
        if (column >= problem.dimensions()) {
            printed.add(problem.tuples->table.name(column), values);
            continue;
        }
        const std::vector<Code> name = names_of(cuts[column]);
        Column names(values.domain_ptr(), values.size());
        values.visit([&](auto codes) {
            names.visit([&](auto out) {
                for (std::size_t t = 0; t < codes.size(); ++t)
                    out[t] = static_cast<typename decltype(out)::value_type>(name[codes[t]]);
            });
        });
        printed.add(problem.tuples->table.name(column), std::move(names));
    }
    const Partition classes = group_by(printed, columns);
    order_.reserve(kept.size());
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const auto begin = static_cast<std::uint32_t>(order_.size());
        for (const std::uint32_t tuple : classes[c])
            if (kept[tuple]) order_.push_back(tuple);
        const auto end = static_cast<std::uint32_t>(order_.size());
        if (begin == end) continue;
        leaves_.push_back({begin, end});
        if (const std::uint64_t sum = records(std::span(order_).subspan(begin)); sum > 0)
            smallest_ = std::min(smallest_, sum);
    }
}

std::uint64_t LeafClasses::records(std::span<const std::uint32_t> tuples) const {
    std::uint64_t sum = 0;
    for (const std::uint32_t tuple : tuples) sum += problem_->tuples->weights[tuple];
    return sum;
}

std::uint64_t LeafClasses::smallest_part(std::uint32_t leaf, std::size_t attribute, const Parts& parts) {
    const auto tuples = this->tuples(leaf);
    const std::vector<std::uint32_t>& weights = problem_->tuples->weights;
    present_.clear();
    problem_->column(attribute).visit([&](auto codes) {
        for (const std::uint32_t tuple : tuples) {
            const std::uint32_t part = parts[codes[tuple]];
            if (part >= counts_.size()) counts_.resize(part + 1, 0);
            if (counts_[part] == 0 && weights[tuple] > 0) present_.push_back(part);
            counts_[part] += weights[tuple];
        }
    });
    std::uint64_t smallest = UINT64_MAX;
    for (const std::uint32_t part : present_) {
        smallest = std::min(smallest, counts_[part]);
        counts_[part] = 0;
    }
    return smallest;
}

// The tuples of the leaf by parts, in arranged_ and ends_; in their order within a part.
void LeafClasses::arrange(std::uint32_t leaf, std::size_t attribute, const Parts& parts) {
    const auto tuples = this->tuples(leaf);
    present_.clear();
    ends_.clear();
    arranged_.resize(tuples.size());
    problem_->column(attribute).visit([&](auto codes) {
        for (const std::uint32_t tuple : tuples) {
            const std::uint32_t part = parts[codes[tuple]];
            if (part >= counts_.size()) counts_.resize(part + 1, 0);
            if (counts_[part]++ == 0) present_.push_back(part);
        }
        std::sort(present_.begin(), present_.end());
        std::uint32_t begin = 0;
        for (const std::uint32_t part : present_)
            begin += static_cast<std::uint32_t>(std::exchange(counts_[part], begin));
        for (const std::uint32_t tuple : tuples) arranged_[counts_[parts[codes[tuple]]]++] = tuple;
    });
    for (const std::uint32_t part : present_)
        ends_.push_back(static_cast<std::uint32_t>(std::exchange(counts_[part], 0)));
}

bool LeafClasses::parts_hold(std::uint32_t leaf, std::size_t attribute, const Parts& parts) {
    arrange(leaf, attribute, parts);
    if (ends_.size() == 1) return true;
    members_.clear();
    for (const std::uint32_t tuple : arranged_) members_.push_back({tuple, problem_->tuples->weights[tuple]});
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends_) {
        if (!asked_->holds(std::span(members_).subspan(begin, end - begin), scratch_)) return false;
        begin = end;
    }
    return true;
}

std::uint32_t LeafClasses::split(std::uint32_t leaf, std::size_t attribute, const Parts& parts) {
    arrange(leaf, attribute, parts);
    if (ends_.size() == 1) return 0;
    const std::uint32_t first = leaves_[leaf].begin;
    std::copy(arranged_.begin(), arranged_.end(), order_.begin() + first);
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const std::uint64_t sum = records(std::span(arranged_).subspan(begin, ends_[i] - begin));
        if (sum > 0) smallest_ = std::min(smallest_, sum);
        if (i == 0)
            leaves_[leaf] = {first, first + ends_[i]};
        else
            leaves_.push_back({first + begin, first + ends_[i]});
        begin = ends_[i];
    }
    return static_cast<std::uint32_t>(ends_.size() - 1);
}

}  // namespace scrim::recode::subtree
