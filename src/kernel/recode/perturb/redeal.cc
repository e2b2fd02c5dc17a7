#include "kernel/recode/perturb/redeal.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace scrim::recode::perturb {
namespace {

// How often each value occurs in a pool of classes, and which values are too frequent for it.
class PooledClasses {
public:
    PooledClasses(const std::vector<Code>& values, std::uint32_t most)
        : values_(values),
          most_(most),
          counts_(values.empty() ? 0 : *std::max_element(values.begin(), values.end()) + std::size_t{1}, 0) {}

    void add(std::span<const std::uint32_t> members) {
        for (const std::uint32_t record : members) ++counts_[values_[record]];
        ++classes_;
    }
    // Only after the classes that fail: each of the others brings no more records of a value than it has room for.
    std::vector<Code> too_frequent() const {
        std::vector<Code> found;
        for (Code value = 0; value < counts_.size(); ++value)
            if (is_too_frequent(value)) found.push_back(value);
        return found;
    }
    bool is_too_frequent(Code value) const { return counts_[value] > classes_ * std::uint64_t{most_}; }

private:
    const std::vector<Code>& values_;
    std::uint32_t most_;
    std::vector<std::uint64_t> counts_;
    std::uint64_t classes_ = 0;
};

std::uint32_t most_of_a_class(const Groups<std::uint32_t>& classes, std::uint32_t m) {
    return static_cast<std::uint32_t>(classes.size() == 0 ? 0 : classes.size(0)) / m;
}

bool fails(const std::vector<Code>& values, std::span<const std::uint32_t> members, std::uint32_t most,
           std::vector<Code>& scratch) {
    scratch.clear();
    for (const std::uint32_t record : members) scratch.push_back(values[record]);
    std::sort(scratch.begin(), scratch.end());
    for (std::size_t i = most; i < scratch.size(); ++i)
        if (scratch[i] == scratch[i - most]) return true;
    return false;
}

void deal_out(std::vector<Code>& values, const Groups<std::uint32_t>& classes, std::vector<std::uint32_t> pool,
              Random& random) {
    std::vector<Code> all;
    for (const std::uint32_t c : pool)
        for (const std::uint32_t record : classes[c]) all.push_back(values[record]);
    std::sort(all.begin(), all.end());
    random.shuffle(std::span(pool));
    for (std::size_t place = 0; place < pool.size(); ++place) {
        const auto members = classes[pool[place]];
        for (std::size_t round = 0; round < members.size(); ++round)
            values[members[round]] = all[round * pool.size() + place];
    }
}

}  // namespace

std::optional<Code> too_frequent(const std::vector<Code>& values, const Groups<std::uint32_t>& classes,
                                 std::uint32_t m) {
    PooledClasses all(values, most_of_a_class(classes, m));
    for (std::size_t c = 0; c < classes.size(); ++c) all.add(classes[c]);
    const std::vector<Code> found = all.too_frequent();
    return found.empty() ? std::nullopt : std::optional(found.front());
}

std::optional<Redealt> redeal(std::vector<Code> values, const Groups<std::uint32_t>& classes, std::uint32_t m,
                              Random& random) {
    if (too_frequent(values, classes, m)) return std::nullopt;
    const std::uint32_t most = most_of_a_class(classes, m);
    std::vector<std::uint32_t> pool, others;
    std::vector<Code> scratch;
    for (std::uint32_t c = 0; c < classes.size(); ++c)
        (fails(values, classes[c], most, scratch) ? pool : others).push_back(c);
    Redealt made{.values = {}, .failed = pool.size()};
    PooledClasses pooled(values, most);
    for (const std::uint32_t c : pool) pooled.add(classes[c]);
    std::vector<Code> excess = pooled.too_frequent();
    while (true) {
        while (!excess.empty() && !pooled.is_too_frequent(excess.back())) excess.pop_back();
        if (excess.empty()) break;
        std::swap(others[random.below(others.size())], others.back());
        pool.push_back(others.back());
        others.pop_back();
        pooled.add(classes[pool.back()]);
    }
    made.pool = pool.size();
    if (!pool.empty()) deal_out(values, classes, std::move(pool), random);
    made.values = std::move(values);
    return made;
}

}  // namespace scrim::recode::perturb
