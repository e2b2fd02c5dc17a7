#include "adapters/arrow/list_text.h"

#include "kernel/core/text.h"
#include "kernel/encode/value_text.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

namespace scrim::arrow {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool needs_quotes(const std::string& text) {
    if (text.empty() || is_space(text.front()) || is_space(text.back())) return true;
    if (text.find_first_of("\"'(),:=[]{}") != std::string::npos) return true;
    return text.size() == 4 &&
           std::equal(text.begin(), text.end(), "null", [](unsigned char a, char b) { return std::tolower(a) == b; });
}

std::string item_text(const std::string& text) {
    if (!needs_quotes(text)) return text;
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

std::vector<std::string> item_texts(const encode::Dictionary& items, encode::ValueType type, int scale) {
    std::vector<std::string> texts{"NULL"};  // [code]
    for (std::size_t i = 0; i < items.size(); ++i)
        texts.push_back(item_text(encode::value_text(items, i, type, scale)));
    return texts;
}

}  // namespace

std::vector<Code> codes_of_list(std::string_view key) {
    std::vector<Code> codes(key.size() / sizeof(Code));
    if (!key.empty()) std::memcpy(codes.data(), key.data(), key.size());
    return codes;
}

Result<std::vector<encode::Dictionary>> list_texts(std::string_view column, const CellType& type,
                                                   const std::vector<encode::Dictionary>& lists,
                                                   std::vector<encode::Dictionary> items) {
    SCRIM_TRY(const Canonical values, canonical(column, type.of_items(), std::move(items)));
    std::vector<encode::Dictionary> made;
    for (std::size_t d = 0; d < lists.size(); ++d) {
        const std::vector<std::string> texts = item_texts(values.dictionaries[d], type.value, values.scale);
        encode::TextDictionary printed;
        for (const std::string_view key : std::get<encode::TextDictionary>(lists[d].values).values()) {
            std::vector<std::string> parts;
            for (const Code code : codes_of_list(key)) parts.push_back(texts[code]);
            printed.add("[" + join(parts, ", ") + "]");
        }
        if (printed.values().size() != lists[d].size())
            return fault_error(format("two lists of column {} print alike", quoted(column)));
        made.push_back({std::move(printed), lists[d].has_null});
    }
    return made;
}

}  // namespace scrim::arrow
