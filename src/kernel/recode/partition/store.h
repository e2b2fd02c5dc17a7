// Store: items with their keys, in the order of the parts they belong to.
#pragma once

#include "kernel/core/parallel.h"
#include "kernel/recode/partition/keys.h"
#include "kernel/recode/partition/plan.h"

#include <memory>

namespace scrim::recode::partition {

// A run of items in a store.
struct Part {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;     // items
    std::uint64_t records = 0;  // of the items together
};

template <class Shape>
struct Store {
    using Lane = typename Shape::Lane;

    Shape shape;
    std::unique_ptr<Lane[]> keys;
    std::unique_ptr<Item[]> items;

    Store(const Shape& of, std::size_t size)
        : shape(of),
          keys(std::make_unique_for_overwrite<Lane[]>(size * shape.key_lanes())),
          items(std::make_unique_for_overwrite<Item[]>(size)) {}

    Lane* key(std::size_t i) const { return keys.get() + i * shape.key_lanes(); }
    void put(std::size_t i, Item item, const Lane* from) const {
        items[i] = item;
        shape.copy_key(key(i), from);
    }
    // Puts one part of those the plan is to start with at `begin`.
    Part load(const Plan& plan, const Parts& parts, std::size_t p, std::uint32_t begin) const {
        const std::uint32_t first = parts.offsets[p], size = parts.offsets[p + 1] - first;
        std::fill(key(begin), key(begin + size), Lane{0});
        return parallel_reduce(
            0, size, 8192, Part{begin, size, 0},
            [&](Part part, std::size_t from, std::size_t to) {
                for (std::size_t i = from; i < to; ++i) {
                    items[begin + i] = plan.item(parts, first + i);
                    part.records += items[begin + i].records;
                }
                for (std::size_t a = 0; a < plan.axes.size(); ++a)
                    plan.problem.column(a).visit([&](auto codes) {
                        for (std::size_t i = from; i < to; ++i)
                            key(begin + i)[a] = static_cast<Lane>(codes[plan.offsets[items[begin + i].source]]);
                    });
                return part;
            },
            [](Part a, const Part& b) {
                a.records += b.records;
                return a;
            });
    }
    // The hull of a part's items.
    void hull_of(Part part, Lane* hull) const {
        shape.clear(hull);
        for (std::uint32_t i = part.begin; i < part.begin + part.size; ++i) shape.add_key(hull, key(i));
    }
};

}  // namespace scrim::recode::partition
