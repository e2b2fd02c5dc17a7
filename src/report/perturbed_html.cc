// The page of a perturbed release: what was changed, what is kept, and what is not promised.
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "methods/release/privacy_told.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/report.h"

namespace scrim::report {
namespace {

using namespace html;

KeptReport kept_report(const recode::Kept& kept) {
    return {static_cast<KeptReport::What>(kept.what), kept.columns, kept.factor.to_string(),
            kept.tolerance.to_string()};
}

std::string perturbed_heading(const release::PerturbedRelease& release) {
    std::vector<std::pair<std::string, std::string>> known;
    known.emplace_back("Algorithm", format("{}<small>{}</small>", code(to_string(release.chosen.text)),
                                           escaped(release.chosen.recoder->title)));
    const std::string of = format("<small>of {}</small>", with_thousands(release.original));
    known.emplace_back("Records", with_thousands(release.released()) + (release.chosen.recoder->hides_size ? "" : of));
    const std::vector<std::string> changed = release.changed(), unchanged = release.unchanged();
    known.emplace_back("Changed", changed.empty() ? "nothing" : escaped(join(changed, ", "), 400));
    known.emplace_back("Unchanged", unchanged.empty() ? "nothing" : escaped(join(unchanged, ", "), 400));
    for (const auto& [what, value] : release.made.design) known.emplace_back(escaped(what), code(value.to_string()));
    for (const auto& [what, detail] : release.made.details) known.emplace_back(escaped(what), escaped(detail));
    return format("<header>\n{}<h1>{}</h1>\n{}{}</header>\n", paragraph("Scrim release report", "eyebrow"),
                  escaped(file_name(release.request.table.name())), paragraph(prose(release::notice(release)), "lead"),
                  facts(known));
}

std::string kept_section(const release::PerturbedRelease& release) {
    DataTable table({"Kept of the original", "In this release"});
    for (const release::Stated& stated : release.kept) {
        const std::string here = stated.different ? counted(*stated.different, "different", "different")
                                 : stated.value   ? decimal(stated.value->to_double())
                                                  : "";
        table.row({prose(kept_report(stated.kept).words()), here});
    }
    return section("kept", "What is kept",
                   paragraph(prose(release.chosen.recoder->promise)) +
                       (release.kept.empty() ? paragraph("No quantity is kept exactly.") : table.finish()) +
                       paragraph("Whoever has the original can check all of it, exactly; from the release alone, what "
                                 "it states of itself can be checked."));
}

std::string required_section(const release::PerturbedRelease& release) {
    std::string body;
    if (!release.requirements.empty()) {
        DataTable table({"Required", "Reached"});
        for (const RequirementReport& requirement : release.requirements) {
            std::vector<std::string> reached;
            for (const LevelReport& level : requirement.levels)
                reached.push_back(format("{} = {}", level.parameter,
                                         level.level.exact.empty() ? decimal(level.level.value) : level.level.exact));
            table.row({code(requirement.requirement), escaped(join(reached, ", "))});
        }
        body = table.finish();
    } else if (release.made.privacy) {
        body = paragraph(prose(release.chosen.recoder->promise));
    } else {
        body = paragraph("No privacy model was required of this release, and none is promised.");
    }
    std::vector<std::string> items{prose(release.chosen.recoder->limits)};
    for (const std::string& words : release::not_promised(release)) items.push_back(prose(words));
    return section("promises", "What is promised", body + "<h3>What is not promised</h3>\n" + list(items));
}

// What NIST SP 800-226 asks a differentially private release to say.
std::string privacy_section(const release::PerturbedRelease& release) {
    if (!release.made.privacy) return {};
    const recode::PrivacyStatement& privacy = *release.made.privacy;
    std::string body = paragraph(prose(format("This release costs {}.", release::privacy_words(privacy))));
    std::vector<std::string> told;
    for (const auto& [what, words] : release::privacy_facts(privacy)) told.push_back(prose(words));
    body += list(told);
    DataTable domains({"Column", "Values", "Known from"});
    for (const recode::PublicDomain& domain : privacy.domains)
        domains.row({prose(domain.column),
                     domain.lowest.empty() ? with_thousands(domain.values)
                                           : escaped(format("{} bins from {} to {}", with_thousands(domain.values),
                                                            domain.lowest, domain.highest)),
                     escaped(std::string(release::from_name(domain.from)))});
    body += "<h3>What was taken to be public</h3>\n" + domains.finish();
    DataTable counts(
        {"Counts of", "Cells", privacy.gaussian ? "Variance" : "Rate", privacy.gaussian ? "rho" : "epsilon"});
    for (const recode::NoisyCounts& one : privacy.counts)
        counts.row({prose(join(one.columns, ", ")), with_thousands(one.cells), decimal(one.parameter.to_double()),
                    decimal(one.cost.get_d())});
    body += "<h3>What was measured</h3>\n" + counts.finish();
    if (!privacy.choices.empty()) {
        BigRatio spent = 0;
        for (const recode::PrivateChoice& choice : privacy.choices) spent += choice.cost;
        body += paragraph(prose(format("{} which counts to take, by the exponential mechanism, cost {:.4g} together.",
                                       counted(privacy.choices.size(), "choice of", "choices of"), spent.get_d())));
    }
    return section("privacy", "Differential privacy", body);
}

std::string perturbed_checking(const release::PerturbedRelease& release) {
    return section(
        "checking", "How to check this",
        paragraph(format("What is kept is also in {}, for programs. FOLDER is where the release is; with the "
                         "original, everything that is kept is compared with it.",
                         code("certificate.json"))) +
            format("<pre><code>scrim verify FOLDER\nscrim verify FOLDER {} ORIGINAL\ncd FOLDER &amp;&amp; "
                   "sha256sum {} report.html</code></pre>\n",
                   prose(field("original")), escaped(format("data.{}", release.request.format))));
}

}  // namespace

std::string perturbed_html(const release::PerturbedRelease& release) {
    return html::page(format("{} – Scrim release report", file_name(release.request.table.name())),
                      perturbed_heading(release) + privacy_section(release) + kept_section(release) +
                          required_section(release) + perturbed_checking(release));
}

}  // namespace scrim::report
