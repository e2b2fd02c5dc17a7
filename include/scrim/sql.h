// SQL with anonymization views: a database file whose tables people query through views that hide persons.
//
//   SCRIM_TRY(SqlDatabase database, SqlDatabase::open({.path = "hospital.db"}));
//   SCRIM_TRY(SqlSession owner, database.session());
//   SCRIM_TRY(SqlSession analyst, database.session("analyst"));      // sees granted views only
//   SCRIM_CHECK(owner.run("SELECT * FROM patient_av PURPOSE treatment RECIPIENT nurse", sink, no_progress()));
//
// The owner's door sees everything. The analyst's door is a list of what is allowed; it guards sessions, not the file:
// whoever can read the database file can read the data.
#pragma once

#include "scrim/frame.h"
#include "scrim/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct SqlOptions {
    std::string path;         // "" or ":memory:" for one that is gone afterwards
    std::size_t threads = 0;  // 0: one per processor
    bool must_exist = false;  // do not make a new file
    // Where the order of an analyst's rows comes from. Empty: the operating system; tests give another.
    std::function<std::uint64_t()> chance = {};
};

struct SqlColumn {
    enum class Kind { text, number, boolean };
    std::string name, type;
    Kind kind = Kind::text;
    bool hidden_identifier = false;  // nothing there means hidden: shown to people as *
    bool of_numbers = false;         // generalized: shows numbers and intervals of them
    bool of_intervals = false;  // generalized: every label is an interval of numbers or dates, one of these, or "*"
};

// Receives what a statement gives, in this order: columns once, then rows; or only a message, of statements that give
// no rows. Cells without value are NULL.
class SqlSink {
public:
    virtual ~SqlSink() = default;
    virtual void columns(std::span<const SqlColumn> columns) = 0;
    // False: no more rows are wanted.
    virtual bool row(std::span<const std::optional<std::string>> cells) = 0;
    // What was done, one line: "3 rows inserted", "anonymization view patient_av created".
    virtual void message(std::string_view text) = 0;
};

namespace views {
struct SqlWords;
}
namespace sql {
class SqlServer;  // what the sessions of one database share
class SqlDoor;    // one session
}  // namespace sql

// One statement that was cut out of a text. Its words were read when that was done, and are not read again to run it.
class SqlStatement {
public:
    explicit SqlStatement(std::string text);
    SqlStatement(views::SqlWords words, std::size_t begin);
    SqlStatement(SqlStatement&&) noexcept;
    SqlStatement& operator=(SqlStatement&&) noexcept;
    ~SqlStatement();

    const std::string& text() const;
    std::size_t begin() const { return begin_; }  // byte of the text that it was cut out of

private:
    friend class SqlSession;
    std::unique_ptr<views::SqlWords> words_;
    std::size_t begin_ = 0;
};

class SqlSession {
public:
    explicit SqlSession(std::shared_ptr<sql::SqlDoor> door) : door_(std::move(door)) {}
    // One statement. An error leaves the database as it was before it; inside BEGIN … COMMIT, as SQL does.
    Result<void> run(SqlStatement statement, SqlSink& sink, Progress& progress);
    Result<void> run(std::string_view statement, SqlSink& sink, Progress& progress) {
        return run(SqlStatement(std::string(statement)), sink, progress);
    }
    bool in_transaction() const;

private:
    std::shared_ptr<sql::SqlDoor> door_;
};

class SqlDatabase {
public:
    static Result<SqlDatabase> open(const SqlOptions& options);
    // Any number, each used by one thread at a time. `grantee` "" for the owner.
    Result<SqlSession> session(const std::string& grantee = "");

private:
    explicit SqlDatabase(std::shared_ptr<sql::SqlServer> server) : server_(std::move(server)) {}
    std::shared_ptr<sql::SqlServer> server_;
};

// A sink that hands on to another, with the intervals of generalized numbers "text" as they are, as two "columns" of
// numbers, age_lo and age_hi, or as the number in the middle, "midpoint". What has no end, "*" for one, has no value
// there.
Result<std::unique_ptr<SqlSink>> with_intervals(SqlSink& sink, std::string_view as);

// What a text of statements came to: the last one's rows, typed, or what it did.
struct SqlOutcome {
    std::optional<Frame> rows;
    std::string message;
};
Result<SqlOutcome> run_all(SqlSession& session, std::string_view text, Progress& progress,
                           std::string_view intervals = "text");

// The statements of a text, without their ';'; `rest` is an unfinished one after the last ';', or "".
struct SqlText {
    std::vector<SqlStatement> statements;
    std::string rest;
};
SqlText split_statements(std::string_view text);

}  // namespace scrim
#pragma GCC visibility pop
