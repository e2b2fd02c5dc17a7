// A statistical database's answers, for people.
#include "kernel/core/text.h"
#include "report/aligned.h"
#include "scrim/statdb.h"

namespace scrim {
namespace {

std::string interval(const StatValue& value) {
    if (!value.lower) return "none";
    return report::between(*value.lower, *value.upper) + (value.may_be_none ? ", or none" : "");
}

// Exact, for the owner alone.
std::string persons_text(const StatPersons& persons) {
    if (persons.contributions == 0) return "";
    std::string text = format("of {}, each with at most {}", counted(persons.people, "person", "people"),
                              counted(persons.contributions, "record", "records"));
    if (persons.unused > 0)
        text += format("; {} more, drawn at random, and {} were left out: tell nobody who may only ask for noise",
                       persons.cut == 1 ? "1 person has" : format("{} have", with_thousands(persons.cut)),
                       counted(persons.unused, "record", "records"));
    return text + "\n";
}

}  // namespace

std::string to_text(const StatAnswer& answer, bool explain) {
    const std::string how =
        format("(m = {}, {}{})", answer.m, answer.framework, answer.sure ? "" : ", 80 % confidence");
    std::string text;
    if (answer.group_titles.empty() && answer.value_titles.size() == 1 && answer.rows.size() == 1) {
        text = format("{}   {}\n", interval(answer.rows.front().values.front()), how);
    } else {
        std::vector<std::vector<std::string>> lines(1);
        for (const auto* titles : {&answer.group_titles, &answer.value_titles})
            for (const std::string& title : *titles) lines.front().push_back(printable(title));
        for (const StatRow& row : answer.rows) {
            lines.emplace_back();
            for (const auto& group : row.groups) lines.back().push_back(report::group_label(group));
            for (const StatValue& value : row.values) lines.back().push_back(interval(value));
        }
        text = report::aligned(lines) + how + "\n";
    }
    if (!answer.note.empty()) text += "note: " + answer.note + "\n";
    if (!explain) return text;
    return text + format(
                      "\npromise     {}\n"
                      "against     {}\n"
                      "buckets     {} looked at, {} passed over by the index\n"
                      "records     {} compared, {} decided by zones\n",
                      answer.says, answer.against, with_thousands(answer.buckets),
                      with_thousands(answer.buckets_passed), with_thousands(answer.records_compared),
                      with_thousands(answer.records_skipped));
}

std::string to_text(const StatBuildReport& report) {
    std::string text = format("{}: {}", printable(report.file), counted(report.records, "record", "records"));
    if (report.m > 1)
        text += format(" in {}, m = {}{}\n", counted(report.buckets, "bucket", "buckets"), report.m,
                       report.strata > 1 ? format(", grouped within {} regions", report.strata) : "");
    else
        text += ", answered with noise only\n";
    text += persons_text(report.persons);
    text += format("{} bytes; the encoded table alone has {}\n", with_thousands(report.bytes),
                   with_thousands(report.table_bytes));
    if (!report.left_out.empty()) text += format("left out: {}\n", list_some(report.left_out, 20));
    if (report.m > 1) text += format("the largest m that this table allows: {}\n", report.largest_m);
    for (const std::string& note : report.notes) text += "note: " + note + "\n";
    text += "The file holds the data themselves. Keep it; give away answers only.\n";
    return text;
}

std::string to_text(const StatInfo& info) {
    std::string text = counted(info.records, "record", "records");
    if (info.m > 1) text += format(" in {}, m = {}", counted(info.buckets, "bucket", "buckets"), info.m);
    text += format(", answered by {}\n", join(info.frameworks, " or "));
    text += persons_text(info.persons);
    if (info.m > 1)
        text += format("signatures of {} to {} values; builder {}, {}; ", info.smallest_signature,
                       info.largest_signature, info.builder, counted(info.strata, "region", "regions"));
    text += format("{} bytes (the encoded table alone: {}); made by {}\n\n", with_thousands(info.bytes),
                   with_thousands(info.table_bytes), printable(info.made_by));
    std::vector<std::vector<std::string>> lines{{"column", "role", "kind", "values", "levels", "from", "to"}};
    const auto add = [&](const StatColumnInfo& column, const char* role) {
        lines.push_back({printable(column.name), role, column.kind, with_thousands(column.values),
                         std::to_string(column.levels.size()), printable(column.first, 30),
                         printable(column.last, 30)});
    };
    for (const StatColumnInfo& column : info.quasi_identifiers) add(column, "quasi-identifier");
    add(info.sensitive, "sensitive");
    text += report::aligned(lines);
    if (info.baselines)
        text += "\nIt also holds baselines, for comparison: never let both them and the frameworks above be asked.\n";
    return text;
}

}  // namespace scrim
