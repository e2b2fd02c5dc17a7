#include "methods/views/policy/policy_rules.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <utility>

namespace scrim::views {
namespace {

const std::vector<std::string> time_units = {"hour",  "hours", "day",    "days", "week",
                                             "weeks", "month", "months", "year", "years"};

std::string describe(const PolicyRule& rule) {
    std::string out(choice_name(rule.choice));
    if (rule.retention.empty()) return out + " without a time limit";
    return out + (rule.retention == never_shown ? " and never shown" : " for " + rule.retention);
}

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

}  // namespace

Error policy_error(const std::string& name, int line, std::string_view message) {
    return input_error(format("{}:{}: {}", name, line, message));
}

Result<void> check_policy_name(std::string_view what, std::string_view text) {
    if (text.empty()) return input_error(format("{} is empty", what));
    if (!is_utf8(text)) return input_error(format("{} holds bytes that are not UTF-8", what));
    if (text.size() > policy_name_limit)
        return input_error(format("{} {} is longer than {} bytes", what, quoted(text), policy_name_limit));
    if (std::any_of(text.begin(), text.end(), is_control))
        return input_error(format("{} {} holds a control character", what, quoted(text)));
    if (text.front() == ' ' || text.back() == ' ')
        return input_error(format("{} {} begins or ends with a space", what, quoted(text)));
    return {};
}

Result<std::string> parse_period(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::size_t word = std::min(text.find_first_not_of(' ', digits), text.size());
    const std::string_view number = text.substr(0, digits);
    const std::string unit(text.substr(word));
    const bool is_positive = !number.empty() && number.front() != '0' && number.size() <= 5;
    const bool is_unit = word > digits && std::find(time_units.begin(), time_units.end(), unit) != time_units.end();
    if (!is_positive || !is_unit)
        return input_error(
            format("a period is a number from 1 to 99999 and hours, days, weeks, months or years, such "
                   "as '90 days', not {}{}",
                   quoted(text), is_unit ? "" : did_you_mean(unit, time_units)));
    return format("{} {}", number, unit);
}

Result<void> PolicyRules::add(PolicyRule rule, int line) {
    if (++added_ > policy_rule_limit)
        return policy_error(name_, line,
                            format("the policy has more than {} rules, each combination of purpose, recipient and "
                                   "attribute counted",
                                   with_thousands(policy_rule_limit)));
    for (const auto& [what, text] :
         {std::pair("purpose", &rule.purpose), {"recipient", &rule.recipient}, {"attribute", &rule.attribute}})
        if (const auto checked = check_policy_name(what, *text); !checked)
            return policy_error(name_, line, checked.error().message);
    const auto [known, is_new] = index_.emplace(Key(rule.purpose, rule.recipient, rule.attribute), rules_.size());
    if (is_new) {
        rules_.push_back(std::move(rule));
        lines_.push_back(line);
        return {};
    }
    const PolicyRule& earlier = rules_[known->second];
    if (rule == earlier) return {};
    return policy_error(name_, line,
                        format("purpose {}, recipient {}, attribute {} is {} here but {} on line {}; say it once",
                               quoted(rule.purpose), quoted(rule.recipient), quoted(rule.attribute), describe(rule),
                               describe(earlier), lines_[known->second]));
}

Result<PrivacyPolicy> PolicyRules::finish(std::string policy, std::string since, std::string_view how_to_name_since) {
    for (std::size_t i = 0; since.empty() && i < rules_.size(); ++i)
        if (!rules_[i].retention.empty() && rules_[i].retention != never_shown)
            return policy_error(
                name_, lines_[i],
                format("retention {} has no date to count from; {}", quoted(rules_[i].retention), how_to_name_since));
    return PrivacyPolicy{std::move(policy), std::move(since), std::move(rules_)};
}

}  // namespace scrim::views
