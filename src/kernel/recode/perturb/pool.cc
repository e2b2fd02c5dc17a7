#include "kernel/recode/perturb/pool.h"

#include <algorithm>
#include <limits>

namespace scrim::recode::perturb {
namespace {

constexpr std::uint32_t no_group = UINT32_MAX;
constexpr double gain_worth_taking = 1e-9;  // of the loss of all points as one group

}  // namespace

void Pool::clear() {
    rows_.clear();
    best_ = {};
    measured_ = false;
}

void Pool::add(const std::vector<const double*>& group) {
    rows_.insert(rows_.end(), group.begin(), group.end());
    best_.group_of.resize(rows_.size(), best_.groups++);
}

void Pool::measure() {
    if (measured_) return;
    measured_ = true;
    const std::uint32_t points = size();
    distances_.resize(std::size_t{points} * points);
    to_all_.assign(points, 0.0);
    double sum = 0;
    for (std::uint32_t a = 0; a < points; ++a) {
        distances_[std::size_t{a} * points + a] = 0;
        for (std::uint32_t b = 0; b < a; ++b) {
            const double apart = squared_distance(rows_[a], rows_[b], dimensions_);
            distances_[std::size_t{a} * points + b] = distances_[std::size_t{b} * points + a] = apart;
            to_all_[a] += apart;
            to_all_[b] += apart;
            sum += apart;
        }
    }
    least_gain_ = gain_worth_taking * sum / points;
    to_.resize(std::size_t{points} * std::max(best_.groups, points / k_));
    sum_up(best_);
}

// Sums of a state whose group_of is set.
void Pool::sum_up(State& state) {
    const std::vector<std::uint32_t> wanted = state.group_of;
    start(state, state.groups);
    for (std::uint32_t p = 0; p < size(); ++p) put(state, p, wanted[p]);
}

void Pool::start(State& state, std::uint32_t groups) {
    state.groups = groups;
    state.group_of.assign(size(), no_group);
    state.size.assign(groups, 0);
    state.pairs.assign(groups, 0.0);
    std::fill_n(to_.begin(), std::size_t{groups} * size(), 0.0);
}

void Pool::put(State& state, std::uint32_t point, std::uint32_t group) {
    double* const sums = to(group);
    const double* const apart = distances(point);
    state.group_of[point] = group;
    ++state.size[group];
    state.pairs[group] += sums[point];
    for (std::uint32_t p = 0; p < size(); ++p) sums[p] += apart[p];
}

void Pool::take(State& state, std::uint32_t point) {
    const std::uint32_t group = state.group_of[point];
    double* const sums = to(group);
    const double* const apart = distances(point);
    state.group_of[point] = no_group;
    --state.size[group];
    state.pairs[group] -= sums[point];
    for (std::uint32_t p = 0; p < size(); ++p) sums[p] -= apart[p];
}

double Pool::cost(const State& state) {
    double sum = 0;
    for (std::uint32_t g = 0; g < state.groups; ++g) sum += state.pairs[g] / state.size[g];
    return sum;
}

// The best move or exchange of one point, if there is one that helps. Nothing helps between groups that have not
// changed since it was looked at.
bool Pool::improve(State& state, std::uint32_t point, std::uint32_t looked) {
    const std::uint32_t from = state.group_of[point];
    const double* const to_from = to(from);
    const double* const apart = distances(point);
    const double without = state.pairs[from] - to_from[point], from_share = 1.0 / state.size[from];
    const double from_loss = state.pairs[from] * from_share;
    const bool may_leave = state.size[from] > k_, all = changed_[from] > looked;
    const double left = may_leave ? without / (state.size[from] - 1.0) : 0;
    double best = -least_gain_;
    std::uint32_t target = no_group, other = no_group;
    for (std::uint32_t g = 0; g < state.groups; ++g) {
        if (g == from || (!all && changed_[g] <= looked)) continue;
        const double* const to_group = to(g);
        const double share = 1.0 / state.size[g], with = state.pairs[g] + to_group[point];
        const double before = from_loss + state.pairs[g] * share;
        if (may_leave) {
            const double change = left + with / (state.size[g] + 1.0) - before;
            if (change < best) best = change, target = g, other = no_group;
        }
        const double base = with * share + without * from_share - before, both = share + from_share;
        for (const std::uint32_t p : members_[g]) {
            const double change = base + to_from[p] * from_share - to_group[p] * share - apart[p] * both;
            if (change < best) best = change, target = g, other = p;
        }
    }
    if (target == no_group) return false;
    take(state, point);
    std::erase(members_[from], point);
    if (other != no_group) {
        take(state, other);
        put(state, other, from);
        std::erase(members_[target], other);
        members_[from].push_back(other);
    }
    put(state, point, target);
    members_[target].push_back(point);
    return true;
}

bool Pool::descend(State& state) {
    if (members_.size() < state.groups) members_.resize(state.groups);
    for (std::uint32_t g = 0; g < state.groups; ++g) members_[g].clear();
    for (std::uint32_t p = 0; p < size(); ++p) members_[state.group_of[p]].push_back(p);
    changed_.assign(state.groups, 1);
    looked_.assign(size(), 0);
    std::uint32_t steps = 1;
    for (std::uint32_t since = 0, point = 0; since < size(); point = point + 1 == size() ? 0 : point + 1) {
        const std::uint32_t from = state.group_of[point];
        if (improve(state, point, looked_[point])) {
            changed_[from] = changed_[state.group_of[point]] = ++steps;
            since = 0;
        } else {
            looked_[point] = steps;
            ++since;
        }
    }
    return steps > 1;
}

bool Pool::settle() {
    measure();
    return descend(best_);
}

// Of the points that are in no group, the one farthest from their mean.
std::uint32_t Pool::farthest(const State& state) {
    double most = -1;
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < left_.size(); ++i) {
        double sum = to_all_[left_[i]];
        for (std::uint32_t g = 0; g < state.groups; ++g)
            if (state.size[g] > 0) sum -= to(g)[left_[i]];
        if (sum > most) most = sum, found = i;
    }
    return found;
}

std::uint32_t Pool::cheapest(const State& state, std::uint32_t point) {
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t found = 0;
    for (std::uint32_t g = 0; g < state.groups; ++g) {
        const double change = (state.pairs[g] + to(g)[point]) / (state.size[g] + 1.0) - state.pairs[g] / state.size[g];
        if (change < least) least = change, found = g;
    }
    return found;
}

void Pool::build(State& state, std::uint32_t groups, SeededRandom& random) {
    start(state, groups);
    left_.resize(size());
    for (std::uint32_t p = 0; p < size(); ++p) left_[p] = p;
    const auto remove = [&](std::size_t i) {
        left_[i] = left_.back();
        left_.pop_back();
    };
    for (std::uint32_t g = 0; g < groups; ++g) {
        std::size_t next = random.below(2) == 0 ? farthest(state) : random.below(left_.size());
        for (;;) {
            put(state, left_[next], g);
            remove(next);
            if (state.size[g] == k_) break;
            next = 0;
            for (std::size_t i = 1; i < left_.size(); ++i)
                if (to(g)[left_[i]] < to(g)[left_[next]]) next = i;
        }
    }
    for (const std::uint32_t p : left_) put(state, p, cheapest(state, p));
}

bool Pool::rebuild(int trials, SeededRandom& random) {
    measure();
    bool improved = false;
    for (int trial = 0; trial < trials; ++trial) {
        const std::uint32_t most = size() / k_, wish = best_.groups + static_cast<std::uint32_t>(random.below(3));
        build(trial_, std::clamp(wish, 2u, most + 1) - 1, random);
        descend(trial_);
        if (cost(trial_) < cost(best_) - least_gain_) {
            std::swap(best_, trial_);
            improved = true;
        }
    }
    return improved;
}

}  // namespace scrim::recode::perturb
