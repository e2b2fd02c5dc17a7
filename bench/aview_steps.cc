// Times statements over anonymization views beside statements over their base tables, in one process.
//
//   aview_steps [database] < jobs        one JSON object per line; one per line is printed
//
//   {"run": "CREATE TABLE …; CREATE DGH …"}            statements, as the owner
//   {"rows": "EXPLAIN ANALYZE SELECT …"}               what a statement gives, as text
//   {"time": {"repeat": 5, "change": "INSERT …; DELETE …", "contenders": [
//       {"name": "cold", "sql": "SELECT …", "plan": "select_then_anonymize", "how": "local", "cold": true}, …]}}
//
// Contenders run in turn, round by round. Those with the same sql must give the same answer under all their plans,
// which is looked at before anything is timed; and every local answer is compared again afterwards. `how`: "local", the
// default, leaves the whole answer in this process in the engine's own form (nothing is turned into text); "first"
// stops at the first chunk of the streamed answer; "session" is what a user of SqlSession has, each cell as text.
// Parsing and putting in the views count. `cold`: the change is made before each time (not timed), so that the view is
// recoded anew; the others are asked once more, not timed, where that has made them cold.
#include "adapters/duckdb/sql/door/sql_door.h"
#include "adapters/duckdb/sql/door/sql_server.h"
#include "adapters/duckdb/sql/rewrite/view_expander.h"
#include "kernel/core/json.h"
#include "methods/views/language/statement.h"
#include "steps.h"

#include <duckdb.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace scrim::bench {
namespace {

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "aview_steps: %s\n", why.c_str());
    std::exit(1);
}

void check(const Result<void>& result, const std::string& statement) {
    if (!result) fail(result.error().message + "\n  in: " + statement);
}

class Collected : public SqlSink {
public:
    Json rows_ = Json::array();
    void columns(std::span<const SqlColumn>) override {}
    bool row(std::span<const std::optional<std::string>> cells) override {
        Json one = Json::array();
        for (const auto& cell : cells) one.push_back(cell ? Json(*cell) : Json());
        rows_.push_back(std::move(one));
        return true;
    }
    void message(std::string_view) override {}
};

class Counted : public SqlSink {
public:
    std::uint64_t rows_ = 0;
    void columns(std::span<const SqlColumn>) override {}
    bool row(std::span<const std::optional<std::string>>) override { return ++rows_ > 0; }
    void message(std::string_view) override {}
};

struct Contender {
    std::string name, sql, plan, how;
    bool cold = false;
};

struct Answer {
    double seconds = 0;
    std::uint64_t rows = 0;
    std::uint64_t fingerprint = 0;  // the sum of the rows' hashes, whatever their order
    std::string plans;              // chosen for the views, in the order of the text
};

std::uint64_t fingerprint_of(duckdb::MaterializedQueryResult& result) {
    std::uint64_t sum = 0;
    for (auto& chunk : result.Collection().Chunks()) {
        duckdb::Vector hashes(duckdb::LogicalType::HASH);
        chunk.Hash(hashes);
        hashes.Flatten(chunk.size());
        const auto* values = duckdb::FlatVector::GetData<duckdb::hash_t>(hashes);
        for (std::size_t i = 0; i < chunk.size(); ++i) sum += values[i];
    }
    return sum;
}

class Views {
public:
    explicit Views(const std::string& path)
        : server_(take(sql::SqlServer::open({.path = path}))),
          door_(take(sql::SqlDoor::open(server_, ""))),
          connection_(server_->database()) {}

    void run(const std::string& text) {
        views::SplitSql parts = views::split_sql(text);
        if (!parts.rest.empty()) parts.statements.push_back({{parts.rest, {}}});
        Counted sink;
        for (auto& [words, begin] : parts.statements) {
            const std::string statement = words.text;
            check(door_->run(std::move(words), sink, no_progress()), statement);
        }
    }

    Json rows(const std::string& statement) {
        Collected sink;
        check(door_->run({statement, {}}, sink, no_progress()), statement);
        return sink.rows_;
    }

    Answer ask(const Contender& contender, const std::string& how) {
        if (how == "session") return ask_session(contender);
        sql::ViewSettings settings;
        if (contender.plan == sql::plan_name(sql::ViewPlan::anonymize_then_select))
            settings.plan = sql::ViewPlan::anonymize_then_select;
        if (contender.plan == sql::plan_name(sql::ViewPlan::select_then_anonymize))
            settings.plan = sql::ViewPlan::select_then_anonymize;
        Answer answer;
        const auto start = Clock::now();
        const views::Statement statement = take(views::parse_statement(contender.sql));
        const auto& source = std::get<views::EngineStatement>(statement);
        const sql::SqlServer::Snapshot snapshot = server_->begin(connection_);
        auto parsed = connection_.ExtractStatements(source.text);
        sql::ViewExpander views(
            connection_, *snapshot.catalog, *snapshot.versions, settings, "", [] { return std::uint64_t{1}; },
            no_progress());
        views.expand(*parsed.at(0), source);
        duckdb::unique_ptr<duckdb::QueryResult> result;
        duckdb::unique_ptr<duckdb::DataChunk> first;
        if (how == "first") {
            result = connection_.PendingQuery(std::move(parsed[0]), true)->Execute();
            if (!result->HasError()) first = result->Fetch();
        } else {
            result = connection_.Query(std::move(parsed[0]));
        }
        answer.seconds = since(start);
        if (result->HasError()) fail(result->GetError() + "\n  in: " + contender.sql);
        if (how == "first") {
            answer.rows = first ? first->size() : 0;
        } else {
            auto& whole = result->Cast<duckdb::MaterializedQueryResult>();
            answer.rows = whole.RowCount();
            answer.fingerprint = fingerprint_of(whole);
        }
        for (const sql::PlanChoice& choice : views.choices())
            answer.plans += (answer.plans.empty() ? "" : ", ") + std::string(sql::plan_name(choice.plan));
        first.reset();
        result.reset();
        server_->commit(connection_, snapshot, false, false, false);
        return answer;
    }

private:
    Answer ask_session(const Contender& contender) {
        run("SET av_plan = '" + (contender.plan.empty() ? "auto" : contender.plan) + "'");
        Counted sink;
        Answer answer;
        const auto start = Clock::now();
        check(door_->run({contender.sql, {}}, sink, no_progress()), contender.sql);
        answer.seconds = since(start);
        answer.rows = sink.rows_;
        return answer;
    }

    std::shared_ptr<sql::SqlServer> server_;
    std::shared_ptr<sql::SqlDoor> door_;
    duckdb::Connection connection_;
};

std::vector<Contender> contenders_of(const Json& job) {
    std::vector<Contender> contenders;
    for (const Json& one : job.at("contenders"))
        contenders.push_back({one.at("name"), one.at("sql"), one.value("plan", ""), one.value("how", "local"),
                              one.value("cold", false)});
    return contenders;
}

// The answer to each statement, the same under all plans that are asked for.
std::map<std::string, Answer> answers_of(Views& views, const std::vector<Contender>& contenders) {
    std::map<std::string, Answer> answers;
    for (const Contender& contender : contenders) {
        const Answer answer = views.ask(contender, "local");
        const auto [known, is_new] = answers.emplace(contender.sql, answer);
        if (known->second.rows == answer.rows && known->second.fingerprint == answer.fingerprint) continue;
        fail("two plans give different answers, of " + std::to_string(known->second.rows) + " and " +
             std::to_string(answer.rows) + " rows\n  to: " + contender.sql);
    }
    return answers;
}

double percentile(const std::vector<double>& sorted, double share) {
    return 1000 * sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

Json time(Views& views, const Json& job) {
    const std::vector<Contender> contenders = contenders_of(job);
    const std::string change = job.value("change", "");
    const auto answers = answers_of(views, contenders);
    std::vector<std::vector<double>> seconds(contenders.size());
    std::vector<std::string> plans(contenders.size());
    std::vector<char> stale(contenders.size());
    for (int round = 0; round < job.value("repeat", 5); ++round)
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            const Contender& contender = contenders[i];
            if (contender.cold) {
                views.run(change);
                std::fill(stale.begin(), stale.end(), 1);
            } else if (stale[i]) {
                views.ask(contender, "local");
                stale[i] = 0;
            }
            const Answer answer = views.ask(contender, contender.how);
            const Answer& expected = answers.at(contender.sql);
            if ((contender.how != "first" && answer.rows != expected.rows) ||
                (contender.how == "local" && answer.fingerprint != expected.fingerprint))
                fail("the answer has changed\n  to: " + contender.sql);
            seconds[i].push_back(answer.seconds);
            plans[i] = answer.plans;
        }
    Json out;
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        std::sort(seconds[i].begin(), seconds[i].end());
        out[contenders[i].name] = {{"rows", answers.at(contenders[i].sql).rows},
                                   {"median_ms", percentile(seconds[i], 0.5)},
                                   {"p99_ms", percentile(seconds[i], 0.99)},
                                   {"least_ms", 1000 * seconds[i].front()},
                                   {"plan", plans[i]}};
    }
    return out;
}

}  // namespace
}  // namespace scrim::bench

int main(int argc, char** argv) {
    using namespace scrim::bench;
    try {
        Views views(argc > 1 ? argv[1] : "");
        for (std::string line; std::getline(std::cin, line);) {
            const scrim::Json job = scrim::Json::parse(line);
            scrim::Json out = scrim::Json::object();
            if (job.contains("run")) {
                const auto start = Clock::now();
                views.run(job["run"]);
                out["seconds"] = since(start);
            }
            if (job.contains("rows")) out["rows"] = views.rows(job["rows"]);
            if (job.contains("time")) out["time"] = time(views, job["time"]);
            std::printf("%s\n", out.dump().c_str());
            std::fflush(stdout);
        }
    } catch (const std::exception& exception) {
        fail(exception.what());
    }
}
