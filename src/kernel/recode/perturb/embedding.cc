#include "kernel/recode/perturb/embedding.h"

#include <cmath>

namespace scrim::recode::perturb {
namespace {

// The nodes above a value, its own leaf first and the top left out.
std::vector<std::uint32_t> path_of(const hierarchy::Hierarchy* hierarchy, Code code) {
    if (hierarchy == nullptr) return {code};
    std::vector<std::uint32_t> path;
    for (auto node = hierarchy->leaf(code); node != 0; node = hierarchy->nodes()[node].parent) path.push_back(node);
    return path;
}

// Where a node is folded to, and with which sign: a mixing function, so that neighbors go to different places.
std::uint64_t mixed(std::uint64_t node) {
    node = (node ^ (node >> 30)) * 0xbf58476d1ce4e5b9ull + 0x9e3779b97f4a7c15ull;
    node = (node ^ (node >> 27)) * 0x94d049bb133111ebull;
    return node ^ (node >> 31);
}

// A table of the coordinates of each code.
struct Places {
    std::size_t width = 1;
    std::vector<double> coordinates;

    std::span<const double> of(Code code) const { return std::span(coordinates).subspan(code * width, width); }
};

Places places_of_numbers(const Domain& domain) {
    Places places;
    const double unit = std::pow(10.0, -domain.scale());
    for (Code code = 0; code < domain.values(); ++code)
        places.coordinates.push_back(static_cast<double>(domain.units(code)) * unit);
    return places;
}

Places places_of_categories(const Domain& domain, const hierarchy::Hierarchy* hierarchy) {
    const std::size_t nodes = hierarchy == nullptr ? domain.size() : hierarchy->nodes().size();
    Places places;
    places.width = std::min(nodes, most_coordinates);
    places.coordinates.assign(places.width * domain.size(), 0.0);
    for (Code code = 0; code < domain.values(); ++code)
        for (const std::uint32_t node : path_of(hierarchy, code)) {
            double* const place = &places.coordinates[code * places.width];
            const std::uint64_t chance = mixed(node);
            if (nodes <= most_coordinates)
                place[node] += 1;
            else
                place[chance % most_coordinates] += (chance >> 32) % 2 == 0 ? 1 : -1;
        }
    return places;
}

// Moves the mean to 0 and scales the sum of the coordinates' variances to 1.
void standardize(Places& places, const Column& column, std::span<const std::uint32_t> records) {
    std::vector<double> count(places.coordinates.size() / places.width, 0.0);
    for (const std::uint32_t record : records) ++count[column[record]];
    const double all = static_cast<double>(records.size());
    double squares = 0;
    for (std::size_t d = 0; d < places.width; ++d) {
        double mean = 0;
        for (std::size_t code = 0; code < count.size(); ++code)
            mean += places.coordinates[code * places.width + d] * (count[code] / all);
        for (std::size_t code = 0; code < count.size(); ++code) {
            double& coordinate = places.coordinates[code * places.width + d];
            coordinate -= mean;
            squares += coordinate * coordinate * count[code];
        }
    }
    const double scale = squares > 0 ? std::sqrt((all - 1) / squares) : 0;
    for (double& coordinate : places.coordinates) coordinate *= scale;
}

}  // namespace

PointSet embed(std::span<const EmbeddedColumn> columns, std::span<const std::uint32_t> records) {
    std::vector<Places> places;
    std::size_t width = 0;
    for (const EmbeddedColumn& column : columns) {
        const Domain& domain = column.values->domain();
        places.push_back(domain.is_numeric() ? places_of_numbers(domain)
                                             : places_of_categories(domain, column.hierarchy));
        standardize(places.back(), *column.values, records);
        width += places.back().width;
    }
    PointSet points(width);
    points.reserve(records.size());
    for (const std::uint32_t record : records)
        for (std::size_t c = 0; c < columns.size(); ++c) points.add(places[c].of((*columns[c].values)[record]));
    return points;
}

std::uint32_t steps_between(const hierarchy::Hierarchy* hierarchy, Code a, Code b) {
    if (a == b) return 0;
    if (hierarchy == nullptr) return 2;
    const auto& nodes = hierarchy->nodes();
    std::uint32_t steps = 0;
    auto left = hierarchy->leaf(a), right = hierarchy->leaf(b);
    for (; left != right; ++steps) {
        auto& lower = nodes[left].depth >= nodes[right].depth ? left : right;
        lower = nodes[lower].parent;
    }
    return steps;
}

}  // namespace scrim::recode::perturb
