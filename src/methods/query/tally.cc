#include "methods/query/tally.h"

#include <algorithm>

namespace scrim::querying {
namespace {

// numerator / denominator of two sums; nothing when it does not fit.
std::optional<ExactSum::Total> quotient(const ExactSum::Total& sum, const ExactSum::Total& count) {
    if (count.value.numerator() == 0) return std::nullopt;
    const Ratio a = sum.value.reduced(), b = count.value.reduced();
    Int128 top, bottom;
    if (__builtin_mul_overflow(a.numerator(), b.denominator(), &top) ||
        __builtin_mul_overflow(a.denominator(), b.numerator(), &bottom))
        return std::nullopt;
    return ExactSum::Total{Ratio(top, bottom).reduced(), sum.rounded || count.rounded};
}

std::optional<ExactSum::Total> scaled_down(std::optional<ExactSum::Total> total, Int128 by) {
    if (!total) return total;
    Int128 denominator;
    if (__builtin_mul_overflow(total->value.denominator(), by, &denominator)) return std::nullopt;
    return ExactSum::Total{Ratio(total->value.numerator(), denominator).reduced(), total->rounded};
}

Range range_of(const Picks& picks, Aggregate aggregate, Int128 scale) {
    switch (aggregate) {
        case Aggregate::sum: return picks.sum(scale);
        case Aggregate::avg: return picks.avg(scale);
        case Aggregate::min: return picks.min(scale);
        case Aggregate::max: return picks.max(scale);
        case Aggregate::count:
        case Aggregate::quantile: break;
    }
    return picks.count();
}

}  // namespace

Result<Tally> Tally::of(const Understood& understood, const Question& question) {
    std::vector<Code> sizes;
    for (const Meaning& meaning : understood.rows)
        sizes.push_back(meaning.attribute.hierarchy ? meaning.domain().size() : 0);
    SCRIM_TRY(Cases cases, cases_of(question.rows, sizes));
    return Tally(understood, question, std::move(cases));
}

Tally::Tally(const Understood& understood, const Question& question, Cases cases)
    : understood_(understood),
      question_(question),
      cases_(std::make_shared<const Cases>(std::move(cases))),
      test_(std::make_shared<const ConditionTest>(understood.released.rows, understood.rows, *cases_)),
      verdicts_(test_->verdicts()) {
    for (std::size_t group = 0; group < understood.groups(); ++group) {
        groups_.push_back(counted(group));
        least_ += groups_.back().least;
        most_ += groups_.back().most;
    }
    if (understood.groups() > 0) return;
    const auto& weights = understood.released.rows.weights;
    for (std::size_t row = 0; row < verdicts_.size(); ++row) {
        least_ += verdicts_[row] == surely ? weights[row] : 0;
        most_ += verdicts_[row] != no ? weights[row] : 0;
    }
}

bool Tally::asked(Code value) const { return meets(understood_.apart->cells[value], question_.values); }

// Lemma 3: of |G| records q satisfy the one part of the condition and s the other, in any way.
Tally::GroupCount Tally::counted(std::size_t group) const {
    const Released& released = understood_.released;
    GroupCount count;
    for (std::uint32_t m = understood_.offsets[group]; m < understood_.offsets[group + 1]; ++m) {
        const std::uint32_t row = understood_.members[m];
        count.records += released.rows.weights[row];
        if (verdicts_[row] != no) count.rows_most += released.rows.weights[row];
        if (verdicts_[row] == surely) count.rows_least += released.rows.weights[row];
    }
    count.values_least = count.values_most = count.records;
    if (!released.untrue.empty()) count.untrue = released.untrue[group];
    if (released.parted && question_.about_values) {
        const PartedValues& parted = *released.parted;
        count.values_least = count.values_most = 0;
        for (std::uint32_t v = parted.offsets[group]; v < parted.offsets[group + 1]; ++v) {
            if (!asked(parted.codes[v])) continue;
            count.values_most += parted.counts[v];
            const Spans& cell = understood_.apart->cells[parted.codes[v]];
            if (common(cell, question_.values) == cell) count.values_least += parted.counts[v];
        }
        if (released.substitutes) {
            count.values_least -= std::min(count.values_least, count.untrue);
            count.values_most = std::min(count.values_most + count.untrue, count.records);
        }
    }
    const std::uint64_t both = count.rows_least + count.values_least;
    count.least = both > count.records ? both - count.records : 0;
    count.most = std::min(count.rows_most, count.values_most);
    if (!released.substitutes) {
        count.least -= std::min(count.least, count.untrue);
        count.most = std::min(count.most, count.records - std::min(count.records, count.untrue));
    }
    return count;
}

std::pair<Int128, Int128> Tally::factor(std::size_t row) const {
    if (groups_.empty()) return {1, 1};
    const GroupCount& group = groups_[understood_.released.groups[row]];
    const Int128 records = group.records;
    if (understood_.released.substitutes) return {group.values_most, records};
    return {Int128{group.values_most} * (records - group.untrue), records * records};
}

// Of records that were left out nothing is known: each may satisfy the condition, unless nothing does.
bool Tally::may_be_left_out() const {
    const auto unnamed = [](const Meaning& meaning) {
        return meaning.attribute.hierarchy && meaning.attribute.from_file && !meaning.all_values;
    };
    const bool outlined = std::any_of(understood_.rows.begin(), understood_.rows.end(), unnamed) ||
                          (understood_.apart && unnamed(*understood_.apart));
    const bool possible = !cases_->yes.empty() && (!question_.about_values || !question_.values.empty());
    return understood_.released.left_out() > 0 && (possible || outlined);
}

// Whoever they are, they satisfy it.
bool Tally::all_left_out() const {
    return cases_->no.empty() &&
           (!question_.about_values || question_.values == Spans{understood_.apart->domain().whole()});
}

Tallied Tally::count() const {
    Tallied made;
    made.released = {Ratio(least_), Ratio(most_), false, false, false};
    if (understood_.released.original) {
        made.original = made.released;
        const Int128 left_out = may_be_left_out() ? understood_.released.left_out() : 0;
        made.original->upper = Ratio(Int128{most_} + left_out);
        made.original->lower = Ratio(Int128{least_} + (all_left_out() ? left_out : 0));
    }
    ExactSum sum;
    for (std::size_t row = 0; row < verdicts_.size(); ++row) {
        if (verdicts_[row] == no) continue;
        const auto [part, whole] = factor(row);
        if (verdicts_[row] == surely)
            sum.add(part * understood_.released.rows.weights[row], whole);
        else
            test_->add_share(row, part, whole, sum);
    }
    made.expected = sum.total();
    return made;
}

void Tally::add_parted(std::size_t group, Picks& picks, std::vector<Item>& items) const {
    const PartedValues& parted = *understood_.released.parted;
    items.clear();
    for (std::uint32_t v = parted.offsets[group]; v < parted.offsets[group + 1]; ++v) {
        if (!asked(parted.codes[v])) continue;
        items.push_back(
            item_among(common(understood_.apart->cells[parted.codes[v]], question_.values), *understood_.apart));
        items.back().times = parted.counts[v];
    }
    // Whose value was exchanged for another's has one that nobody prints.
    if (understood_.released.substitutes && groups_[group].untrue > 0) {
        Item any;
        any.open_low = any.open_high = any.may_lack = true;
        any.times = groups_[group].untrue;
        items.push_back(any);
    }
    picks.add(groups_[group].least, groups_[group].most, items);
}

void Tally::add_numbers(ColumnPlace column, Picks& picks) const {
    std::vector<Item> items;
    if (column.apart) {
        for (std::size_t group = 0; group < groups_.size(); ++group) add_parted(group, picks, items);
        return;
    }
    const ConditionTest::Numbers numbers(*test_, column.index);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        items.clear();
        for (std::uint32_t m = understood_.offsets[group]; m < understood_.offsets[group + 1]; ++m)
            if (verdicts_[understood_.members[m]] != no) items.push_back(numbers.item(understood_.members[m]));
        picks.add(groups_[group].least, groups_[group].most, items);
    }
    if (!groups_.empty()) return;
    for (std::size_t row = 0; row < verdicts_.size(); ++row) {
        if (verdicts_[row] == no) continue;
        const Item item = numbers.item(row);
        picks.add(verdicts_[row] == surely ? item.times : 0, item.times, {&item, 1});
    }
}

Item Tally::unknown(ColumnPlace column) const {
    if (!column.apart) return ConditionTest::Numbers(*test_, column.index).unknown();
    return item_among(question_.about_values ? question_.values : Spans{understood_.apart->domain().whole()},
                      *understood_.apart);
}

Tallied Tally::of_numbers(Aggregate aggregate, ColumnPlace column) const {
    const Meaning& meaning = column.apart ? *understood_.apart : understood_.rows[column.index];
    const Int128 scale = *power_of_ten(meaning.domain().kind() == Domain::Kind::number ? meaning.scale : 0);
    Picks picks;
    add_numbers(column, picks);
    Tallied made;
    made.released = range_of(picks, aggregate, scale);
    if (understood_.released.original) {
        if (may_be_left_out()) {
            Item item = unknown(column);
            item.times = understood_.released.left_out();
            picks.add(all_left_out() ? item.times : 0, item.times, {&item, 1});
            made.original = range_of(picks, aggregate, scale);
        } else {
            made.original = made.released;
        }
    }
    if (aggregate == Aggregate::sum || aggregate == Aggregate::avg)
        made.expected = scaled_down(expected_numbers(aggregate, column), scale);
    return made;
}

std::optional<ExactSum::Total> Tally::expected_numbers(Aggregate aggregate, ColumnPlace column) const {
    ExactSum twice, numbers;
    if (!column.apart) {
        const ConditionTest::Numbers of_rows(*test_, column.index);
        for (std::size_t row = 0; row < verdicts_.size(); ++row) {
            if (verdicts_[row] == no) continue;
            const auto [part, whole] = factor(row);
            of_rows.add_expected(row, part, whole, twice, numbers);
        }
    } else {
        const PartedValues& parted = *understood_.released.parted;
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            const GroupCount& count = groups_[group];
            // The rows' columns are exact here, and so is their number.
            if (count.rows_least != count.rows_most || understood_.released.substitutes) {
                if (count.most == 0 && !understood_.released.substitutes) continue;
                return std::nullopt;
            }
            const Int128 part = Int128{count.rows_most} * (count.records - count.untrue),
                         whole = Int128{count.records} * count.records;
            for (std::uint32_t v = parted.offsets[group]; v < parted.offsets[group + 1]; ++v) {
                if (!asked(parted.codes[v])) continue;
                const Item item =
                    item_among(common(understood_.apart->cells[parted.codes[v]], question_.values), *understood_.apart);
                if (item.lacks) continue;
                if (item.open_low || item.open_high || item.low != item.high) return std::nullopt;
                Int128 sum;
                if (__builtin_mul_overflow(item.low * 2, part * parted.counts[v], &sum)) return std::nullopt;
                twice.add(sum, whole);
                numbers.add(part * parted.counts[v], whole);
            }
        }
    }
    const auto sum = scaled_down(twice.total(), 2), count = numbers.total();
    if (!sum || !count || count->value.numerator() == 0) return std::nullopt;
    return aggregate == Aggregate::avg ? quotient(*sum, *count) : sum;
}

}  // namespace scrim::querying
