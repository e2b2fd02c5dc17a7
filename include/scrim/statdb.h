// Statistical database: any number of counts, each answered with an interval that surely holds the truth.
//
//   StatBuildRequest request;
//   request.table.path = "patients.csv";
//   request.policy = *read_policy("policy.yaml");
//   request.m = 10;
//   request.out = "patients.statdb";
//   Result<StatBuildReport> built = build_statdb(request, no_progress());
//
//   Result<StatDb> db = StatDb::open("patients.statdb");
//   Result<StatAnswer> answer = db->ask("SELECT COUNT(*) FROM StatDB WHERE age > 60 AND disease = 'flu'");
//
// Whoever knows everybody's quasi-identifiers, this program and all answers still cannot tell anybody's sensitive value
// with more certainty than 1/m. The file itself holds the data: answers may leave it, the file may not.
#pragma once

#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct StatBuildRequest {
    TableInput table;
    Policy policy;  // one sensitive attribute; identifiers and insensitive columns are left out
    // Nobody's value is known with more certainty than 1/m; at least 2. Not needed where only "dp" answers.
    std::uint32_t m = 0;
    std::string builder = "neighbors";    // or "one_by_one", the paper's
    std::uint32_t strata = 0;             // regions that records are grouped within, at most; 0 for the default
    std::vector<std::string> frameworks;  // that may answer: "anatomy", "generalization", "dp"; empty for the first two
    // Where only "dp" answers and people have several records: so many of each are kept, drawn at random. 0: refused.
    std::uint32_t contributions = 0;
    bool baselines = false;  // also what others would answer from, for comparison only
    std::string out;
    bool force = false;  // replace a file that is there
};

// The builders and the frameworks, as help tells them.
std::string builders_text();
std::string frameworks_text();

// Whose records they are, where people have several. For the owner: exact counts.
struct StatPersons {
    std::uint32_t contributions = 0;  // records of each that were kept at most; 0: each person has one record
    std::uint64_t people = 0;
    std::uint64_t cut = 0;     // people who have more
    std::uint64_t unused = 0;  // records that were not drawn
};

struct StatBuildReport {
    std::string file;
    std::uint32_t m = 0;
    std::string builder;
    std::uint32_t strata = 0;
    std::uint64_t records = 0;
    std::uint64_t buckets = 0;
    std::uint64_t largest_m = 0;  // that the table would allow
    StatPersons persons;
    std::uint64_t bytes = 0, table_bytes = 0;
    std::vector<std::string> left_out;  // columns that cannot be asked about
    std::vector<std::string> notes;     // what the owner should know
};

Result<StatBuildReport> build_statdb(const StatBuildRequest& request, Progress& progress);

// An end of an interval.
struct StatBound {
    std::string exact;     // "1204", "10.5", "3/7", "2024-02-29"
    std::string shown;     // for people: 1,204; fractions with four digits, rounded outwards
    double value = 0;      // rounded outwards where it is not exact
    bool number = true;    // else a date or a time
    bool rounded = false;  // `value` is not exact
};

struct StatValue {
    std::optional<StatBound> lower, upper;  // none: there is nothing to aggregate
    bool may_be_none = false;               // perhaps there is nothing to aggregate
};

struct StatRow {
    std::vector<std::optional<std::string>> groups;  // nothing for NULL
    std::vector<StatValue> values;
};

struct StatAnswer {
    std::string sql;            // the question
    std::uint64_t records = 0;  // people in the statistical database
    std::vector<std::string> group_titles, value_titles;
    std::vector<StatRow> rows;  // one, without GROUP BY
    std::string framework;
    std::uint32_t m = 0;
    bool sure = true;     // the truth is surely within; else with a confidence of 80 %
    std::string says;     // what is promised
    std::string against;  // and against whom
    std::string note;     // why an interval is a point, or why it is not
    // What answering took.
    std::uint64_t buckets = 0, buckets_passed = 0, records_compared = 0, records_skipped = 0;
};

// A label of a hierarchy and the values it stands for: [from, to) in the order of level 0.
struct StatLabel {
    std::string label;
    std::uint64_t from = 0, to = 0;
};

struct StatLevel {
    std::uint64_t count = 0;
    std::vector<StatLabel> labels;  // none where there are more than were wanted
};

struct StatColumnInfo {
    std::string name, kind;
    std::uint64_t values = 0;
    std::vector<StatLevel> levels;  // that can be asked for, from the values up; without a hierarchy the values alone
    std::string first, last;        // values
    bool missing = false;           // some records have none
};

struct StatInfo {
    std::uint32_t m = 0;
    std::uint64_t records = 0, buckets = 0, bytes = 0, table_bytes = 0;
    std::uint64_t smallest_signature = 0, largest_signature = 0;
    std::string builder, made_by;
    std::uint32_t strata = 0;
    std::vector<std::string> frameworks;
    bool baselines = false;
    StatPersons persons;
    std::vector<StatColumnInfo> quasi_identifiers;
    StatColumnInfo sensitive;
};

namespace statdb {
class StatTable;
}

class NoisyStatDb;

class StatDb {
public:
    static Result<StatDb> open(const std::string& path);

    // `framework` is "" for the first that the file allows. Any number of threads may ask at once. Stops between groups
    // when `progress` says so.
    Result<StatAnswer> ask(const std::string& sql, const std::string& framework = "",
                           const Progress& progress = no_progress()) const;
    // With the labels of every level that has at most so many.
    StatInfo info(std::size_t most_labels = 0) const;

private:
    friend class NoisyStatDb;
    explicit StatDb(std::shared_ptr<const statdb::StatTable> table) : table_(std::move(table)) {}

    std::shared_ptr<const statdb::StatTable> table_;
};

// The questions of a text: ended by ';' or, where there is none, by the line. Comments and quotes are respected.
std::vector<std::string> questions_in(const std::string& text);

std::string to_text(const StatBuildReport& report);
std::string to_json(const StatBuildReport& report);
std::string to_text(const StatAnswer& answer, bool explain);
// A table, also where it has one row and one interval.
std::string to_json(const StatAnswer& answer, bool explain);
// The answers to several questions, in their order.
std::string to_json(const std::vector<StatAnswer>& answers, bool explain);
std::string to_text(const StatInfo& info);
std::string to_json(const StatInfo& info);

}  // namespace scrim
#pragma GCC visibility pop
