#include <duckdb.h>

#include "tests/arrow/engine_twin.h"

#include "adapters/arrow/exported.h"

#include <stdexcept>

#if defined(__clang__)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define SCRIM_LEAKS_OF_OTHERS const __lsan::ScopedDisabler not_ours
#endif
#endif
#ifndef SCRIM_LEAKS_OF_OTHERS
#define SCRIM_LEAKS_OF_OTHERS
#endif

namespace scrim::testing {
namespace {

struct Session {
    duckdb_database database = nullptr;
    duckdb_connection connection = nullptr;
    Session() {
        duckdb_open(nullptr, &database);
        duckdb_connect(database, &connection);
    }
    ~Session() {
        duckdb_disconnect(&connection);
        duckdb_close(&database);
    }
};

void check(duckdb_error_data error) {
    const bool wrong = duckdb_error_data_has_error(error);
    const std::string message = wrong ? duckdb_error_data_message(error) : "";
    duckdb_destroy_error_data(&error);
    if (wrong) throw std::runtime_error(message);
}

class EngineBatches final : public arrow::BatchSource {
public:
    explicit EngineBatches(const std::string& sql) {
        if (duckdb_query(session_.connection, sql.c_str(), &result_) != DuckDBSuccess)
            throw std::runtime_error(duckdb_result_error(&result_));
        duckdb_connection_get_arrow_options(session_.connection, &options_);
    }
    ~EngineBatches() override {
        duckdb_destroy_arrow_options(&options_);
        duckdb_destroy_result(&result_);
    }

    arrow::OwnedSchema schema() override {
        std::vector<duckdb_logical_type> types;
        std::vector<const char*> names;
        for (idx_t c = 0; c < duckdb_column_count(&result_); ++c) {
            types.push_back(duckdb_column_logical_type(&result_, c));
            names.push_back(duckdb_column_name(&result_, c));
        }
        arrow::OwnedSchema schema;
        check(duckdb_to_arrow_schema(options_, types.data(), names.data(), types.size(), &schema.raw));
        for (duckdb_logical_type& type : types) duckdb_destroy_logical_type(&type);
        return schema;
    }

    arrow::OwnedArray next() override {
        arrow::OwnedArray array;
        duckdb_data_chunk chunk = duckdb_fetch_chunk(result_);
        if (!chunk) return array;
        check(duckdb_data_chunk_to_arrow(options_, chunk, &array.raw));
        duckdb_destroy_data_chunk(&chunk);
        return array;
    }

private:
    Session session_;
    duckdb_result result_{};
    duckdb_arrow_options options_ = nullptr;
};

}  // namespace

Frame engine_frame(const std::string& sql) {
    ArrowArrayStream stream;
    arrow::export_stream(std::make_unique<EngineBatches>(sql), &stream);
    const auto frame = Frame::from_arrow(&stream);
    EXPECT_TRUE(frame.ok()) << frame.error().message;
    return frame ? *frame : Frame();
}

std::vector<Row> rows_by_engine(ArrowArrayStream* stream, const std::string& sql) {
    std::vector<Row> rows;
    {
        SCRIM_LEAKS_OF_OTHERS;  // DuckDB's scan asks for schemas that it does not release
        const Session session;
        EXPECT_EQ(duckdb_arrow_scan(session.connection, "ours", reinterpret_cast<duckdb_arrow_stream>(stream)),
                  DuckDBSuccess);
        duckdb_result result;
        EXPECT_EQ(duckdb_query(session.connection, sql.c_str(), &result), DuckDBSuccess)
            << duckdb_result_error(&result);
        for (idx_t row = 0; row < duckdb_row_count(&result); ++row) {
            Row& cells = rows.emplace_back();
            for (idx_t c = 0; c < duckdb_column_count(&result); ++c) {
                char* const text = duckdb_value_varchar(&result, c, row);
                cells.push_back(text ? text : "NULL");
                duckdb_free(text);
            }
        }
        duckdb_destroy_result(&result);
    }
    if (stream->release) stream->release(stream);
    return rows;
}

::testing::AssertionResult same_table(const Table& a, const Table& b) {
    if (a.names() != b.names() || a.rows() != b.rows())
        return ::testing::AssertionFailure() << a.rows() << " and " << b.rows() << " rows";
    for (std::size_t c = 0; c < a.width(); ++c) {
        const Domain &x = a[c].domain(), &y = b[c].domain();
        if (x.kind() != y.kind() || x.size() != y.size() || x.has_null() != y.has_null() || x.scale() != y.scale())
            return ::testing::AssertionFailure()
                   << a.name(c) << ": kinds " << static_cast<int>(x.kind()) << " and " << static_cast<int>(y.kind())
                   << ", sizes " << x.size() << " and " << y.size() << ", scales " << x.scale() << " and " << y.scale();
        for (Code code = 0; code < x.size(); ++code)
            if (x.label(code) != y.label(code))
                return ::testing::AssertionFailure()
                       << a.name(c) << ", code " << code << ": " << x.label(code) << " and " << y.label(code);
        for (std::size_t row = 0; row < a.rows(); ++row)
            if (a[c][row] != b[c][row]) return ::testing::AssertionFailure() << a.name(c) << ", row " << row;
    }
    return ::testing::AssertionSuccess();
}

}  // namespace scrim::testing
