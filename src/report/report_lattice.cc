#include "kernel/core/text.h"
#include "kernel/recode/lattice/lattice.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/report_sections.h"

#include <algorithm>

namespace scrim::report::html {
namespace {

using Neighbor = recode::Recoding::Neighbor;

// Pictures have no room for more levels than this in a row.
constexpr std::size_t most_levels = 9;

// A node one step away and what is different there.
struct Step {
    const Neighbor* node = nullptr;
    std::size_t attribute = 0;
};

struct Steps {
    std::vector<Step> up, down;  // more general, more specific
};

Steps steps_of(const std::vector<Neighbor>& nodes) {
    Steps steps;
    const auto& chosen = nodes.front().levels;
    for (std::size_t n = 1; n < nodes.size(); ++n)
        for (std::size_t a = 0; a < chosen.size(); ++a)
            if (nodes[n].levels.at(a) != chosen[a]) {
                (nodes[n].levels[a] > chosen[a] ? steps.up : steps.down).push_back({&nodes[n], a});
                break;
            }
    return steps;
}

// The levels with the one that is different marked.
std::string levels_text(const Neighbor& node, std::size_t marked) {
    std::string out = "<tspan class=\"mono\">";
    for (std::size_t a = 0; a < node.levels.size(); ++a) {
        if (a > 0) out += "-";
        out += a == marked ? format("<tspan class=\"key\">{}</tspan>", node.levels[a]) : format("{}", node.levels[a]);
    }
    return out + "</tspan>";
}

std::string worth(const ReportInput& input) { return input.problem().metric->lower_is_better ? "loss" : "value"; }

std::string cost_text(const ReportInput& input, const Neighbor& node) {
    if (!node.loss) return "too much suppressed";
    return format("{} {}, {} suppressed", worth(input), aligned(*node.loss), with_thousands(node.suppressed));
}

class Picture {
public:
    Picture(const ReportInput& input, const Steps& steps, bool costs)
        : input_(input),
          steps_(steps),
          costs_(costs),
          row_(costs_ ? 46 : 32),
          middle_(head + row_ * static_cast<double>(steps.up.size()) + gap),
          height_(middle_ + gap + row_ * static_cast<double>(steps.down.size()) + head),
          svg_("lattice-picture", height_, "The chosen node and those one step away", words()) {}

    std::string draw() {
        const Neighbor& chosen = input_.recoding.neighborhood.front();
        for (std::size_t i = 0; i < steps_.up.size(); ++i) curve(above(i));
        for (std::size_t i = 0; i < steps_.down.size(); ++i) curve(below(i));
        if (!steps_.up.empty()) svg_.text(px(0), 12, "tick", "↑ more general");
        if (costs_) svg_.text(share(bars), 12, "tick wide", worth(input_));
        for (std::size_t i = 0; i < steps_.up.size(); ++i) step(steps_.up[i], above(i), "↑");
        svg_.dot(px(root), middle_, 13, "ring");
        svg_.dot(px(root), middle_, 8.5, "full");
        const bool fits = chosen.levels.size() <= most_levels;
        svg_.text(px(root + 28), middle_ + (costs_ ? -3 : 5), "strong",
                  fits ? levels_text(chosen, SIZE_MAX) + "<tspan dx=\"8\">chosen</tspan>" : "chosen");
        if (costs_) svg_.text(px(root + 28), middle_ + 15, "soft", cost_text(input_, chosen));
        loss_bar(chosen, middle_, "full wide");
        for (std::size_t i = 0; i < steps_.down.size(); ++i) step(steps_.down[i], below(i), "↓");
        if (!steps_.down.empty()) svg_.text(px(0), height_ - 4, "tick", "↓ more specific");
        return svg_.finish();
    }

private:
    static constexpr double root = 14, tip = 74, head = 24, gap = 34, bars = 0.58;

    double above(std::size_t i) const { return head + row_ * (static_cast<double>(i) + 0.5); }
    double below(std::size_t i) const { return middle_ + gap + row_ * (static_cast<double>(i) + 0.5); }
    void curve(double y) { svg_.bend(root, middle_, tip, y, "curve"); }

    // For a name, in letters, beside the levels on a small screen.
    double room() const {
        const auto levels = static_cast<double>(input_.recoding.neighborhood.front().levels.size());
        return levels > most_levels ? 26 : 28 - 2.2 * levels;
    }

    void step(const Step& step, double y, std::string_view arrow) {
        const bool known = costs_ && step.node->feasible;
        svg_.dot(px(tip), y, 6, known ? "full" : "hollow");
        const std::string title = drawn(input_.problem().quasi_identifiers[step.attribute].name, room());
        const std::string words =
            step.node->levels.size() <= most_levels
                ? format("{}<tspan class=\"soft\" dx=\"8\">{} {}</tspan>", levels_text(*step.node, step.attribute),
                         title, arrow)
                : format("{} → <tspan class=\"key\">{}</tspan>", title, step.node->levels[step.attribute]);
        svg_.text(px(tip + 18), y + (costs_ ? -3 : 5), "", words);
        if (costs_) svg_.text(px(tip + 18), y + 15, "soft", cost_text(input_, *step.node));
        loss_bar(*step.node, y, known ? "pale wide" : "none wide");
    }

    // Where there is room, a bar for the loss, on one scale for all.
    void loss_bar(const Neighbor& node, double y, std::string_view style) {
        constexpr double thick = 9;
        double most = 0;
        for (const Neighbor& any : input_.recoding.neighborhood) most = std::max(most, any.loss.value_or(0));
        if (!costs_ || !node.loss || !(most > 0)) return;
        const double length = std::clamp(*node.loss / most, 0.0, 1.0) * (1 - bars);
        svg_.bar(share(bars), y - thick / 2, share(length), thick, style, 1);
    }

    std::string words() const {
        return format("The chosen node in the middle, {} above it and {} below it. The table that follows lists them.",
                      counted(steps_.up.size(), "more general node", "more general nodes"),
                      counted(steps_.down.size(), "more specific node", "more specific nodes"));
    }

    const ReportInput& input_;
    const Steps& steps_;
    bool costs_;
    double row_, middle_, height_;
    Svg svg_;
};

std::string table(const ReportInput& input, const Steps& steps, bool costs) {
    std::vector<std::string> headings{"Node"};
    if (costs)
        headings.insert(headings.end(),
                        {input.problem().metric->lower_is_better ? ">Loss" : ">Value", ">Suppressed", "Feasible"});
    else
        headings.push_back("Compared with the chosen node");
    DataTable made(headings);
    const auto row = [&](const Neighbor& node, const std::string& difference) {
        const std::string levels =
            format("<code{}>{}</code>", node.levels.size() <= most_levels ? " class=\"short\"" : "",
                   recode::lattice::print_levels(node.levels));
        std::vector<std::string> cells{levels};
        if (!costs) {
            cells.push_back(difference);
        } else {
            cells.front() += format("<small>{}</small>", difference);
            cells.push_back(node.loss ? aligned(*node.loss) : "–");
            cells.push_back(node.loss ? with_thousands(node.suppressed) : "–");
            cells.push_back(node.feasible ? "yes" : "no");
        }
        made.row(cells);
    };
    const auto rows = [&](const std::vector<Step>& some, std::string_view how) {
        for (const Step& step : some)
            row(*step.node, format("{} {}", name(input.problem().quasi_identifiers[step.attribute].name), how));
    };
    rows(steps.up, "more general");
    row(input.recoding.neighborhood.front(), "chosen");
    rows(steps.down, "more specific");
    return made.finish();
}

std::string explanation(const ReportInput& input) {
    std::vector<std::string> names;
    for (const hierarchy::Attribute& attribute : input.problem().quasi_identifiers)
        names.push_back(escaped(attribute.name));
    std::string words = format(
        "Every column is printed at one level of its hierarchy. A node of the lattice is one choice of levels, in the "
        "order {}; a step up makes one column more general.",
        join(names, ", "));
    const recode::Recoding& recoding = input.recoding;
    if (recoding.lattice == 0) return words;
    words += format(" The lattice has {}", counted(recoding.lattice, "node", "nodes"));
    return words + ".";
}

// The metric looks at what a classifier would predict: without that it cannot be measured.
bool asks_for_target(const ReportInput& input) {
    if (input.problem().target == 0) return false;
    metrics::MetricInput shown = recode::metric_input(input.problem(), input.recoding);
    shown.class_majorities.clear();
    return !input.problem().metric->measure(shown);
}

// What the neighbors would have cost is shown only where it tells nothing about sensitive values or about who is in
// the table.
bool shows_costs(const ReportInput& input) {
    const recode::Demands& demands = input.problem().demands;
    return !demands.looks_at_sensitive() && !demands.needs_population() && !asks_for_target(input);
}

}  // namespace

std::string lattice_section(const ReportInput& input) {
    const bool costs = shows_costs(input);
    const Steps steps = steps_of(input.recoding.neighborhood);
    std::string body = paragraph(explanation(input));
    if (!costs)
        body += paragraph(
            "Only the levels of the other nodes are shown. The requirements, or what was minimized, look at more than "
            "quasi-identifiers, so what those nodes would have cost could tell something about sensitive values or "
            "about who is in the table.");
    body += figure(
        Picture(input, steps, costs).draw(),
        costs
            ? format("Full: satisfies the requirements and suppresses no more than was allowed. Hollow: does not. "
                     "{} is the {}.",
                     input.problem().metric->lower_is_better ? "Loss" : "Value", escaped(input.problem().metric->title))
            : "The chosen node is full.");
    return section("lattice", "Around the chosen node", body + table(input, steps, costs));
}

}  // namespace scrim::report::html
