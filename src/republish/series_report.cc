#include "republish/series_report.h"

#include "core/text.h"
#include "release/report_chart.h"
#include "release/report_page.h"
#include "release/report_text.h"

#include <algorithm>

namespace scrim {
namespace {

using namespace html;

// A bar per release; past sixty, each stands for several and shows their mean.
std::string bars(std::string_view id, std::string_view title, const std::vector<SeriesRelease>& releases,
                 double (*height_of)(const SeriesRelease&), const std::function<std::string(double)>& shown) {
    constexpr double top = 24, base = 124, height = 150;
    const std::size_t each = (releases.size() + 59) / 60;
    std::vector<double> heights;
    for (std::size_t r = 0; r < releases.size(); r += each) {
        const std::size_t end = std::min(r + each, releases.size());
        double sum = 0;
        for (std::size_t i = r; i < end; ++i) sum += height_of(releases[i]);
        heights.push_back(sum / static_cast<double>(end - r));
    }
    const double most = *std::max_element(heights.begin(), heights.end());
    Svg svg(id, height, title,
            format("{}: {} at first, {} at last.", title, shown(heights.front()), shown(heights.back())));
    const double slot = 1.0 / static_cast<double>(heights.size());
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const double tall = most > 0 ? heights[i] / most * (base - top) : 0;
        if (tall > 0)
            svg.bar(share(slot * (static_cast<double>(i) + 0.1)), base - tall, share(0.8 * slot), tall, "full", 1);
    }
    svg.line(share(0), base, share(1), base, "axis");
    svg.text(share(0), base + 18, "tick", with_thousands(releases.front().number));
    svg.text(share(1), base + 18, "tick end", with_thousands(releases.back().number));
    svg.text(share(0), 14, "key", format("most: {}", shown(most)));
    return figure(svg.finish(), title);
}

std::string whole(double number) { return with_thousands(static_cast<std::uint64_t>(number + 0.5)); }

}  // namespace

std::string series_html(const SeriesRules& rules, const std::vector<SeriesRelease>& releases) {
    const bool generalised = prints_spans(rules.form);
    const std::string untrue = rules.inclusion ? "Substitutes" : "Counterfeits";
    std::string body = section(
        "series", "The series",
        facts({{"Releases", with_thousands(releases.size())},
               {"Method", code(rules.text())},
               {"Form", std::string(rules.form_name())},
               {"Records in the last release", with_thousands(releases.back().records)}}) +
            paragraph(
                rules.inclusion
                    ? "Every group holds different sensitive values, and whoever is in several releases is in groups "
                      "of the same values each time. Where nobody has a value that is needed, another record is "
                      "published with it: how many in each group is told beside the data."
                    : "Every group holds different sensitive values, and whoever is in several releases is in groups "
                      "of the same values each time. Where nobody has a value that is needed, a counterfeit record "
                      "has it: how many in each group is told beside the data."));
    std::string pictures = bars(
        "records", "Records in each release", releases,
        [](const SeriesRelease& r) { return static_cast<double>(r.records); }, whole);
    pictures += bars(
        "untrue", untrue + " in each release", releases,
        [](const SeriesRelease& r) { return static_cast<double>(r.untrue); }, whole);
    if (generalised)
        pictures += bars(
            "loss", "Loss (normalised certainty penalty) of each release", releases,
            [](const SeriesRelease& r) { return r.loss; }, [](double loss) { return percent(loss); });
    body += section("time", "Over time", pictures);
    std::vector<std::string> headings{"Release", ">Records", ">Groups", ">" + untrue};
    if (generalised) headings.push_back(">Loss");
    DataTable table(headings);
    for (const SeriesRelease& release : releases) {
        std::vector<std::string> cells{with_thousands(release.number), with_thousands(release.records),
                                       with_thousands(release.groups), with_thousands(release.untrue)};
        if (generalised) cells.push_back(percent(release.loss));
        table.row(cells);
    }
    body += section("releases", "Release by release", table.finish());
    return page("A series of releases", body);
}

}  // namespace scrim
