#include "adapters/duckdb/files/relation_opener.h"

#include "adapters/duckdb/files/encoder.h"
#include "adapters/duckdb/files/parquet_folder.h"
#include "adapters/duckdb/files/sql_text.h"
#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "kernel/encode/meaning.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace scrim::engine {
namespace {

Result<void> check_file(const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::none) return input_error(error.message());
    if (!std::filesystem::exists(status)) return input_error("there is no such file");
    if (!std::filesystem::is_regular_file(status))
        return input_error("this is not a regular file, and only those can be read twice");
    if (std::filesystem::file_size(path, error) == 0) return input_error("the file is empty");
    return {};
}

// Lists of instants.
bool holds_instants(duckdb_logical_type type) {
    const duckdb_type id = duckdb_get_type_id(type);
    if (id != DUCKDB_TYPE_LIST && id != DUCKDB_TYPE_ARRAY) return false;
    const TypeHandle items(id == DUCKDB_TYPE_LIST ? duckdb_list_type_child_type(type)
                                                  : duckdb_array_type_child_type(type));
    return duckdb_get_type_id(items) == DUCKDB_TYPE_TIMESTAMP_TZ;
}

}  // namespace

std::vector<std::string> column_positions(std::size_t count) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(format("c{}", i));
    return result;
}

std::string sql_texts(const std::vector<std::string>& texts) {
    std::vector<std::string> constants;
    for (const std::string& text : texts) constants.push_back(sql_text(text));
    return join(constants, ", ");
}

RelationOpener::RelationOpener(const TableInput& input) : input_(input) {
    relation_.name = relation_.path = input.path;
    std::error_code error;
    relation_.format = std::filesystem::is_directory(input.path, error) ? format_in_folders() : format_of(input.path);
}

Result<Relation> RelationOpener::open() {
    std::error_code error;
    relation_.files = {std::filesystem::absolute(input_.path).string()};
    if (std::filesystem::is_directory(input_.path, error)) {
        SCRIM_TRY(relation_.files, parquet_files(input_.path));
    }
    for (const std::string& file : relation_.files) SCRIM_CHECK(check_file(file));
    SCRIM_CHECK(check_input());
    SCRIM_TRY(relation_.database, Database::open(input_.threads));
    if (const Result<void> opened = relation_.format.spec->open(*this); !opened) {
        SCRIM_CHECK(check_whole(relation_, no_progress()));  // what else is wrong may follow from that
        return opened.error();
    }
    read_as_meant();
    return std::move(relation_);
}

Result<void> RelationOpener::check_input() const {
    const FormatSpec& format = *relation_.format.spec;
    if (!format.many_tables && !(input_.table.empty() && input_.query.empty()))
        return input_error("a table or a query can only be chosen in a DuckDB file (.db or .duckdb)");
    if (!input_.table.empty() && !input_.query.empty())
        return input_error("both a table and a query are given; one of them is accepted");
    if (!format.dialects && !(input_.delimiter.empty() && input_.null_strings.empty() && input_.header))
        return input_error("delimiter, null strings and a missing header are only for CSV files");
    if (format.packed && relation_.format.compression != Compression::none)
        return input_error(
            scrim::format("a .{} file cannot be read compressed; unpack it first", relation_.format.extension));
    return {};
}

std::string RelationOpener::pattern() const {
    std::vector<std::string> patterns;
    for (const std::string& file : relation_.files) {
        std::string& pattern = patterns.emplace_back();
        for (const char c : file) pattern += c == '*' || c == '?' || c == '[' ? format("[{}]", c) : std::string(1, c);
    }
    return patterns.size() == 1 ? sql_text(patterns.front()) : format("[{}]", sql_texts(patterns));
}

Result<void> RelationOpener::describe(const std::string& from) { return describe(from, "SELECT * FROM " + from); }

Result<void> RelationOpener::describe(const std::string& from, const std::string& query) {
    return guarded([&]() -> Result<void> {
        StatementHandle statement;
        if (duckdb_prepare(database().connection(), query.c_str(), statement.out()) != DuckDBSuccess)
            return engine_error(duckdb_prepare_error(statement));
        const idx_t columns = duckdb_prepared_statement_column_count(statement);
        for (idx_t c = 0; c < columns; ++c) {
            TextHandle text(const_cast<char*>(duckdb_prepared_statement_column_name(statement, c)));
            std::string name(text);
            if (std::find(relation_.columns.begin(), relation_.columns.end(), name) != relation_.columns.end())
                return input_error(format("two columns are named {}; give each a name of its own", quoted(name)));
            relation_.columns.push_back(std::move(name));
        }
        relation_.from = format("{} AS t({})", from, join(column_positions(relation_.columns.size()), ", "));
        for (idx_t c = 0; c < columns; ++c) {
            const TypeHandle type(duckdb_prepared_statement_column_logical_type(statement, c));
            const TextHandle alias(duckdb_logical_type_get_alias(type));
            relation_.typed_as_text.push_back(duckdb_get_type_id(type) == DUCKDB_TYPE_VARCHAR && !alias);
            const std::string column = format("c{}", c);
            const bool instant = duckdb_get_type_id(type) == DUCKDB_TYPE_TIMESTAMP_TZ;
            relation_.text.push_back(duckdb_get_type_id(type) == DUCKDB_TYPE_VARCHAR ||
                                     !(instant || encodes_natively(type)));
            // An instant is a timestamp in UTC, whatever the time zone of this machine.
            if (instant)
                relation_.expressions.push_back(format("make_timestamp(epoch_us({}))", column));
            else if (holds_instants(type))
                relation_.expressions.push_back(
                    format("CAST(list_transform({}, lambda x: make_timestamp(epoch_us(x))) AS VARCHAR)", column));
            else
                relation_.expressions.push_back(encodes_natively(type) ? column
                                                                       : format("CAST({} AS VARCHAR)", column));
        }
        return {};
    });
}

Result<void> RelationOpener::count_rows() {
    SCRIM_TRY(const TextRows count, ask(database(), "SELECT count(*) FROM " + relation_.from));
    relation_.rows = std::stoull(count[0][0]);
    return {};
}

void RelationOpener::read_as_meant() {
    for (std::size_t c = 0; c < relation_.columns.size(); ++c) {
        const encode::Meaning meaning = encode::meaning_of(relation_.columns[c], input_);
        relation_.meant.push_back(meaning.type);
        std::string& expression = relation_.expressions[c];
        const std::string text = format("CAST({} AS VARCHAR)", expression);
        const bool typed = c < relation_.typed_as_text.size();  // CSV has none
        std::string is_missing = meaning.missing.empty() ? "" : format("{} IN ({})", text, sql_texts(meaning.missing));
        // Where the source has numbers, -9 and -9.0 are one.
        for (const std::string& value : meaning.missing)
            if (typed && !relation_.typed_as_text[c] && parse_decimal(value))
                is_missing += format(" OR TRY_CAST({} AS DOUBLE) = {}", expression, value);
        if (meaning.as_text() && typed) expression = text;
        if (!is_missing.empty()) expression = format("CASE WHEN {} THEN NULL ELSE {} END", is_missing, expression);
    }
}

}  // namespace scrim::engine
