#include "report/report.h"

#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"
#include "methods/release/microdata.h"
#include "methods/release/released_table.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/report_sections.h"

#include <algorithm>
#include <cmath>

namespace scrim::report::html {
namespace {

// Whom the columns single out that are printed as they are.
std::string exact_sentence(const ReportInput& input) {
    if (!input.measured.exact) return {};
    std::string sentence;
    for (const std::string& words : risk::exact_words(*input.measured.exact, input.member_word(true)))
        sentence += " " + prose(words) + ".";
    return sentence.empty() ? sentence : " Columns that are printed as they are:" + sentence;
}

std::string verdict(const ReportInput& input) {
    const release::Measured& measured = input.measured;
    if (measured.records == 0)
        return format("None of the {} was released.", counted(measured.original_records, "record", "records"));
    const std::string amount = format(
        "{} of {}{}, in {}", with_thousands(measured.records), counted(measured.original_records, "record", "records"),
        input.counts_people() ? ", of " + counted(measured.people, "person", "people") : "",
        counted(measured.classes, input.class_word(false), input.class_word(true)));
    if (!input.generalized())
        return format(
            "{} of at least {}; quasi-identifiers are exact, and which sensitive value of its group belongs to a "
            "record is not told.",
            amount,
            counted(measured.class_sizes.empty() ? 0 : measured.class_sizes.front().first, input.member_word(false),
                    input.member_word(true)));
    return format("{}; by the quasi-identifiers alone, a {} identity can be guessed with a chance of at most {}.{}",
                  amount, input.counts_people() ? "person’s" : "record’s", chance(measured.risks.prosecutor_highest),
                  exact_sentence(input));
}

std::string heading(const ReportInput& input) {
    const release::Measured& measured = input.measured;
    const recode::Problem& problem = input.problem();
    std::vector<std::pair<std::string, std::string>> known;
    known.emplace_back("Algorithm", format("{}<small>{}</small>", code(to_string(input.chosen.text)),
                                           escaped(input.chosen.recoder->title)));
    const auto value = std::find_if(measured.metrics.begin(), measured.metrics.end(),
                                    [&](const MetricReport& metric) { return metric.name == problem.metric->name; });
    known.emplace_back(problem.metric->lower_is_better ? "Minimized" : "Maximized",
                       format("{}<small>{}</small>", value == measured.metrics.end() ? "–" : decimal(value->value),
                              escaped(problem.metric->title)));
    const std::uint64_t left_out = measured.original_records - std::min(measured.original_records, measured.records);
    known.emplace_back("Suppressed",
                       format("{}<small>{} of the original</small>", counted(left_out, "record", "records"),
                              percent(left_out, measured.original_records)));
    for (const auto& [what, detail] : input.recoding.details) {
        std::string title = escaped(what);
        if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
        known.emplace_back(std::move(title), escaped(detail));
    }
    return format("<header>\n{}<h1>{}</h1>\n{}{}</header>\n", paragraph("Scrim release report", "eyebrow"),
                  escaped(file_name(input.request.table.name())),
                  (input.request.as.empty() ? "" : paragraph(prose(release::microdata_notice(input.request)), "lead")) +
                      paragraph(verdict(input), "lead"),
                  facts(known));
}

// "t = 2/7" with the decimal under it; the exact number first.
std::string level_text(const LevelReport& level) {
    constexpr std::size_t longest_fraction = 45;
    const std::string& exact = level.level.exact;
    const std::string parameter = escaped(level.parameter), value = decimal(level.level.value);
    const bool fraction = exact.find('/') != std::string::npos;
    std::string text;
    if (level.any)
        text = format("any {}", parameter);
    else if (!std::isfinite(level.level.value))
        text = format("no finite {}", parameter);
    else if (fraction && exact.size() <= longest_fraction)
        text = format("{} = {}<small>≈ {}</small>", parameter, name(exact), value);
    else
        text = format("{} {} {}", parameter, fraction || exact.empty() ? "≈" : "=", value);
    if (level.strict && std::isfinite(level.level.value)) text += "<small>itself excluded</small>";
    if (!level.attribute.empty()) text += format("<small>{}</small>", name(level.attribute));
    return text;
}

// The words before a colon near the beginning are what the item is about.
std::string item(const std::string& words) {
    constexpr std::size_t longest_subject = 45;
    const std::size_t colon = words.find(": ");
    if (colon == std::string::npos || colon > longest_subject) return prose(words);
    return format("<strong>{}:</strong> {}", prose(words.substr(0, colon)), prose(words.substr(colon + 2)));
}

std::string promises(const ReportInput& input) {
    const auto& models = input.problem().demands.models();
    DataTable table({"Required", "Reached", "What it promises"}, "promises");
    std::vector<std::string> items;
    for (const std::string& words : release::not_promised(input.problem(), *input.chosen.recoder))
        items.push_back(item(words));
    for (std::size_t r = 0; r < std::min(models.size(), input.measured.requirements.size()); ++r) {
        const RequirementReport& report = input.measured.requirements[r];
        const ModelInfo& info = models[r]->info();
        std::string reached = report.holds ? "" : "<strong class=\"bad\">does not hold</strong><br />";
        for (std::size_t l = 0; l < report.levels.size(); ++l)
            reached += (l > 0 ? "<br />" : "") + level_text(report.levels[l]);
        table.row(
            {code(report.requirement), reached, format("{}<small>{}</small>", prose(info.promise), prose(info.title))});
        const std::string limit = format("<strong>{}:</strong> {}", prose(info.title), prose(info.limits));
        if (!info.limits.empty() && std::find(items.begin(), items.end(), limit) == items.end()) items.push_back(limit);
    }
    return section("promises", "What is promised", table.finish() + "<h3>What is not promised</h3>\n" + list(items));
}

std::string reading(const ReportInput& input) {
    const std::string group = code(release::group_column(input.prepared.material.released));
    const auto& sensitive = input.problem().demands.roles().sensitive;
    const std::string parted = sensitive.empty() ? "the sensitive column" : code(sensitive.front().column, most_shown);
    const auto file = [&](std::string_view name) { return code(format("{}.{}", name, input.request.format)); };
    if (input.chosen.recoder->form == recode::Form::anatomized)
        return section(
            "reading", "How to read the two tables",
            paragraph(format("{} (QIT) holds the quasi-identifiers of each record exactly, with the number of its "
                             "group in {}, and {} (ST) says how often each value of {} occurs in each group. Join "
                             "them on {}: a record then goes with every value of its group, in proportion to the "
                             "counts, and nothing says which one is its own.",
                             file("qit"), group, file("st"), parted, group)));
    return section(
        "reading", "How to read the table",
        paragraph(format("{} holds the quasi-identifiers of each record exactly, with the number of its group in "
                         "{}; the values of {} were dealt out anew within each group. Count values by {}, and do "
                         "not read across a row: that a value stands beside a record means only that somebody "
                         "of the group has it.",
                         file("data"), group, parted, group)));
}

std::string metric_section(const ReportInput& input) {
    DataTable table({"Metric", ">Value", "Better"});
    for (const MetricReport& metric : input.measured.metrics)
        table.row({format("{}<small>{}</small>", escaped(metric.title), prose(metric.normalization)),
                   decimal(metric.value), metric.lower_is_better ? "lower" : "higher"});
    return section("metrics", "Utility",
                   paragraph("How much the release still tells, by the usual measures.") + table.finish());
}

std::string checking(const ReportInput& input) {
    const std::string& end = input.request.format;
    const std::string data =
        input.chosen.recoder->form == recode::Form::anatomized ? format("qit.{0} st.{0}", end) : format("data.{}", end);
    return section(
        "checking", "How to check this",
        paragraph(format(
            "Promises, risks and metrics are also in {}, for programs. The first command computes every promise anew "
            "from the files of the release; the second prints the checksums that {} lists. FOLDER is where "
            "the release is.",
            code("certificate.json"), code("certificate.json"))) +
            format("<pre><code>scrim verify FOLDER\ncd FOLDER &amp;&amp; sha256sum {} report.html</code></pre>\n",
                   escaped(data)));
}

}  // namespace
}  // namespace scrim::report::html

namespace scrim::report {

std::string report_html(const PublishRequest& request, const release::Prepared& prepared, const release::Chosen& chosen,
                        const recode::Recoding& recoding, const release::Measured& measured) {
    const html::ReportInput input{request, prepared, chosen, recoding, measured};
    std::string body = html::heading(input) + html::promises(input);
    if (measured.records > 0) body += html::risk_section(input);
    body += html::size_section(input);
    if (!input.generalized())
        body += html::reading(input);
    else if (!measured.loss_by_attribute.empty())
        body += html::attribute_section(input);
    if (!recoding.neighborhood.empty()) body += html::lattice_section(input);
    if (!measured.metrics.empty()) body += html::metric_section(input);
    body += html::checking(input);
    return html::page(format("{} – Scrim release report", html::file_name(request.table.name())), body);
}

}  // namespace scrim::report
