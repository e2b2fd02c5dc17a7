#include "kernel/core/text.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/report_sections.h"

#include <algorithm>
#include <set>

namespace scrim::report::html {
namespace {

struct Kept {
    std::string name;
    double loss = 0;
    std::size_t original = 0, printed = 0;  // different values
    std::string level;                      // "2 of 4", "" where values are not of one level
};

std::size_t original_values(const recode::Problem& problem, std::size_t attribute) {
    std::vector<bool> seen(problem.quasi_identifiers[attribute].domain().size());
    problem.column(attribute).visit([&](auto codes) {
        for (std::size_t t = 0; t < codes.size(); ++t)
            if (problem.tuples->weights[t] > 0) seen[codes[t]] = true;
    });
    return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
}

std::size_t printed_values(const recode::Problem& problem, const recode::Recoding& recoding, std::size_t attribute) {
    if (recoding.dimensions() == 0) return original_values(problem, attribute);
    std::set<Span> spans;
    for (std::size_t c = 0; c < recoding.size(); ++c) spans.insert(recoding.box(c)[attribute]);
    return spans.size();
}

std::vector<Kept> attributes(const ReportInput& input) {
    const recode::Problem& problem = input.problem();
    std::vector<Kept> made;
    for (const auto& [name, loss] : input.measured.loss_by_attribute) {
        const std::size_t a = made.size();
        if (a >= problem.dimensions()) break;
        Kept kept{name, loss, original_values(problem, a), printed_values(problem, input.recoding, a), ""};
        if (!input.recoding.neighborhood.empty())
            kept.level = format("{} of {}", input.recoding.neighborhood.front().levels.at(a),
                                problem.quasi_identifiers[a].hierarchy->height());
        made.push_back(std::move(kept));
    }
    return made;
}

// A bar per attribute: what suppressed records cost (pale), then what generalization costs (full).
std::string picture(const std::vector<Kept>& attributes, double suppressed) {
    constexpr double row = 46, label = 15, bar_top = 24, bar = 9, axis_room = 18;
    std::string words;
    for (const Kept& kept : attributes)
        words += format("{}: loss {}, {} different values printed of {}. ", escaped(kept.name), aligned(kept.loss),
                        with_thousands(kept.printed), with_thousands(kept.original));
    const double bottom = row * static_cast<double>(attributes.size());
    Svg svg("loss-picture", bottom + axis_room, "Loss of each attribute", words);
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        const Kept& kept = attributes[i];
        const double top = row * static_cast<double>(i);
        const double loss = std::clamp(kept.loss, 0.0, 1.0), pale = std::min(loss, suppressed);
        svg.text(share(0), top + label, "strong", drawn(kept.name, 34));
        svg.text(share(1), top + label, "end",
                 format("<tspan class=\"soft wide\">{} → {} values  </tspan><tspan class=\"key\">{}</tspan>",
                        with_thousands(kept.original), with_thousands(kept.printed), aligned(kept.loss)));
        svg.bar(share(0), top + bar_top, share(1), bar, "track", 2);
        if (pale > 0) svg.bar(share(0), top + bar_top, share(pale), bar, "pale");
        if (loss > pale) svg.bar(share(pale), top + bar_top, share(loss - pale), bar, "full");
    }
    svg.text(share(0), bottom + 10, "tick", "0 exact");
    svg.text(share(1), bottom + 10, "tick end", "everything lost 1");
    return svg.finish();
}

}  // namespace

std::string attribute_section(const ReportInput& input) {
    const std::vector<Kept> all = attributes(input);
    const release::Measured& measured = input.measured;
    const std::uint64_t left_out = measured.original_records - std::min(measured.original_records, measured.records);
    const double suppressed =
        left_out == 0 ? 0 : static_cast<double>(left_out) / static_cast<double>(measured.original_records);
    std::string body = paragraph(
        "How much each quasi-identifier lost: the normalized certainty penalty, 0 where every value is exact and 1 "
        "where "
        "nothing is left. Other released columns are unchanged.");
    std::string caption =
        "<span class=\"wide\">Beside each bar: different values in the original and in the release, and the "
        "loss.</span>";
    if (left_out > 0)
        caption += format(" The pale part, {}, is the {} left out: all of their values are lost.", aligned(suppressed),
                          counted(left_out, "record", "records"));
    body += figure(picture(all, suppressed), caption);
    const bool levels = std::any_of(all.begin(), all.end(), [](const Kept& kept) { return !kept.level.empty(); });
    std::vector<std::string> headings{"Attribute", ">Loss", ">Values before", ">Values printed"};
    if (levels) headings.push_back(">Level");
    DataTable table(headings);
    for (const Kept& kept : all) {
        std::vector<std::string> cells{name(kept.name), aligned(kept.loss), with_thousands(kept.original),
                                       with_thousands(kept.printed)};
        if (levels) cells.push_back(kept.level);
        table.row(cells);
    }
    return section("attributes", "What each attribute keeps", body + table.finish());
}

}  // namespace scrim::report::html
