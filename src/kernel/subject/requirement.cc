// Requirements as text: name or name(key=value, …), where a value is a word, a quoted text, [a, list] or [[several],
// [lists]]. Quoted texts double the quote that they hold: 'O''Hara'. to_string() prints what parse_requirement() reads.
#include "kernel/core/ascii.h"
#include "kernel/core/old_names.h"
#include "kernel/core/text.h"
#include "kernel/language/cursor.h"
#include "kernel/language/lexer.h"
#include "kernel/models/model.h"
#include "scrim/policy.h"

#include <algorithm>

namespace scrim {
namespace {

using Value = std::vector<std::vector<std::string>>;

bool is_name_letter(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }

// May the byte stand in a value without quotes?
bool is_bare(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7f && std::string_view(",()[]='\"").find(c) == std::string_view::npos;
}

const language::Lexicon& requirement_lexicon() {
    static const language::Lexicon lexicon{.begins = is_bare, .continues = is_bare, .strings = "'\"", .numbers = false};
    return lexicon;
}

class RequirementParser : public language::Cursor {
public:
    using Cursor::Cursor;

    Result<Requirement> parse() {
        Requirement requirement;
        SCRIM_TRY(const std::string model, name("the name of a privacy model", "'(' or the end"));
        requirement.model = current_name(model);
        const bool bare = !accept_symbol("(");
        if (!bare && !accept_symbol(")")) SCRIM_CHECK(arguments(requirement));
        if (!at_end()) return unexpected(bare ? "'(' or the end" : "the end");
        return requirement;
    }

private:
    Result<void> arguments(Requirement& requirement) {
        do {
            Requirement::Argument argument;
            SCRIM_TRY(const std::string parameter, name("the name of a parameter", "'='"));
            argument.name = current_name(parameter);
            SCRIM_CHECK(expect_symbol("="));
            SCRIM_TRY(argument.value, value());
            requirement.arguments.push_back(std::move(argument));
        } while (accept_symbol(","));
        return expect_symbol(")", "',' or ')'");
    }

    Result<Value> value() {
        if (!accept_symbol("[")) {
            SCRIM_TRY(std::string only, word());
            return Value{{std::move(only)}};
        }
        if (!at_symbol("[")) {
            SCRIM_TRY(std::vector<std::string> words, rest_of_list());
            return Value{std::move(words)};
        }
        Value lists;
        do {
            SCRIM_CHECK(expect_symbol("[", "'[' as before"));
            SCRIM_TRY(std::vector<std::string> words, rest_of_list());
            lists.push_back(std::move(words));
        } while (accept_symbol(","));
        SCRIM_CHECK(expect_symbol("]", "',' or ']'"));
        return lists;
    }

    // After '['.
    Result<std::vector<std::string>> rest_of_list() {
        std::vector<std::string> words;
        do {
            SCRIM_TRY(std::string next, word());
            words.push_back(std::move(next));
        } while (accept_symbol(","));
        SCRIM_CHECK(expect_symbol("]", "',' or ']'"));
        return words;
    }

    Result<std::string> word() {
        if (!at_kind(Kind::word) && !at_kind(Kind::string)) return unexpected("a value");
        return take().text;
    }

    // A bare value may hold more than a name: what does not belong to a name comes `after` it.
    Result<std::string> name(std::string_view what, std::string_view after) {
        if (!at_kind(Kind::word)) return unexpected(what);
        const std::string& bare = peek().text;
        const auto odd = std::find_if_not(bare.begin(), bare.end(), is_name_letter);
        if (odd == bare.end()) return take().text;
        auto end = odd + 1;
        while (end != bare.end() && !language::begins_character(*end)) ++end;
        return source().error_at(
            peek().begin + static_cast<std::size_t>(odd - bare.begin()),
            format("expected {}, found {}", odd == bare.begin() ? what : after, quoted(std::string(odd, end))));
    }
};

std::string print_word(const std::string& word) {
    if (!word.empty() && std::all_of(word.begin(), word.end(), is_bare)) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + "'";
}

std::string print_list(const std::vector<std::string>& words) {
    std::vector<std::string> printed;
    for (const std::string& word : words) printed.push_back(print_word(word));
    return "[" + join(printed, ", ") + "]";
}

std::string print_value(const Value& value) {
    if (value.size() == 1 && value[0].size() == 1) return print_word(value[0][0]);
    if (value.size() == 1) return print_list(value[0]);
    std::vector<std::string> printed;
    for (const auto& list : value) printed.push_back(print_list(list));
    return "[" + join(printed, ", ") + "]";
}

}  // namespace

Result<Requirement> parse_requirement(std::string_view text) {
    if (!is_utf8(text)) return input_error("a requirement holds bytes that are not UTF-8; write it as UTF-8 text");
    const language::Source source{text, format("requirement {}: ", quoted(text)), true};
    SCRIM_TRY(std::vector<language::Token> tokens, language::tokens_of(source, requirement_lexicon()));
    return RequirementParser(source, std::move(tokens)).parse();
}

Result<void> validate(const Requirement& requirement) {
    const auto model = models::make_model(requirement);
    if (!model) return model.error();
    std::vector<std::string> bounds;
    for (const Parameter& parameter : (*model)->info().parameters) {
        if (parameter.bound == Parameter::Bound::given) continue;
        if ((*model)->arguments().given(parameter.name)) return {};
        bounds.push_back(parameter.name);
    }
    return input_error(format("{}: nothing is required of it; give {}, for example '{}({}=…)'", requirement.model,
                              join(bounds, " or "), requirement.model, bounds.front()));
}

std::string to_string(const Requirement& requirement) {
    std::vector<std::string> arguments;
    for (const Requirement::Argument& argument : requirement.arguments)
        arguments.push_back(argument.name + "=" + print_value(argument.value));
    return requirement.model + (arguments.empty() ? "" : "(" + join(arguments, ", ") + ")");
}

}  // namespace scrim
