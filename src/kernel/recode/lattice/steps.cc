#include "kernel/recode/lattice/steps.h"

#include <bit>

namespace scrim::recode::lattice {
namespace {

unsigned field_bits(const hierarchy::Attribute& attribute) { return std::bit_width(attribute.domain().size() - 1u); }

}  // namespace

unsigned key_bits(const Problem& problem) {
    unsigned bits = 0;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers) bits += field_bits(attribute);
    return bits;
}

std::vector<Steps> make_steps(const Problem& problem, const Lattice& lattice) {
    std::vector<Steps> all;
    double weights = 0;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers) weights += attribute.weight;
    unsigned shift = 0;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        Steps steps;
        const unsigned bits = field_bits(attribute);
        steps.shift = bits == 0 ? 0 : shift;  // a single value needs no place
        steps.mask = bits == 0 ? 0 : (~std::uint64_t{0} >> (64 - bits)) << steps.shift;
        shift += bits;
        for (std::uint32_t level = 0; level <= lattice.top(a); ++level) {
            std::vector<std::uint32_t> ordinal(attribute.domain().size()), units;
            std::vector<double> loss;
            Span last{};
            for (Code value = 0; value < ordinal.size(); ++value) {
                const Span span = attribute.hierarchy->at_level(value, level).span;
                if (value == 0 || span != last) {
                    loss.push_back(attribute.weight / weights * problem.metric->cell(attribute, span));
                    units.push_back(static_cast<std::uint32_t>(loss.back() * (1 - 1e-9) * whole_record));
                }
                ordinal[value] = static_cast<std::uint32_t>(loss.size()) - 1;
                last = span;
            }
            steps.ordinal.push_back(std::move(ordinal));
            steps.loss.push_back(std::move(loss));
            steps.units.push_back(std::move(units));
        }
        all.push_back(std::move(steps));
    }
    return all;
}

}  // namespace scrim::recode::lattice
