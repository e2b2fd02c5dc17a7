// The report of an audit as a page.
#include "kernel/core/text.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/series_words.h"

#include <algorithm>

namespace scrim {
namespace report::html {
namespace {

constexpr std::size_t most_listed = 100;

// One bar per release: how many of the people seen so far are exposed, on one axis that the highest bar fills.
std::string picture(const SeriesCheckReport& report) {
    constexpr double top = 34, base = 194, height = 222;
    constexpr std::size_t most_numbers = 14;  // that fit beside each other
    const std::size_t count = report.releases.size();
    double most = 0;
    std::string words;
    for (std::size_t r = 0; r < count; ++r) {
        const ReleaseExposure& release = report.releases[r];
        most = std::max(most, part(release.exposed, release.people_so_far));
        words += format("After release {}: {} of {}. ", r + 1, with_thousands(release.exposed),
                        counted(release.people_so_far, "person", "people"));
    }
    Svg svg("exposure-picture", height, "Exposed people after each release", words);
    const double slot = 1.0 / static_cast<double>(std::max<std::size_t>(count, 1));
    const std::size_t every = (count + most_numbers - 1) / most_numbers;
    for (std::size_t r = 0; r < count; ++r) {
        const ReleaseExposure& release = report.releases[r];
        const double left = slot * static_cast<double>(r);
        const double tall = most > 0 ? part(release.exposed, release.people_so_far) / most * (base - top) : 0;
        const double shown = release.exposed > 0 ? std::max(tall, 2.0) : 0;
        if (release.exposed > 0) svg.bar(share(left + 0.1 * slot), base - shown, share(0.8 * slot), shown, "full", 1.5);
        if (r % every == 0 || r + 1 == count) {
            svg.text(share(left + slot / 2), base + 20, "tick middle", std::to_string(r + 1));
            svg.text(share(left + slot / 2), base - shown - 7, release.exposed > 0 ? "strong middle" : "soft middle",
                     percent(release.exposed, release.people_so_far));
        }
    }
    svg.line(share(0), base, share(1), base, "axis");
    return svg.finish();
}

std::string exposure_section(const SeriesCheckReport& report) {
    DataTable table({"Release", ">People", ">So far", ">Fewest values", ">Exposed by itself", ">Exposed in all"});
    for (std::size_t r = 0; r < report.releases.size(); ++r) {
        const ReleaseExposure& release = report.releases[r];
        table.row({format("{}. {}<small>{} in {}</small>", r + 1, name(report::release_name(release.name)),
                          counted(release.records, "record", "records"), counted(release.classes, "class", "classes")),
                   with_thousands(release.people), with_thousands(release.people_so_far),
                   with_thousands(release.fewest), with_thousands(release.exposed_alone),
                   format("{}<small>{}</small>", with_thousands(release.exposed),
                          percent(release.exposed, release.people_so_far))});
    }
    return section("exposure", "Exposure over time",
                   figure(picture(report), format("People with fewer than {} possible values, as a share of all people "
                                                  "seen so far, after each release.",
                                                  with_thousands(report.least))) +
                       table.finish());
}

std::string candidate_section(const SeriesCheckReport& report) {
    DataTable table({"Possible values", ">People", ">Share"});
    const ReleaseExposure& last = report.releases.back();
    constexpr std::size_t most_rows = 12;
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < last.candidates.size(); ++i) {
        const auto& [values, people] = last.candidates[i];
        if (i < most_rows)
            table.row({with_thousands(values), with_thousands(people), percent(people, last.people_so_far)});
        else
            others += people;
    }
    if (others > 0) table.row({"more", with_thousands(others), percent(others, last.people_so_far)});
    return section("candidates", "What is left at the end",
                   paragraph("How many values people may still have when all releases are combined.") + table.finish());
}

std::string people_section(const SeriesCheckReport& report) {
    if (report.holds()) return {};
    DataTable table({"Person", "Possible values", ">After release"});
    for (std::size_t i = 0; i < std::min(most_listed, report.exposed.size()); ++i) {
        const ExposedPerson& exposed = report.exposed[i];
        std::vector<std::string> values;
        for (const std::string& value : exposed.values) values.push_back(name(value));
        table.row({name(report::exposed_name(exposed)), join(values, ", "), std::to_string(exposed.after + 1)});
    }
    std::string body = table.finish();
    if (report.exposed.size() > most_listed)
        body += paragraph(format("And {} more: the JSON report lists everybody.",
                                 with_thousands(report.exposed.size() - most_listed)),
                          "note");
    return section("people", "Who is exposed", body);
}

std::string assumption_section(const SeriesCheckReport& report) {
    std::vector<std::string> items;
    for (const std::string& words : report::series_assumptions(report)) items.push_back(prose(words));
    for (const std::string& note : report.notes) items.push_back(prose(note + "."));
    return section("assumptions", "What this means", list(items));
}

std::string together_sections(const SeriesCheckReport& report) {
    std::string body;
    if (!report.releases.empty()) body += exposure_section(report) + candidate_section(report);
    return body + people_section(report) + assumption_section(report);
}

// Each release by itself: the highest belief in a true value, before and after.
std::string beliefs_section(const SeriesAudit& audit) {
    DataTable table({"Release", "Value of", ">Records", ">Before", ">After", ">Certain"});
    for (std::size_t r = 0; r < audit.releases.size(); ++r)
        for (const BeliefReport& beliefs : audit.releases[r].beliefs)
            table.row({std::to_string(r + 1), name(beliefs.sensitive), with_thousands(beliefs.records),
                       percent(beliefs.highest_before.value), percent(beliefs.highest_after.value),
                       with_thousands(beliefs.certain)});
    return section(
        "beliefs", "Each release by itself",
        paragraph("The highest belief in a true value, before and after who attacks finds a person's class, and "
                  "how many records' values become certain.") +
            table.finish());
}

}  // namespace
}  // namespace report::html

std::string to_html(const SeriesCheckReport& report) {
    std::string body = format(
        "<header>\n{}<h1>{}</h1>\n{}{}</header>\n", report::html::paragraph("Scrim audit of releases", "eyebrow"),
        report::html::escaped(counted(report.releases.size(), "release combined", "releases combined")),
        report::html::paragraph(report::html::prose(report::series_verdict(report)), "lead"),
        report::html::paragraph(
            format("<strong>For the owner only:</strong> {}", report::html::prose(report::series_warning))));
    body += report::html::together_sections(report);
    return report::html::page("Scrim audit of releases", body);
}

std::string to_html(const SeriesAudit& audit) {
    using namespace report::html;
    const std::string verdict = audit.together
                                    ? report::series_verdict(*audit.together)
                                    : "Who is in which release is not known here: releases are looked at one by one.";
    std::string body = format("<header>\n{}<h1>{}</h1>\n{}{}</header>\n",
                              report::html::paragraph("Scrim audit of a series", "eyebrow"),
                              report::html::escaped(report::html::file_name(audit.folder)),
                              report::html::paragraph(report::html::prose(verdict), "lead"),
                              report::html::paragraph(format("<strong>For the owner only:</strong> {}",
                                                             report::html::prose(report::series_warning))));
    body += beliefs_section(audit);
    if (audit.together) body += together_sections(*audit.together);
    return report::html::page(format("{} – Scrim audit of a series", report::html::file_name(audit.folder)), body);
}

}  // namespace scrim
