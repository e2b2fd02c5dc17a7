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
    constexpr std::size_t few = 8;  // bars with room for a number above each
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
    if (heights.size() <= few) {
        for (std::size_t i = 0; i < heights.size(); ++i) {
            const double tall = most > 0 ? heights[i] / most * (base - top) : 0,
                         middle = slot * (static_cast<double>(i) + 0.5);
            svg.text(share(middle), base - tall - 6, "strong middle", shown(heights[i]));
            svg.text(share(middle), base + 18, "tick middle", with_thousands(releases[i].number));
        }
        return figure(svg.finish(), title);
    }
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
    std::string body =
        format("<header>\n{}<h1>{}</h1>\n{}</header>\n", paragraph("Scrim series of releases", "eyebrow"),
               counted(releases.size(), "release", "releases"),
               facts({{"Method", code(rules.text())},
                      {"Form", std::string(rules.form_name())},
                      {"Records in the last release", with_thousands(releases.back().records)}}));
    body += section(
        "promise", "What is promised",
        paragraph(format(
            "Every group holds at least {} different sensitive values, and whoever is in several "
            "releases is in groups of the same values each time: comparing releases rules nothing "
            "out. Where nobody has a value that is needed, {}; how many in each group is told "
            "beside the data.",
            rules.m(),
            rules.inclusion ? "another record is published with it, a substitute" : "a counterfeit record has it")) +
            "<h3>What is not promised</h3>\n" +
            list({"Nothing about people whose sensitive values are known already, nor about other releases of the "
                  "same people.",
                  "Nothing about values that change: the releases are made for values that stay."}));
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
    body +=
        section("checking", "How to check this",
                paragraph("The command computes every promise anew from the files. FOLDER is where the releases are.") +
                    "<pre><code>scrim verify FOLDER</code></pre>\n");
    return page("A series of releases – Scrim", body);
}

}  // namespace scrim
