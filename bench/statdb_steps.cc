// The statistical database beside DuckDB: the same questions, private and exact, in one run on one thread.
//
//   statdb_steps table.csv "Age,Gender,…" sensitive m queries lambda ql [rows]        (ql in per cent)
//
// Prints one JSON object. Every interval is compared with DuckDB's exact count first.
#include "adapters/duckdb/files/source.h"
#include "kernel/core/json.h"
#include "methods/statdb/anatomy_answer.h"
#include "methods/statdb/bucketization.h"
#include "methods/statdb/stat_table.h"
#include "statdb_paper/workload.h"
#include "steps.h"

#include <duckdb.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using scrim::bench::Clock;
using scrim::bench::since;
using scrim::bench::take;
using scrim::experiment::RangeQuery;

namespace {

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text)
        if (c == ',')
            words.emplace_back();
        else
            words.back() += c;
    return words;
}

double median(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

double percentile(std::vector<double> times, double share) {
    std::sort(times.begin(), times.end());
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

// The encoded table in DuckDB, in columns of one byte where they fit, and prepared statements.
class Duck {
public:
    Duck(const scrim::Table& table, const scrim::Column& sensitive) {
        duckdb_open(nullptr, &database_);
        duckdb_connect(database_, &connection_);
        run("SET threads = 1");
        std::string columns;
        for (std::size_t a = 0; a <= table.width(); ++a) {
            const scrim::Column& column = a < table.width() ? table[a] : sensitive;
            columns +=
                (a ? ", c" : "c") + std::to_string(a) + (column.domain().size() <= 256 ? " UTINYINT" : " UINTEGER");
        }
        run("CREATE TABLE t (" + columns + ")");
        duckdb_appender appender;
        duckdb_appender_create(connection_, nullptr, "t", &appender);
        for (std::size_t row = 0; row < sensitive.size(); ++row) {
            for (std::size_t a = 0; a <= table.width(); ++a) {
                const scrim::Column& column = a < table.width() ? table[a] : sensitive;
                if (column.domain().size() <= 256)
                    duckdb_append_uint8(appender, static_cast<std::uint8_t>(column[row]));
                else
                    duckdb_append_uint32(appender, column[row]);
            }
            duckdb_appender_end_row(appender);
        }
        duckdb_appender_destroy(&appender);
    }
    ~Duck() {
        duckdb_disconnect(&connection_);
        duckdb_close(&database_);
    }
    Duck(const Duck&) = delete;
    Duck& operator=(const Duck&) = delete;

    // The exact count, and how long the prepared statement ran.
    std::pair<std::uint64_t, double> count(const RangeQuery& question, std::size_t sensitive) {
        std::string sql = "SELECT count(*) FROM t WHERE c" + std::to_string(sensitive) + " BETWEEN ? AND ?";
        for (const scrim::statdb::Condition& part : question.rows.parts)
            sql += " AND c" + std::to_string(part.column) + " BETWEEN ? AND ?";
        duckdb_prepared_statement statement;
        duckdb_prepare(connection_, sql.c_str(), &statement);
        idx_t index = 1;
        const auto bind = [&](scrim::Span span) {
            duckdb_bind_uint32(statement, index++, span.lo);
            duckdb_bind_uint32(statement, index++, span.hi - 1);
        };
        bind(question.values);
        for (const scrim::statdb::Condition& part : question.rows.parts) bind(part.spans.front());
        duckdb_result result;
        duckdb_execute_prepared(statement, &result);  // the first run plans
        duckdb_destroy_result(&result);
        const auto start = Clock::now();
        duckdb_execute_prepared(statement, &result);
        const double seconds = since(start);
        const auto found = static_cast<std::uint64_t>(duckdb_value_int64(&result, 0, 0));
        duckdb_destroy_result(&result);
        duckdb_destroy_prepare(&statement);
        return {found, seconds};
    }

private:
    void run(const std::string& sql) {
        if (duckdb_query(connection_, sql.c_str(), nullptr) == DuckDBError) std::exit(1);
    }
    duckdb_database database_{};
    duckdb_connection connection_{};
};

// Copies of the table, to make it larger.
scrim::Column repeated(const scrim::Column& column, std::size_t rows) {
    scrim::Column made(column.domain_ptr(), rows);
    column.visit([&](auto from) {
        made.visit([&](auto to) {
            using To = typename decltype(to)::value_type;
            for (std::size_t row = 0; row < rows; ++row) to[row] = static_cast<To>(from[row % from.size()]);
        });
    });
    return made;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 8) return 2;
    std::vector<std::string> names = split(argv[2]);
    names.emplace_back(argv[3]);
    scrim::TableInput input;
    input.path = argv[1];
    const auto source = take(scrim::engine::open_source(input));
    const scrim::Table read = take(source->read(names, scrim::no_progress()));
    const auto number = [&](int i) { return static_cast<std::uint32_t>(std::strtoul(argv[i], nullptr, 10)); };
    const std::uint32_t m = number(4), rows = argc > 8 ? number(8) : static_cast<std::uint32_t>(read.rows());
    scrim::SeededRandom random(1);
    const scrim::experiment::Setting setting{static_cast<std::uint32_t>(names.size() - 1), number(7), number(6), 0};
    scrim::experiment::Microdata data = scrim::experiment::sample(read, setting.d, setting.n, random);
    scrim::Table table;
    for (std::size_t a = 0; a < setting.d; ++a) table.add(names[a], repeated(data.quasi_identifiers[a], rows));
    const scrim::Column sensitive = repeated(data.sensitive, rows);
    const std::vector<RangeQuery> asked = scrim::experiment::workload(data, setting, number(5), random);

    scrim::Json out{{"rows", rows}, {"m", m}};
    std::vector<std::uint64_t> truths;
    std::vector<double> exact;
    Duck duck(table, sensitive);
    double truth_sum = 0;
    for (const RangeQuery& question : asked) {
        const auto [count, seconds] = duck.count(question, setting.d);
        truths.push_back(count);
        exact.push_back(seconds);
        truth_sum += static_cast<double>(count);
    }
    out["average_count"] = truth_sum / static_cast<double>(asked.size());
    out["duckdb_median_us"] = 1e6 * median(exact);
    for (const auto* builder : {&scrim::statdb::one_by_one_builder(), &scrim::statdb::neighbors_builder()}) {
        const std::string name = builder == &scrim::statdb::neighbors_builder() ? "default" : "papers";
        scrim::SystemRandom system;
        scrim::deal::RandomChance chance(system);
        scrim::statdb::BuildPlan plan{m, builder, 0};
        const auto start = Clock::now();
        const scrim::statdb::Bucketization buckets =
            take(scrim::statdb::bucketize(table, sensitive, "sensitive", plan, chance));
        auto image = scrim::statdb::StatTable::image({m, name, plan.strata, {}, ""}, data.schema, table, buckets, {});
        out[name + "_build_seconds"] = since(start);
        const scrim::statdb::StatTable statdb = take(scrim::statdb::StatTable::of_image(std::move(image)));
        std::vector<double> times;
        double length = 0;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const auto begin = Clock::now();
            const scrim::statdb::CountInterval interval =
                scrim::statdb::count_by_anatomy(statdb, asked[i].rows, std::span(&asked[i].values, 1));
            times.push_back(since(begin));
            if (truths[i] < interval.lower || truths[i] > interval.upper) {
                std::fprintf(stderr, "an interval does not hold the truth\n");
                return 1;
            }
            length += static_cast<double>(interval.upper - interval.lower);
        }
        out[name + "_buckets"] = statdb.buckets();
        out[name + "_strata"] = plan.strata;
        out[name + "_length"] = length / static_cast<double>(asked.size());
        out[name + "_median_us"] = 1e6 * median(times);
        out[name + "_p99_us"] = 1e6 * percentile(times, 0.99);
        if (builder != &scrim::statdb::neighbors_builder()) continue;
        out["file_bytes"] = statdb.file_bytes();
        out["table_bytes"] = statdb.table_bytes();
        // What share of the memory's speed is reached: bytes of codes compared, beside a plain pass over as many.
        double bytes = 0, scanned = 0;
        for (const RangeQuery& question : asked) {
            const scrim::statdb::AnatomyAnswer answer(statdb, question.rows, std::span(&question.values, 1));
            bytes += static_cast<double>(answer.effort().rows * question.rows.parts.size());
        }
        for (const double time : times) scanned += time;
        std::vector<std::uint8_t> plain(std::size_t{64} << 20, 1);
        const auto pass = Clock::now();
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < plain.size(); i += 8) {
            std::uint64_t eight;
            __builtin_memcpy(&eight, &plain[i], 8);
            sum += eight;
        }
        volatile std::uint64_t kept = sum;
        (void)kept;
        const double plain_speed = static_cast<double>(plain.size()) / since(pass);
        out["gigabytes_per_second"] = bytes / scanned / 1e9;
        out["bandwidth_share"] = bytes / scanned / plain_speed;
        // Two threads, each with its own questions.
        std::atomic<std::size_t> next = 0;
        const auto together = Clock::now();
        const auto work = [&] {
            for (std::size_t i; (i = next++) < 4 * asked.size();) {
                const RangeQuery& question = asked[i % asked.size()];
                (void)scrim::statdb::count_by_anatomy(statdb, question.rows, std::span(&question.values, 1));
            }
        };
        std::thread other(work);
        work();
        other.join();
        out["two_threads_per_second"] = 4.0 * static_cast<double>(asked.size()) / since(together);
    }
    std::printf("%s\n", out.dump().c_str());
}
