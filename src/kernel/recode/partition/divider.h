// Divider: carries out a cut: which item of a part goes into which group, and whether the groups hold.
#pragma once

#include "kernel/recode/partition/cut.h"
#include "kernel/recode/partition/store.h"

#include <numeric>
#include <optional>

namespace scrim::recode::partition {

template <class Shape>
class Divider {
public:
    using Lane = typename Shape::Lane;

    explicit Divider(const Plan& plan) : plan_(plan) {}

    // Finds each item's group.
    void assign(const Store<Shape>& store, Part part, const Cut& cut);
    // Do the groups satisfy the demands?
    bool holds();
    // Puts the items of each group together, in their order, into the same place of another store.
    void move(const Store<Shape>& to, std::vector<Part>& parts) const;

    // Items that a part takes room for: a cut of the relaxed mode may make two of one.
    std::size_t room(const Part& part) const {
        return part.size + (plan_.relaxed && part.records > plan_.least ? part.records / plan_.least - 1 : 0);
    }

private:
    static std::uint32_t group_of(const Cut& cut, Code code) {
        return static_cast<std::uint32_t>(std::upper_bound(cut.bounds.begin(), cut.bounds.end(), code) -
                                          cut.bounds.begin());
    }
    void assign_in_two(const Cut& cut);
    template <class F>
    void assign_by(const Cut& cut, F group_of_code);
    void assign_sharing(const Cut& cut);
    bool group_holds(std::uint32_t group);
    void add_members(std::uint32_t i, std::uint32_t group);
    Item shared_item(std::uint32_t group) const {
        const Item whole = store_->items[part_.begin + *shared_];
        return {whole.source, group == 0 ? shared_records_ : whole.records - shared_records_};
    }

    const Plan& plan_;
    const Store<Shape>* store_ = nullptr;
    Part part_;
    std::vector<std::uint32_t> group_of_;  // per item
    std::vector<Part> groups_;             // sizes and records
    std::optional<std::uint32_t> shared_;  // an item of which group 0 gets shared_records_ and group 1 the others
    std::uint32_t shared_records_ = 0;
    std::vector<std::uint32_t> by_code_;  // group of each code between the bounds
    std::vector<std::uint32_t> order_;
    std::vector<std::vector<Member>> members_;  // per group
    Demands::Scratch scratch_;
};

template <class Shape>
void Divider<Shape>::assign(const Store<Shape>& store, Part part, const Cut& cut) {
    store_ = &store;
    part_ = part;
    groups_.assign(cut.groups(), {});
    group_of_.resize(part.size);
    shared_.reset();
    if (cut.shared > 0)
        assign_sharing(cut);
    else if (cut.groups() == 2)
        assign_in_two(cut);
    else if (const Code first = cut.bounds.front(), last = cut.bounds.back(); last - first > 64 + 4 * part.size)
        assign_by(cut, [&](Code code) { return group_of(cut, code); });
    else {
        by_code_.resize(last - first + 1);
        for (Code code = first; code <= last; ++code) by_code_[code - first] = group_of(cut, code);
        assign_by(cut, [&](Code code) { return code < first ? 0 : by_code_[std::min(code, last) - first]; });
    }
}

template <class Shape>
void Divider<Shape>::assign_in_two(const Cut& cut) {
    const Code bound = cut.bounds.front();
    const Lane* key = store_->key(part_.begin) + cut.attribute;
    const Item* const items = store_->items.get() + part_.begin;
    std::uint32_t* const group_of_item = group_of_.data();
    std::uint32_t size = 0;
    std::uint64_t records = 0;
    for (std::uint32_t i = 0; i < part_.size; ++i, key += store_->shape.key_lanes()) {
        const std::uint32_t right = *key >= bound;
        group_of_item[i] = right;
        size += right;
        records += right * items[i].records;
    }
    groups_[0] = {0, part_.size - size, part_.records - records};
    groups_[1] = {0, size, records};
}

template <class Shape>
template <class F>
void Divider<Shape>::assign_by(const Cut& cut, F group_of_code) {
    const auto* key = store_->key(part_.begin) + cut.attribute;
    const Item* const items = store_->items.get() + part_.begin;
    Part* const groups = groups_.data();
    for (std::uint32_t i = 0; i < part_.size; ++i, key += store_->shape.key_lanes()) {
        const std::uint32_t group = group_of_code(*key);
        group_of_[i] = group;
        ++groups[group].size;
        groups[group].records += items[i].records;
    }
}

// Two groups; records with the code of the bound go into the first, as they come, until it has its share.
template <class Shape>
void Divider<Shape>::assign_sharing(const Cut& cut) {
    const Code bound = cut.bounds.front();
    std::uint64_t left = cut.shared;
    for (std::uint32_t i = 0; i < part_.size; ++i) {
        const Code code = store_->key(part_.begin + i)[cut.attribute];
        const std::uint32_t records = store_->items[part_.begin + i].records;
        const bool first = code < bound || (code == bound && left > 0);
        const auto here =
            static_cast<std::uint32_t>(code == bound && first ? std::min<std::uint64_t>(left, records) : records);
        if (code == bound && first) left -= here;
        group_of_[i] = !first;
        ++groups_[!first].size;
        groups_[!first].records += here;
        if (here == records) continue;
        shared_ = i;
        shared_records_ = here;
        ++groups_[1].size;
        groups_[1].records += records - here;
    }
}

template <class Shape>
void Divider<Shape>::add_members(std::uint32_t i, std::uint32_t group) {
    if (shared_ == i)
        plan_.add_members(shared_item(group), members_[group]);
    else
        plan_.add_members(store_->items[part_.begin + i], members_[group]);
}

template <class Shape>
bool Divider<Shape>::group_holds(std::uint32_t group) {
    return plan_.problem.demands.holds(members_[group], scratch_);
}

template <class Shape>
bool Divider<Shape>::holds() {
    if (members_.size() < groups_.size()) members_.resize(groups_.size());
    for (std::size_t g = 0; g < groups_.size(); ++g) members_[g].clear();
    // The smallest group by itself first: it is the one that most likely fails.
    order_.resize(groups_.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return groups_[a].size < groups_[b].size; });
    const std::uint32_t smallest = order_.front();
    for (std::uint32_t i = 0; i < part_.size; ++i)
        if (group_of_[i] == smallest || (shared_ == i && smallest == 1)) add_members(i, smallest);
    if (!group_holds(smallest)) return false;
    for (std::uint32_t i = 0; i < part_.size; ++i) {
        if (group_of_[i] != smallest) add_members(i, group_of_[i]);
        if (shared_ == i && smallest == 0) add_members(i, 1);
    }
    return std::all_of(order_.begin() + 1, order_.end(), [&](std::uint32_t group) { return group_holds(group); });
}

template <class Shape>
void Divider<Shape>::move(const Store<Shape>& to, std::vector<Part>& parts) const {
    parts = groups_;
    std::size_t begin = part_.begin;
    for (Part& part : parts) {
        part.begin = static_cast<std::uint32_t>(begin);
        begin += room(part);
        part.size = 0;
    }
    const auto put = [&, made = parts.data()](std::uint32_t group, Item item, const Lane* key) {
        to.put(made[group].begin + made[group].size++, item, key);
    };
    for (std::uint32_t i = 0; i < part_.size; ++i) {
        const Lane* const key = store_->key(part_.begin + i);
        if (shared_ == i) {
            put(0, shared_item(0), key);
            put(1, shared_item(1), key);
        } else {
            put(group_of_[i], store_->items[part_.begin + i], key);
        }
    }
}

}  // namespace scrim::recode::partition
