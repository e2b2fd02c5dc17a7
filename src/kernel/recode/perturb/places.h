// Places: a set of some of the places 0, 1, …, from which any can be taken and any drawn, in constant time.
//
//   Places free(n);
//   free.add(3);
//   const std::size_t drawn = free[random.below(free.size())];   // each as likely as any other
//   free.take(drawn);
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrim::recode::perturb {

class Places {
public:
    explicit Places(std::size_t size) : at_(size, none) { members_.reserve(size); }

    std::size_t size() const { return members_.size(); }
    bool has(std::size_t place) const { return at_[place] != none; }
    // In no order.
    std::size_t operator[](std::size_t i) const { return members_[i]; }
    // One that is not there …
    void add(std::size_t place) {
        at_[place] = static_cast<std::uint32_t>(members_.size());
        members_.push_back(static_cast<std::uint32_t>(place));
    }
    // … and one that is.
    void take(std::size_t place) {
        const std::uint32_t last = members_.back();
        members_[at_[place]] = last;
        at_[last] = at_[place];
        members_.pop_back();
        at_[place] = none;
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    std::vector<std::uint32_t> members_;
    std::vector<std::uint32_t> at_;  // where each place stands among the members
};

}  // namespace scrim::recode::perturb
