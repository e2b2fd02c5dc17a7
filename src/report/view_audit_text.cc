// The report of an audit of views for people.
#include "kernel/core/text.h"
#include "report/view_audit_words.h"
#include "scrim/audit.h"

#include <algorithm>

namespace scrim {
namespace {

using namespace report;

constexpr std::size_t most_shown_databases = 20;

std::string belief_lines(const SecretBelief& belief) {
    std::string out = belief.whole ? format("      belief that the secret is {}\n", report::set_words(belief.rows))
                                   : format("      belief that {} is in the secret\n", join(belief.rows, ", "));
    if (!belief.attacker.empty()) out += format("        of somebody {}\n", belief.attacker);
    return out + format("        before {}, after {}: moves by {}\n", report::fraction_words(belief.prior),
                        report::fraction_words(belief.posterior), report::fraction_words(belief.moved));
}

std::string guarantee_lines(const ViewGuarantee& some) {
    const char* word = some.verdict == ViewVerdict::holds      ? "holds"
                       : some.verdict == ViewVerdict::breached ? "BREACHED"
                                                               : "undecided";
    std::string out = format("  {:<16} {:<10} {}\n", report::guarantee_words(some), word, report::reason_words(some));
    if (some.database) {
        out += format("      {}: {}\n", some.database_meaning, report::set_words(*some.database));
        if (!some.database_secret.empty())
            out += format("        its secret: {}\n", report::set_words(some.database_secret));
    }
    if (some.value) out += belief_lines(*some.value);
    if (some.row) out += belief_lines(*some.row);
    return out;
}

}  // namespace

std::string to_text(const ViewAuditReport& report) {
    std::string out = format("Audit of {}\n", printable(report.name));
    out += "For the owner only: this report names facts that are not published.\n\n";
    out += format("Secret     {}\n", report.secrets.empty() ? "none" : join(report.secrets, ", "));
    out += format("Published  {}\n", report.published.empty() ? "nothing" : join(report.published, ", "));
    if (!report.planned.empty()) out += format("Planned    {}\n", join(report.planned, ", "));
    out += format("Attacker   {}: {}\n", report.attacker, report.attacker_words);
    if (report.every_extent)
        out += "Facts      any that there could be\n";
    else
        out += format("Facts      {}\n", with_thousands(report.facts));
    out += format("\nValues: {}\n", counted(report.potential_tuples, "potential tuple", "potential tuples"));
    for (const ViewDomain& domain : report.domains)
        out += format("  {}: {}\n", join(domain.places, " = "), report::domain_words(domain));
    const auto count_line = [](const char* when, const std::string& count) {
        return count.empty() ? std::string() : format("  {:<24} {}\n", when, report::count_words(count));
    };
    const std::string counts =
        count_line("at first", report.databases) + count_line("with what is published", report.databases_published) +
        (report.planned.empty() ? "" : count_line("with what is planned", report.databases_planned));
    if (!counts.empty()) out += "\nPossible databases\n" + counts;
    out += "\nGuarantees\n";
    for (const ViewGuarantee& some : report.guarantees) out += guarantee_lines(some);
    if (report.listed) {
        out += format("\nThe possible databases{}\n", report.list_complete ? "" : " (not all of them)");
        for (std::size_t i = 0; i < std::min(most_shown_databases, report.possible.size()); ++i)
            out += format("  {}\n", report::set_words(report.possible[i]));
        if (report.possible.size() > most_shown_databases)
            out += format("  … and {} more: the JSON report lists them\n",
                          with_thousands(report.possible.size() - most_shown_databases));
    }
    if (!report.notes.empty()) out += "\n";
    for (const std::string& note : report.notes) out += note + "\n";
    return out;
}

}  // namespace scrim
