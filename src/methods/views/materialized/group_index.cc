#include "methods/views/materialized/group_index.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace scrim::views {
namespace {

constexpr std::size_t most_probes = 4096;
constexpr std::size_t block = 128;  // slots compared together

}  // namespace

std::size_t GroupIndex::BoxHash::operator()(const Box& box) const {
    std::uint64_t hash = 0;
    for (const Span span : box) {
        hash = (hash ^ (std::uint64_t{span.lo} << 32 | span.hi)) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return hash;
}

GroupIndex::GroupIndex(std::shared_ptr<const BoxLattice> lattice)
    : lattice_(std::move(lattice)),
      lo_(lattice_->attributes()),
      hi_(lattice_->attributes()),
      ways_(lattice_->attributes()) {}

GroupIndex::Slot GroupIndex::slot_of(std::span<const Span> box) {
    key_.assign(box.begin(), box.end());
    const auto [entry, is_new] = slots_.try_emplace(key_, static_cast<Slot>(groups_.size()));
    if (!is_new) return entry->second;
    for (std::size_t i = 0; i < box.size(); ++i) {
        lo_[i].push_back(box[i].lo);
        hi_[i].push_back(box[i].hi);
    }
    penalty_.push_back(lattice_->penalty(box));
    smallest_.push_back(0);
    largest_.push_back(0);
    groups_.emplace_back();
    entries_.push_back(&*entry);
    return entry->second;
}

// The last slot takes the place of the dropped one.
void GroupIndex::drop(Slot slot) {
    const auto fill = [slot](auto& values) {
        if (slot + 1 != values.size()) values[slot] = std::move(values.back());
        values.pop_back();
    };
    slots_.erase(slots_.find(entries_[slot]->first));
    if (slot + 1 != entries_.size()) entries_.back()->second = slot;
    for (std::size_t i = 0; i < lo_.size(); ++i) {
        fill(lo_[i]);
        fill(hi_[i]);
    }
    fill(penalty_);
    fill(smallest_);
    fill(largest_);
    fill(groups_);
    fill(entries_);
}

void GroupIndex::note_sizes(Slot slot) {
    smallest_[slot] = groups_[slot].begin()->first;
    largest_[slot] = groups_[slot].rbegin()->first;
}

void GroupIndex::add(GroupId group, std::span<const Span> box, std::uint32_t size) {
    const Slot slot = slot_of(box);
    groups_[slot].emplace(size, group);
    note_sizes(slot);
}

void GroupIndex::remove(GroupId group, std::span<const Span> box, std::uint32_t size) {
    const Slot slot = slot_of(box);
    [[maybe_unused]] const std::size_t removed = groups_[slot].erase({size, group});
    assert(removed == 1);
    if (groups_[slot].empty())
        drop(slot);
    else
        note_sizes(slot);
}

void GroupIndex::resize(GroupId group, std::span<const Span> box, std::uint32_t old_size, std::uint32_t new_size) {
    const Slot slot = slot_of(box);
    auto node = groups_[slot].extract({old_size, group});
    assert(!node.empty());
    node.value().first = new_size;
    groups_[slot].insert(std::move(node));
    note_sizes(slot);
}

std::optional<GroupIndex::Closest> GroupIndex::closest(std::span<const Span> box, std::uint32_t size,
                                                       std::uint32_t least) {
    std::size_t probes = 1;
    for (std::size_t i = 0; i < box.size(); ++i) {
        lattice_->climb(i, box[i], ways_[i]);
        probes = std::min(probes * ways_[i].size(), most_probes + 1);
    }
    Search search{size, least, lattice_->penalty(box), std::nullopt};
    const std::uint64_t others_at_least = probes <= most_probes ? probe_above(search) : 0;
    if (search.beats(others_at_least)) return search.best;
    scan_all(search);
    return search.best;
}

// Looks at the groups whose box covers the one asked for. Returns what joining any other group increases at least.
std::uint64_t GroupIndex::probe_above(Search& search) {
    const std::size_t attributes = ways_.size();
    const std::uint64_t fewest = std::max(search.least, 1u);
    std::uint64_t others_at_least = UINT64_MAX;
    std::vector<std::size_t> level(attributes, 0);
    key_.resize(attributes);
    for (bool more = true; more;) {
        std::uint32_t penalty = 0, inside = BoxLattice::no_step;
        for (std::size_t i = 0; i < attributes; ++i) {
            const BoxLattice::Step& step = ways_[i][level[i]];
            key_[i] = step.span;
            penalty += step.penalty;
            inside = std::min(inside, step.inside);
        }
        if (const auto found = slots_.find(key_); found != slots_.end()) consider(found->second, penalty, search);
        // A group that has to be widened to this box is narrower than it in at least one attribute.
        if (inside != BoxLattice::no_step)
            others_at_least =
                std::min(others_at_least, std::uint64_t{search.size} * (penalty - search.penalty) + fewest * inside);
        more = false;
        for (std::size_t i = 0; i < attributes && !more; ++i) {
            more = ++level[i] < ways_[i].size();
            if (!more) level[i] = 0;
        }
    }
    return others_at_least;
}

void GroupIndex::scan_all(Search& search) {
    std::array<std::uint32_t, block> penalty, widened;
    std::array<std::uint64_t, block> increase;
    for (std::size_t begin = 0; begin < groups_.size(); begin += block) {
        const std::size_t count = std::min(block, groups_.size() - begin);
        widened.fill(0);
        for (std::size_t a = 0; a < ways_.size(); ++a) {
            const std::vector<BoxLattice::Step>& way = ways_[a];
            const Code* lo = lo_[a].data() + begin;
            const Code* hi = hi_[a].data() + begin;
            penalty.fill(way.back().penalty);
            for (std::size_t level = way.size() - 1; level-- > 0;) {
                const BoxLattice::Step step = way[level];
                for (std::size_t i = 0; i < count; ++i) {
                    const bool covered = (step.span.lo <= lo[i]) & (hi[i] <= step.span.hi);
                    penalty[i] = covered ? step.penalty : penalty[i];
                }
            }
            for (std::size_t i = 0; i < count; ++i) widened[i] += penalty[i];
        }
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t size = std::max(smallest_[begin + i], search.least);
            increase[i] =
                std::uint64_t{search.size} * (widened[i] - search.penalty) + size * (widened[i] - penalty_[begin + i]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (!search.beats(increase[i])) consider(static_cast<Slot>(begin + i), widened[i], search);
        }
    }
}

// The best group of one box, of which all become as wide as `widened` says.
void GroupIndex::consider(Slot slot, std::uint32_t widened, Search& search) const {
    if (largest_[slot] < search.least) return;
    const auto [size, group] = *groups_[slot].lower_bound({search.least, 0});
    const std::uint64_t increase =
        std::uint64_t{search.size} * (widened - search.penalty) + std::uint64_t{size} * (widened - penalty_[slot]);
    const Closest candidate{increase, size, group};
    if (!search.best || candidate < *search.best) search.best = candidate;
}

}  // namespace scrim::views
