#include "kernel/encode/meant_domain.h"

#include "kernel/core/number_text.h"
#include "kernel/encode/value_text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace scrim::encode {
namespace {

bool holds_numbers(ValueType type) {
    return type != ValueType::date && type != ValueType::timestamp && type != ValueType::text;
}

class MissingValues {
public:
    MissingValues(const std::vector<std::string>& values, bool as_numbers) : texts_(values) {
        for (const std::string& value : values)
            if (const auto number = parse_decimal(value); as_numbers && number) numbers_.push_back(*number);
    }
    bool holds(const std::string& text) const {
        if (std::find(texts_.begin(), texts_.end(), text) != texts_.end()) return true;
        if (numbers_.empty()) return false;
        const auto number = parse_decimal(text);
        return number && std::any_of(numbers_.begin(), numbers_.end(), [&](const Decimal& missing) {
                   return missing.units == number->units && missing.scale == number->scale;
               });
    }

private:
    const std::vector<std::string>& texts_;
    std::vector<Decimal> numbers_;
};

// A dictionary without its missing values, or of texts, and which of its codes each code of the first becomes.
struct Reread {
    Dictionary dictionary;
    std::vector<Code> codes;  // [local code]; 0 stays NULL
};

Reread reread(const Dictionary& from, ValueType type, int scale, const MissingValues& missing, bool as_text) {
    Reread made{{{}, from.has_null}, {0}};
    if (as_text || std::holds_alternative<TextDictionary>(from.values)) made.dictionary.values = TextDictionary();
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::string text = value_text(from, i, type, scale);
        if (missing.holds(text)) {
            made.dictionary.has_null = true;
            made.codes.push_back(0);
        } else if (auto* const numbers = std::get_if<NumberDictionary>(&made.dictionary.values)) {
            made.codes.push_back(numbers->add(std::get<NumberDictionary>(from.values).values()[i]));
        } else {
            auto& texts = std::get<TextDictionary>(made.dictionary.values);
            made.codes.push_back(texts.add(as_text ? text : std::get<TextDictionary>(from.values).values()[i]));
        }
    }
    return made;
}

}  // namespace

Result<BuiltDomain> build_meant_domain(std::string_view column, ValueType type, int scale,
                                       std::span<const Dictionary> dictionaries, const Meaning& meaning) {
    const bool as_text = meaning.as_text() && type != ValueType::text;
    if (!as_text && meaning.missing.empty())
        return build_domain(column, type, dictionaries, most_distinct_values, meaning.type, scale);
    const MissingValues missing(meaning.missing, holds_numbers(type));
    std::vector<Dictionary> meant;
    std::vector<std::vector<Code>> codes;
    for (const Dictionary& dictionary : dictionaries) {
        Reread made = reread(dictionary, type, scale, missing, as_text);
        meant.push_back(std::move(made.dictionary));
        codes.push_back(std::move(made.codes));
    }
    SCRIM_TRY(BuiltDomain built,
              build_domain(column, as_text ? ValueType::text : type, meant, most_distinct_values, meaning.type, scale));
    for (std::size_t d = 0; d < codes.size(); ++d) {
        for (Code& code : codes[d]) code = built.final_codes[d][code];
        built.final_codes[d] = std::move(codes[d]);
    }
    return built;
}

}  // namespace scrim::encode
