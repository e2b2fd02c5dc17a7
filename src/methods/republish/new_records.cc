#include "methods/republish/new_records.h"

#include "kernel/deal/draws.h"

namespace scrim::republication {

NewRecords::NewRecords(const Version& version, Random& random) : first_(version.values, 0), left_(version.values, 0) {
    for (std::size_t r = 0; r < version.records(); ++r)
        if (version.signature[r] == Version::is_new) ++left_[version.value[r]];
    for (std::uint32_t v = 0; v < version.values; ++v) {
        first_[v] = static_cast<std::uint32_t>(total_);
        total_ += left_[v];
    }
    records_.resize(total_);
    std::vector<std::uint32_t> next = first_;
    for (std::uint32_t r = 0; r < version.records(); ++r)
        if (version.signature[r] == Version::is_new) records_[next[version.value[r]]++] = r;
    deal::Draws draws(random);
    for (std::uint32_t v = 0; v < version.values; ++v) draws.shuffle(std::span(records_).subspan(first_[v], left_[v]));
}

std::vector<std::uint32_t> NewRecords::hold_back(const Counts& kept) {
    std::vector<std::uint32_t> held;
    for (std::uint32_t v = 0; v < left_.size(); ++v)
        while (left_[v] > kept[v]) held.push_back(take(v));
    return held;
}

}  // namespace scrim::republication
