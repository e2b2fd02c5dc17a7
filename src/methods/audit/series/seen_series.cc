#include "methods/audit/series/seen_series.h"

#include "kernel/core/text.h"

#include <numeric>

namespace scrim::audit {
namespace {

Result<void> validate(const SeenGroup& group, std::size_t number, Code values) {
    for (std::size_t i = 0; i < group.values.size(); ++i) {
        const auto& [value, count] = group.values[i];
        if (value >= values) return input_error(format("group {}: there is no value {}", number, value));
        if (count == 0 || (i > 0 && group.values[i - 1].first >= value))
            return input_error(
                format("group {}: values must be ascending and published at least once each, look at value {}", number,
                       value));
    }
    if (group.fakes > group.published())
        return input_error(
            format("group {}: {} fakes among {} published values", number, group.fakes, group.published()));
    return {};
}

Result<void> validate(const SeenRelease& release, const SeenSeries& series) {
    for (std::size_t g = 0; g < release.groups().size(); ++g)
        SCRIM_CHECK(validate(release.groups()[g], g, series.values));
    for (const auto& place : release.places())
        for (std::size_t i = 0; i < place.size(); ++i) {
            if (place[i] >= release.groups().size()) return input_error(format("there is no group {}", place[i]));
            if (i > 0 && place[i - 1] >= place[i]) return input_error("the groups of a person must be ascending");
        }
    std::vector<bool> seen(series.people, false);
    for (const auto& [person, place] : release.people()) {
        if (person >= series.people) return input_error(format("there is no person {}", person));
        if (place >= release.places().size() || release.places()[place].empty())
            return input_error(format("person {} is in no group", person));
        if (seen[person]) return input_error(format("person {} is there twice", person));
        seen[person] = true;
    }
    return {};
}

}  // namespace

std::uint64_t SeenGroup::published() const {
    std::uint64_t sum = 0;
    for (const auto& [value, count] : values) sum += count;
    return sum;
}

std::uint32_t SeenRelease::add_group(SeenGroup group) {
    groups_.push_back(std::move(group));
    return static_cast<std::uint32_t>(groups_.size() - 1);
}

void SeenRelease::add_person(std::uint32_t person, std::vector<std::uint32_t> groups) {
    add_person_at(person, add_place(std::move(groups)));
}

std::uint32_t SeenRelease::add_place(std::vector<std::uint32_t> groups) {
    const auto [at, is_new] = place_number_.try_emplace(groups, static_cast<std::uint32_t>(places_.size()));
    if (is_new) places_.push_back(std::move(groups));
    return at->second;
}

std::vector<std::uint32_t> SeenSeries::persons() const {
    std::vector<std::uint32_t> first(people);
    std::iota(first.begin(), first.end(), 0u);
    for (const auto& [before, after] : changes) first[after] = first[before];
    return first;
}

Result<void> validate(const SeenSeries& series) {
    std::uint32_t last = 0;
    for (const auto& [before, after] : series.changes) {
        if (before >= after || after <= last || after >= series.people)
            return input_error(format("nobody changes from person {} to person {}", before, after));
        last = after;
    }
    for (std::size_t r = 0; r < series.releases.size(); ++r)
        if (auto valid = validate(series.releases[r], series); !valid)
            return input_error(format("release {}: {}", r + 1, valid.error().message));
    return {};
}

}  // namespace scrim::audit
