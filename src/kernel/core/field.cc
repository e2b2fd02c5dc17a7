#include "kernel/core/field.h"

#include "kernel/core/field_mark.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"
#include "kernel/core/shown_name.h"
#include "kernel/core/text.h"
#include "scrim/result.h"

#include <algorithm>

namespace scrim {
namespace {

// A mark: border, number of the process, name, kind and value, border.
constexpr char border = '\x7f';

const std::string& mark_start() {
    static const std::string start = [] {
        SystemRandom random;
        return border + format("{:016x}", random.next());
    }();
    return start;
}

std::string mark(std::string_view name, char kind, std::string_view value = {}) {
    return mark_start() + std::string(name) + kind + printable(value) + border;
}

bool is_number(std::string_view value) {
    return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string in(char quote, std::string_view value) { return quote + std::string(value) + quote; }

std::string on_command_line(const FieldMark& mark) {
    std::string spelled = (mark.name == "m" ? "-" : "--") + std::string(mark.name);  // the one letter with one dash
    std::replace(spelled.begin(), spelled.end(), '_', '-');
    if (mark.kind == FieldMark::with_word) return spelled + " " + std::string(mark.value);
    if (mark.kind == FieldMark::with_text) return spelled + " " + in('\'', mark.value);
    return spelled;
}

std::string in_json(const FieldMark& mark) {
    const std::string key = in('"', mark.name);
    if (mark.kind == FieldMark::with_true) return key + ": true";
    if (mark.kind == FieldMark::with_word && is_number(mark.value)) return key + ": " + std::string(mark.value);
    if (mark.kind == FieldMark::alone) return key;
    return key + ": " + Json(mark.value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Where arguments of functions are called otherwise than flags and keys: by the field's own terms, and as no word of
// the language. Mappings say something of each column that they name.
struct Keyword {
    std::string_view field, keyword;
    bool is_mapping = false;
};
constexpr Keyword keywords[] = {{"id", "identifiers"},
                                {"qi", "quasi_identifiers"},
                                {"guard", "guards", true},
                                {"type", "types", true},
                                {"hierarchy", "hierarchies", true},
                                {"weight", "weights", true},
                                {"max_level", "max_levels", true},
                                {"lambda", "lambda_"},
                                {"as", "as_"},
                                {"table", "data"}};

Keyword keyword_of(std::string_view name) {
    for (const Keyword& keyword : keywords)
        if (keyword.field == name) return keyword;
    return {name, name};
}

std::string as_keyword(const FieldMark& mark) {
    const Keyword keyword = keyword_of(mark.name);
    const std::string key = std::string(keyword.keyword) + "=";
    if (mark.kind == FieldMark::with_true) return key + "True";
    if (mark.kind == FieldMark::alone) return key;
    if (mark.kind == FieldMark::with_word && is_number(mark.value)) return key + std::string(mark.value);
    if (const auto equals = mark.value.find('='); keyword.is_mapping && equals != std::string_view::npos)
        return key +
               format("{{{}: {}}}", in('\'', mark.value.substr(0, equals)), in('\'', mark.value.substr(equals + 1)));
    return key + in('\'', mark.value);
}

std::string spelled(const FieldMark& mark, Wording wording) {
    switch (wording) {
        case Wording::command_line: return on_command_line(mark);
        case Wording::json: return in_json(mark);
        case Wording::keyword: break;
    }
    return as_keyword(mark);
}

}  // namespace

FieldMark find_field(std::string_view text, std::size_t from) {
    FieldMark found;
    const std::string& start = mark_start();
    const std::size_t begin = text.find(start, from);
    if (begin == std::string_view::npos) return found;
    const std::size_t name = begin + start.size();
    const std::size_t end = text.find(border, name);
    const std::size_t kind = text.find_first_of(".=~!", name);
    if (end == std::string_view::npos || kind >= end) return found;
    found.begin = begin;
    found.end = end + 1;
    found.name = text.substr(name, kind - name);
    found.kind = text[kind];
    found.value = text.substr(kind + 1, end - kind - 1);
    return found;
}

std::string field(std::string_view name) { return mark(name, FieldMark::alone); }
std::string field(std::string_view name, std::string_view value) { return mark(name, FieldMark::with_word, value); }
std::string quoted_field(std::string_view name, std::string_view text) {
    return mark(name, FieldMark::with_text, text);
}
std::string switched_on(std::string_view name) { return mark(name, FieldMark::with_true); }

std::size_t cut_of(std::string_view message, std::size_t most) {
    for (FieldMark mark = find_field(message, 0); mark.begin < most; mark = find_field(message, mark.end))
        if (mark.end > most) return mark.begin;
    return std::min(most, message.size());
}

std::string Error::field() const { return std::string(find_field(message, 0).name); }

std::string worded(std::string_view text, Wording wording) {
    std::string out;
    out.reserve(text.size());
    std::size_t done = 0;
    for (FieldMark mark = find_field(text, 0); mark.found(); mark = find_field(text, done)) {
        out += text.substr(done, mark.begin - done);
        out += spelled(mark, wording);
        done = mark.end;
    }
    out += text.substr(done);
    return without_secrets(std::move(out));
}

}  // namespace scrim
