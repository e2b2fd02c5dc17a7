// The report of an audit as a table for people.
#include "kernel/core/text.h"
#include "report/html/html_text.h"
#include "report/series_words.h"
#include "report/text_bar.h"

#include <algorithm>
#include <cmath>

namespace scrim {
namespace {

constexpr std::size_t most_listed = 20;

std::string bar(std::uint64_t part, std::uint64_t whole) {
    return report::text_bar(static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1)));
}

std::string release_table(const SeriesCheckReport& report) {
    std::string out = format("\n  {:<24} {:>14} {:>10} {:>14} {:>12}\n", "", "", "fewest", "exposed", "exposed");
    out +=
        format("  {:<24} {:>14} {:>10} {:>14} {:>12}\n", "Release", "people so far", "values", "by itself", "in all");
    for (std::size_t r = 0; r < report.releases.size(); ++r) {
        const ReleaseExposure& release = report.releases[r];
        out += format("  {:>3} {:<20} {:>14} {:>10} {:>14} {:>12} {:>9}  {}\n", r + 1,
                      printable(report::release_name(release.name), 17), with_thousands(release.people_so_far),
                      with_thousands(release.fewest), with_thousands(release.exposed_alone),
                      with_thousands(release.exposed), share_text(release.exposed, release.people_so_far),
                      bar(release.exposed, release.people_so_far));
    }
    return out;
}

// How many people have how many possible values, at the end.
std::string candidate_table(const SeriesCheckReport& report) {
    if (report.releases.empty()) return {};
    const ReleaseExposure& last = report.releases.back();
    std::string out = "\n  Possible values at the end      people\n";
    constexpr std::size_t most_rows = 12;
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < last.candidates.size(); ++i) {
        const auto& [values, people] = last.candidates[i];
        if (i < most_rows)
            out += format("  {:>3} {:<20} {:>14}  {}\n", with_thousands(values), "", with_thousands(people),
                          bar(people, last.people_so_far));
        else
            others += people;
    }
    if (others > 0)
        out += format("  {:<24} {:>14}  {}\n", "more", with_thousands(others), bar(others, last.people_so_far));
    return out;
}

std::string exposed_list(const SeriesCheckReport& report) {
    if (report.exposed.empty()) return {};
    std::string out = "\nExposed\n";
    for (std::size_t i = 0; i < std::min(most_listed, report.exposed.size()); ++i) {
        const ExposedPerson& exposed = report.exposed[i];
        std::vector<std::string> values;
        for (const std::string& value : exposed.values) values.push_back(printable(value, 40));
        out += format("  {:<30} {:<40} after release {}\n", printable(report::exposed_name(exposed), 27),
                      join(values, ", "), exposed.after + 1);
    }
    if (report.exposed.size() > most_listed)
        out += format("  … and {} more: the JSON report lists everybody\n",
                      with_thousands(report.exposed.size() - most_listed));
    return out;
}

}  // namespace

std::string to_text(const SeriesCheckReport& report) {
    std::string out = format("{}\nFOR THE OWNER ONLY: {}\n", report::series_verdict(report), report::series_warning);
    out += release_table(report) + candidate_table(report) + exposed_list(report) + "\n";
    for (const std::string& note : report.notes) out += format("NOTE: {}.\n", note);
    for (const std::string& words : report::series_assumptions(report)) out += words + "\n";
    return out;
}

}  // namespace scrim
