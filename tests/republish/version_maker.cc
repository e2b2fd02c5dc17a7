#include "tests/republish/version_maker.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <set>

namespace scrim::republication {

void ChangingData::arrive(std::uint32_t value) {
    now_.push_back(static_cast<std::uint32_t>(value_.size()));
    value_.push_back(value);
    place_.push_back({static_cast<Code>(random_.below(30)), static_cast<Code>(random_.below(4))});
}

void ChangingData::arrive_random(std::size_t people) {
    for (; people > 0; --people) arrive(static_cast<std::uint32_t>(random_.below(values_)));
}

void ChangingData::leave_random(std::size_t people) {
    for (; people > 0 && !now_.empty(); --people) leave(random_.below(now_.size()));
}

Version ChangingData::version() const {
    Version version;
    version.values = values_;
    version.dimensions = 2;
    std::map<Signature, std::uint32_t> numbers;
    for (const std::uint32_t person : now_) {
        version.value.push_back(value_[person]);
        version.quasi_identifiers.insert(version.quasi_identifiers.end(), place_[person].begin(), place_[person].end());
        const auto known = signature_.find(person);
        if (known == signature_.end()) {
            version.signature.push_back(Version::is_new);
            continue;
        }
        const auto [number, added] = numbers.emplace(known->second, static_cast<std::uint32_t>(numbers.size()));
        if (added) version.signatures.push_back(known->second);
        version.signature.push_back(number->second);
    }
    return version;
}

void ChangingData::published(const Grouping& grouping) {
    for (std::size_t g = 0; g < grouping.groups.size(); ++g)
        for (const GroupPlace& place : grouping.groups[g])
            if (!place.counterfeit) signature_[now_[place.record]] = grouping.signatures[grouping.signature_of[g]];
}

Result<Grouping> make_groups(const Version& version, const Diversity& diversity, const series::MethodSpec& method,
                             Random& random, bool delay) {
    const Extent extent = [](std::size_t, Code lo, Code hi) { return static_cast<double>(hi - lo); };
    const MethodInput input{.version = version,
                            .diversity = diversity,
                            .extent = extent,
                            .label_of = [](std::uint32_t value) { return std::to_string(value); },
                            .delay = delay};
    return make_groups(method, input, random);
}

std::string why_not_valid(const Version& version, const Grouping& grouping, const Diversity& diversity,
                          const series::MethodSpec& method) {
    std::set<std::uint32_t> seen;
    std::uint64_t counterfeits = 0, substitutes = 0;
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        const Signature& signature = grouping.signatures[grouping.signature_of[g]];
        if (!diversity.satisfied_by(signature)) return format("the signature of group {} is not diverse", g);
        Signature values;
        std::size_t real = 0;
        for (const GroupPlace& place : grouping.groups[g]) {
            values.push_back(place.value);
            if (place.counterfeit) {
                ++counterfeits;
                continue;
            }
            ++real;
            if (!seen.insert(place.record).second) return format("record {} is twice there", place.record);
            substitutes += place.value != version.value[place.record];
            const std::uint32_t kept = version.signature[place.record];
            if (kept != Version::is_new && version.signatures[kept] != signature)
                return format("record {} has another signature", place.record);
        }
        std::sort(values.begin(), values.end());
        if (values != signature) return format("group {} does not hold each value of its signature once", g);
        if (real == 0) return format("group {} is nobody's", g);
    }
    for (const std::uint32_t record : grouping.held_back)
        if (!seen.insert(record).second) return format("record {} is held back and published", record);
    if (seen.size() != version.records()) return "somebody is missing";
    if (counterfeits != grouping.counterfeits || substitutes != grouping.substitutes) return "wrong counts";
    if (method.substitutes ? counterfeits > 0 : substitutes > 0) return "not of this method";
    return {};
}

audit::SeenRelease seen(const ChangingData& data, const Version& version, const Grouping& grouping,
                        const series::MethodSpec& method) {
    audit::SeenRelease release;
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
        audit::SeenGroup group;
        group.kind = method.substitutes ? audit::SeenGroup::Kind::substitutions : audit::SeenGroup::Kind::counterfeits;
        for (const std::uint32_t value : grouping.signatures[grouping.signature_of[g]])
            group.values.emplace_back(value, 1);
        for (const GroupPlace& place : grouping.groups[g])
            group.fakes += place.counterfeit || place.value != version.value[place.record];
        const std::uint32_t number = release.add_group(std::move(group));
        for (const GroupPlace& place : grouping.groups[g])
            if (!place.counterfeit) release.add_person(data.person(place.record), number);
    }
    return release;
}

}  // namespace scrim::republication
