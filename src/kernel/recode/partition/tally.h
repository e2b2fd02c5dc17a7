// Tally: what cuts are weighed by: for each value of an attribute in a part, how many records hold it, and their hull.
#pragma once

#include "kernel/recode/partition/store.h"

namespace scrim::recode::partition {

template <class Shape>
class Tally {
public:
    using Lane = typename Shape::Lane;

    explicit Tally(const Shape& shape) : shape_(shape), wide_(shape.hull_lanes()) {}

    // The values of one attribute that occur in the part, ascending.
    struct Values {
        std::size_t first = 0, size = 0;  // in the tables
    };

    // Counts the part's items by their values of each of `attributes`; hulls[a] is the part's hull of attribute a.
    void count(const Store<Shape>& store, Part part, std::span<const std::uint32_t> attributes,
               std::span<const Span> hulls);
    // Of the i-th of the attributes counted last.
    Values values(std::size_t i) const { return values_[i]; }

    Code code(std::size_t value) const { return codes_[value]; }
    std::uint64_t records(std::size_t value) const { return counts_[value]; }
    const Lane* hull(std::size_t value) const { return hulls_.data() + value * shape_.hull_lanes(); }

private:
    // Room in the tables for one value per code of the hull.
    struct Slots {
        std::uint32_t attribute;
        Code lo;
        std::size_t first, size;
    };

    void count_slots(const Store<Shape>& store, Part part);
    void drop_empty(std::size_t i);
    void count_sorted(const Store<Shape>& store, Part part, std::uint32_t attribute, std::size_t i);
    void grow(std::size_t size);

    Shape shape_;
    std::size_t used_ = 0;
    std::vector<std::uint64_t> counts_;  // items << 32 | records while counting, then records
    std::vector<Lane> hulls_, wide_;
    std::vector<Code> codes_;
    std::vector<Values> values_;
    std::vector<Slots> slots_;
    std::vector<std::size_t> sorted_;                           // attributes with more codes than worth a slot each
    std::vector<std::pair<Code, std::uint32_t>> code_of_item_;  // for those
};

template <class Shape>
void Tally<Shape>::grow(std::size_t size) {
    if (counts_.size() >= size) return;
    size = std::max(size, 2 * counts_.size());
    counts_.resize(size);
    codes_.resize(size);
    hulls_.resize(size * shape_.hull_lanes());
}

template <class Shape>
void Tally<Shape>::count(const Store<Shape>& store, Part part, std::span<const std::uint32_t> attributes,
                         std::span<const Span> hulls) {
    values_.resize(attributes.size());
    slots_.clear();
    sorted_.clear();
    used_ = 0;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        const Span hull = hulls[attributes[i]];
        if (hull.width() > 64 + 4 * std::size_t{part.size}) {
            sorted_.push_back(i);
            continue;
        }
        slots_.push_back({attributes[i], hull.lo, used_, hull.width()});
        values_[i] = {used_, hull.width()};
        used_ += hull.width();
    }
    grow(used_);
    std::fill_n(counts_.begin(), used_, 0);
    shape_.clear(hulls_.data(), used_);
    count_slots(store, part);
    for (std::size_t i = 0, next = 0; i < attributes.size(); ++i) {
        if (next < sorted_.size() && sorted_[next] == i) {
            count_sorted(store, part, attributes[i], i);
            ++next;
        } else {
            const Code lo = hulls[attributes[i]].lo;
            for (std::size_t s = 0; s < values_[i].size; ++s) codes_[values_[i].first + s] = lo + static_cast<Code>(s);
            drop_empty(i);
        }
    }
}

template <class Shape>
void Tally<Shape>::count_slots(const Store<Shape>& store, Part part) {
    const Shape shape = shape_;
    const Lane* key = store.key(part.begin);
    const Item* item = store.items.get() + part.begin;
    std::uint64_t* const counts = counts_.data();
    Lane *const hulls = hulls_.data(), *const wide = wide_.data();
    for (const Item* end = item + part.size; item < end; ++item, key += shape.key_lanes()) {
        const std::uint64_t one = std::uint64_t{1} << 32 | item->records;
        shape.widen(wide, key);
        for (const Slots& slots : slots_) {
            const std::size_t slot = slots.first + (key[slots.attribute] - slots.lo);
            counts[slot] += one;
            shape.add(hulls + slot * shape.hull_lanes(), wide);
        }
    }
}

// Keeps the slots that hold items.
template <class Shape>
void Tally<Shape>::drop_empty(std::size_t i) {
    Values& values = values_[i];
    std::size_t out = values.first;
    for (std::size_t slot = values.first; slot < values.first + values.size; ++slot) {
        if (counts_[slot] == 0) continue;
        counts_[out] = counts_[slot] & UINT32_MAX;
        codes_[out] = codes_[slot];
        if (out != slot) shape_.copy_hull(&hulls_[out * shape_.hull_lanes()], &hulls_[slot * shape_.hull_lanes()]);
        ++out;
    }
    values.size = out - values.first;
}

template <class Shape>
void Tally<Shape>::count_sorted(const Store<Shape>& store, Part part, std::uint32_t attribute, std::size_t i) {
    code_of_item_.clear();
    for (std::uint32_t item = part.begin; item < part.begin + part.size; ++item)
        code_of_item_.push_back({store.key(item)[attribute], item});
    std::sort(code_of_item_.begin(), code_of_item_.end());
    grow(used_ + part.size);
    values_[i] = {used_, 0};
    for (const auto& [code, item] : code_of_item_) {
        if (values_[i].size == 0 || codes_[used_ - 1] != code) {
            counts_[used_] = 0;
            codes_[used_] = code;
            shape_.clear(&hulls_[used_ * shape_.hull_lanes()]);
            ++used_;
            ++values_[i].size;
        }
        counts_[used_ - 1] += store.items[item].records;
        shape_.widen(wide_.data(), store.key(item));
        shape_.add(&hulls_[(used_ - 1) * shape_.hull_lanes()], wide_.data());
    }
}

}  // namespace scrim::recode::partition
