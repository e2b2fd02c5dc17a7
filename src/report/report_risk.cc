#include "kernel/core/text.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/report_sections.h"

#include <algorithm>
#include <cmath>

namespace scrim::report::html {
namespace {

struct Measure {
    std::string name, meaning;
    double before = 0, after = 0;  // shares
    std::string before_text, after_text;
};

Measure of_risk(std::string name, std::string meaning, const Exact& before, const Exact& after) {
    return {std::move(name), std::move(meaning),    before.value,
            after.value,     percent(before.value), percent(after.value)};
}

std::vector<Measure> measures(const ReportInput& input) {
    const release::Measured& measured = input.measured;
    const RiskReport &before = measured.risks_before, &after = measured.risks;
    std::vector<Measure> made;
    made.push_back(of_risk("Highest",
                           format("the {} easiest to find, to an attacker who knows that {} in the table",
                                  input.counts_people() ? "person who is" : "record that is",
                                  input.counts_people() ? "the person is" : "its person is"),
                           before.prosecutor_highest, after.prosecutor_highest));
    made.push_back(of_risk("Average",
                           format("over all {}, for the same attacker (the prosecutor)", input.member_word(true)),
                           before.prosecutor_average, after.prosecutor_average));
    made.push_back(of_risk(
        "Marketer", format("share of all {} that an attacker who links everybody gets right", input.member_word(true)),
        before.marketer, after.marketer));
    made.push_back({input.counts_people() ? "People at risk" : "Records at risk",
                    format("whose own risk is greater than {}", percent(after.threshold.value)),
                    part(before.prosecutor_at_risk, measured.original_people),
                    part(after.prosecutor_at_risk, measured.people), with_thousands(before.prosecutor_at_risk),
                    with_thousands(after.prosecutor_at_risk)});
    return made;
}

double on_axis(double share_of_all) { return std::isfinite(share_of_all) ? std::clamp(share_of_all, 0.0, 1.0) : 0; }

// Each measure as a way from before (hollow) to after (full), on one axis from 0 to 100 %.
std::string picture(const std::vector<Measure>& measures) {
    constexpr double row = 54, label = 16, way = 34, axis_room = 22;
    std::string words;
    for (const Measure& measure : measures)
        words += format("{}: {} before, {} after. ", measure.name, measure.before_text, measure.after_text);
    const double bottom = row * static_cast<double>(measures.size());
    Svg svg("risk-picture", bottom + axis_room, "Risk before and after", words);
    for (const int tick : {0, 25, 50, 75, 100}) {
        svg.line(share(tick / 100.0), way - 10, share(tick / 100.0), bottom, "grid");
        svg.text(share(tick / 100.0), bottom + 18,
                 tick == 0     ? "tick"
                 : tick == 100 ? "tick end"
                               : "tick middle",
                 format("{} %", tick));
    }
    for (std::size_t i = 0; i < measures.size(); ++i) {
        const Measure& measure = measures[i];
        const double top = row * static_cast<double>(i);
        const Across before = share(on_axis(measure.before)), after = share(on_axis(measure.after));
        svg.text(share(0), top + label, "strong", measure.name);
        svg.text(share(1), top + label, "end",
                 format("<tspan class=\"soft\">{} → </tspan><tspan class=\"key\">{}</tspan>", measure.before_text,
                        measure.after_text));
        svg.line(share(0), top + way, share(1), top + way, "grid");
        svg.line(before, top + way, after, top + way, "way");
        svg.dot(before, top + way, 5.5, "hollow");
        svg.dot(after, top + way, 6, "full");
    }
    return svg.finish();
}

}  // namespace

std::string risk_section(const ReportInput& input) {
    const std::vector<Measure> all = measures(input);
    const release::Measured& measured = input.measured;
    std::string body = paragraph(
        input.generalized()
            ? "The chance that an attacker who knows a person’s quasi-identifiers picks the person’s own record."
            : "The chance that an attacker who knows a person’s quasi-identifiers picks the entry with the person’s "
              "own "
              "sensitive value. Entries of one group may hold equal values: how well the value itself can be guessed "
              "is "
              "what the requirements bound.");
    body += figure(picture(all), "Hollow: the original table. Full: the release.");
    DataTable table({"Risk", ">Before", ">After"});
    for (const Measure& measure : all) {
        const bool counts = &measure == &all.back();
        const auto cell = [&](const std::string& text, double value) {
            return counts ? format("{}<small>{}</small>", text, percent(value)) : text;
        };
        table.row({format("{}<small>{}</small>", measure.name, measure.meaning),
                   cell(measure.before_text, measure.before), cell(measure.after_text, measure.after)});
    }
    body += table.finish();
    if (measured.risks.journalist_has_population)
        body += paragraph(
            "After: the marketer links with the population that was given. Before: with the table itself.", "note");
    else
        body += paragraph(
            "No population was given, so the marketer links with the table itself, which makes that risk "
            "equal to the average.",
            "note");
    if (input.counts_people()) body += paragraph("Before and after, people are counted, not records.", "note");
    return section("risk", "Risk before and after", body);
}

}  // namespace scrim::report::html
