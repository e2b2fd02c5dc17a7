#include "methods/statdb/anatomy_answer.h"

#include "methods/statdb/row_test.h"
#include "methods/statdb/visit.h"

#include <algorithm>

namespace scrim::statdb {
namespace {

// The sums of the `some` least and of the `some` greatest.
CountInterval ends_of(std::vector<std::uint32_t>& counts, std::size_t some) {
    CountInterval ends;
    if (some == counts.size()) {
        for (const std::uint32_t count : counts) ends.lower += count;
        ends.upper = ends.lower;
        return ends;
    }
    if (some == 1) {
        const auto [least, greatest] = std::minmax_element(counts.begin(), counts.end());
        return {*least, *greatest};
    }
    std::sort(counts.begin(), counts.end());
    for (std::size_t i = 0; i < some; ++i) {
        ends.lower += counts[i];
        ends.upper += counts[counts.size() - 1 - i];
    }
    return ends;
}

}  // namespace

CountInterval count_by_anatomy(const StatTable& table, const Condition& rows, std::span<const Span> values) {
    const Visit visit(table, values);
    const RowTest test(table, rows);
    RowTest::Scratch scratch;
    std::vector<std::uint32_t> counts;
    CountInterval sum;
    for (const std::uint32_t bucket : visit.buckets()) {
        test.count(bucket, counts, scratch);
        const CountInterval own = ends_of(counts, visit.asked(bucket));
        sum.lower += own.lower;
        sum.upper += own.upper;
    }
    return sum;
}

AnatomyAnswer::AnatomyAnswer(const StatTable& table, const Condition& rows, std::span<const Span> values)
    : table_(table), asked_(table.schema().sensitive.domain().size(), 0) {
    for (const Span span : values) std::fill(asked_.begin() + span.lo, asked_.begin() + span.hi, 1);
    const Visit visit(table, values);
    const RowTest test(table, rows);
    RowTest::Scratch scratch;
    std::vector<std::uint32_t> counts;
    for (const std::uint32_t bucket : visit.buckets()) {
        test.count(bucket, counts, scratch);
        std::sort(counts.begin(), counts.end());
        if (counts.back() == 0) continue;
        const auto begin = static_cast<std::uint32_t>(counts_.size());
        counts_.insert(counts_.end(), counts.begin(), counts.end());
        parts_.push_back({bucket, begin, static_cast<std::uint32_t>(counts_.size())});
    }
    effort_ = {visit.buckets().size(), visit.passed(), scratch.rows, scratch.skipped};
}

bool AnatomyAnswer::counts_as_number(Code value) const {
    const Domain& domain = table_.schema().sensitive.domain();
    return asked(value) && !(domain.has_null() && value == domain.null_code());
}

std::vector<Code> AnatomyAnswer::asked_values(const Part& part) const {
    std::vector<Code> values;
    for (const std::uint32_t value : table_.signature(part.bucket))
        if (counts_as_number(value)) values.push_back(value);
    return values;
}

Bounds AnatomyAnswer::count() const {
    CountInterval sum;
    for (const Part& part : parts_) {
        const auto signature = table_.signature(part.bucket);
        const auto some = static_cast<std::size_t>(
            std::count_if(signature.begin(), signature.end(), [&](std::uint32_t value) { return asked(value); }));
        for (std::size_t i = 0; i < some; ++i) {
            sum.lower += counts_[part.begin + i];
            sum.upper += counts_[part.end - 1 - i];
        }
    }
    return {Ratio(sum.lower), Ratio(sum.upper), false, false};
}

AnatomyAnswer::Assignment AnatomyAnswer::best(const Ratio& ratio, bool greatest) const {
    const Domain& domain = table_.schema().sensitive.domain();
    const Int128 scale = *power_of_ten(domain.scale());
    // What does not count weighs 0: it stands between the values below the ratio and those above it.
    struct Weight {
        int side;
        Int128 units;
        bool counts;
    };
    const auto weight_of = [&](Code value) -> Weight {
        if (!counts_as_number(value)) return {0, 0, false};
        const auto order = Ratio(domain.units(value), scale) <=> ratio;
        return {order < 0 ? -1 : order > 0 ? 1 : 0, domain.units(value), true};
    };
    Assignment all;
    std::vector<Weight> weights;
    for (const Part& part : parts_) {
        weights.clear();
        for (const std::uint32_t value : table_.signature(part.bucket)) weights.push_back(weight_of(value));
        std::stable_sort(weights.begin(), weights.end(), [&](const Weight& a, const Weight& b) {
            const Weight& less = greatest ? a : b;
            const Weight& more = greatest ? b : a;
            return less.side != more.side ? less.side < more.side : less.side != 0 && less.units < more.units;
        });
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (!weights[i].counts) continue;
            const Int128 count = counts_[part.begin + i];
            Int128 added;
            all.too_large |= __builtin_mul_overflow(weights[i].units, count, &added);
            all.too_large |= __builtin_add_overflow(all.sum, added, &all.sum);
            all.count += count;
        }
    }
    return all;
}

Bounds AnatomyAnswer::sum() const {
    const Bounds any = max();
    if (!any.upper) return {};
    const Int128 scale = *power_of_ten(table_.schema().sensitive.domain().scale());
    const Assignment least = best(Ratio(0), false), most = best(Ratio(0), true);
    return {Ratio(least.sum, scale), Ratio(most.sum, scale), any.may_be_none, least.too_large || most.too_large};
}

// Which assignment has the greatest mean? One that is greatest by (value - mean): improve the mean until it stays
// (Dinkelbach, On nonlinear fractional programming, 1967).
Bounds AnatomyAnswer::avg() const {
    const Bounds least = min(), most = max();
    if (!most.upper) return {};
    const Int128 scale = *power_of_ten(table_.schema().sensitive.domain().scale());
    bool too_large = false;
    const auto end = [&](bool greatest) {
        Ratio mean = greatest ? *least.lower : *most.upper;
        while (true) {
            const Assignment found = best(mean, greatest);
            if (found.count == 0) return mean;
            Int128 denominator = 1;
            too_large |= found.too_large || __builtin_mul_overflow(found.count, scale, &denominator);
            if (too_large) return mean;
            const Ratio next = Ratio(found.sum, denominator).reduced();
            if (greatest ? next <= mean : next >= mean) return mean;
            mean = next;
        }
    };
    const Ratio lower = end(false), upper = end(true);
    return {lower, upper, most.may_be_none, too_large};
}

// Somebody may hold the least value of any bucket that has records at all. A group with q of them, of |K| values of
// which a are asked for, surely has one of the q - (|K| - a) greatest of these; the fullest group has as many as there
// are values with records.
Bounds AnatomyAnswer::extremes(bool smallest) const {
    const Domain& domain = table_.schema().sensitive.domain();
    const Int128 scale = *power_of_ten(domain.scale());
    std::optional<Code> possible, sure;
    const auto better = [&](Code value, const std::optional<Code>& known) {
        return !known || (smallest ? value < *known : value > *known);
    };
    for (const Part& part : parts_) {
        const std::vector<Code> values = asked_values(part);
        if (values.empty()) continue;
        if (const Code end = smallest ? values.front() : values.back(); better(end, possible)) possible = end;
        const auto fullest = static_cast<std::size_t>(
            std::count_if(counts_.begin() + part.begin, counts_.begin() + part.end, [](auto c) { return c > 0; }));
        const std::size_t others = part.end - part.begin - values.size();
        if (fullest <= others) continue;
        const std::size_t forced = fullest - others;
        if (const Code end = smallest ? values[values.size() - forced] : values[forced - 1]; better(end, sure))
            sure = end;
    }
    if (!possible) return {};
    Bounds bounds;
    bounds.may_be_none = !sure;
    const auto number = [&](Code value) { return Ratio(domain.units(value), scale); };
    // Without a sure value the other end is whatever may be there.
    Code other = *possible;
    if (!sure)
        for (const Part& part : parts_)
            for (const Code value : asked_values(part))
                other = smallest ? std::max(other, value) : std::min(other, value);
    const Code far = sure.value_or(other);
    bounds.lower = number(smallest ? *possible : far);
    bounds.upper = number(smallest ? far : *possible);
    return bounds;
}

Bounds AnatomyAnswer::min() const { return extremes(true); }
Bounds AnatomyAnswer::max() const { return extremes(false); }

}  // namespace scrim::statdb
