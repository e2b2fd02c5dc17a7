#include "report/series_report.h"

#include "kernel/core/text.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"

#include <algorithm>

namespace scrim::report {
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
    html::Svg svg(id, height, title,
                  format("{}: {} at first, {} at last.", title, shown(heights.front()), shown(heights.back())));
    const double slot = 1.0 / static_cast<double>(heights.size());
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const double tall = most > 0 ? heights[i] / most * (base - top) : 0;
        if (tall > 0)
            svg.bar(html::share(slot * (static_cast<double>(i) + 0.1)), base - tall, html::share(0.8 * slot), tall,
                    "full", 1);
    }
    svg.line(html::share(0), base, html::share(1), base, "axis");
    if (heights.size() <= few) {
        for (std::size_t i = 0; i < heights.size(); ++i) {
            const double tall = most > 0 ? heights[i] / most * (base - top) : 0,
                         middle = slot * (static_cast<double>(i) + 0.5);
            svg.text(html::share(middle), base - tall - 6, "strong middle", shown(heights[i]));
            svg.text(html::share(middle), base + 18, "tick middle", with_thousands(releases[i].number));
        }
        return html::figure(svg.finish(), title);
    }
    svg.text(html::share(0), base + 18, "tick", with_thousands(releases.front().number));
    svg.text(html::share(1), base + 18, "tick end", with_thousands(releases.back().number));
    svg.text(html::share(0), 14, "key", format("most: {}", shown(most)));
    return html::figure(svg.finish(), title);
}

std::string whole(double number) { return with_thousands(static_cast<std::uint64_t>(number + 0.5)); }

}  // namespace

std::string series_html(const republication::SeriesRules& rules, const std::vector<SeriesRelease>& releases) {
    const bool generalized = recode::prints_spans(rules.form);
    const std::string untrue = rules.method->substitutes ? "Substitutes" : "Counterfeits";
    std::string body =
        format("<header>\n{}<h1>{}</h1>\n{}</header>\n", html::paragraph("Scrim series of releases", "eyebrow"),
               counted(releases.size(), "release", "releases"),
               html::facts({{"Method", html::code(rules.text())},
                            {"Form", std::string(rules.form_name())},
                            {"Records in the last release", with_thousands(releases.back().records)}}));
    body += html::section(
        "promise", "What is promised",
        html::paragraph(format("Every group holds at least {} different sensitive values, and whoever is in several "
                               "releases is in groups of the same values each time: comparing releases rules nothing "
                               "out. Where nobody has a value that is needed, {}; how many in each group is told "
                               "beside the data.",
                               rules.m(),
                               rules.method->substitutes ? "another record is published with it, a substitute"
                                                         : "a counterfeit record has it")) +
            "<h3>What is not promised</h3>\n" +
            html::list(
                {"Nothing about people whose sensitive values are known already, nor about other releases of the "
                 "same people.",
                 "Nothing about values that change: the releases are made for values that stay."}));
    std::string pictures = bars(
        "records", "Records in each release", releases,
        [](const SeriesRelease& r) { return static_cast<double>(r.records); }, whole);
    pictures += bars(
        "untrue", untrue + " in each release", releases,
        [](const SeriesRelease& r) { return static_cast<double>(r.untrue); }, whole);
    if (generalized)
        pictures += bars(
            "loss", "Loss (normalized certainty penalty) of each release", releases,
            [](const SeriesRelease& r) { return r.loss; }, [](double loss) { return html::percent(loss); });
    body += html::section("time", "Over time", pictures);
    std::vector<std::string> headings{"Release", ">Records", ">Groups", ">" + untrue};
    if (generalized) headings.push_back(">Loss");
    html::DataTable table(headings);
    for (const SeriesRelease& release : releases) {
        std::vector<std::string> cells{with_thousands(release.number), with_thousands(release.records),
                                       with_thousands(release.groups), with_thousands(release.untrue)};
        if (generalized) cells.push_back(html::percent(release.loss));
        table.row(cells);
    }
    body += html::section("releases", "Release by release", table.finish());
    body += html::section(
        "checking", "How to check this",
        html::paragraph("The command computes every promise anew from the files. FOLDER is where the releases are.") +
            "<pre><code>scrim verify FOLDER</code></pre>\n");
    return html::page("A series of releases – Scrim", body);
}

}  // namespace scrim::report
