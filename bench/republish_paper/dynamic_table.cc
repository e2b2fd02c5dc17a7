#include "republish_paper/dynamic_table.h"

#include "steps.h"

#include <algorithm>
#include <numeric>

namespace scrim::experiment {

DynamicTable::DynamicTable(const Table& table, std::size_t first, std::uint64_t seed)
    : dimensions_(table.width() - 1), signature_(table.rows(), republication::Version::is_new), random_(seed) {
    for (std::size_t c = 0; c < table.width(); ++c) sizes_.push_back(table[c].domain().size());
    codes_.resize(table.rows() * dimensions_);
    for (std::size_t a = 0; a < dimensions_; ++a)
        for (std::size_t r = 0; r < table.rows(); ++r) codes_[r * dimensions_ + a] = table[a][r];
    for (std::size_t r = 0; r < table.rows(); ++r) values_.push_back(table[dimensions_][r]);
    pool_.resize(table.rows());
    std::iota(pool_.begin(), pool_.end(), 0u);
    random_.shuffle(std::span(pool_));
    now_.assign(pool_.end() - static_cast<std::ptrdiff_t>(first), pool_.end());
    pool_.resize(pool_.size() - first);
}

republication::Version DynamicTable::version() const {
    republication::Version version;
    version.values = sizes_.back();
    version.dimensions = dimensions_;
    version.signatures = signatures_;
    for (const std::uint32_t row : now_) {
        version.value.push_back(values_[row]);
        version.signature.push_back(signature_[row]);
        const auto at = codes_.begin() + static_cast<std::ptrdiff_t>(row * dimensions_);
        version.quasi_identifiers.insert(version.quasi_identifiers.end(), at,
                                         at + static_cast<std::ptrdiff_t>(dimensions_));
    }
    return version;
}

void DynamicTable::change(std::size_t volume) {
    random_.shuffle(std::span(now_));
    now_.resize(now_.size() - volume);
    now_.insert(now_.end(), pool_.end() - static_cast<std::ptrdiff_t>(volume), pool_.end());
    pool_.resize(pool_.size() - volume);
}

void DynamicTable::published(const republication::Grouping& grouping) {
    // Signatures that nobody has any more are forgotten.
    std::vector<std::uint32_t> number(grouping.signatures.size(), UINT32_MAX);
    signatures_.clear();
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        std::uint32_t& known = number[grouping.signature_of[g]];
        if (known == UINT32_MAX) {
            known = static_cast<std::uint32_t>(signatures_.size());
            signatures_.push_back(grouping.signatures[grouping.signature_of[g]]);
        }
        for (const republication::GroupPlace& place : grouping.groups[g])
            if (!place.counterfeit) signature_[now_[place.record]] = known;
    }
}

republication::Extent plain_extent(const std::vector<Code>& sizes) {
    return [sizes](std::size_t attribute, Code lo, Code hi) {
        return sizes[attribute] < 2 ? 0.0 : static_cast<double>(hi - lo) / static_cast<double>(sizes[attribute] - 1);
    };
}

republication::Grouping publish(const republication::Version& version, const Method& method,
                                const republication::Extent& extent, Random& random) {
    const republication::Diversity diversity{method.m, 1, {}};
    const republication::MethodInput input{.version = version,
                                           .diversity = diversity,
                                           .extent = extent,
                                           .label_of = [](std::uint32_t value) { return std::to_string(value); },
                                           .blind = method.blind};
    return bench::take(method.name == "m_invariance" ? republication::m_invariant_groups(input, random)
                                                     : republication::epsilon_inclusive_groups(input, random));
}

double loss(const republication::Version& version, const republication::Grouping& grouping,
            const republication::Extent& extent) {
    double sum = 0;
    std::uint64_t real = 0;
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        double of_group = 0;
        std::uint64_t records = 0;
        for (std::size_t a = 0; a < version.dimensions; ++a) {
            Code lo = UINT32_MAX, hi = 0;
            for (const republication::GroupPlace& place : grouping.groups[g]) {
                if (place.counterfeit) continue;
                lo = std::min(lo, version.at(place.record)[a]);
                hi = std::max(hi, version.at(place.record)[a]);
                records += a == 0;
            }
            if (lo <= hi) of_group += extent(a, lo, hi);
        }
        sum += of_group * static_cast<double>(records);
        real += records;
    }
    return sum / static_cast<double>(real) / static_cast<double>(version.dimensions);
}

}  // namespace scrim::experiment
