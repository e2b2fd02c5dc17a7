// The audit of a release as a page, for a privacy officer.
#include "kernel/core/text.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "scrim/audit.h"

#include <algorithm>

namespace scrim {
namespace report::html {
namespace {

constexpr std::size_t most_listed = 20;

// Two rows of ten bars: how many records are believed how much, before and after.
std::string belief_picture(const BeliefReport& report, std::size_t number) {
    constexpr double height = 290, top = 26, tall = 92, gap = 138;
    const std::uint64_t most = std::max(*std::max_element(report.before.begin(), report.before.end()),
                                        *std::max_element(report.after.begin(), report.after.end()));
    Svg svg(format("belief-{}", number), height, "Belief in the true value, before and after",
            format("Before: highest {}. After: highest {}.", percent(report.highest_before.value),
                   percent(report.highest_after.value)));
    const auto row = [&](const std::array<std::uint64_t, 10>& counts, double from, std::string_view words,
                         std::string_view style) {
        const double base = from + tall;
        svg.text(share(0), from - 12, "key", words);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const double size =
                most == 0 ? 0 : static_cast<double>(counts[i]) / static_cast<double>(most) * (tall - 16);
            const double left = 0.1 * static_cast<double>(i);
            if (counts[i] > 0)
                svg.bar(share(left + 0.008), base - std::max(size, 2.0), share(0.084), std::max(size, 2.0), style, 1.5);
            if (counts[i] > 0)
                svg.text(share(left + 0.05), base - std::max(size, 2.0) - 5, "strong middle",
                         percent(counts[i], report.records));
            // Every other one: a phone has no room for more.
            if (i % 2 == 1)
                svg.text(share(left + 0.1), base + 17, i == 9 ? "tick end" : "tick middle",
                         format("{} %", 10 * (i + 1)));
        }
        svg.line(share(0), base, share(1), base, "axis");
    };
    row(report.before, top,
        report.people ? "Before: people’s values by how much they are believed"
                      : "Before: records by how much their true value is believed",
        "soft");
    row(report.after, top + gap, "After", "full");
    return figure(svg.finish(), format("Belief in the true value of {}, up to so many per cent, as a share of all {}.",
                                       escaped(report.sensitive), report.people ? "values of people" : "records"));
}

std::string in_words(const BeliefReport& report) {
    return format(
        "Before the release, whoever knows how often each value of {} occurs believes the true one with {} on average "
        "and "
        "{} at most. Whoever then finds a person's class believes it with {} on average and {} at most. {}",
        code(report.sensitive), percent(report.average_before), percent(report.highest_before.value),
        percent(report.average_after), percent(report.highest_after.value),
        report.certain == 0 ? "Nobody's value becomes certain."
                            : format("<strong>The value of {} becomes certain.</strong>",
                                     report.people ? counted(report.certain, "person", "people")
                                                   : counted(report.certain, "record", "records")));
}

std::string moves_table(const BeliefReport& report) {
    DataTable table({"Class", "Value", report.people ? ">People" : ">Records", ">Before", ">After"});
    for (std::size_t i = 0; i < std::min(most_listed, report.moves.size()); ++i) {
        const BeliefMove& move = report.moves[i];
        std::vector<std::string> words;
        for (const auto& [column, value] : move.of_class)
            words.push_back(format("{} {}", escaped(column), escaped(value.value_or("NULL"))));
        table.row({join(words, "<br/>"), name(move.value), with_thousands(move.records), percent(move.before.value),
                   percent(move.after.value)});
    }
    return "<h3>What moves most</h3>\n" + table.finish();
}

std::string bounds_section(const ReleaseAudit& audit) {
    if (audit.bounds.empty()) return {};
    DataTable table({"Promise", "Means", ">At most", ">Reached", "Holds"});
    for (const ImpliedBound& bound : audit.bounds)
        table.row({code(bound.requirement), prose(bound.says), percent(bound.bound.value), percent(bound.reached.value),
                   bound.holds            ? "yes"
                   : bound.unless.empty() ? "<strong>no</strong>"
                                          : prose(bound.unless)});
    return section("bounds", "What the promises mean for beliefs", table.finish());
}

std::string attacks_section(const ReleaseAudit& audit) {
    if (audit.attacks.empty()) return {};
    std::string body;
    for (const AttackReport& attack : audit.attacks) {
        body += format("<h3>{}</h3>\n", escaped(attack.title));
        if (!attack.not_done.empty()) {
            body += paragraph(format("Not done: {}.", prose(attack.not_done)), "note");
            continue;
        }
        body += paragraph(prose(attack.words));
        body += paragraph(format("Succeeds with {} on average and {} at most; {} of {} at risk.",
                                 percent(attack.average), percent(attack.highest.value), with_thousands(attack.at_risk),
                                 with_thousands(attack.people)));
        DataTable table({"Whom", "What", ">Success"});
        for (std::size_t i = 0; i < std::min(most_listed, attack.worst.size()); ++i)
            table.row({name(attack.worst[i].who), prose(attack.worst[i].what), percent(attack.worst[i].success.value)});
        if (!attack.worst.empty()) body += table.finish();
    }
    return section("attacks", "Attacks", body);
}

}  // namespace
}  // namespace report::html

std::string to_html(const ReleaseAudit& audit) {
    using namespace report::html;
    std::string body = format(
        "<header>\n{}<h1>{}</h1>\n{}{}</header>\n", report::html::paragraph("Scrim audit of a release", "eyebrow"),
        report::html::escaped(report::html::file_name(audit.folder)),
        report::html::paragraph(
            format("What an attacker believes before and after: {}.", report::html::escaped(audit.attacker)), "lead"),
        report::html::paragraph("<strong>For the owner only:</strong> this page tells what the release gives away."));
    for (std::size_t i = 0; i < audit.beliefs.size(); ++i)
        body += report::html::section(format("belief-section-{}", i),
                                      format("Who learns what: {}", report::html::escaped(audit.beliefs[i].sensitive)),
                                      report::html::paragraph(in_words(audit.beliefs[i])) +
                                          belief_picture(audit.beliefs[i], i) + moves_table(audit.beliefs[i]));
    body += bounds_section(audit) + attacks_section(audit);
    std::vector<std::string> items;
    for (const auto& [assumption, otherwise] : audit.assumptions)
        items.push_back(
            format("<strong>{}</strong> {}", report::html::prose(assumption + "."), report::html::prose(otherwise)));
    if (!audit.not_known.empty()) {
        std::vector<std::string> open;
        for (const std::string& words : audit.not_known) open.push_back(report::html::prose(words));
        body += report::html::section("not-known", "What is not known of a table without a certificate",
                                      report::html::list(open));
    }
    body += report::html::section("assumptions", "What is taken for granted", report::html::list(items));
    return page(format("{} – Scrim audit", report::html::file_name(audit.folder)), body);
}

}  // namespace scrim
