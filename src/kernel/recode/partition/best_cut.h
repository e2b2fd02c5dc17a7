// BestCut: weighs every cut of a part whose sides have records enough: every position on every attribute.
//
// The score of a cut is what the loss gains, over the square root of the chance that two records of the part come to
// lie in different groups. An even cut uses up more of what can still be cut before parts become too small; a cut that
// sets few records apart, so that the others are printed more exactly, is cheap.
#pragma once

#include "kernel/recode/partition/opened.h"

namespace scrim::recode::partition {

template <class Shape>
class BestCut {
public:
    explicit BestCut(const Opened<Shape>& part) : part_(part), hull_(part.shape.hull_lanes()) {}

    // The cut of the best score in an opened part; of equal ones the first, by attribute and value.
    bool find(Cut& cut);
    // The same one after the other, best first: for demands that are not decided by counts alone.
    void find_all();
    bool next(Cut& cut);

private:
    struct Candidate {
        double score = 0;
        std::uint32_t place = 0;   // in the part's attributes
        bool groups = false;       // into the groups of the axis; otherwise in two:
        Code bound = 0;            // as in Cut
        std::uint64_t shared = 0;  // as in Cut
    };

    void weigh();
    void weigh_positions(std::uint32_t place);
    void weigh_shares(std::uint32_t place);
    void weigh_groups(std::uint32_t place);
    void offer(const Candidate& candidate);
    void offer_two(std::uint32_t place, std::uint64_t records, double left, double right, Code bound,
                   std::uint64_t shared);
    // Of groups that are charged so much together, and whose records' squares add up to so much.
    double score(double charged, double squares) const {
        const auto records = static_cast<double>(part_.part.records);
        const double gain = records * part_.whole - charged;
        return gain * gain / std::max(records * records - squares, 1.0);
    }
    void make(const Candidate& candidate, Cut& cut) const;

    const Opened<Shape>& part_;
    bool all_ = false;
    Candidate best_;
    std::vector<Candidate> candidates_;  // the next is the last
    std::vector<typename Shape::Lane> hull_;
    std::vector<std::uint64_t> up_to_;  // records with a value or a smaller one
    std::vector<double> right_;         // charge of the records with a value or a larger one
};

template <class Shape>
bool BestCut<Shape>::find(Cut& cut) {
    all_ = false;
    best_.score = -1;
    weigh();
    if (best_.score < 0) return false;
    make(best_, cut);
    return true;
}

template <class Shape>
void BestCut<Shape>::find_all() {
    all_ = true;
    candidates_.clear();
    weigh();
    std::reverse(candidates_.begin(), candidates_.end());
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
}

template <class Shape>
bool BestCut<Shape>::next(Cut& cut) {
    if (candidates_.empty()) return false;
    make(candidates_.back(), cut);
    candidates_.pop_back();
    return true;
}

template <class Shape>
void BestCut<Shape>::make(const Candidate& candidate, Cut& cut) const {
    const std::uint32_t attribute = part_.attributes[candidate.place];
    if (candidate.groups)
        cut = part_.cut_into_groups(attribute, candidate.place);
    else {
        cut.attribute = attribute;
        cut.bounds.assign(1, candidate.bound);
        cut.shared = candidate.shared;
    }
}

template <class Shape>
void BestCut<Shape>::offer(const Candidate& candidate) {
    if (all_)
        candidates_.push_back(candidate);
    else if (candidate.score > best_.score)
        best_ = candidate;
}

// A cut that leaves so many records on the left side; `left` and `right` are what a record of each side is charged.
template <class Shape>
void BestCut<Shape>::offer_two(std::uint32_t place, std::uint64_t records, double left, double right, Code bound,
                               std::uint64_t shared) {
    const auto l = static_cast<double>(records), r = static_cast<double>(part_.part.records - records);
    offer({score(l * left + r * right, l * l + r * r), place, false, bound, shared});
}

template <class Shape>
void BestCut<Shape>::weigh() {
    for (std::uint32_t place = 0; place < part_.attributes.size(); ++place) {
        if (!part_.cut_anywhere(part_.attributes[place])) {
            weigh_groups(place);
            continue;
        }
        weigh_positions(place);
        if (part_.plan.relaxed) weigh_shares(place);
    }
}

// A sweep over the values: the left side grows by one value at a time.
template <class Shape>
void BestCut<Shape>::weigh_positions(std::uint32_t place) {
    const Plan& plan = part_.plan;
    const std::uint64_t all = part_.part.records;
    const auto values = part_.tally.values(place);
    const std::size_t last = values.size - 1;
    up_to_.resize(values.size);
    std::uint64_t sum = 0;
    for (std::size_t v = 0; v <= last; ++v) up_to_[v] = sum += part_.tally.records(values.first + v);
    std::size_t from = 0, to = last;  // cuts after value `from` up to the one before value `to`
    if (!plan.relaxed) {
        while (from < last && !plan.enough(up_to_[from])) ++from;
        while (to > from && !plan.enough(all - up_to_[to - 1])) --to;
        if (from == to) return;
    }
    right_.resize(values.size);
    right_[0] = part_.whole;
    part_.shape.clear(hull_.data());
    for (std::size_t v = last; v > from; --v) {
        part_.shape.add(hull_.data(), part_.tally.hull(values.first + v));
        if (v <= to) right_[v] = part_.charge(hull_.data());
    }
    part_.shape.clear(hull_.data());
    for (std::size_t v = 0; v < to; ++v) {
        part_.shape.add(hull_.data(), part_.tally.hull(values.first + v));
        if (v < from || !plan.enough(up_to_[v]) || !plan.enough(all - up_to_[v])) continue;
        offer_two(place, up_to_[v], part_.charge(hull_.data()), right_[v + 1], part_.tally.code(values.first + v + 1),
                  0);
    }
}

// Cuts through one value, after weigh_positions(): its records go to both sides, as few as may be to one of them, or so
// that the sides are equal.
template <class Shape>
void BestCut<Shape>::weigh_shares(std::uint32_t place) {
    const std::uint64_t all = part_.part.records, least = part_.plan.least;
    if (all < 2 * least) return;
    const auto values = part_.tally.values(place);
    part_.shape.clear(hull_.data());
    for (std::size_t v = 0; v < values.size; ++v) {
        part_.shape.add(hull_.data(), part_.tally.hull(values.first + v));
        const std::uint64_t before = v == 0 ? 0 : up_to_[v - 1];
        const std::uint64_t fewest = std::max(before + 1, least), most = std::min(up_to_[v] - 1, all - least);
        if (fewest > most) continue;
        const double left = part_.charge(hull_.data());
        for (const std::uint64_t records : {fewest, std::clamp((all + 1) / 2, fewest, most), most})
            offer_two(place, records, left, right_[v], part_.tally.code(values.first + v), records - before);
    }
}

template <class Shape>
void BestCut<Shape>::weigh_groups(std::uint32_t place) {
    const std::uint32_t attribute = part_.attributes[place];
    if (!part_.groups_suffice(attribute, place)) return;
    double charged = 0, squares = 0;
    part_.each_group(attribute, place, [&](std::size_t begin, std::size_t end) {
        std::uint64_t records = 0;
        part_.shape.clear(hull_.data());
        for (std::size_t v = begin; v < end; ++v) {
            records += part_.tally.records(v);
            part_.shape.add(hull_.data(), part_.tally.hull(v));
        }
        const auto count = static_cast<double>(records);
        charged += count * part_.charge(hull_.data());
        squares += count * count;
        return true;
    });
    offer({score(charged, squares), place, true, 0, 0});
}

}  // namespace scrim::recode::partition
