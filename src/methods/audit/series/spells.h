// Spells: the stretches of a series in which a person's sensitive value stays the same.
//
// Tables of people may say what everybody's value is. Where it is another one than the last time, a new spell begins:
// to whoever combines releases the person is somebody new, of whom it is known who it is and that the value is not the
// one before (SeenSeries::changes).
//
//   Spells spells;
//   spells.of(ann, flu, 0);   // 0
//   spells.of(ann, flu, 1);   // 0 again
//   spells.of(ann, hiv, 2);   // 1, since release 2
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrim::audit {

class Spells {
public:
    struct Spell {
        std::uint32_t person = 0;
        std::optional<std::uint32_t> value;  // where a table of people tells it
        std::size_t since = 0;               // the release that it begins with
        bool changed = false;                // it is not the person's first
        std::optional<std::uint32_t> next;   // the spell after it
    };

    // Of a person in a release; releases come in their order.
    std::uint32_t of(std::uint32_t person, std::optional<std::uint32_t> value, std::size_t release) {
        if (person >= last_.size()) last_.resize(person + std::size_t{1}, none);
        std::uint32_t& last = last_[person];
        if (last != none) {
            Spell& spell = spells_[last];
            if (!spell.value) spell.value = value;
            if (!value || value == spell.value) return last;
        }
        const auto number = static_cast<std::uint32_t>(spells_.size());
        if (last != none) {
            spells_[last].next = number;
            changes_.emplace_back(last, number);
        }
        spells_.push_back({person, value, release, last != none, std::nullopt});
        return last = number;
    }

    const Spell& operator[](std::uint32_t number) const { return spells_[number]; }
    std::size_t size() const { return spells_.size(); }
    // Spells of one person that follow each other.
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& changes() const { return changes_; }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    std::vector<Spell> spells_;
    std::vector<std::uint32_t> last_;  // by person
    std::vector<std::pair<std::uint32_t, std::uint32_t>> changes_;
};

}  // namespace scrim::audit
