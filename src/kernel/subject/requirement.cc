// Requirements as text: name or name(key=value, …), where a value is a word, a quoted text, [a, list] or [[several],
// [lists]]. Quoted texts double the quote that they hold: 'O''Hara'. to_string() prints what parse_requirement() reads.
#include "kernel/core/ascii.h"
#include "kernel/core/text.h"
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

class RequirementParser {
public:
    explicit RequirementParser(std::string_view text) : text_(text) {}

    Result<Requirement> parse() {
        Requirement requirement;
        SCRIM_TRY(requirement.model, name("the name of a privacy model"));
        if (take('(') && !take(')')) SCRIM_CHECK(arguments(requirement));
        skip_spaces();
        if (at_ < text_.size()) return expected(requirement.arguments.empty() ? "'(' or the end" : "the end");
        return requirement;
    }

private:
    Result<void> arguments(Requirement& requirement) {
        do {
            Requirement::Argument argument;
            SCRIM_TRY(argument.name, name("the name of a parameter"));
            if (!take('=')) return expected("'='");
            SCRIM_TRY(argument.value, value());
            requirement.arguments.push_back(std::move(argument));
        } while (take(','));
        return take(')') ? Result<void>() : expected("',' or ')'");
    }

    Result<Value> value() {
        if (!take('[')) {
            SCRIM_TRY(std::string only, word("a value"));
            return Value{{std::move(only)}};
        }
        if (!peek('[')) {
            SCRIM_TRY(std::vector<std::string> words, rest_of_list());
            return Value{std::move(words)};
        }
        Value lists;
        do {
            if (!take('[')) return expected("'[' as before");
            SCRIM_TRY(std::vector<std::string> words, rest_of_list());
            lists.push_back(std::move(words));
        } while (take(','));
        if (!take(']')) return expected("',' or ']'");
        return lists;
    }

    // After '['.
    Result<std::vector<std::string>> rest_of_list() {
        std::vector<std::string> words;
        do {
            SCRIM_TRY(std::string next, word("a value"));
            words.push_back(std::move(next));
        } while (take(','));
        if (!take(']')) return expected("',' or ']'");
        return words;
    }

    Result<std::string> word(std::string_view what) {
        skip_spaces();
        if (peek('\'') || peek('"')) return rest_of_quoted(text_[at_++]);
        return run(is_bare, what);
    }

    Result<std::string> name(std::string_view what) {
        skip_spaces();
        return run(is_name_letter, what);
    }

    Result<std::string> run(bool (*belongs)(char), std::string_view what) {
        const std::size_t start = at_;
        while (at_ < text_.size() && belongs(text_[at_])) ++at_;
        if (at_ == start) return expected(what);
        return std::string(text_.substr(start, at_ - start));
    }

    Result<std::string> rest_of_quoted(char quote) {
        std::string out;
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == quote && (++at_ == text_.size() || text_[at_] != quote)) return out;
            out += text_[at_];
        }
        return expected(format("a closing {}", quote));
    }

    void skip_spaces() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    bool peek(char c) {
        skip_spaces();
        return at_ < text_.size() && text_[at_] == c;
    }

    bool take(char c) {
        const bool found = peek(c);
        if (found) ++at_;
        return found;
    }

    Error expected(std::string_view what) const {
        const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
        const auto column = at_ + 1 - std::count_if(text_.begin(), text_.begin() + at_, continues);
        std::size_t end = at_ + 1;
        while (end < text_.size() && continues(text_[end])) ++end;
        const std::string found = at_ < text_.size() ? quoted(text_.substr(at_, end - at_)) : "the end";
        return input_error(
            format("requirement {}: expected {} at column {}, found {}", quoted(text_), what, column, found));
    }

    std::string_view text_;
    std::size_t at_ = 0;
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
    return RequirementParser(text).parse();
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
