#include "methods/views/materialized/id_table.h"

#include <functional>
#include <utility>

namespace scrim::views {

std::size_t IdTable::slot_of(std::string_view id) const {
    std::size_t slot = std::hash<std::string_view>()(id) & (slots_.size() - 1);
    while (slots_[slot] != free && (slots_[slot] == removed || text(slots_[slot]) != id))
        slot = (slot + 1) & (slots_.size() - 1);
    return slot;
}

std::optional<std::uint32_t> IdTable::find(std::string_view id) const {
    const std::uint32_t number = slots_[slot_of(id)];
    return number == free ? std::nullopt : std::optional(number);
}

std::uint32_t IdTable::add(std::string_view id) {
    std::size_t slot = slot_of(id);
    if (slots_[slot] != free) return slots_[slot];
    if ((used_ + 1) * 2 > slots_.size()) {
        make_room();
        slot = slot_of(id);
    }
    const auto number = static_cast<std::uint32_t>(begins_.size() - 1);
    bytes_ += id;
    begins_.push_back(bytes_.size());
    slots_[slot] = number;
    ++count_;
    ++used_;
    return number;
}

void IdTable::remove(std::uint32_t number) {
    slots_[slot_of(text(number))] = removed;
    --count_;
}

void IdTable::make_room() {
    std::size_t size = slots_.size();
    while ((count_ + 1) * 4 > size) size *= 2;
    const std::vector<std::uint32_t> before = std::exchange(slots_, std::vector<std::uint32_t>(size, free));
    for (const std::uint32_t number : before)
        if (number < removed) slots_[slot_of(text(number))] = number;
    used_ = count_;
}

}  // namespace scrim::views
