#include "report/perturbed_text.h"

#include "kernel/core/text.h"
#include "report/in_lines.h"

#include <string_view>

namespace scrim::report {

std::string perturbed_text(const PublishReport& report) {
    const PerturbationReport& told = *report.perturbation;
    std::string out = format("{}: {}\n\n{}\n\n", report.folder, counted(report.made.records, "record", "records"),
                             in_lines(told.notice, 0));
    const auto line = [&](std::string_view what, const std::string& words) {
        out += format("  {:<14} {}\n", what, words);
    };
    line("algorithm", report.made.algorithm);
    for (const auto& [name, value] : report.made.details) line(name, value);
    for (const auto& [name, value] : told.design) line(name, value);
    if (!told.changed.empty()) line("changed", join(told.changed, ", "));
    for (const KeptReport& kept : told.kept) line("kept", kept.words());
    for (const RequirementReport& requirement : report.requirements) line("holds", requirement.requirement);
    if (!told.privacy.empty()) line("private", told.privacy);
    if (report.requirements.empty() && told.privacy.empty())
        line("no model", "no privacy model was required, and none is promised");
    line("promised", in_lines(told.promise, 17));
    line("not promised", in_lines(told.limits, 17));
    if (!told.unchanged_quasi_identifiers.empty())
        line("exact", in_lines(format("{}: quasi-identifiers that were not changed; {} alone with them",
                                      join(told.unchanged_quasi_identifiers, ", "),
                                      counted(told.alone, "record is", "records are")),
                               17));
    for (const ExactColumn& column : report.exact.columns)
        if (column.alone > 0)
            line("exact column", format("{} ({}) singles out {} of records", quoted(column.name),
                                        role_name(column.role), share_text(column.alone, report.exact.people)));
    for (const std::string& note : report.notes) line("note", note);
    out += format(
        "\nConfirmed from its files and the original. Recipients can check what the files show: scrim verify {}\n",
        report.folder);
    out += format("For you alone: {}\n", report.owner);
    return out;
}

}  // namespace scrim::report
