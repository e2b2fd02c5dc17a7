#include "adapters/postgres/value_codes.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::postgres {

void ValueCodes::add(const Cell& cell) {
    if (cell.is_null) {
        has_null_ = true;
        rows_.push_back(null_number);
    } else if (type_ == CellType::whole) {
        rows_.push_back(numbers_.try_emplace(cell.number, static_cast<std::uint32_t>(numbers_.size())).first->second);
    } else if (const auto found = texts_.find(cell.text); found != texts_.end()) {
        rows_.push_back(found->second);
    } else {
        rows_.push_back(texts_.emplace(std::string(cell.text), static_cast<std::uint32_t>(texts_.size())).first->second);
    }
}

Column ValueCodes::column() const {
    std::vector<Code> code_of(std::max(numbers_.size(), texts_.size()));
    DomainPtr domain;
    if (type_ == CellType::whole && !numbers_.empty()) {
        std::vector<std::pair<std::int64_t, std::uint32_t>> sorted(numbers_.begin(), numbers_.end());
        std::sort(sorted.begin(), sorted.end());
        std::vector<Int128> units;
        for (Code code = 0; code < sorted.size(); ++code) {
            units.push_back(sorted[code].first);
            code_of[sorted[code].second] = code;
        }
        domain = std::make_shared<const Domain>(
            Domain::of_numbers(std::move(units), 0, Domain::Kind::number, has_null_));
    } else {
        std::vector<std::pair<std::string, std::uint32_t>> sorted(texts_.begin(), texts_.end());
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
    for (auto& [value, number] : texts_) name(value, number);
    if (has_null_) null_leaf_ = attribute.null_code();
}

std::optional<Code> ValueCodes::leaf(const Cell& cell) const {
    if (cell.is_null) return has_null_ ? std::optional(null_leaf_) : std::nullopt;
    if (type_ == CellType::whole) {
        const auto found = numbers_.find(cell.number);
        return found == numbers_.end() ? std::nullopt : std::optional<Code>(found->second);
    }
    const auto found = texts_.find(cell.text);
    return found == texts_.end() ? std::nullopt : std::optional<Code>(found->second);
}

}  // namespace scrim::postgres
