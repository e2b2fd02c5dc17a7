// Noisy answers and their ledger, for people.
#include "kernel/core/text.h"
#include "report/aligned.h"
#include "scrim/ledger.h"
#include "scrim/noisy.h"

namespace scrim {
namespace {

std::string value_text(const NoisyValue& value) {
    return format("about {} ({} to {})", value.estimate->shown, value.lower->shown, value.upper->shown);
}

}  // namespace

std::string to_text(const NoisyPrice& price) {
    if (price.again)
        return format("costs nothing: it was asked before, and the ledger has the answer; {} {} of {} left\n",
                      price.unit, price.left, price.granted);
    return format("costs {} {}; {} of {} left\n", price.unit, price.cost, price.left, price.granted);
}

std::string to_text(const NoisyAnswer& answer, bool explain) {
    std::string text;
    if (answer.group_titles.empty() && answer.value_titles.size() == 1) {
        text = value_text(answer.rows.front().values.front()) + "\n";
    } else {
        std::vector<std::vector<std::string>> lines(1);
        for (const auto* titles : {&answer.group_titles, &answer.value_titles})
            for (const std::string& title : *titles) lines.front().push_back(printable(title));
        for (const NoisyRow& row : answer.rows) {
            lines.emplace_back();
            for (const auto& group : row.groups) lines.back().push_back(report::group_label(group));
            for (const NoisyValue& value : row.values) lines.back().push_back(value_text(value));
        }
        text = report::aligned(lines);
    }
    const bool drawn = !answer.noise.ends_with("mechanism");
    text += format("({}{}; the truth is between the two with a chance of {})\n", answer.noise, drawn ? " noise" : "",
                   printable(answer.confidence));
    for (const std::string& note : answer.notes) text += "note: " + note + "\n";
    const NoisyPrice& price = answer.price;
    if (price.again)
        text += format("asked before: the same answer, at no cost; {} {} of {} left\n", price.unit, price.left,
                       price.granted);
    else
        text += format("cost {} {}; {} of {} left\n", price.unit, price.cost, price.left, price.granted);
    if (explain) text += format("\npromise     {}\nagainst     {}\n", answer.says, answer.against);
    return text;
}

std::string to_text(const MembershipReport& report) {
    const auto percent = [](double share) { return format("{:.1f} %", 100 * share); };
    std::vector<std::vector<std::string>> lines{
        {"framework", "question", "guessed right", "at most", "epsilon at least"}};
    for (const MembershipRow& row : report.rows)
        lines.push_back(
            {row.epsilon.empty() ? row.framework : format("{}, epsilon {}", row.framework, printable(row.epsilon)),
             row.question, percent(row.success), row.bound > 0 ? percent(row.bound) : "nothing promised",
             row.bound > 0 ? format("{:.2f}", row.epsilon_at_least) : ""});
    std::string text = format("{}: is this person in the table? One answer, an attacker who knows everybody else\n",
                              printable(report.file));
    text += report::aligned(lines);
    if (report.not_possible > 0)
        text += format("note: without {} the file could not have been built; that it was gives them away\n",
                       counted(report.not_possible, "person", "people"));
    return text +
           "Guessing blindly is right half the time. Intervals promise nothing about presence, against any attacker, "
           "and\n"
           "nothing about values against one who knows everybody else's. Noise promises the bound to everybody; the\n"
           "epsilons of several answers add up, and with them the bound rises.\n";
}

std::string to_text(const LedgerReport& report) {
    if (report.accounts.empty()) return format("{}: nobody was granted anything\n", printable(report.file));
    std::vector<std::vector<std::string>> lines{{"recipient", "granted", "spent", "left", "answers", "last"}};
    for (const LedgerAccount& account : report.accounts)
        lines.push_back({printable(account.recipient), account.unit + " " + account.granted, account.spent,
                         account.closed ? "closed" : account.left, with_thousands(account.answers), account.last});
    std::string text = report::aligned(lines);
    text += "together: ";
    if (!report.together_epsilon.empty()) text += format("epsilon {}, or ", report.together_epsilon);
    return text + format("rho {}, if all of them pool what they were told\n", report.together_rho);
}

}  // namespace scrim
