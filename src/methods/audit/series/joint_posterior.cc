#include "methods/audit/series/joint_posterior.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace scrim::audit {
namespace {

// A group that is being filled with people's values, and whether it can still come out right.
class FillingGroup {
public:
    FillingGroup(const SeenGroup& group, Code values)
        : anything_(group.holds_anything()), size_(group.size()), free_(values, 0), excess_left_(group.fakes) {
        for (const auto& [value, count] : group.values) free_[value] = count;
        common_left_ = anything_ ? size_ - group.fakes : size_;
    }

    // False when nobody with this value can come in; then nothing changes.
    bool add(Code value) {
        const bool common = free_[value] > 0;
        if (size_ == 0 || (common ? common_left_ == 0 : !anything_ || excess_left_ == 0)) return false;
        --(common ? common_left_ : excess_left_);
        --free_[value];
        --size_;
        return true;
    }
    void remove(Code value) {
        ++size_;
        ++free_[value];
        ++(free_[value] > 0 ? common_left_ : excess_left_);
    }
    bool full() const { return size_ == 0; }

private:
    bool anything_;
    std::uint64_t size_;              // people to come
    std::vector<std::int64_t> free_;  // by value: published and not had by anybody yet; below 0 for what is too many
    std::uint64_t common_left_ = 0;   // values to come that the group publishes …
    std::uint64_t excess_left_ = 0;   // … and does not
};

// People who are in one group together, or may be, or are one person before and after a change, or are connected by
// such.
std::vector<std::vector<std::uint32_t>> connected(const SeenSeries& series) {
    std::vector<std::uint32_t> parent(series.people);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t person) {
        while (parent[person] != person) person = parent[person] = parent[parent[person]];
        return person;
    };
    for (const SeenRelease& release : series.releases) {
        std::map<std::uint32_t, std::uint32_t> somebody;  // by group
        for (const auto& [person, place] : release.people())
            for (const std::uint32_t g : release.places()[place])
                parent[root(person)] = root(somebody.try_emplace(g, person).first->second);
    }
    for (const auto& [before, after] : series.changes) parent[root(after)] = root(before);
    std::map<std::uint32_t, std::vector<std::uint32_t>> parts;
    for (std::uint32_t person = 0; person < series.people; ++person) parts[root(person)].push_back(person);
    std::vector<std::vector<std::uint32_t>> made;
    for (auto& [first, people] : parts) made.push_back(std::move(people));
    return made;
}

// Counts the assignments of some connected people.
class Count {
public:
    Count(const SeenSeries& series, const std::vector<std::uint32_t>& people, std::uint64_t& steps_left);

    // Everything found is in `assignments` and `with` afterwards; false when steps ran out.
    bool run() {
        assignments = from(0);
        return !stopped_;
    }
    // At most so many, as text.
    std::string estimate() const;

    Int128 assignments = 0;
    std::vector<std::vector<Int128>> with;  // by place in people, then value

private:
    // Somebody who may be in several groups of a release, and these.
    struct Choice {
        std::size_t person = 0;
        std::vector<std::size_t> groups;
    };

    Int128 from(std::size_t person);
    bool fits(std::size_t choice);
    bool step() {
        if (steps_left_ == 0) stopped_ = true;
        return !stopped_ && steps_left_-- > 0;
    }

    std::vector<FillingGroup> groups_;               // of all releases
    std::vector<std::vector<std::size_t>> sure_of_;  // by person: groups that one is in
    std::vector<std::optional<std::size_t>> was_;    // by person: the same one before a change; comes earlier
    std::vector<Choice> choices_;
    std::vector<std::vector<Code>> candidates_;
    std::vector<Code> value_;
    std::uint64_t& steps_left_;
    bool stopped_ = false;
};

Count::Count(const SeenSeries& series, const std::vector<std::uint32_t>& people, std::uint64_t& steps_left)
    : with(people.size(), std::vector<Int128>(series.values, 0)),
      sure_of_(people.size()),
      was_(people.size()),
      candidates_(people.size()),
      value_(people.size(), 0),
      steps_left_(steps_left) {
    std::map<std::uint32_t, std::size_t> place_of;
    for (std::size_t p = 0; p < people.size(); ++p) place_of[people[p]] = p;
    std::vector<std::vector<bool>> possible(people.size(), std::vector<bool>(series.values, true));
    for (const SeenRelease& release : series.releases) {
        std::map<std::uint32_t, std::size_t> number;  // by group of the release
        for (const auto& [person, place] : release.people()) {
            const auto found = place_of.find(person);
            if (found == place_of.end()) continue;
            Choice choice{found->second, {}};
            std::vector<bool> here(series.values, false);
            for (const std::uint32_t g : release.places()[place]) {
                const auto [at, is_new] = number.try_emplace(g, groups_.size());
                if (is_new) groups_.emplace_back(release.groups()[g], series.values);
                choice.groups.push_back(at->second);
                if (release.groups()[g].holds_anything()) here.assign(series.values, true);
                for (const auto& [value, count] : release.groups()[g].values) here[value] = true;
            }
            for (Code value = 0; value < series.values; ++value)
                if (!here[value]) possible[found->second][value] = false;
            // Who has no choice fills the group at once, in any order.
            if (choice.groups.size() == 1)
                sure_of_[choice.person].push_back(choice.groups.front());
            else
                choices_.push_back(std::move(choice));
        }
    }
    for (const auto& [before, after] : series.changes)
        if (const auto found = place_of.find(after); found != place_of.end()) was_[found->second] = place_of.at(before);
    for (std::size_t p = 0; p < people.size(); ++p)
        for (Code value = 0; value < series.values; ++value)
            if (possible[p][value]) candidates_[p].push_back(value);
}

// Assignments of values to this person and those after; those before have theirs.
Int128 Count::from(std::size_t person) {
    if (!step()) return 0;
    if (person == value_.size()) return fits(0) ? 1 : 0;
    Int128 found = 0;
    const std::vector<std::size_t>& groups = sure_of_[person];
    for (const Code value : candidates_[person]) {
        if (was_[person] && value_[*was_[person]] == value) continue;
        std::size_t entered = 0;
        while (entered < groups.size() && groups_[groups[entered]].add(value)) ++entered;
        if (entered == groups.size()) {
            value_[person] = value;
            const Int128 rest = from(person + 1);
            with[person][value] += rest;
            found += rest;
        }
        while (entered > 0) groups_[groups[--entered]].remove(value);
    }
    return found;
}

// Can people with a choice be placed, with the values that they have? Leaves everything as it was.
bool Count::fits(std::size_t choice) {
    if (!step()) return false;
    if (choice == choices_.size())
        return std::all_of(groups_.begin(), groups_.end(), [](const FillingGroup& group) { return group.full(); });
    const Code value = value_[choices_[choice].person];
    for (const std::size_t g : choices_[choice].groups) {
        if (!groups_[g].add(value)) continue;
        const bool fit = fits(choice + 1);
        groups_[g].remove(value);
        if (fit) return true;
    }
    return false;
}

std::string Count::estimate() const {
    Int128 product = 1;
    const Int128 limit = *power_of_ten(18);
    std::size_t beyond = 0;  // factors of ten
    for (const auto& candidates : candidates_) {
        product *= static_cast<Int128>(std::max<std::size_t>(candidates.size(), 1));
        for (; product >= limit; product /= 10) ++beyond;
    }
    const std::size_t digits = to_string(product).size() + beyond;
    return beyond == 0 && digits < 7 ? to_string(product) : format("10^{}", digits);
}

// Everybody is known: as many people as the groups of a release have.
Result<void> check_complete(const SeenSeries& series) {
    for (std::size_t r = 0; r < series.releases.size(); ++r) {
        std::uint64_t room = 0;
        for (const SeenGroup& group : series.releases[r].groups()) room += group.size();
        if (room != series.releases[r].people().size())
            return input_error(format("release {}: its groups have {}, but {} known", r + 1,
                                      counted(room, "person", "people"),
                                      series.releases[r].people().size() == 1
                                          ? "1 is"
                                          : format("{} are", with_thousands(series.releases[r].people().size()))));
    }
    return {};
}

}  // namespace

Result<JointPosterior> joint_posterior(const SeenSeries& series, std::uint64_t most_steps) {
    SCRIM_CHECK(validate(series));
    SCRIM_CHECK(check_complete(series));
    JointPosterior posterior;
    posterior.chance.resize(series.people);
    std::uint64_t steps_left = most_steps;
    // People who share nothing do not change each other's chances: the rest is a factor that cancels out.
    for (const std::vector<std::uint32_t>& people : connected(series)) {
        Count count(series, people, steps_left);
        if (!count.run())
            return input_error(
                format("{} have up to about {} joint assignments of values, more than {} steps can count exactly",
                       counted(people.size(), "connected person", "connected people"), count.estimate(),
                       with_thousands(most_steps)));
        if (count.assignments == 0)
            return input_error("no assignment of values to people fits all releases: they contradict each other");
        for (std::size_t p = 0; p < people.size(); ++p)
            for (const Int128 some : count.with[p])
                posterior.chance[people[p]].push_back(Ratio(some, count.assignments));
    }
    return posterior;
}

}  // namespace scrim::audit
