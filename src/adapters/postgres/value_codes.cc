#include "adapters/postgres/value_codes.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::postgres {

// Where it is, or where it would be.
std::size_t ValueCodes::Texts::slot_of(std::string_view text, std::size_t hash) const {
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t slot = hash & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
        if (slots_[slot].number == null_number) return slot;
        if (slots_[slot].tag == tag && texts_[slots_[slot].number] == text) return slot;
    }
}

std::uint32_t ValueCodes::Texts::find(std::string_view text) const {
    return slots_[slot_of(text, std::hash<std::string_view>()(text))].number;
}

std::uint32_t ValueCodes::Texts::add(std::string_view text) {
    const std::size_t hash = std::hash<std::string_view>()(text);
    const std::size_t slot = slot_of(text, hash);
    if (slots_[slot].number != null_number) return slots_[slot].number;
    const auto number = static_cast<std::uint32_t>(texts_.size());
    slots_[slot] = {static_cast<std::uint32_t>(hash >> 32), number};
    texts_.emplace_back(text);
    if (texts_.size() * 2 > slots_.size()) {
        slots_.assign(slots_.size() * 2, {});
        for (std::uint32_t n = 0; n < texts_.size(); ++n) {
            const std::size_t own = std::hash<std::string_view>()(texts_[n]);
            slots_[slot_of(texts_[n], own)] = {static_cast<std::uint32_t>(own >> 32), n};
        }
    }
    return number;
}

void ValueCodes::add(const Cell& cell) {
    if (cell.is_null) {
        has_null_ = true;
        rows_.push_back(null_number);
    } else if (type_ == CellType::whole) {
        rows_.push_back(numbers_.try_emplace(cell.number, static_cast<std::uint32_t>(numbers_.size())).first->second);
    } else {
        rows_.push_back(texts_.add(cell.text));
    }
}

Column ValueCodes::column() const {
    std::vector<Code> code_of(std::max(numbers_.size(), texts_.all().size()));
    DomainPtr domain;
    if (type_ == CellType::whole && !numbers_.empty()) {
        std::vector<std::pair<std::int64_t, std::uint32_t>> sorted(numbers_.begin(), numbers_.end());
        std::sort(sorted.begin(), sorted.end());
        std::vector<Int128> units;
        for (Code code = 0; code < sorted.size(); ++code) {
            units.push_back(sorted[code].first);
            code_of[sorted[code].second] = code;
        }
        domain =
            std::make_shared<const Domain>(Domain::of_numbers(std::move(units), 0, Domain::Kind::number, has_null_));
    } else {
        std::vector<std::pair<std::string, std::uint32_t>> sorted;
        for (const std::string& text : texts_.all())
            sorted.emplace_back(text, static_cast<std::uint32_t>(sorted.size()));
        std::sort(sorted.begin(), sorted.end());
        std::vector<std::string> labels;
        for (Code code = 0; code < sorted.size(); ++code) {
            labels.push_back(std::move(sorted[code].first));
            code_of[sorted[code].second] = code;
        }
        domain = std::make_shared<const Domain>(Domain::of_text(std::move(labels), has_null_));
    }
    std::vector<Code> codes(rows_.size());
    std::transform(rows_.begin(), rows_.end(), codes.begin(),
                   [&](std::uint32_t number) { return number == null_number ? domain->null_code() : code_of[number]; });
    return Column(domain, codes);
}

void ValueCodes::finish(const views::ViewAttribute& attribute) {
    rows_ = {};
    values_.resize(attribute.hierarchy()->domain().size());
    const auto name = [&](const std::string& value, std::uint32_t& number) {
        number = attribute.code_of(value);
        values_[number].push_back(value);
    };
    for (auto& [value, number] : numbers_) name(format("{}", value), number);
    for (const std::string& value : texts_.all()) name(value, leaf_of_text_.emplace_back());
    if (has_null_) null_leaf_ = attribute.null_code();
}

std::optional<Code> ValueCodes::leaf(const Cell& cell) const {
    if (cell.is_null) return has_null_ ? std::optional(null_leaf_) : std::nullopt;
    if (type_ == CellType::whole) {
        const auto found = numbers_.find(cell.number);
        return found == numbers_.end() ? std::nullopt : std::optional<Code>(found->second);
    }
    const std::uint32_t number = texts_.find(cell.text);
    return number == null_number ? std::nullopt : std::optional(leaf_of_text_[number]);
}

}  // namespace scrim::postgres
