#include "kernel/recode/cluster/hull_cost.h"

#include <cmath>

namespace scrim::recode::cluster {
namespace {

constexpr std::uint32_t most_places = 16'000;  // of a lane; NULL stands apart, at twice that
constexpr std::uint32_t most_boxes = 250;      // places of a lane with a table of all boxes

static_assert(std::endian::native == std::endian::little, "lanes are told apart by their bits");

// How far numbers must be shifted so that they are places.
std::uint32_t shift_for(std::uint64_t numbers) {
    std::uint32_t shift = 0;
    while ((numbers >> shift) >= most_places) ++shift;
    return shift;
}

Cost share_of(Cost full, double values_added, const Domain& domain) {
    return std::max<Cost>(
        1, static_cast<Cost>(full * std::min(1.0, values_added / (std::max<Code>(domain.size(), 2) - 1))));
}

}  // namespace

struct HullCost::Lane {
    std::vector<Place> places;  // by code
    std::uint32_t width = 0;
    Place multiplier = 0;  // 0: searched
    std::vector<Cost> table;
};

HullCost::HullCost(const Problem& problem) : tables_(1, 0) {
    double weights = 0;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers) weights += attribute.weight;
    one_ = weights > 0 ? static_cast<double>(1u << 30) / weights : 1;
    std::vector<Lane> lanes;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        const auto full = static_cast<Cost>(one_ * attribute.weight);
        lanes.push_back(attribute.free_intervals() ? lane_of_numbers(attribute, full)
                                                   : lane_of_categories(attribute, problem.column(a), full));
    }
    for (std::size_t a = 0; a < lanes.size(); ++a)
        if (lanes[a].multiplier != 0) add(lanes[a], a);
    pad();
    tabled_ = stride();
    for (std::size_t a = 0; a < lanes.size(); ++a)
        if (lanes[a].multiplier == 0) add(lanes[a], a);
    searched_ = stride();
    pad();
    for (std::size_t group = 0; group < stride(); group += 8) {
        for (std::size_t a = group; a < group + 8; a += 2) bases_.push_back(offsets_[a]);
        for (std::size_t a = group + 1; a < group + 8; a += 2) bases_.push_back(offsets_[a]);
    }
}

HullCost::Lane HullCost::lane_of_numbers(const hierarchy::Attribute& attribute, Cost full) {
    const Domain& domain = attribute.domain();
    const std::uint32_t shift = shift_for(domain.values());
    const std::uint32_t last = domain.values() == 0 ? 0 : (domain.values() - 1) >> shift;
    Lane lane;
    lane.multiplier = -1;
    lane.places.resize(domain.size());
    for (Code code = 0; code < domain.values(); ++code) lane.places[code] = static_cast<Place>(code >> shift);
    // A number and NULL can only be printed as everything, so NULL stands farther than numbers from each other.
    if (domain.has_null()) lane.places[domain.null_code()] = static_cast<Place>(2 * last + 1);
    lane.width = 2 * last + 2;
    for (std::uint32_t distance = 0; distance < lane.width; ++distance)
        lane.table.push_back(distance == 0     ? 0
                             : distance > last ? full
                                               : share_of(full, std::ldexp(distance, static_cast<int>(shift)), domain));
    return lane;
}

HullCost::Lane HullCost::lane_of_categories(const hierarchy::Attribute& attribute, const Column& column, Cost full) {
    const hierarchy::Hierarchy& hierarchy = *attribute.hierarchy;
    std::vector<char> occurs(attribute.domain().size(), 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) occurs[code] = 1;
    });
    const std::uint32_t shift = shift_for(static_cast<std::uint64_t>(std::count(occurs.begin(), occurs.end(), 1)));
    Lane lane;
    lane.places.resize(occurs.size());
    // The cost of printing neighboring places together. What covers a run of values is the widest of what covers two
    // neighbors in it.
    std::vector<Cost> gaps;
    std::uint32_t rank = 0;
    Code before = 0;
    for (Code code = 0; code < occurs.size(); ++code) {
        if (!occurs[code]) continue;
        lane.places[code] = static_cast<Place>(rank >> shift);
        if (rank > 0 && lane.places[code] != lane.places[before]) {
            const Code width = hierarchy.nodes()[hierarchy.covering({before, code + 1})].span.width();
            gaps.push_back(share_of(full, width - 1, attribute.domain()));
        }
        before = code;
        ++rank;
    }
    lane.width = static_cast<std::uint32_t>(gaps.size() + 1);
    if (lane.width <= most_boxes) {
        lane.multiplier = static_cast<Place>(lane.width);
        lane.table.assign(std::size_t{lane.width} * lane.width, 0);
        for (std::uint32_t lo = 0; lo < lane.width; ++lo)
            for (std::uint32_t hi = lo + 1; hi < lane.width; ++hi)
                lane.table[lo * lane.width + hi] = std::max(lane.table[lo * lane.width + hi - 1], gaps[hi - 1]);
        return lane;
    }
    gaps.push_back(0);  // so that every level has the same width
    for (std::uint32_t reach = 1; reach < lane.width; reach *= 2) {
        lane.table.insert(lane.table.end(), gaps.begin(), gaps.end());
        for (std::uint32_t i = 0; i + reach < lane.width; ++i) gaps[i] = std::max(gaps[i], gaps[i + reach]);
    }
    return lane;
}

void HullCost::add(const Lane& lane, std::size_t attribute) {
    attributes_.push_back(attribute);
    places_.push_back(lane.places);
    multipliers_.push_back(lane.multiplier);
    widths_.push_back(lane.width);
    offsets_.push_back(static_cast<std::uint32_t>(tables_.size()));
    tables_.insert(tables_.end(), lane.table.begin(), lane.table.end());
}

void HullCost::pad() {
    while (stride() == 0 || stride() % 8 != 0) {
        attributes_.push_back(none);
        places_.emplace_back();
        multipliers_.push_back(1);
        widths_.push_back(1);
        offsets_.push_back(0);
    }
}

std::vector<Place> HullCost::rows(const Problem& problem, const std::vector<std::uint32_t>& first) const {
    const std::size_t count = first.size() - 1;
    std::vector<Place> rows(count * stride(), 0);
    for (std::size_t a = 0; a < stride(); ++a) {
        if (attributes_[a] == none) continue;
        problem.column(attributes_[a]).visit([&](auto codes) {
            for (std::size_t i = 0; i < count; ++i) rows[i * stride() + a] = places_[a][codes[first[i]]];
        });
    }
    return rows;
}

}  // namespace scrim::recode::cluster
