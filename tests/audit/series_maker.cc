#include "tests/audit/series_maker.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace scrim::testing {
namespace {

// How many of the published values nobody of the group has, both as multisets.
std::uint64_t not_in_common(std::vector<Code> truth, std::vector<Code> published) {
    std::sort(truth.begin(), truth.end());
    std::sort(published.begin(), published.end());
    std::vector<Code> common;
    std::set_intersection(truth.begin(), truth.end(), published.begin(), published.end(), std::back_inserter(common));
    return published.size() - common.size();
}

audit::SeenGroup random_group(const std::vector<Code>& truth, const RandomSeries& of, Random& random) {
    std::vector<Code> published = truth;
    if (of.substitutions && random.below(3) == 0) {
        for (Code& value : published)
            if (random.below(3) == 0) value = static_cast<Code>(random.below(of.values));
        return group_of(published, not_in_common(truth, published), audit::SeenGroup::Kind::substitutions);
    }
    const std::uint64_t fakes = of.counterfeits && random.below(3) == 0 ? 1 + random.below(2) : 0;
    for (std::uint64_t f = 0; f < fakes; ++f) published.push_back(static_cast<Code>(random.below(of.values)));
    return group_of(published, fakes);
}

}  // namespace

void NamedSeries::release() { releases_.emplace_back(); }

void NamedSeries::group(const std::vector<std::string>& people, const std::vector<std::string>& published,
                        std::uint64_t fakes, audit::SeenGroup::Kind kind) {
    std::vector<Code> values;
    for (const std::string& name : published) values.push_back(value(name));
    Group group{{}, group_of(values, fakes, kind)};
    for (const std::string& name : people) group.people.push_back(person(name));
    releases_.back().push_back(std::move(group));
}

void NamedSeries::change(const std::string& before, const std::string& after) {
    changes_.emplace_back(person(before), person(after));
}

std::uint32_t NamedSeries::person(const std::string& name) {
    return people_.try_emplace(name, static_cast<std::uint32_t>(people_.size())).first->second;
}

Code NamedSeries::value(const std::string& name) {
    return values_.try_emplace(name, static_cast<Code>(values_.size())).first->second;
}

audit::SeenSeries NamedSeries::series() const {
    audit::SeenSeries series{static_cast<std::uint32_t>(people_.size()), static_cast<Code>(values_.size()), {}};
    for (const auto& groups : releases_) {
        audit::SeenRelease& release = series.releases.emplace_back();
        for (const Group& group : groups) {
            const std::uint32_t number = release.add_group(group.seen);
            for (const std::uint32_t person : group.people) release.add_person(person, number);
        }
    }
    series.changes = changes_;
    return series;
}

std::vector<std::string> NamedSeries::names(std::span<const Code> values) const {
    std::set<std::string> found;
    for (const auto& [name, code] : values_)
        if (std::find(values.begin(), values.end(), code) != values.end()) found.insert(name);
    return {found.begin(), found.end()};
}

audit::SeenGroup group_of(const std::vector<Code>& published, std::uint64_t fakes, audit::SeenGroup::Kind kind) {
    std::map<Code, std::uint32_t> counts;
    for (const Code value : published) ++counts[value];
    return audit::SeenGroup{{counts.begin(), counts.end()}, fakes, kind};
}

audit::SeenSeries random_series(const RandomSeries& of, Random& random) {
    std::vector<Code> truth(of.people);
    std::vector<std::uint32_t> now(of.people);  // everybody's number
    std::iota(now.begin(), now.end(), 0u);
    for (Code& value : truth) value = static_cast<Code>(random.below(of.values));
    audit::SeenSeries series{of.people, of.values, {}};
    for (std::size_t r = 0; r < of.releases; ++r) {
        for (std::uint32_t& number : now) {
            if (r == 0 || !of.changes || random.below(6) > 0) continue;
            truth.push_back(static_cast<Code>((truth[number] + 1 + random.below(of.values - 1)) % of.values));
            series.changes.emplace_back(number, series.people);
            number = series.people++;
        }
        audit::SeenRelease& release = series.releases.emplace_back();
        const std::uint64_t groups = 1 + random.below(3);
        std::vector<std::vector<std::uint32_t>> members(groups);
        for (const std::uint32_t person : now)
            if (random.below(4) > 0) members[random.below(groups)].push_back(person);
        for (const auto& people : members) {
            std::vector<Code> values;
            for (const std::uint32_t person : people) values.push_back(truth[person]);
            release.add_group(random_group(values, of, random));
        }
        for (std::uint32_t g = 0; g < groups; ++g)
            for (const std::uint32_t person : members[g]) {
                std::set<std::uint32_t> fitting{g};
                if (of.unsure && random.below(3) == 0) fitting.insert(static_cast<std::uint32_t>(random.below(groups)));
                release.add_person(person, std::vector<std::uint32_t>(fitting.begin(), fitting.end()));
            }
    }
    return series;
}

}  // namespace scrim::testing
