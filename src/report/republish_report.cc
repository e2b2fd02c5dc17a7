// What a new release of a series came to, for the owner.
#include "kernel/core/text.h"
#include "scrim/republish.h"

namespace scrim {
namespace {

std::string growth_text(const RepublishReport& report) {
    if (report.releases.size() < 2) return {};
    const auto& first = report.releases.front();
    return format(", {:+.2f} % since the first release",
                  100.0 * (static_cast<double>(report.release.records) / static_cast<double>(first.records) - 1));
}

}  // namespace

std::string to_text(const RepublishReport& report) {
    std::string out =
        format("{}: release {}{}, {} in {}{}\n\n", report.series, report.release.number,
               report.dry_run ? " would be made" : "", counted(report.release.records, "record", "records"),
               counted(report.release.groups, "group", "groups"), growth_text(report));
    out += format("  method         {}, {}\n", report.method, report.form);
    out += format("  people         {}: {} stayed, {} came, {} left, {} returned\n", with_thousands(report.people),
                  with_thousands(report.stayed), with_thousands(report.arrived), with_thousands(report.left),
                  with_thousands(report.returned));
    if (report.moved + report.changed_inside + report.changed_outside > 0)
        out += format(
            "  changed        quasi-identifiers of {}, sensitive values of {} ({} not hidden by their group)\n",
            counted(report.moved, "person", "people"), with_thousands(report.changed_inside + report.changed_outside),
            with_thousands(report.changed_outside));
    if (report.held_back > 0) out += format("  held back      {}\n", counted(report.held_back, "record", "records"));
    out += report.form == "permuted" ? format("  substitutes    {}\n", with_thousands(report.substitutes))
                                     : format("  counterfeits   {}\n", with_thousands(report.counterfeits));
    out += format("  signatures     {}\n", with_thousands(report.signatures));
    if (report.form == "generalized") out += format("  loss (ncp)     {:.5g}\n", report.release.loss);
    out += "\n";
    for (const RequirementReport& requirement : report.requirements)
        out += format("  {}  {}\n", requirement.holds ? "ok" : "FAIL", requirement.requirement);
    for (const std::string& note : report.notes) out += format("\nNote: {}.\n", note);
    out += report.dry_run ? "\nNothing was written.\n" : format("\nThe release is in {}.\n", report.folder);
    return out;
}

}  // namespace scrim
