// The audit of views as a page, for a privacy officer.
#include "kernel/core/text.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/view_audit_words.h"
#include "scrim/audit.h"

namespace scrim {
namespace report::html {
namespace {

using namespace report;

constexpr std::size_t most_drawn_databases = 50;

std::string verdict(const ViewGuarantee& some) {
    switch (some.verdict) {
        case ViewVerdict::holds: return "yes";
        case ViewVerdict::breached: return "<strong>no</strong>";
        case ViewVerdict::undecided: return "not decided";
    }
    return {};
}

std::string guarantees_section(const ViewAuditReport& report) {
    DataTable table({"Guarantee", "Question", "Answer", "Why"});
    for (const ViewGuarantee& some : report.guarantees)
        table.row({code(report::guarantee_words(some)), prose(some.question), verdict(some),
                   prose(report::reason_words(some))});
    return section("guarantees", "What is guaranteed", table.finish());
}

// Two bars on a scale from impossible to certain.
std::string belief_picture(const SecretBelief& belief, const std::string& id) {
    constexpr double top = 24, step = 46, thick = 16;
    Svg svg(id, top + step + thick + 4, "Belief before and after",
            format("Before {}, after {}.", escaped(report::fraction_words(belief.prior)),
                   escaped(report::fraction_words(belief.posterior))));
    const auto row = [&](double y, std::string_view when, const std::string& fraction, std::string_view style) {
        const double value = report::fraction_value(fraction);
        svg.text(share(0), y - 7, "key",
                 format("{}: {} ({})", when, escaped(report::fraction_words(fraction)), percent(value)));
        svg.bar(share(0), y, share(1), thick, "track", 1.5);
        if (value > 0) svg.bar(share(0), y, share(value), thick, style, 1.5);
    };
    row(top, "Before", belief.prior, "soft");
    row(top + step, "After", belief.posterior, "full");
    const std::string what = belief.whole
                                 ? format("that the secret is exactly {}", code(report::set_words(belief.rows)))
                                 : format("that {} is true", code(join(belief.rows, ", ")));
    const std::string who = belief.attacker.empty() ? std::string() : format(" of somebody {}", prose(belief.attacker));
    return figure(svg.finish(), format("Belief{} {}.", who, what));
}

std::string witness(const ViewGuarantee& some, std::size_t number) {
    std::string body;
    if (some.database) {
        body +=
            paragraph(format("{}: {}", prose(some.database_meaning), code(report::set_words(*some.database), 2'000)));
        if (!some.database_secret.empty())
            body += paragraph(format("Its secret: {}", code(report::set_words(some.database_secret), 2'000)));
    }
    if (some.value) body += belief_picture(*some.value, format("belief-{}-secret", number));
    if (some.row) body += belief_picture(*some.row, format("belief-{}-row", number));
    return body.empty() ? body : format("<h3>{}</h3>\n", code(report::guarantee_words(some))) + body;
}

std::string witnesses_section(const ViewAuditReport& report) {
    std::string body;
    for (std::size_t i = 0; i < report.guarantees.size(); ++i) body += witness(report.guarantees[i], i);
    return body.empty() ? body : section("witnesses", "What shows it", body);
}

std::string databases_section(const ViewAuditReport& report) {
    std::vector<std::pair<std::string, std::string>> counts;
    const auto add = [&](const char* when, const std::string& count) {
        if (!count.empty()) counts.emplace_back(when, escaped(report::count_words(count)));
    };
    add("At first", report.databases);
    add("With what is published", report.databases_published);
    if (!report.planned.empty()) add("With what is planned", report.databases_planned);
    std::string body = facts(counts);
    if (report.listed) {
        std::vector<std::string> items;
        for (const auto& database : report.possible) {
            if (items.size() == most_drawn_databases) break;
            items.push_back(code(report::set_words(database), 2'000));
        }
        body += list(items);
        if (!report.list_complete || report.possible.size() > items.size())
            body += paragraph("There are more than are listed here.", "note");
    }
    return counts.empty() && !report.listed ? std::string() : section("databases", "Possible databases", body);
}

std::string names(const std::vector<std::string>& some, const char* none) {
    std::vector<std::string> shown;
    for (const std::string& one : some) shown.push_back(code(one));
    return shown.empty() ? none : join(shown, ", ");
}

}  // namespace
}  // namespace report::html

std::string to_html(const ViewAuditReport& report) {
    using namespace report::html;
    std::string body = format(
        "<header>\n{}<h1>{}</h1>\n{}{}</header>\n", report::html::paragraph("Scrim audit of views", "eyebrow"),
        report::html::escaped(report::html::file_name(report.name)),
        report::html::paragraph(format("What views give away, to {}.", report::html::prose(report.attacker_words)),
                                "lead"),
        report::html::paragraph("<strong>For the owner only:</strong> this page names facts that are not published."));
    body += guarantees_section(report) + witnesses_section(report) + databases_section(report);
    std::vector<std::pair<std::string, std::string>> about = {
        {"Secret", names(report.secrets, "none")},
        {"Published", names(report.published, "nothing")},
        {"Planned", names(report.planned, "nothing")},
        {"Facts", report.every_extent ? "any that there could be" : with_thousands(report.facts)},
        {"Potential tuples", with_thousands(report.potential_tuples)}};
    for (const ViewDomain& domain : report.domains)
        about.emplace_back(report::html::escaped(join(domain.places, " = ")),
                           report::html::prose(report::domain_words(domain)));
    std::vector<std::string> notes;
    for (const std::string& note : report.notes) notes.push_back(report::html::prose(note));
    body +=
        report::html::section("about", "What was looked at",
                              report::html::facts(about) + (notes.empty() ? std::string() : report::html::list(notes)));
    return page(format("{} – Scrim audit of views", report::html::file_name(report.name)), body);
}

}  // namespace scrim
