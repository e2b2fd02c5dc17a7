#include "kernel/recode/cluster/regions.h"

#include "kernel/core/text.h"
#include "kernel/recode/cut.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::cluster {
namespace {

using Regions = std::vector<std::vector<std::uint32_t>>;

bool is_limited(const hierarchy::Attribute& attribute) { return attribute.max_level < attribute.hierarchy->height(); }

Regions all_regions(const Problem& problem, const Points& points) {
    Regions regions;
    if (std::none_of(problem.quasi_identifiers.begin(), problem.quasi_identifiers.end(), is_limited)) {
        regions.emplace_back(points.size());
        std::iota(regions.back().begin(), regions.back().end(), 0u);
        return regions;
    }
    std::vector<Cut> widest;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
        widest.push_back(cut_at_level(attribute, attribute.max_level));
    std::vector<std::uint32_t> point_of(problem.tuples->size());
    for (std::uint32_t atom = 0; atom < points.atoms(); ++atom)
        for (std::uint32_t t = points.first_tuple(atom); t < points.first_tuple(atom + 1); ++t)
            point_of[t] = points.point_of(atom);
    const Recoding apart = recoding_of(problem, widest);
    for (std::size_t c = 0; c < apart.size(); ++c) {
        std::vector<std::uint32_t>& region = regions.emplace_back();
        for (const Member& member : apart.members(c)) region.push_back(point_of[member.tuple]);
        std::sort(region.begin(), region.end());
        region.erase(std::unique(region.begin(), region.end()), region.end());
    }
    return regions;
}

// Names the limited attribute in which the fewest records can be printed like this one.
Error refuse(const Problem& problem, std::uint32_t tuple, std::uint64_t records, std::uint64_t in_all) {
    std::uint64_t fewest = UINT64_MAX;
    std::size_t rarest = 0;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        if (!is_limited(attribute)) continue;
        const Span widest = attribute.widest(problem.column(a)[tuple]);
        std::uint64_t like = 0;
        for (std::size_t t = 0; t < problem.tuples->size(); ++t)
            if (widest.contains(problem.column(a)[t])) like += problem.tuples->weights[t];
        if (like >= fewest) continue;
        fewest = like;
        rarest = a;
    }
    const hierarchy::Attribute& attribute = problem.quasi_identifiers[rarest];
    const auto& node = attribute.hierarchy->at_level(problem.column(rarest)[tuple], attribute.max_level);
    return input_error(format(
        "{} cannot be in any class that holds without going beyond max_level: {} of them agree at the levels "
        "allowed, one with {} in {}, where max_level is {}; raise max_level of {} (up to {}), relax what is "
        "required, or allow {} to be suppressed",
        counted(in_all, "record", "records"), records, quoted(node.label), quoted(attribute.name), attribute.max_level,
        quoted(attribute.name), attribute.hierarchy->height(), counted(in_all, "record", "records")));
}

}  // namespace

Result<Regions> regions_that_hold(const Problem& problem, const Points& points, Judge& judge) {
    Regions regions = all_regions(problem, points);
    std::uint64_t left_out = 0, worst = 0;
    std::uint32_t example = 0;
    std::vector<Share> shares;
    for (std::vector<std::uint32_t>& region : regions) {
        shares.clear();
        std::uint64_t size = 0;
        for (const std::uint32_t point : region)
            for (std::uint32_t atom = points.first_atom(point); atom < points.first_atom(point + 1); ++atom) {
                shares.push_back({atom, points.records(atom)});
                size += points.records(atom);
            }
        if (judge.holds(shares, size, points.first_tuples())) continue;
        region.clear();
        left_out += size;
        if (size <= worst) continue;
        worst = size;
        example = points.first_tuple(shares.front().atom);
    }
    // What is left out changes the distribution that some models compare with.
    const std::uint64_t limit = problem.demands.against_released() ? 0 : problem.suppression_limit;
    if (left_out > limit || left_out == problem.records()) return refuse(problem, example, worst, left_out);
    std::erase_if(regions, [](const auto& region) { return region.empty(); });
    return regions;
}

}  // namespace scrim::recode::cluster
