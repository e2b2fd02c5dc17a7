#include "methods/views/language/set_option.h"

#include "kernel/core/text.h"
#include "methods/views/language/folded_name.h"

#include <algorithm>

namespace scrim::views {
namespace {

struct Option {
    std::string name;
    std::vector<std::string> values;
};

const std::vector<Option>& options() {
    static const std::vector<Option> all = {{"av_plan", {"auto", "anonymize_then_select", "select_then_anonymize"}},
                                            {"av_semantics", {"consistent", "paper"}}};
    return all;
}

// Of the option's name.
std::size_t words_before(const StatementParser& parser) { return parser.at_word("SESSION", 1) ? 2 : 1; }

// ", did you mean 'auto'?" or "; there are 'auto', 'paper'"
std::string guess(const std::string& word, const std::vector<std::string>& known) {
    const std::string near = word.size() <= 60 ? did_you_mean(word, known) : "";
    return near.empty() ? "; there are " + list_some(known) : near;
}

Result<const Option*> take_option(StatementParser& parser) {
    SCRIM_TRY(const std::string written, parser.take_name("the name of an option"));
    std::vector<std::string> names;
    for (const Option& option : options()) {
        if (folded(written) == option.name) return &option;
        names.push_back(option.name);
    }
    return parser.refused_at(parser.index() - 1,
                             format("there is no option {}{}", quoted(written), guess(folded(written), names)));
}

}  // namespace

bool sets_our_option(const StatementParser& parser) {
    if (!parser.at_word("SET") && !parser.at_word("RESET")) return false;
    const SqlToken& name = parser.peek(words_before(parser));
    return (name.kind == SqlToken::Kind::word || name.kind == SqlToken::Kind::name) &&
           folded(name.text).starts_with("av_");
}

Result<SetOption> parse_set_option(StatementParser& parser) {
    const bool reset = parser.at_word("RESET");
    parser.go_to(parser.index() + words_before(parser));
    SCRIM_TRY(const Option* option, take_option(parser));
    SetOption set{option->name, ""};
    if (!reset) {
        if (!parser.accept_symbol("=") && !parser.accept_word("TO")) return parser.unexpected("'=' or TO");
        SCRIM_TRY(const std::string written, parser.take_value("a value of " + option->name));
        set.value = folded(written);
        if (std::find(option->values.begin(), option->values.end(), set.value) == option->values.end())
            return parser.refused_at(parser.index() - 1, format("{} cannot be {}{}", option->name, quoted(written),
                                                                guess(set.value, option->values)));
    }
    SCRIM_CHECK(parser.expect_end());
    return set;
}

}  // namespace scrim::views
