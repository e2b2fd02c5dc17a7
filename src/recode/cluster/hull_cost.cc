#include "recode/cluster/hull_cost.h"

#include <cmath>

namespace scrim::cluster {
namespace {

constexpr std::uint32_t most_places = 16'000;  // of a lane; NULL stands apart, at twice that
constexpr std::uint32_t most_tabled = 256;     // places of a lane with a table of all pairs

// How far numbers must be shifted so that they are places.
std::uint32_t shift_for(std::uint64_t numbers) {
    std::uint32_t shift = 0;
    while ((numbers >> shift) >= most_places) ++shift;
    return shift;
}

std::vector<char> occurring(const Column& column) {
    std::vector<char> occurs(column.domain().size(), 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) occurs[code] = 1;
    });
    return occurs;
}

}  // namespace

HullCost::HullCost(const Problem& problem) {
    double weights = 0;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) weights += attribute.weight;
    one_ = weights > 0 ? static_cast<double>(1u << 30) / weights : 1;
    // Numbers first, then the categories with a table, then those that are searched.
    std::vector<std::size_t> many;
    for (int kind = 0; kind < 3; ++kind) {
        for (std::size_t a = 0; a < problem.dimensions(); ++a) {
            const QuasiIdentifier& attribute = problem.quasi_identifiers[a];
            const auto occurs = attribute.free_intervals() ? std::vector<char>() : occurring(problem.column(a));
            const auto values = static_cast<std::size_t>(std::count(occurs.begin(), occurs.end(), 1));
            if (kind != (attribute.free_intervals() ? 0 : values <= most_tabled ? 1 : 2)) continue;
            const Cost full = std::max<Cost>(1, static_cast<Cost>(one_ * attribute.weight));
            attributes_.push_back(a);
            if (kind == 0)
                add_numbers(attribute, full);
            else
                add_categories(attribute, occurs, full);
        }
        if (kind == 0) linear_ = attributes_.size();
        if (kind == 1) tabled_ = attributes_.size();
    }
    stride_ = std::max<std::size_t>(8, (lanes() + 7) / 8 * 8);
}

void HullCost::add_numbers(const QuasiIdentifier& attribute, Cost full) {
    const Domain& domain = attribute.domain();
    const std::uint32_t shift = shift_for(domain.values());
    std::vector<Place> places(domain.size());
    for (Code code = 0; code < domain.values(); ++code) places[code] = static_cast<Place>(code >> shift);
    // A number and NULL can only be printed as everything, so NULL stands that far from the last number.
    const std::uint32_t last = domain.values() == 0 ? 0 : (domain.values() - 1) >> shift;
    if (domain.has_null()) places[domain.null_code()] = static_cast<Place>(2 * last + 2);
    const double most = std::max<double>(1, static_cast<double>(domain.size()) - 1);
    places_.push_back(std::move(places));
    steps_.push_back(std::max<Cost>(1, static_cast<Cost>(std::lround(full * std::ldexp(1.0, shift) / most))));
    full_.push_back(full);
    offsets_.push_back(0);
    widths_.push_back(0);
}

void HullCost::add_categories(const QuasiIdentifier& attribute, const std::vector<char>& occurs, Cost full) {
    const Hierarchy& hierarchy = *attribute.hierarchy;
    const std::uint32_t shift = shift_for(static_cast<std::uint64_t>(std::count(occurs.begin(), occurs.end(), 1)));
    const double most = std::max<double>(1, static_cast<double>(occurs.size()) - 1);
    std::vector<Place> places(occurs.size(), 0);
    // The cost of printing neighbouring places together. What covers a run of values is the widest of what covers two
    // neighbours in it.
    std::vector<Cost> gaps;
    std::uint32_t rank = 0;
    Code before = 0;
    for (Code code = 0; code < occurs.size(); ++code) {
        if (!occurs[code]) continue;
        places[code] = static_cast<Place>(rank >> shift);
        if (rank > 0 && places[code] != places[before]) {
            const Code width = hierarchy.nodes()[hierarchy.covering({before, code + 1})].span.width();
            gaps.push_back(std::max<Cost>(1, static_cast<Cost>(full * ((width - 1) / most))));
        }
        before = code;
        ++rank;
    }
    const auto width = static_cast<std::uint32_t>(gaps.size() + 1);
    offsets_.push_back(static_cast<std::uint32_t>(tables_.size()));
    widths_.push_back(width);
    places_.push_back(std::move(places));
    steps_.push_back(0);
    full_.push_back(full);
    if (width <= most_tabled) {
        for (std::uint32_t lo = 0; lo < width; ++lo) {
            tables_.resize(tables_.size() + width, 0);
            Cost* row = &tables_[tables_.size() - width];
            for (std::uint32_t hi = lo + 1; hi < width; ++hi) row[hi] = std::max(row[hi - 1], gaps[hi - 1]);
        }
        return;
    }
    gaps.push_back(0);  // so that each level has the same width
    for (std::uint32_t reach = 1; reach < width; reach *= 2) {
        tables_.insert(tables_.end(), gaps.begin(), gaps.end());
        for (std::uint32_t i = 0; i + reach < width; ++i) gaps[i] = std::max(gaps[i], gaps[i + reach]);
    }
}

std::vector<Place> HullCost::rows(const Problem& problem, const std::vector<std::uint32_t>& first) const {
    const std::size_t count = first.size() - 1;
    std::vector<Place> rows(count * stride_, 0);
    for (std::size_t a = 0; a < lanes(); ++a)
        problem.column(attributes_[a]).visit([&](auto codes) {
            for (std::size_t i = 0; i < count; ++i) rows[i * stride_ + a] = places_[a][codes[first[i]]];
        });
    return rows;
}

}  // namespace scrim::cluster
