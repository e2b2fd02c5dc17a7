#include "methods/query/verdicts.h"

#include <algorithm>

namespace scrim::querying {

bool meets(const Spans& a, const Spans& b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].overlaps(b[j])) return true;
        if (a[i].hi <= b[j].lo)
            ++i;
        else
            ++j;
    }
    return false;
}

Spans common(const Spans& a, const Spans& b) {
    Spans both;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].overlaps(b[j])) both.push_back({std::max(a[i].lo, b[j].lo), std::min(a[i].hi, b[j].hi)});
        if (a[i].hi < b[j].hi)
            ++i;
        else
            ++j;
    }
    return both;
}

Item item_among(const Spans& atoms, const Meaning& meaning) {
    const Domain& domain = meaning.domain();
    Item item;
    item.lacks = true;
    for (Span span : atoms) {
        item.may_lack |= span.hi > domain.values();
        span.hi = std::min(span.hi, domain.values());
        if (span.lo >= span.hi) continue;
        if (item.lacks) {
            item.low = meaning.low[span.lo];
            item.open_low = meaning.open_below && span.lo == 0;
        }
        item.high = meaning.high[span.hi - 1];
        item.open_high = meaning.open_above && span.hi == domain.values();
        item.lacks = false;
    }
    return item;
}

ConditionTest::ConditionTest(const Tuples& rows, const std::vector<Meaning>& meanings, const Cases& cases)
    : rows_(rows), meanings_(meanings), cases_(cases), yes_(tables(cases.yes)), no_(tables(cases.no)) {
    for (const Box& box : cases.yes) {
        auto& of_box = shares_.emplace_back();
        for (std::size_t place = 0; place < cases.columns.size(); ++place) {
            const Meaning& meaning = meanings[cases.columns[place]];
            auto& of_place = of_box.emplace_back();
            for (const Spans& cell : meaning.cells) of_place.push_back(share_of(cell, box.sets[place], meaning));
        }
    }
}

std::vector<ConditionTest::Table> ConditionTest::tables(const std::vector<Box>& boxes) const {
    std::vector<Table> made;
    for (const Box& box : boxes) {
        Table& table = made.emplace_back();
        for (std::size_t place = 0; place < cases_.columns.size(); ++place) {
            auto& of_place = table.emplace_back();
            for (const Spans& cell : meanings_[cases_.columns[place]].cells)
                of_place.push_back(meets(cell, box.sets[place]));
        }
    }
    return made;
}

ConditionTest::Share ConditionTest::share_of(const Spans& cell, const Spans& set, const Meaning& meaning) const {
    const Spans both = common(cell, set);
    if (both.empty()) return {0, 1, true};
    if (both == cell) return {1, 1, true};
    if (meaning.values_before.empty()) return {0, 1, false};
    Share share{meaning.values_in(both), meaning.values_in(cell), true};
    if (share.whole == 0) return {0, 1, false};
    const Int128 divisor = greatest_common_divisor(share.part, share.whole);
    return {share.part / divisor, share.whole / divisor, true};
}

std::vector<Verdict> ConditionTest::verdicts() const {
    constexpr std::size_t block = 4096;
    std::vector<Verdict> verdicts(rows_.size(), no);
    std::vector<std::uint8_t> possible(block), against(block), within(block);
    const auto add = [&](const std::vector<Table>& tables, std::size_t begin, std::size_t size,
                         std::vector<std::uint8_t>& found) {
        std::fill(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(size), std::uint8_t{0});
        for (const Table& table : tables) {
            std::fill(within.begin(), within.begin() + static_cast<std::ptrdiff_t>(size), std::uint8_t{1});
            for (std::size_t place = 0; place < table.size(); ++place)
                rows_.table[cases_.columns[place]].visit([&](auto codes) {
                    const std::uint8_t* meeting = table[place].data();
                    for (std::size_t i = 0; i < size; ++i) within[i] &= meeting[codes[begin + i]];
                });
            for (std::size_t i = 0; i < size; ++i) found[i] |= within[i];
        }
    };
    for (std::size_t begin = 0; begin < rows_.size(); begin += block) {
        const std::size_t size = std::min(block, rows_.size() - begin);
        add(yes_, begin, size, possible);
        add(no_, begin, size, against);
        for (std::size_t i = 0; i < size; ++i) verdicts[begin + i] = !possible[i] ? no : against[i] ? possibly : surely;
    }
    return verdicts;
}

bool ConditionTest::meets_box(std::size_t box, std::size_t row) const {
    for (std::size_t place = 0; place < cases_.columns.size(); ++place)
        if (!yes_[box][place][rows_.table[cases_.columns[place]][row]]) return false;
    return true;
}

std::optional<ConditionTest::Share> ConditionTest::share_in(std::size_t box, std::size_t row,
                                                            std::optional<std::size_t> but) const {
    Share product;
    product.part = 1;
    for (std::size_t place = 0; place < cases_.columns.size(); ++place) {
        if (cases_.columns[place] == but) continue;
        const Share& share = shares_[box][place][rows_.table[cases_.columns[place]][row]];
        if (!share.known || __builtin_mul_overflow(product.part, share.part, &product.part) ||
            __builtin_mul_overflow(product.whole, share.whole, &product.whole))
            return std::nullopt;
    }
    return product;
}

void ConditionTest::add_share(std::size_t row, Int128 of_other, Int128 others, ExactSum& sum) const {
    for (std::size_t box = 0; box < cases_.yes.size(); ++box) {
        if (!meets_box(box, row)) continue;
        const auto share = share_in(box, row, std::nullopt);
        Int128 part, whole;
        if (!share || __builtin_mul_overflow(share->part, Int128{rows_.weights[row]} * of_other, &part) ||
            __builtin_mul_overflow(share->whole, others, &whole))
            return sum.lose();
        sum.add(part, whole);
    }
}

ConditionTest::Numbers::Numbers(const ConditionTest& test, std::size_t column) : test_(test), column_(column) {
    const Meaning& meaning = test.meanings_[column];
    const auto place = test.cases_.place_of(column);
    for (const Box& box : test.cases_.yes) {
        auto& of_box = parts_.emplace_back();
        for (const Spans& cell : meaning.cells) {
            const Spans both = place ? common(cell, box.sets[*place]) : cell;
            Part part{item_among(both, meaning), 0, 0, 0};
            if (!meaning.values_before.empty()) {
                const Spans numbers = common(both, {{0, meaning.domain().values()}});
                part.numbers = meaning.values_in(numbers);
                part.twice_sum = meaning.twice_sum_in(numbers);
                part.values = meaning.values_in(cell);
            }
            of_box.push_back(part);
        }
    }
}

Item ConditionTest::Numbers::item(std::size_t row) const {
    const Code code = test_.rows_.table[column_][row];
    std::optional<Item> all;
    for (std::size_t box = 0; box < parts_.size(); ++box) {
        if (!test_.meets_box(box, row)) continue;
        const Item& item = parts_[box][code].item;
        if (!all) {
            all = item;
            continue;
        }
        if (item.lacks || all->lacks) {
            const bool numbers = !item.lacks || !all->lacks;
            if (all->lacks) all = item;
            all->may_lack |= numbers;
            continue;
        }
        all->low = std::min(all->low, item.low);
        all->high = std::max(all->high, item.high);
        all->open_low |= item.open_low;
        all->open_high |= item.open_high;
        all->may_lack |= item.may_lack;
    }
    Item found = all.value_or(Item{.lacks = true});
    found.times = test_.rows_.weights[row];
    return found;
}

void ConditionTest::Numbers::add_expected(std::size_t row, Int128 of_other, Int128 others, ExactSum& twice_sum,
                                          ExactSum& numbers) const {
    const Code code = test_.rows_.table[column_][row];
    for (std::size_t box = 0; box < parts_.size(); ++box) {
        if (!test_.meets_box(box, row)) continue;
        const Part& part = parts_[box][code];
        const auto share = test_.share_in(box, row, column_);
        if (!share || part.values == 0) {
            twice_sum.lose();
            numbers.lose();
            return;
        }
        Int128 factor = 0, sum = 0, count = 0, whole = 0;
        bool fits = !__builtin_mul_overflow(share->part, Int128{test_.rows_.weights[row]}, &factor);
        fits &= !__builtin_mul_overflow(factor, of_other, &factor);
        fits &= !__builtin_mul_overflow(factor, part.twice_sum, &sum);
        fits &= !__builtin_mul_overflow(factor, part.numbers, &count);
        fits &= !__builtin_mul_overflow(share->whole, part.values, &whole);
        fits &= !__builtin_mul_overflow(whole, others, &whole);
        if (!fits) {
            twice_sum.lose();
            numbers.lose();
            return;
        }
        twice_sum.add(sum, whole);
        numbers.add(count, whole);
    }
}

Item ConditionTest::Numbers::unknown() const {
    const Meaning& meaning = test_.meanings_[column_];
    const auto place = test_.cases_.place_of(column_);
    Spans all;
    for (const Box& box : test_.cases_.yes) {
        if (!place) {
            all = {meaning.domain().whole()};
            break;
        }
        all.insert(all.end(), box.sets[*place].begin(), box.sets[*place].end());
    }
    return item_among(statdb::query::united(std::move(all)), meaning);
}

}  // namespace scrim::querying
