#include "report/series_words.h"

#include "kernel/core/text.h"

#include <filesystem>

namespace scrim::report {

std::string series_verdict(const SeriesCheckReport& report) {
    const std::uint64_t people = report.releases.empty() ? 0 : report.releases.back().people_so_far;
    const std::string after = counted(report.releases.size(), "release", "releases");
    if (report.holds())
        return format("Everybody ({}) has at least {} possible values of {} left after {}.",
                      counted(people, "person", "people"), with_thousands(report.least), quoted(report.sensitive),
                      after);
    const std::string few = report.least == 2 ? "only one possible value"
                                              : format("fewer than {} possible values", with_thousands(report.least));
    const std::uint64_t exposed = report.releases.back().exposed;
    return format("{} of {} {} {} of {} left after {}.", with_thousands(exposed), counted(people, "person", "people"),
                  exposed == 1 ? "has" : "have", few, quoted(report.sensitive), after);
}

std::vector<std::string> series_assumptions(const SeriesCheckReport& report) {
    return {
        format("The attack: of the values of {} that a person may have, those are left that every release of theirs "
               "leaves them: the values of the classes they may be in, less those that the other people of a class "
               "must have, less what a class that grew or shrank tells about who came or went.",
               quoted(report.sensitive)),
        "Taken for granted: the attacker knows who is in which release and everybody's quasi-identifiers; nobody's "
        "sensitive value changes, but where the tables of people say so, and then the attacker knows whose and when.",
        "Not measured: that one of several possible values is likelier than another, and what an attacker knows "
        "besides.",
    };
}

std::string exposed_name(const ExposedPerson& exposed) {
    if (!exposed.since && !exposed.until) return exposed.person;
    if (!exposed.since) return format("{} (until release {})", exposed.person, *exposed.until + 1);
    if (!exposed.until) return format("{} (from release {} on)", exposed.person, *exposed.since + 1);
    return format("{} (releases {} to {})", exposed.person, *exposed.since + 1, *exposed.until + 1);
}

std::string release_name(const std::string& path) {
    const std::filesystem::path file(path);
    const std::string name = file.filename().string();
    const bool ours = (name.starts_with("data.") || name.starts_with("qit.")) && file.has_parent_path();
    return (ours ? file.parent_path().filename() : file.filename()).string();
}

}  // namespace scrim::report
