// Query: what a recipient can compute from a release, from its files alone.
//
//   QueryRequest request;
//   request.folder = "release";
//   request.queries = {"SELECT COUNT(*) FROM release WHERE age BETWEEN 30 AND 50 AND disease = 'flu'"};
//   Result<QueryReport> report = query(request, no_progress());
//   if (report) report->answers[0].rows[0].values[0].released;   // surely between these two
//
// Each answer is an interval that holds the truth about the released records, whatever the cells stand for, and the
// expected value if all values of a cell, and all ways to join the two tables of an anatomized release, are equally
// likely. Where the certificate says how many records were left out, a second interval holds the truth about the
// original, those records included. (Xiao and Tao: Dynamic anonymization, SIGMOD 2008, Lemmas 2 and 3.)
#pragma once

#include "scrim/check.h"
#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"
#include "scrim/statdb.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct QueryRequest {
    std::string folder;  // of a release
    // Instead of a folder, any tool's table: cells may be values, intervals, labels of hierarchies, sets or "*".
    std::optional<TableInput> table;
    Policy policy;  // of the table: hierarchies and types; roles do not matter
    // By column: the hierarchy's file. A release does not list what its labels cover; needed where a query names a
    // value that no label does.
    std::vector<std::pair<std::string, std::string>> hierarchies = {};
    std::vector<std::string> queries;  // SELECT …, each one statement
};

// What is surely between two numbers.
struct QueryInterval {
    std::optional<StatBound> lower, upper;  // none: there is no bound, or nothing to aggregate
    bool nothing = false;                   // surely there is nothing to aggregate
    bool may_be_nothing = false;            // perhaps
};

// What is likely, and sure of nothing: without bias, but for AVG, which is a quotient of two such numbers.
struct QueryEstimate {
    double value = 0, standard_error = 0;
};

struct QueryValue {
    std::optional<QueryInterval> released;  // of the released records; none where cells were changed by chance
    std::optional<Exact> expected;          // of the same; `exact` is "" where it is rounded. MIN and MAX have none
    std::optional<QueryInterval> original;  // of the table before, where its size is known
    // Of the table before, where cells were changed by chances that are known; else of whom the records stand for,
    // where they were drawn from the table before, or have sampling weights.
    std::optional<QueryEstimate> estimate;
};

struct QueryRow {
    std::vector<std::optional<std::string>> groups;  // nothing for NULL
    std::vector<QueryValue> values;
};

struct QueryAnswer {
    std::string sql;
    std::vector<std::string> group_titles, value_titles;
    std::vector<QueryRow> rows;  // one, without GROUP BY
};

struct QueryReport {
    std::string release;  // the folder or the table
    std::string
        form;  // "generalized", "anatomized", "permuted", "grouped" or "perturbed"; "table" without a certificate
    std::uint64_t released = 0;             // records
    std::optional<std::uint64_t> original;  // records before, where it is known
    std::vector<std::string> notes;         // what the intervals are not about
    std::vector<QueryAnswer> answers;       // in the order of the queries
};

// All queries have to be understood before any is answered.
Result<QueryReport> query(const QueryRequest& request, Progress& progress);

std::string to_text(const QueryReport& report);
std::string to_json(const QueryReport& report);

}  // namespace scrim
#pragma GCC visibility pop
