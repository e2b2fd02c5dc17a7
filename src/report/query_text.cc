// Answers from a release, for people.
#include "kernel/core/text.h"
#include "report/aligned.h"
#include "scrim/query.h"

#include <algorithm>
#include <cmath>

namespace scrim {
namespace {

std::string shown_interval(const QueryInterval& interval) {
    if (interval.nothing) return "none";
    std::string text = "no bound";
    if (interval.lower && interval.upper)
        text = report::between(*interval.lower, *interval.upper);
    else if (interval.lower)
        text = format("at least {}", interval.lower->shown);
    else if (interval.upper)
        text = format("at most {}", interval.upper->shown);
    return text + (interval.may_be_nothing ? ", or none" : "");
}

// With as many decimals as an estimate is worth, 4 at most.
std::string shown_estimate(const Exact& number) {
    if (number.value == std::floor(number.value) && std::abs(number.value) < 1e15)
        return format("{}{}", number.value < 0 ? "-" : "",
                      with_thousands(static_cast<std::uint64_t>(std::abs(number.value))));
    std::string text = format("{:.{}f}", number.value, std::abs(number.value) < 10 ? 4 : 2);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string shown_estimate(const QueryEstimate& estimate) {
    return format("about {}, standard error {}", shown_estimate(Exact{estimate.value, ""}),
                  shown_estimate(Exact{estimate.standard_error, ""}));
}

// What is said of the released records, or of the original where nothing is sure.
std::string shown_value(const QueryValue& value) {
    if (value.released) return shown_interval(*value.released);
    return value.estimate ? shown_estimate(*value.estimate) : "nothing to estimate";
}

std::string shown_expected(const QueryValue& value) { return value.expected ? shown_estimate(*value.expected) : "-"; }

// Is it worth saying what holds of the original?
bool has_left_out(const QueryReport& report) { return report.original && *report.original != report.released; }

std::string about_release(const QueryReport& report) {
    return format("({}{})", counted(report.released, "record", "records"),
                  report.form == "table" ? "" : ", " + report.form);
}

std::string one_value(const QueryReport& report, const QueryValue& value) {
    std::string text = shown_value(value);
    if (value.expected) text += format(", expected {}", shown_estimate(*value.expected));
    text += format("   {}\n", about_release(report));
    if (value.released && value.estimate)
        text += format("of whom the records stand for: {}\n", shown_estimate(*value.estimate));
    if (has_left_out(report) && value.original)
        text +=
            format("in the original, with the {} left out: {}\n",
                   counted(*report.original - report.released, "record", "records"), shown_interval(*value.original));
    return text;
}

std::string table_of(const QueryReport& report, const QueryAnswer& answer) {
    const bool original = has_left_out(report);
    std::vector<std::vector<std::string>> lines(1);
    for (const std::string& title : answer.group_titles) lines.front().push_back(printable(title));
    std::vector<bool> expected, scaled;
    for (std::size_t v = 0; v < answer.value_titles.size(); ++v) {
        lines.front().push_back(printable(answer.value_titles[v]));
        expected.push_back(std::any_of(answer.rows.begin(), answer.rows.end(),
                                       [&](const QueryRow& row) { return row.values[v].expected.has_value(); }));
        if (expected.back()) lines.front().push_back("expected");
        scaled.push_back(std::any_of(answer.rows.begin(), answer.rows.end(), [&](const QueryRow& row) {
            return row.values[v].released && row.values[v].estimate;
        }));
        if (scaled.back()) lines.front().push_back("stands for");
        if (original) lines.front().push_back("in the original");
    }
    for (const QueryRow& row : answer.rows) {
        auto& line = lines.emplace_back();
        for (const auto& group : row.groups) line.push_back(report::group_label(group));
        for (std::size_t v = 0; v < row.values.size(); ++v) {
            line.push_back(shown_value(row.values[v]));
            if (expected[v]) line.push_back(shown_expected(row.values[v]));
            if (scaled[v]) line.push_back(row.values[v].estimate ? shown_estimate(*row.values[v].estimate) : "-");
            if (original) line.push_back(row.values[v].original ? shown_interval(*row.values[v].original) : "-");
        }
    }
    std::string text = report::aligned(lines) + about_release(report) + "\n";
    if (original)
        text += format("the original has {} more\n", counted(*report.original - report.released, "record", "records"));
    return text;
}

}  // namespace

std::string to_text(const QueryReport& report) {
    std::string text;
    for (const QueryAnswer& answer : report.answers) {
        const bool one = answer.group_titles.empty() && answer.value_titles.size() == 1 && answer.rows.size() == 1;
        text += one ? one_value(report, answer.rows.front().values.front()) : table_of(report, answer);
    }
    for (const std::string& note : report.notes) text += "note: " + note + "\n";
    return text;
}

}  // namespace scrim
