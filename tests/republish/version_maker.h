// Small series of versions, made by chance, and what must hold of the groups that a method makes of them.
#pragma once

#include "methods/audit/series/seen_series.h"
#include "methods/republish/method.h"

#include <map>
#include <vector>

namespace scrim::republication {

// People come and go; what was published of them last is remembered as a series does.
class ChangingData {
public:
    ChangingData(std::uint32_t values, std::uint64_t seed) : values_(values), random_(seed) {}

    void arrive(std::uint32_t value);
    void arrive_random(std::size_t people);
    void leave_random(std::size_t people);
    void leave(std::size_t position) { now_.erase(now_.begin() + static_cast<std::ptrdiff_t>(position)); }

    Version version() const;
    // Remembers who was published with which signature.
    void published(const Grouping& grouping);
    std::size_t size() const { return now_.size(); }
    // Number of a record of version() among all people that ever were.
    std::uint32_t person(std::uint32_t record) const { return now_[record]; }
    std::uint32_t people() const { return static_cast<std::uint32_t>(value_.size()); }
    std::uint32_t value(std::uint32_t person_number) const { return value_[person_number]; }

private:
    std::uint32_t values_;
    SeededRandom random_;
    std::vector<std::uint32_t> now_;
    std::vector<std::uint32_t> value_;
    std::vector<std::vector<Code>> place_;  // quasi-identifiers
    std::map<std::uint32_t, Signature> signature_;
};

Result<Grouping> make_groups(const Version& version, const Diversity& diversity, const series::MethodSpec& method,
                             Random& random, bool delay = false);

// Why the groups are no release of this version, "" when they are one.
std::string why_not_valid(const Version& version, const Grouping& grouping, const Diversity& diversity,
                          const series::MethodSpec& method);

// What an attacker sees of it.
audit::SeenRelease seen(const ChangingData& data, const Version& version, const Grouping& grouping,
                        const series::MethodSpec& method);

}  // namespace scrim::republication
