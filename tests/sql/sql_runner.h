// Runs statements and keeps their rows, for tests.
#pragma once

#include "scrim/sql.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace scrim::sql {

using SqlRows = std::vector<std::vector<std::string>>;

class CollectingSink final : public SqlSink {
public:
    void columns(std::span<const SqlColumn>) override {}
    bool row(std::span<const std::optional<std::string>> cells) override {
        std::vector<std::string> row;
        for (const auto& cell : cells) row.push_back(cell.value_or("NULL"));
        rows.push_back(std::move(row));
        return true;
    }
    void message(std::string_view text) override { messages.emplace_back(text); }

    SqlRows rows;
    std::vector<std::string> messages;
};

class SqlRunner {
public:
    explicit SqlRunner(const std::string& path = "", const std::string& grantee = "")
        : database_(*SqlDatabase::open({.path = path, .threads = 1})), session_(*database_.session(grantee)) {}
    SqlRunner(SqlDatabase database, const std::string& grantee)
        : database_(std::move(database)), session_(*database_.session(grantee)) {}

    SqlDatabase& database() { return database_; }
    Result<SqlRows> try_run(const std::string& sql) {
        CollectingSink sink;
        SCRIM_CHECK(session_.run(sql, sink, no_progress()));
        return std::move(sink.rows);
    }
    // A statement that must work.
    SqlRows run(const std::string& sql) {
        auto rows = try_run(sql);
        EXPECT_TRUE(rows.ok()) << sql << "\n" << (rows ? "" : rows.error().message);
        return rows ? *rows : SqlRows{};
    }
    SqlRows sorted(const std::string& sql) {
        SqlRows rows = run(sql);
        std::sort(rows.begin(), rows.end());
        return rows;
    }
    std::string value(const std::string& sql) {
        const SqlRows rows = run(sql);
        return rows.size() == 1 && rows[0].size() == 1 ? rows[0][0] : format_size(rows.size());
    }

private:
    static std::string format_size(std::size_t size) { return "not one value but " + std::to_string(size) + " rows"; }

    SqlDatabase database_;
    SqlSession session_;
};

}  // namespace scrim::sql
