// RankedCuts: the cuts of a part whose sides have records enough, in the order of a number that a rule gives to each,
// the least first; of equal ones in the order of BestCut.
#pragma once

#include "kernel/recode/partition/best_cut.h"

namespace scrim::recode::partition {

template <class Shape>
class RankedCuts {
public:
    RankedCuts(const Opened<Shape>& part, BestCut<Shape>& best) : part_(part), best_(best) {}

    // Of an opened part whose attributes are counted. `of_two(place)`: the number of each cut in two along the place-th
    // of the part's attributes, after the first value, the second …; `of_groups(place)`: of the cut into its groups.
    template <class OfTwo, class OfGroups>
    void rank(OfTwo of_two, OfGroups of_groups) {
        cuts_.clear();
        best_.find_all();
        for (Cut cut; best_.next(cut);) {
            const auto place = static_cast<std::uint32_t>(
                std::find(part_.attributes.begin(), part_.attributes.end(), cut.attribute) - part_.attributes.begin());
            cuts_.push_back({0, place, cut.bounds.front()});
        }
        for (std::uint32_t place = 0; place < part_.attributes.size(); ++place) {
            if (std::none_of(cuts_.begin(), cuts_.end(), [&](const Candidate& cut) { return cut.place == place; }))
                continue;
            if (part_.cut_anywhere(part_.attributes[place]))
                number_two(place, of_two(place));
            else
                number_groups(place, of_groups(place));
        }
        std::reverse(cuts_.begin(), cuts_.end());
        std::stable_sort(cuts_.begin(), cuts_.end(),
                         [](const Candidate& a, const Candidate& b) { return a.number > b.number; });
    }
    bool next(Cut& cut) {
        if (cuts_.empty()) return false;
        const auto [number, place, bound] = cuts_.back();
        cuts_.pop_back();
        const std::uint32_t attribute = part_.attributes[place];
        if (part_.cut_anywhere(attribute))
            cut = {attribute, {bound}, 0};
        else
            cut = part_.cut_into_groups(attribute, place);
        return true;
    }

private:
    struct Candidate {
        std::int64_t number = 0;
        std::uint32_t place = 0;  // in the part's attributes
        Code bound = 0;           // of a cut in two
    };

    void number_groups(std::uint32_t place, std::int64_t number) {
        for (Candidate& cut : cuts_)
            if (cut.place == place) cut.number = number;
    }
    void number_two(std::uint32_t place, const std::vector<std::int64_t>& numbers) {
        const std::size_t first = part_.tally.values(place).first;
        std::vector<std::pair<Code, std::int64_t>> by_bound;
        for (std::size_t v = 0; v < numbers.size(); ++v)
            by_bound.emplace_back(part_.tally.code(first + v + 1), numbers[v]);
        for (Candidate& cut : cuts_)
            if (cut.place == place)
                cut.number =
                    std::lower_bound(by_bound.begin(), by_bound.end(), cut.bound, [](const auto& one, Code bound) {
                        return one.first < bound;
                    })->second;
    }

    const Opened<Shape>& part_;
    BestCut<Shape>& best_;
    std::vector<Candidate> cuts_;  // the next is the last
};

}  // namespace scrim::recode::partition
