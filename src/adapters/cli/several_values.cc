#include "adapters/cli/several_values.h"

#include <filesystem>
#include <optional>

namespace scrim::cli {
namespace {

// A flag, not a negative number.
bool is_flag(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '.' && (word[1] < '0' || word[1] > '9');
}

const CLI::App* verb_of(const CLI::App& app, const std::vector<std::string>& words, std::size_t& at) {
    const CLI::App* verb = &app;
    for (at = 0; at < words.size(); ++at) {
        const CLI::App* next = nullptr;
        for (const CLI::App* known : verb->get_subcommands([](const CLI::App*) { return true; }))
            if (known->get_name() == words[at]) next = known;
        if (!next) break;
        verb = next;
    }
    return verb;
}

bool takes_several(const CLI::Option& option) {
    return !option.get_positional() && option.get_expected_max() > 1 && !option.get_allow_extra_args();
}

bool takes_one(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

}  // namespace

std::vector<std::string> spread_values(const CLI::App& app, const std::vector<std::string>& words) {
    std::size_t at = 0;
    const CLI::App* verb = verb_of(app, words, at);
    std::vector<std::string> spread(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
    std::vector<std::size_t> more;  // places of flags that were put before a value
    bool table_named = false;
    while (at < words.size()) {
        if (words[at] == "--") {
            spread.insert(spread.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
            return spread;
        }
        const std::string word = words[at++];
        spread.push_back(word);
        if (!is_flag(word)) {
            table_named = true;
            continue;
        }
        const CLI::Option* option = verb->get_option_no_throw(word);
        if (!option || !takes_one(*option) || at == words.size()) continue;
        spread.push_back(words[at++]);
        if (!takes_several(*option)) continue;
        for (; at < words.size() && !is_flag(words[at]); ++at) {
            more.push_back(spread.size());
            spread.push_back(word);
            spread.push_back(words[at]);
        }
    }
    // The table stands among the values of a flag.
    std::error_code error;
    for (auto place = more.rbegin(); place != more.rend() && !table_named; ++place)
        if (std::filesystem::exists(spread[*place + 1], error)) {
            spread.erase(spread.begin() + static_cast<std::ptrdiff_t>(*place));
            table_named = true;
        }
    return spread;
}

std::vector<std::string> split_list(const std::string& text) {
    std::vector<std::string> items(1);
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"' && (quoted || items.back().empty())) {
            if (quoted && i + 1 < text.size() && text[i + 1] == '"')
                items.back() += text[i++];
            else
                quoted = !quoted;
        } else if (text[i] == ',' && !quoted) {
            items.emplace_back();
        } else {
            items.back() += text[i];
        }
    }
    return items;
}

std::vector<std::string> split_lists(const std::vector<std::string>& texts) {
    std::vector<std::string> all;
    for (const std::string& text : texts)
        for (std::string& item : split_list(text)) all.push_back(std::move(item));
    return all;
}

}  // namespace scrim::cli
