// The audit of a release as text.
#include "kernel/risk/exact_columns.h"
#include "methods/audit/release/class_text.h"
#include "scrim/audit.h"

#include <algorithm>

namespace scrim {
namespace {

constexpr std::size_t most_listed = 5;

std::string share(const Exact& number) {
    return number.exact.empty() ? format("{:.4g}", number.value)
                                : format("{} ({:.4g} %)", number.exact, 100 * number.value);
}

std::string class_words(const BeliefMove& move) {
    std::string text;
    for (const auto& [name, value] : move.of_class)
        text += format("{}{}={}", text.empty() ? "" : ", ", printable(name), printable(value.value_or("NULL")));
    return text;
}

// Eight steps of a character.
std::string belief_bar(double part) {
    static const std::vector<std::string> steps{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto eighths = static_cast<std::size_t>(part * 24 * 8 + 0.5);
    std::string text;
    for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
    return text + (part > 0 && eighths == 0 ? steps[1] : steps[eighths % 8]);
}

std::string beliefs_text(const BeliefReport& report) {
    const auto members = [&](std::uint64_t number) {
        return report.people ? counted(number, "person", "people") : counted(number, "record", "records");
    };
    std::string out = format("{}: {} in {}\n", report.sensitive, members(report.records),
                             counted(report.classes, "class", "classes"));
    out += format("  belief in the true value    before  highest {}, average {:.4g} %\n", share(report.highest_before),
                  100 * report.average_before);
    out += format("                              after   highest {}, average {:.4g} %\n", share(report.highest_after),
                  100 * report.average_after);
    out += format("  moves by at most            {}\n", share(report.largest_move));
    out += format("  known for certain           {}\n\n", members(report.certain));
    if (report.people && report.values != report.records)
        out +=
            format("  {} of these people, counted by the belief in each:\n", counted(report.values, "value", "values"));
    out += "  belief          before                                     after\n";
    const auto all = static_cast<double>(report.values);
    for (std::size_t i = 0; i < 10; ++i) {
        const std::string left = belief_bar(static_cast<double>(report.before[i]) / all);
        // Bars are of wide characters: padded by hand.
        std::size_t width = 0;
        for (const char c : left) width += (c & 0xC0) != 0x80;
        out += format("  up to {:>3} %  {:>12} {}{}{:>12} {}\n", 10 * (i + 1), with_thousands(report.before[i]), left,
                      std::string(26 - std::min<std::size_t>(width, 26), ' '), with_thousands(report.after[i]),
                      belief_bar(static_cast<double>(report.after[i]) / all));
    }
    out += "\n  moves most\n";
    for (std::size_t i = 0; i < std::min(most_listed, report.moves.size()); ++i) {
        const BeliefMove& move = report.moves[i];
        out += format("    {} -> {}  {} = {}, {} of {}\n", share(move.before), share(move.after), report.sensitive,
                      printable(move.value), members(move.records), class_words(move));
    }
    return out + "\n";
}

std::string attack_text(const AttackReport& attack) {
    std::string out = format("{}\n", attack.title);
    if (!attack.not_done.empty()) return out + format("  not done: {}\n\n", attack.not_done);
    out +=
        format("  {}\n  success: highest {}, average {:.4g} %; at risk {} of {}\n", attack.words, share(attack.highest),
               100 * attack.average, with_thousands(attack.at_risk), with_thousands(attack.people));
    for (std::size_t i = 0; i < std::min(most_listed, attack.worst.size()); ++i)
        out += format("    {}  {}: {}\n", share(attack.worst[i].success), printable(attack.worst[i].who),
                      printable(attack.worst[i].what, 160));
    return out + "\n";
}

}  // namespace

std::string to_text(const ReleaseAudit& audit) {
    std::string out = format("{}: what an attacker believes before and after ({})\n", audit.folder, audit.attacker);
    out += "For the owner only: it tells which records a release gives away.\n";
    if (audit.people) out += "People are counted, not records; somebody may have several values.\n";
    if (!audit.people_warning.empty()) out += format("WARNING: {}.\n", audit.people_warning);
    for (const std::string& words : risk::exact_words(audit.exact, audit.people ? "people" : "records"))
        out += format("EXACT: {}.\n", words);
    out += "\n";
    for (const BeliefReport& report : audit.beliefs) out += beliefs_text(report);
    if (!audit.bounds.empty()) out += "What the promises imply\n";
    for (const ImpliedBound& bound : audit.bounds)
        out += format("  {:<5} {} for {}: at most {}, reached {}{}\n",
                      bound.holds            ? "ok"
                      : bound.unless.empty() ? "FAIL"
                                             : "?",
                      bound.requirement, bound.sensitive, share(bound.bound), share(bound.reached),
                      bound.unless.empty() ? "" : "; " + bound.unless);
    if (!audit.bounds.empty()) out += "\n";
    for (const AttackReport& attack : audit.attacks) out += attack_text(attack);
    if (!audit.not_known.empty()) out += "Not known of a table without a certificate\n";
    for (const std::string& words : audit.not_known) out += format("  {}\n", words);
    if (!audit.not_known.empty()) out += "\n";
    out += "Taken for granted\n";
    for (const auto& [assumption, otherwise] : audit.assumptions)
        out += format("  {}\n    {}\n", assumption, otherwise);
    return out;
}

}  // namespace scrim
