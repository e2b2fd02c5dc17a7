#include "methods/verify/value_places.h"

#include "kernel/core/number_text.h"
#include "kernel/hierarchy/label.h"
#include "kernel/hierarchy/leaf_values.h"
#include "kernel/hierarchy/outline.h"

#include <algorithm>
#include <map>

namespace scrim::verifier {
namespace {

bool is_spelled_out(const std::string& text) {
    return parse_decimal(text) || parse_date(text) || parse_timestamp(text);
}

// The numbers among the values, where labels are kept beside them; none where they are of no one kind.
Domain numbers_of(const Domain& values) {
    if (values.is_numeric()) {
        std::vector<Int128> units;
        for (Code code = 0; code < values.values(); ++code) units.push_back(values.units(code));
        return Domain::of_numbers(std::move(units), values.scale(), values.kind(), true);
    }
    std::vector<std::string> texts;
    for (Code code = 0; code < values.values(); ++code)
        if (std::string text = values.label(code); is_spelled_out(text)) texts.push_back(std::move(text));
    auto read = hierarchy::read_leaf_values(texts);
    if (!read) return Domain::of_numbers({}, 0, Domain::Kind::number, true);
    std::sort(read->units.begin(), read->units.end());
    return Domain::of_numbers(std::move(read->units), read->scale, read->kind, true);
}

Domain texts_of(const Domain& values) {
    std::vector<std::string> texts;
    for (Code code = 0; code < values.values(); ++code) texts.push_back(values.label(code));
    return Domain::of_text(std::move(texts), true);
}

// Places over a domain, and behind them one for what is missing and one for each name that means nothing there.
class Places {
public:
    Places(const Domain& domain, const hierarchy::Hierarchy* hierarchy) : domain_(domain), hierarchy_(hierarchy) {}

    Span of(const std::optional<std::string>& text) {
        const Code missing = domain_.values();
        if (!text) return Span::of(missing);
        if (*text == "*") return {0, missing + 1};
        if (const auto span = hierarchy::span_of_label(*text, domain_, hierarchy_)) return *span;
        return Span::of(missing + 1 + names_.emplace(*text, static_cast<Code>(names_.size())).first->second);
    }
    bool is_value(const std::string& text) const {
        if (text == "*") return false;
        if (!hierarchy_) return !domain_.is_numeric() || is_spelled_out(text);
        const auto node = hierarchy_->find_node(text);
        return node && hierarchy_->nodes()[*node].is_leaf();
    }
    Code count() const { return domain_.values() + 1 + static_cast<Code>(names_.size()); }

private:
    const Domain& domain_;
    const hierarchy::Hierarchy* hierarchy_;
    std::map<std::string, Code> names_;
};

std::optional<std::string> text_of(const Domain& domain, Code code) {
    if (domain.has_null() && code == domain.null_code()) return std::nullopt;
    return domain.label(code);
}

ValuePlaces placed(Places places, const Domain& printed, const Domain& values) {
    ValuePlaces made;
    for (Code code = 0; code < printed.size(); ++code) {
        const auto text = text_of(printed, code);
        made.printed.push_back(places.of(text));
        made.is_value.push_back(!text || printed.is_numeric() || places.is_value(*text) ? 1 : 0);
    }
    for (Code code = 0; code < values.size(); ++code) {
        const auto text = text_of(values, code);
        made.values.push_back(places.of(text));
        const auto label = text ? printed.find(*text) : std::nullopt;
        made.is_label.push_back(label && !made.is_value[*label] ? 1 : 0);
    }
    made.places = places.count();
    return made;
}

}  // namespace

ValuePlaces value_places(const std::string& column, const ReleasedData& release, const Domain& printed,
                         const Domain& values) {
    const auto known = release.hierarchies.find(column);
    if (known != release.hierarchies.end()) {
        const auto outline = release.outlines.find(column);
        const bool listed = outline == release.outlines.end() || hierarchy::names_all_leaves(outline->second.text);
        if (listed || !known->second->domain().is_numeric()) {
            const hierarchy::Hierarchy with_null =
                known->second->domain().has_null() ? *known->second : known->second->with_null();
            return placed(Places(with_null.domain(), &with_null), printed, values);
        }
    }
    const Domain domain =
        values.is_numeric() || known != release.hierarchies.end() ? numbers_of(values) : texts_of(values);
    return placed(Places(domain, nullptr), printed, values);
}

}  // namespace scrim::verifier
