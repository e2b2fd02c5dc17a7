#include "tests/sql/test_file.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <regex>
#include <sstream>
#include <utility>

namespace scrim::testing {
namespace {

constexpr std::array<std::string_view, 3> plans{"auto", "anonymize_then_select", "select_then_anonymize"};

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream stream{std::string(text)};
    for (std::string line; std::getline(stream, line);) {
        line.erase(line.find_last_not_of(" \r") + 1);
        lines.push_back(line);
    }
    return lines;
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    return {std::istream_iterator<std::string>(stream), {}};
}

TestRow cells_of(const std::string& line) {
    const bool by_tabs = line.find('\t') != std::string::npos;
    TestRow cells;
    for (std::size_t at = line.find_first_not_of(' '); at != std::string::npos && at <= line.size();) {
        const std::size_t end = std::min(by_tabs ? line.find('\t', at) : line.find("  ", at), line.size());
        cells.push_back(line.substr(at, end - at));
        at = by_tabs ? end + 1 : line.find_first_not_of(' ', end);
    }
    return cells;
}

class Parser {
public:
    explicit Parser(std::string_view text) : lines_(lines_of(text)) {}

    Result<TestFile> parse() {
        for (; at_ < lines_.size(); ++at_) {
            if (lines_[at_].empty() || lines_[at_].starts_with('#')) continue;
            SCRIM_CHECK(read_record());
        }
        if (!plan_.empty()) return wrong("no record follows plan=" + plan_);
        if (file_.records.empty()) return wrong("there is no record");
        return file_;
    }

private:
    Error wrong(const std::string& what) const { return input_error("line " + std::to_string(at_ + 1) + ": " + what); }

    Result<void> read_record() {
        const std::vector<std::string> words = words_of(lines_[at_]);
        const std::string& line = lines_[at_];
        if (line.starts_with("onlyif ") || line.starts_with("skip unless ")) return read_plan(words.back());
        if (line == "database file") {
            if (!file_.records.empty()) return wrong("'database file' stands before all records");
            file_.on_disk = true;
            return {};
        }
        TestRecord record;
        record.line = at_ + 1;
        record.plan = std::exchange(plan_, "");
        if (line == "statement ok") {
            SCRIM_CHECK(read_sql(record));
        } else if (line.starts_with("statement error ")) {
            SCRIM_CHECK(read_error(record, line.substr(16)));
        } else if (words.front() == "query") {
            SCRIM_CHECK(read_query(record, words));
        } else if (words.front() == "as" && words.size() == 2) {
            record.kind = TestRecord::Kind::as;
            record.argument = words[1] == "owner" ? "" : words[1];
        } else if (line == "reopen") {
            if (!file_.on_disk) return wrong("reopen needs 'database file' at the top");
            record.kind = TestRecord::Kind::reopen;
        } else {
            return wrong("'" + line +
                         "' is no record: accepted are statement ok, statement error <regex>, query, as <name>, "
                         "onlyif plan=<plan>, skip unless plan=<plan>, database file, reopen");
        }
        file_.records.push_back(std::move(record));
        return {};
    }

    Result<void> read_plan(const std::string& word) {
        const std::string plan = word.starts_with("plan=") ? word.substr(5) : "";
        if (std::find(plans.begin(), plans.end(), plan) == plans.end())
            return wrong("'" + word +
                         "' is no plan: accepted is plan= and auto, anonymize_then_select or "
                         "select_then_anonymize");
        if (!plan_.empty()) return wrong("the next record has a plan already");
        plan_ = plan;
        return {};
    }

    // The lines up to an empty one or ----.
    Result<void> read_sql(TestRecord& record) {
        while (at_ + 1 < lines_.size() && !lines_[at_ + 1].empty() && lines_[at_ + 1] != "----") {
            ++at_;
            record.sql += (record.sql.empty() ? "" : "\n") + lines_[at_];
        }
        while (record.sql.ends_with(';')) record.sql.pop_back();
        if (record.sql.empty()) return wrong("there is no SQL");
        const bool rows_follow = at_ + 1 < lines_.size() && lines_[at_ + 1] == "----";
        if (rows_follow != (record.kind == TestRecord::Kind::query))
            return wrong(rows_follow ? "a statement has no ----" : "the query's rows are missing: ---- and then they");
        return {};
    }

    Result<void> read_error(TestRecord& record, const std::string& pattern) {
        record.kind = TestRecord::Kind::error;
        record.argument = pattern;
        try {
            const std::regex valid(pattern);
        } catch (const std::regex_error& error) {
            return wrong("'" + pattern + "' is no regular expression: " + error.what());
        }
        return read_sql(record);
    }

    Result<void> read_query(TestRecord& record, const std::vector<std::string>& words) {
        record.kind = TestRecord::Kind::query;
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i] != "rowsort" && words[i] != "header")
                return wrong("'" + words[i] + "' is nothing for a query: accepted are rowsort, header");
            (words[i] == "rowsort" ? record.rowsort : record.header) = true;
        }
        SCRIM_CHECK(read_sql(record));
        for (++at_; at_ + 1 < lines_.size() && !lines_[at_ + 1].empty();)
            record.rows.push_back(cells_of(lines_[++at_]));
        if (record.header && record.rows.empty()) return wrong("the header is missing");
        return {};
    }

    std::vector<std::string> lines_;
    std::size_t at_ = 0;
    std::string plan_;  // for the next record
    TestFile file_;
};

std::string as_text(const std::vector<TestRow>& rows) {
    std::string text;
    for (const TestRow& row : rows) {
        text += "    ";
        for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : "\t") + row[i];
        text += '\n';
    }
    return text.empty() ? "    (no rows)\n" : text;
}

}  // namespace

Result<TestFile> parse_test_file(std::string_view text) { return Parser(text).parse(); }

std::span<const std::string_view> test_plans() { return plans; }

std::string test_cell(const std::optional<std::string>& value, const SqlColumn& column) {
    if (!value) return column.hidden_identifier ? "*" : "NULL";
    if (value->empty()) return "(empty)";
    std::string cell;
    for (const char c : *value) {
        if (c == '\n')
            cell += "\\n";
        else if (c == '\t')
            cell += "\\t";
        else if (c == '\\')
            cell += "\\\\";
        else
            cell += c;
    }
    return cell;
}

std::string difference(const TestRecord& query, std::vector<TestRow> actual) {
    std::vector<TestRow> expected = query.rows;
    if (query.rowsort) {
        const auto sort = [&](std::vector<TestRow>& rows) {
            const std::size_t header = query.header && !rows.empty() ? 1 : 0;
            std::sort(rows.begin() + static_cast<std::ptrdiff_t>(header), rows.end());
        };
        sort(expected);
        sort(actual);
    }
    if (expected == actual) return "";
    return "  expected:\n" + as_text(expected) + "  actual:\n" + as_text(actual);
}

}  // namespace scrim::testing
