// The report of a check as a table for people.
#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"
#include "report/sample_text.h"
#include "report/text_bar.h"
#include "scrim/check.h"

#include <algorithm>
#include <cmath>

namespace scrim {
namespace {

std::string decimal(double value) {
    if (std::isinf(value)) return "∞";
    std::string text = format("{:.4f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

// Pads to a width in characters, not bytes.
std::string padded(const std::string& text, std::size_t width) {
    const auto characters = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
    return text + std::string(width > characters ? width - characters : 0, ' ');
}

// What the classes count.
std::string members(const CheckReport& report) { return report.person.empty() ? "records" : "people"; }
std::string counted_members(const CheckReport& report, std::uint64_t number) {
    return report.person.empty() ? counted(number, "record", "records") : counted(number, "person", "people");
}

std::string size_table(const CheckReport& report) {
    struct Row {
        std::uint64_t from, to;
    };
    static constexpr Row rows[] = {
        {1, 1}, {2, 2}, {3, 4}, {5, 9}, {10, 19}, {20, 49}, {50, 99}, {100, 999}, {1000, UINT64_MAX}};
    std::string out = format("\nClass size        classes {:>12}\n", members(report));
    for (const Row& row : rows) {
        std::uint64_t classes = 0, records = 0;
        for (const auto& [size, count] : report.class_sizes)
            if (row.from <= size && size <= row.to) {
                classes += count;
                records += size * count;
            }
        if (classes == 0) continue;
        const std::string name = row.from == row.to     ? std::to_string(row.from)
                                 : row.to == UINT64_MAX ? format("{} or more", with_thousands(row.from))
                                                        : format("{} to {}", row.from, row.to);
        out += format("  {:<14} {:>8} {:>12}  {}\n", name, with_thousands(classes), with_thousands(records),
                      report::text_bar(static_cast<double>(records) / static_cast<double>(report.people)));
    }
    return out;
}

std::string describe(const ClassReport& report, bool people) {
    std::vector<std::string> parts;
    for (const auto& [column, value] : report.values)
        parts.push_back(format("{} = {}", printable(column, 40), value ? printable(*value, 40) : "(missing)"));
    return format("{}  ({})", join(parts, ", "),
                  people ? counted(report.records, "person", "people") : counted(report.records, "record", "records"));
}

std::string describe(const LevelReport& level) {
    if (level.any) return level.parameter + ": any value";
    if (std::isinf(level.level.value)) return level.parameter + ": no finite value";
    constexpr std::size_t longest_fraction = 15;
    std::string text = format("{} = {}", level.parameter, decimal(level.level.value));
    const bool fraction =
        level.level.exact.find('/') != std::string::npos && level.level.exact.size() <= longest_fraction;
    if (!level.whole && fraction) text += format(" ({})", level.level.exact);
    if (level.strict) text += ", excluded";
    return text;
}

// Classes are long to print and often worst for several models: the table names them by number.
class WorstClasses {
public:
    explicit WorstClasses(bool people) : people_(people) {}
    std::string reference(const LevelReport& level) {
        if (!level.worst) return "people whom no class stands for";
        const std::string described = describe(*level.worst, people_);
        auto found = std::find(classes_.begin(), classes_.end(), described);
        if (found == classes_.end()) found = classes_.insert(classes_.end(), described);
        return format("[{}]", found - classes_.begin() + 1);
    }
    std::string legend() const {
        std::string out;
        for (std::size_t i = 0; i < classes_.size(); ++i) out += format("  [{}] {}\n", i + 1, classes_[i]);
        return out;
    }

private:
    bool people_;
    std::vector<std::string> classes_;
};

std::string model_table(const CheckReport& report) {
    std::string out = "\nPrivacy model                          reached                        worst class\n";
    WorstClasses worst(!report.person.empty());
    for (const ModelReport& model : report.models) {
        if (!model.not_applicable.empty()) continue;
        std::string name = to_string(Requirement{model.name, model.given});
        for (const LevelReport& level : model.levels) {
            out += "  " + padded(name, 36) + " " + padded(describe(level), 30) + " " + worst.reference(level);
            if (!level.attribute.empty() && report.sensitive.size() > 1) out += " " + level.attribute;
            out += "\n";
            name.clear();
        }
    }
    return out + worst.legend();
}

std::string risk_table(const CheckReport& report) {
    const RiskReport& risks = report.risks;
    const auto line = [&](const char* attacker, const Exact& highest, const Exact& average, std::uint64_t at_risk) {
        return format("  {:<12} {:>9} {:>10} {:>12}  {}\n", attacker, share_text(highest.value),
                      share_text(average.value), with_thousands(at_risk), share_text(at_risk, report.people));
    };
    std::string out = format("\nAttacker       highest    average   {} with a risk above {}\n", members(report),
                             share_text(risks.threshold.value));
    out += line("prosecutor", risks.prosecutor_highest, risks.prosecutor_average, risks.prosecutor_at_risk);
    out += line("journalist", risks.journalist_highest, risks.journalist_average, risks.journalist_at_risk);
    out += format("  {:<12} {:>9} {:>10}\n", "marketer", "", share_text(risks.marketer.value));
    if (!report.population_warning.empty())
        out += format("  WARNING: {}\n", report.population_warning);
    else if (!risks.journalist_has_population)
        out += "  (no population given: journalist and marketer take the table itself for it)\n";
    out += format("  {} {} ({}) are alone in their class", with_thousands(risks.sample_uniques), members(report),
                  share_text(risks.sample_uniques, report.people));
    if (risks.population_uniques)
        out += format(", {} of them in the population too", with_thousands(*risks.population_uniques));
    return out + "\n";
}

// "median 0.12, queries 1000"
std::string figures_text(const std::vector<std::pair<std::string, double>>& figures) {
    std::vector<std::string> words;
    for (const auto& [name, value] : figures) {
        std::string spaced = name;
        std::replace(spaced.begin(), spaced.end(), '_', ' ');
        words.push_back(format("{} {}", spaced, decimal(value)));
    }
    return join(words, ", ");
}

std::string metric_table(const CheckReport& report) {
    if (report.metrics.empty()) return {};
    std::size_t width = 20;
    for (const MetricReport& metric : report.metrics) width = std::max(width, metric.name.size());
    std::string out = format("\n{:<{}} value          better    scale\n", "Utility metric", width + 2);
    for (const MetricReport& metric : report.metrics) {
        out += format("  {:<{}} {:<14} {:<9} {}\n", metric.name, width, decimal(metric.value),
                      metric.lower_is_better ? "lower" : "higher", metric.normalization);
        for (const auto* figures : {&metric.details, &metric.references})
            if (!figures->empty()) out += format("  {:<{}} {}\n", "", width, figures_text(*figures));
    }
    if (!report.metrics_warning.empty())
        out +=
            format("  WARNING: metrics that charge generalized values are not measured: {}\n", report.metrics_warning);
    if (!report.comparison_warning.empty())
        out += format("  WARNING: metrics that compare both tables are not measured: {}\n", report.comparison_warning);
    return out;
}

std::string requirement_table(const CheckReport& report) {
    if (report.requirements.empty()) return {};
    std::string out = "\nRequired\n";
    for (const RequirementReport& requirement : report.requirements)
        out += format("  {} {}{}\n",
                      requirement.holds       ? "holds "
                      : requirement.undecided ? "UNDECIDED"
                                              : "FAILS ",
                      requirement.requirement, requirement.holds ? "" : ": " + requirement.reason);
    return out;
}

std::string skipped_models(const CheckReport& report) {
    std::string out;
    for (const ModelReport& model : report.models) {
        if (!model.not_applicable.empty()) out += format("  {:<36} {}\n", model.name, model.not_applicable);
        for (const auto& [attribute, reason] : model.skipped)
            out += format("  {:<36} {}\n", format("{} of {}", model.name, printable(attribute, 30)), reason);
    }
    return out.empty() ? out : "\nNot measured\n" + out;
}

std::string column_list(const std::vector<std::string>& names) {
    constexpr std::size_t most = 12;
    std::vector<std::string> shown;
    for (const std::string& name : names)
        if (shown.size() < most) shown.push_back(printable(name, 40));
    return join(shown, ", ") + (names.size() > most ? format(" … ({} columns)", names.size()) : "");
}

std::string warnings(const CheckReport& report) {
    std::string out;
    if (!report.identifiers_present.empty())
        out += format("NOTE: {} still {} people in this table; everything below assumes that {} removed.\n",
                      list_some(report.identifiers_present), report.identifiers_present.size() == 1 ? "names" : "name",
                      report.identifiers_present.size() == 1 ? "it is" : "they are");
    if (!report.lost_columns.empty())
        out += format("NOTE: {} {} '*' in every record: generalized to the top or suppressed, nothing is left.\n",
                      list_some(report.lost_columns), report.lost_columns.size() == 1 ? "is" : "are");
    for (const std::string& note : report.notes) out += format("NOTE: {}.\n", note);
    if (!report.person_warning.empty()) out += format("WARNING: {}.\n", report.person_warning);
    return out;
}

// Who is found by columns that are not generalized: as much of the verdict as the classes are.
std::string exact_lines(const CheckReport& report) {
    std::string out;
    for (const std::string& words : risk::exact_words(report.exact, members(report)))
        out += format("EXACT: {}.\n", words);
    return out;
}

}  // namespace

std::string to_text(const CheckReport& report) {
    std::string whose = counted(report.rows, "record", "records");
    if (!report.person.empty())
        whose += format(" of {} (by {})", counted_members(report, report.people), quoted(report.person));
    return format("{}: {} in {} on {}\n", printable(report.table, 200), whose,
                  counted(report.classes, "class", "classes"), column_list(report.quasi_identifiers)) +
           warnings(report) + exact_lines(report) + size_table(report) + model_table(report) + risk_table(report) +
           report::sample_table(report) + report::uniques_table(report) + report::suda_table(report) +
           metric_table(report) + skipped_models(report) + requirement_table(report);
}

}  // namespace scrim
