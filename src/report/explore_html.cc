// explore.html: what every algorithm makes of one table, as a picture of loss against risk and as tables.
#include "kernel/core/text.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "scrim/publish.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>

namespace scrim::report::html {
namespace {

std::vector<const TrialReport*> made_of(const ExploreReport& report) {
    std::vector<const TrialReport*> made;
    for (const TrialReport& trial : report.trials)
        if (trial.refused.empty()) made.push_back(&trial);
    std::stable_sort(made.begin(), made.end(), [](const auto* a, const auto* b) {
        return std::pair(a->perturbed, a->loss) < std::pair(b->perturbed, b->loss);
    });
    return made;
}

// Those with a loss: where values were changed there is none.
std::vector<const TrialReport*> with_loss(std::vector<const TrialReport*> made) {
    std::erase_if(made, [](const TrialReport* trial) { return trial->perturbed; });
    return made;
}

// A round number that is no less: 0.4 for 0.331.
double axis_end(double most) {
    if (!(most > 0)) return 1;
    const double power = std::pow(10, std::floor(std::log10(most)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0})
        if (step * power >= most * (1 - 1e-12)) return step * power;
    return most;
}

// The marks of one risk. Names are stacked above their marks, towards the middle of the page, so that on a page as
// narrow as a telephone none covers another or leaves it.
class Lane {
public:
    void add(double at, const TrialReport* trial) { marks_.push_back({at, 0, at > 0.5, trial}); }
    // Those nearest to the middle lowest: a stem then passes beside the names below it.
    void stack() {
        std::stable_sort(marks_.begin(), marks_.end(),
                         [](const Mark& a, const Mark& b) { return std::abs(a.at - 0.5) < std::abs(b.at - 0.5); });
        constexpr double page = 340, letter = 7.2, gap = 10;
        for (Mark& mark : marks_) {
            const double foot = mark.at * page;
            const double width = static_cast<double>(mark.trial->algorithm.size()) * letter + gap;
            const double from = mark.leftwards ? foot - width : foot, to = from + width;
            while (mark.level < taken_.size() && overlaps(taken_[mark.level], from, to)) ++mark.level;
            if (mark.level == taken_.size()) taken_.emplace_back();
            taken_[mark.level].emplace_back(from, to);
            for (std::size_t below = 0; below < mark.level; ++below) taken_[below].emplace_back(foot - 1, foot + 1);
        }
    }
    double height() const { return 46 + step * static_cast<double>(taken_.size()); }
    void draw(Svg& svg, double top, const std::string& name, const std::string& recommended) const {
        const double base = top + height() - 12;
        svg.text(share(0), top + 18, "soft", name);
        svg.line(share(0), base, share(1), base, "grid");
        for (const Mark& mark : marks_) {
            const bool best = mark.trial->algorithm == recommended;
            const double label = base - 16 - step * static_cast<double>(mark.level);
            svg.line(share(mark.at), base, share(mark.at), label + 3, "grid");
            svg.text(share(mark.at), label, format("{}{}", best ? "key" : "tick", mark.leftwards ? " end" : ""),
                     escaped(mark.trial->algorithm), mark.leftwards ? -4 : 4);
        }
        for (const Mark& mark : marks_)
            if (mark.trial->algorithm != recommended) svg.dot(share(mark.at), base, 5, "hollow");
        for (const Mark& mark : marks_)
            if (mark.trial->algorithm == recommended) svg.dot(share(mark.at), base, 6, "full");
    }

private:
    static constexpr double step = 17;
    using Taken = std::vector<std::pair<double, double>>;
    static bool overlaps(const Taken& taken, double from, double to) {
        return std::any_of(taken.begin(), taken.end(),
                           [&](const auto& other) { return from < other.second && other.first < to; });
    }
    struct Mark {
        double at;
        std::size_t level;
        bool leftwards;
        const TrialReport* trial;
    };
    std::vector<Taken> taken_;
    std::vector<Mark> marks_;
};

std::string picture(const ExploreReport& report, const std::vector<const TrialReport*>& made) {
    double most = 0;
    for (const TrialReport* trial : made) most = std::max(most, trial->loss);
    const double end = axis_end(most);
    std::map<double, Lane, std::greater<>> lanes;
    std::map<double, std::string> names;
    std::string words;
    for (const TrialReport* trial : made) {
        lanes[trial->highest_risk.value].add(std::clamp(trial->loss / end, 0.0, 1.0), trial);
        names[trial->highest_risk.value] = chance(trial->highest_risk);
        words += format("{}: {} {}, risk {}. ", escaped(trial->algorithm), report.metric, decimal(trial->loss),
                        chance(trial->highest_risk));
    }
    double height = 44;
    for (auto& [risk, lane] : lanes) {
        lane.stack();
        height += lane.height();
    }
    Svg svg("explored-picture", height, "Loss against risk", words);
    double top = 0;
    for (const auto& [risk, lane] : lanes) {
        lane.draw(svg, top, "risk " + names[risk], report.recommended);
        top += lane.height();
    }
    for (int tick = 0; tick <= 4; ++tick) {
        const double at = tick / 4.0;
        svg.line(share(at), top, share(at), top + 5, "axis");
        svg.text(share(at), top + 20,
                 tick == 0   ? "tick"
                 : tick == 4 ? "tick end"
                             : "tick middle",
                 format("{:.3g}", end * at));
    }
    svg.line(share(0), top, share(1), top, "axis");
    svg.text(share(0.5), top + 40, "tick middle", escaped(report.metric));
    return svg.finish();
}

std::string trial_table(const ExploreReport& report, const std::vector<const TrialReport*>& made) {
    DataTable table({"Algorithm", ">" + escaped(report.metric), ">Highest risk"});
    for (const TrialReport* trial : made) {
        const bool classes = !trial->perturbed || trial->classes > 0;
        std::string about = classes ? counted(trial->classes, "class", "classes") : "values are changed";
        about += format(", {:.2g} s", trial->seconds);
        if (trial->suppressed > 0) about += ", " + percent(trial->suppressed, report.records) + " suppressed";
        if (trial->by_chance) about += ", by chance";
        if (trial->algorithm == report.recommended) about += ", recommended";
        table.row({name(trial->algorithm) + "<small>" + about + "</small>",
                   trial->perturbed ? "–" : aligned(trial->loss), classes ? chance(trial->highest_risk) : "–"});
    }
    return table.finish();
}

// With places where it may break.
std::string breakable(const std::string& words) {
    std::string out;
    for (const char c : escaped(words)) {
        out += c;
        if (c == '_') out += "<wbr />";
    }
    return out;
}

// A table for each metric's way of being better would be long: algorithms down, metrics across, in threes.
std::string metric_tables(const std::vector<const TrialReport*>& made) {
    std::vector<const MetricReport*> metrics;  // one of each
    for (const TrialReport* trial : made)
        for (const MetricReport& metric : trial->compared)
            if (std::none_of(metrics.begin(), metrics.end(), [&](const auto* m) { return m->name == metric.name; }))
                metrics.push_back(&metric);
    if (metrics.empty()) return {};
    std::string body;
    constexpr std::size_t across = 3;
    for (std::size_t first = 0; first < metrics.size(); first += across) {
        const std::size_t last = std::min(first + across, metrics.size());
        std::vector<std::string> headings{"Algorithm"};
        for (std::size_t m = first; m < last; ++m)
            headings.push_back(format(">{}<small>{} is better</small>", breakable(metrics[m]->name),
                                      metrics[m]->lower_is_better ? "lower" : "higher"));
        DataTable table(headings);
        for (const TrialReport* trial : made) {
            std::vector<std::string> cells{name(trial->algorithm)};
            for (std::size_t m = first; m < last; ++m) {
                const auto found = std::find_if(trial->compared.begin(), trial->compared.end(),
                                                [&](const auto& metric) { return metric.name == metrics[m]->name; });
                cells.push_back(found == trial->compared.end() ? "–" : aligned(found->value));
            }
            table.row(cells);
        }
        body += table.finish();
    }
    std::vector<std::string> references;
    for (const MetricReport* metric : metrics) {
        std::vector<std::string> words;
        for (const auto& [what, value] : metric->references) {
            std::string spaced = what;
            std::replace(spaced.begin(), spaced.end(), '_', ' ');
            words.push_back(escaped(spaced) + " " + decimal(value));
        }
        if (!words.empty()) references.push_back(format("{}: {}", escaped(metric->name), join(words, ", ")));
    }
    if (!references.empty()) body += list(references);
    return section("metrics", "Beside the original", body);
}

std::string explored_page(const ExploreReport& report) {
    std::string body = paragraph("Explored", "eyebrow");
    const std::vector<const TrialReport*> made = made_of(report);
    std::vector<std::string> notes;
    for (const std::string& note : report.notes) notes.push_back(prose(note));
    if (!report.impossible.empty() || made.empty()) {
        body += "<h1>No algorithm can</h1>\n";
        if (!report.impossible.empty()) body += paragraph(prose(report.impossible), "lead");
    } else if (report.recommended.empty()) {
        body += format("<h1>{} and what it costs</h1>\n", escaped(made.front()->algorithm));
    } else {
        body += format("<h1>{} is recommended</h1>\n", escaped(report.recommended));
        std::string because = prose(report.because) + ".";
        because[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(because[0])));
        body += paragraph(because, "lead");
    }
    body += facts({{"Records", with_thousands(report.records)},
                   {"Loss", escaped(report.metric)},
                   {"Possible", std::to_string(made.size())},
                   {"Not possible", std::to_string(report.trials.size() - made.size())}});
    if (!made.empty()) {
        const std::vector<const TrialReport*> drawn = with_loss(made);
        const std::string shown =
            drawn.empty() ? ""
                          : figure(picture(report, drawn),
                                   "Each mark is an algorithm, further to the right the more it loses; each line is a "
                                   "highest risk, to an attacker who knows the quasi-identifiers of somebody in the "
                                   "table. The full mark is recommended.");
        body += section("picture", "Loss against risk", shown + trial_table(report, made));
        body += metric_tables(made);
    }
    std::vector<std::string> refused;
    for (const TrialReport& trial : report.trials)
        if (!trial.refused.empty())
            refused.push_back(format("<strong>{}</strong>: {}", escaped(trial.algorithm), prose(trial.refused)));
    if (!refused.empty()) body += section("refused", "Not possible", list(refused));
    notes.push_back("What is said of risk is about the quasi-identifiers of this table, and about nothing else.");
    notes.push_back("The page tells about the original: it is for you, and no part of a release.");
    body += section("limits", "What is not promised", list(notes));
    return page("Explored: " + (report.recommended.empty() ? report.metric : report.recommended), body);
}

}  // namespace
}  // namespace scrim::report::html

namespace scrim {

std::string to_html(const ExploreReport& report) { return report::html::explored_page(report); }

}  // namespace scrim
