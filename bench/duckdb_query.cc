// Runs SQL statements with DuckDB alone. Prints, per statement, its seconds and its first row, as JSON lines.
// Usage: duckdb_query STATEMENT…
#include <duckdb.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "duckdb_query: %s\n", what);
    std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
    duckdb_database database;
    duckdb_connection connection;
    if (duckdb_open(nullptr, &database) != DuckDBSuccess) fail("cannot open");
    if (duckdb_connect(database, &connection) != DuckDBSuccess) fail("cannot connect");
    for (int i = 1; i < argc; ++i) {
        const auto start = std::chrono::steady_clock::now();
        duckdb_result result;
        if (duckdb_query(connection, argv[i], &result) != DuckDBSuccess) fail(duckdb_result_error(&result));
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        std::printf("{\"seconds\": %.6f, \"row\": [", seconds.count());
        const idx_t columns = duckdb_row_count(&result) > 0 ? duckdb_column_count(&result) : 0;
        for (idx_t c = 0; c < columns; ++c) {
            char* text = duckdb_value_varchar(&result, c, 0);
            std::printf("%s\"%s\"", c > 0 ? ", " : "", text ? text : "");
            duckdb_free(text);
        }
        std::printf("]}\n");
        std::fflush(stdout);
        duckdb_destroy_result(&result);
    }
    duckdb_disconnect(&connection);
    duckdb_close(&database);
}
