// Store: items with their keys, in the order of the parts they belong to.
#pragma once

#include "core/parallel.h"
#include "recode/partition/keys.h"
#include "recode/partition/plan.h"

#include <memory>

namespace scrim::mondrian {

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

    Store(std::size_t attributes, std::size_t size)
        : shape(attributes),
          keys(std::make_unique_for_overwrite<Lane[]>(size * shape.lanes())),
          items(std::make_unique_for_overwrite<Item[]>(size)) {}

    Lane* key(std::size_t i) const { return keys.get() + i * shape.lanes(); }
    void put(std::size_t i, Item item, const Lane* from) const {
        items[i] = item;
        shape.copy(key(i), from);
    }
    // Puts items of the plan at `begin`.
    void load(const Plan& plan, std::span<const Item> from, std::size_t begin) const {
        parallel_for(0, from.size(), 8192, [&](std::size_t first, std::size_t last) {
            std::fill(key(begin + first), key(begin + last), Lane{0});
            std::copy(from.begin() + first, from.begin() + last, items.get() + begin + first);
            for (std::size_t a = 0; a < plan.axes.size(); ++a)
                plan.problem.column(a).visit([&](auto codes) {
                    for (std::size_t i = first; i < last; ++i)
                        shape.set(key(begin + i), a, Span::of(codes[plan.offsets[from[i].source]]));
                });
        });
    }
    void hull(Part part, Lane* into) const {
        shape.clear(into);
        for (std::uint32_t i = part.begin; i < part.begin + part.size; ++i) shape.add(into, key(i));
    }
};

}  // namespace scrim::mondrian
