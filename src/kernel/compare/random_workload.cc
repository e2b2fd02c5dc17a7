#include "kernel/compare/random_workload.h"

#include "kernel/core/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scrim::compare {
namespace {

std::vector<Span> random_interval(Code size, Code width, Random& random) {
    const auto lo = static_cast<Code>(random.below(size - width + 1));
    return {{lo, lo + width}};
}

std::vector<Span> random_values(Code size, Code count, Random& random) {
    std::vector<Code> codes(size);
    std::iota(codes.begin(), codes.end(), Code{0});
    random.shuffle(std::span(codes));
    codes.resize(count);
    std::sort(codes.begin(), codes.end());
    std::vector<Span> spans;
    for (const Code code : codes)
        if (!spans.empty() && spans.back().hi == code)
            ++spans.back().hi;
        else
            spans.push_back(Span::of(code));
    return spans;
}

}  // namespace

std::vector<CountQuery> random_workload(std::span<const Attribute> attributes, const RandomWorkload& wanted) {
    std::vector<std::size_t> askable;
    for (std::size_t a = 0; a < attributes.size(); ++a)
        if (attributes[a].domain().values() > 1) askable.push_back(a);
    const std::size_t dimensions = std::min(wanted.dimensions, askable.size());
    if (dimensions == 0) return {};
    const double share = std::pow(wanted.selectivity, 1.0 / static_cast<double>(dimensions));
    SeededRandom random(wanted.seed);
    std::vector<CountQuery> queries(wanted.queries);
    for (CountQuery& query : queries) {
        random.shuffle(std::span(askable));
        for (std::size_t d = 0; d < dimensions; ++d) {
            const Domain& domain = attributes[askable[d]].domain();
            const Code size = domain.values();
            const auto width = static_cast<Code>(std::clamp(std::ceil(size * share), 1.0, size - 1.0));
            query.push_back({askable[d], domain.is_numeric() ? random_interval(size, width, random)
                                                             : random_values(size, width, random)});
        }
    }
    return queries;
}

}  // namespace scrim::compare
