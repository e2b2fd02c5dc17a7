// The format of tests/sql/*.test, which README.md describes: text to records.
//
//   SCRIM_TRY(TestFile file, parse_test_file("query\nSELECT 1\n----\n1\n"));
#pragma once

#include "scrim/result.h"
#include "scrim/sql.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::testing {

using TestRow = std::vector<std::string>;  // cells as the file writes them

struct TestRecord {
    enum class Kind { ok, error, query, as, reopen };
    Kind kind = Kind::ok;
    std::size_t line = 0;  // where it begins
    std::string plan;      // the only one it is for, "" for all
    std::string sql;       // lines joined by '\n', without ';' at the end
    std::string argument;  // the regular expression of an error; the session's name, "" for the owner
    bool rowsort = false, header = false;
    std::vector<TestRow> rows;  // with the header
};

struct TestFile {
    bool on_disk = false;
    std::vector<TestRecord> records;
};

// An error names the line: "line 7: …".
Result<TestFile> parse_test_file(std::string_view text);

// The plans that tests are run under.
std::span<const std::string_view> test_plans();

// A value as the file would write it.
std::string test_cell(const std::optional<std::string>& value, const SqlColumn& column);

// "" when they agree, else both of them, to be read by a person.
std::string difference(const TestRecord& query, std::vector<TestRow> actual);

}  // namespace scrim::testing
