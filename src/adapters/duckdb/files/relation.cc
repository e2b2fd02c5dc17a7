#include "adapters/duckdb/files/relation.h"

#include "adapters/duckdb/files/csv_header.h"
#include "adapters/duckdb/files/database.h"
#include "adapters/duckdb/files/encoder.h"
#include "kernel/core/json_depth.h"
#include "kernel/core/number_text.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace scrim::engine {
namespace {

// DuckDB's smallest buffer, its longest line. Its default of 32 MB costs 50 MB of memory for a few percent of time.
constexpr std::size_t csv_buffer_bytes = 2'000'000;

using Texts = std::vector<std::string>;

Result<void> check_file(const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::none) return input_error(error.message());
    if (!std::filesystem::exists(status)) return input_error("there is no such file");
    if (std::filesystem::is_directory(status)) return input_error("this is a directory; a file is expected");
    if (!std::filesystem::is_regular_file(status))
        return input_error("this is not a regular file, and only those can be read twice");
    if (std::filesystem::file_size(path, error) == 0) return input_error("the file is empty");
    return {};
}

Texts map(const Texts& items, std::string (*f)(std::string_view)) {
    Texts result;
    for (const std::string& item : items) result.push_back(f(item));
    return result;
}

// "c0", "c1", …
Texts positions(std::size_t count) {
    Texts result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(format("c{}", i));
    return result;
}

class Opener {
public:
    explicit Opener(const TableInput& options) : options_(options) {
        relation_.name = relation_.path = options.path;
        relation_.format = format_of(options.path);
    }

    Result<Relation> open() {
        SCRIM_CHECK(check_file(options_.path));
        SCRIM_CHECK(check_options());
        SCRIM_TRY(relation_.database, Database::open(options_.threads));
        if (const Result<void> opened = open_format(); !opened) {
            SCRIM_CHECK(check_whole(relation_, no_progress()));  // what else is wrong may follow from that
            return opened.error();
        }
        read_as_meant();
        return std::move(relation_);
    }

private:
    using Kind = FileFormat::Kind;

    Result<void> check_options() const {
        const Kind kind = relation_.format.kind;
        if (kind != Kind::database && !(options_.table.empty() && options_.query.empty()))
            return input_error("a table or a query can only be chosen in a DuckDB file (.db or .duckdb)");
        if (!options_.table.empty() && !options_.query.empty())
            return input_error("both a table and a query are given; one of them is accepted");
        if (kind != Kind::csv && !(options_.delimiter.empty() && options_.null_strings.empty() && options_.header))
            return input_error("delimiter, null strings and a missing header are only for CSV files");
        if ((kind == Kind::parquet || kind == Kind::database) && relation_.format.compression != Compression::none)
            return input_error(
                format("a .{} file cannot be read compressed; unpack it first", relation_.format.extension));
        return {};
    }

    Result<void> open_format() {
        switch (relation_.format.kind) {
            case Kind::csv: return open_csv();
            case Kind::parquet: return open_parquet();
            case Kind::json: return open_json();
            case Kind::database: return open_database();
        }
        return fault_error("a format that nothing opens");
    }

    Result<void> open_csv() {
        SCRIM_TRY(const std::string start, read_start());
        if (start.empty()) return input_error("the file is empty");
        SCRIM_TRY(const CsvHeader header,
                  read_csv_header(
                      start, {options_.delimiter, relation_.format.extension == "tsv" ? '\t' : ',', options_.header}));
        relation_.columns = header.columns;
        relation_.expressions = positions(header.columns.size());
        Texts types;
        for (const std::string& column : relation_.expressions) types.push_back(format("'{}': 'VARCHAR'", column));
        Texts nulls = {""};
        nulls.insert(nulls.end(), options_.null_strings.begin(), options_.null_strings.end());
        const std::string options = format(
            "auto_detect = false, delim = {}, quote = '\"', escape = '\"', header = {}, columns = {{{}}}, nullstr = "
            "[{}], buffer_size = {}, hive_partitioning = false",
            sql_text(std::string(1, header.delimiter)), options_.header, join(types, ", "),
            join(map(nulls, sql_text), ", "), csv_buffer_bytes);
        relation_.from = format("read_csv({}, {})", pattern(), options);
        relation_.from_copy = [options](const std::string& path) {
            return format("read_csv({}, {})", sql_text(path), options);
        };
        return {};
    }

    Result<void> open_parquet() {
        SCRIM_CHECK(describe(format("read_parquet({}, hive_partitioning = false)", pattern())));
        return count_rows();
    }

    // Every object is looked at for its keys: one that only a late object has is a column too. Cells are taken as text,
    // integers as they are written, for DuckDB would make floating-point numbers of those beyond 64 bits.
    Result<void> open_json() {
        SCRIM_CHECK(check_depth());
        SCRIM_CHECK(describe(
            format("read_json({}, records = true, maximum_depth = 1, sample_size = -1, map_inference_threshold = -1, "
                   "hive_partitioning = false)",
                   pattern())));
        for (std::string& expression : relation_.expressions) expression = format("({} ->> '$')", expression);
        return {};
    }

    Result<void> open_database() {
        relation_.database->keep_apart();
        const std::string file = sql_text(std::filesystem::absolute(options_.path).string());
        SCRIM_TRY(auto attached, ask(*relation_.database, format("ATTACH {} AS data (READ_ONLY)", file)));
        SCRIM_TRY(attached, ask(*relation_.database, "USE data"));
        // A query reads this file and no other.
        SCRIM_TRY(attached, ask(*relation_.database, "SET enable_external_access = false"));
        if (!options_.query.empty()) {
            relation_.name = "query on " + options_.path;
            SCRIM_TRY(const std::string query, one_select());
            return describe(format("({})", query), query);
        }
        SCRIM_TRY(const auto table, choose_table());
        relation_.name = format("table {} of {}", table.second, options_.path);
        SCRIM_CHECK(describe(format("data.{}.{}", sql_name(table.first), sql_name(table.second))));
        return count_rows();
    }

    // Schema and name of the table asked for, or of the only one there is.
    Result<std::pair<std::string, std::string>> choose_table() {
        SCRIM_TRY(const auto found,
                  ask(*relation_.database,
                      "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'data' UNION ALL "
                      "SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = 'data' AND NOT "
                      "internal ORDER BY ALL"));
        std::vector<std::pair<std::string, std::string>> matching;
        Texts names;
        for (std::size_t i = 0; i < found->RowCount(); ++i) {
            const std::string schema = found->GetValue(0, i).ToString(), table = found->GetValue(1, i).ToString();
            names.push_back(schema == "main" ? table : schema + "." + table);
            if (options_.table.empty() || options_.table == names.back() || options_.table == schema + "." + table)
                matching.emplace_back(schema, table);
        }
        if (names.empty()) return input_error("the file holds no table");
        if (matching.size() == 1) return matching.front();
        if (options_.table.empty())
            return input_error(format("the file holds several tables; choose one of {}", list_some(names, 20)));
        return input_error(format("there is no table {}{}; there are {}", quoted(options_.table),
                                  did_you_mean(options_.table, names), list_some(names, 20)));
    }

    Result<std::string> one_select() const {
        return guarded([&]() -> Result<std::string> {
            const auto statements = relation_.database->connection().ExtractStatements(options_.query);
            if (statements.size() != 1 || statements[0]->type != duckdb::StatementType::SELECT_STATEMENT)
                return input_error("the query is not one SELECT; nothing else is accepted");
            return statements[0]->ToString();
        });
    }

    Result<void> describe(const std::string& from) { return describe(from, "SELECT * FROM " + from); }

    // Take the table expression `from`, with the names and types of the columns of `query`, which are the same columns.
    Result<void> describe(const std::string& from, const std::string& query) {
        return guarded([&]() -> Result<void> {
            const auto prepared = relation_.database->connection().Prepare(query);
            if (prepared->HasError()) return engine_error(prepared->GetErrorObject());
            for (const std::string& name : prepared->GetNames()) {
                if (std::find(relation_.columns.begin(), relation_.columns.end(), name) != relation_.columns.end())
                    return input_error(format("two columns are named {}; give each a name of its own", quoted(name)));
                relation_.columns.push_back(name);
            }
            relation_.from = format("{} AS t({})", from, join(positions(relation_.columns.size()), ", "));
            for (const duckdb::LogicalType& type : prepared->GetTypes()) {
                relation_.types.push_back(type.ToString());
                const std::string column = format("c{}", relation_.expressions.size());
                relation_.expressions.push_back(encodes_natively(type) ? column
                                                                       : format("CAST({} AS VARCHAR)", column));
            }
            return {};
        });
    }

    Result<void> count_rows() {
        SCRIM_TRY(const auto count, ask(*relation_.database, "SELECT count(*) FROM " + relation_.from));
        relation_.rows = count->GetValue(0, 0).GetValue<std::uint64_t>();
        return {};
    }

    // DuckDB calls itself for each level.
    Result<void> check_depth() const {
        return guarded([&]() -> Result<void> {
            const ReadDecompressed read = relation_.database->reader(options_.path);
            std::vector<char> buffer(std::size_t{1} << 20);
            JsonDepth depth;
            while (const std::size_t count = read(buffer))
                if (!depth.take(std::span(buffer).first(count)))
                    return input_error(format("lists and objects nest more than {} levels deep", json_depth_limit));
            return {};
        });
    }

    // Types and missing values that the caller knows of.
    void read_as_meant() {
        relation_.meant.assign(relation_.columns.size(), options_.plain ? ColumnType::plain : ColumnType::found);
        for (std::size_t c = 0; c < relation_.columns.size(); ++c) {
            Texts missing = options_.missing;
            for (const ColumnReading& column : options_.columns) {
                if (column.name != relation_.columns[c]) continue;
                relation_.meant[c] = column.type;
                missing.insert(missing.end(), column.missing.begin(), column.missing.end());
            }
            std::string& expression = relation_.expressions[c];
            const std::string text = format("CAST({} AS VARCHAR)", expression);
            std::string is_missing =
                missing.empty() ? "" : format("{} IN ({})", text, join(map(missing, sql_text), ", "));
            // Where the source has numbers, -9 and -9.0 are one.
            for (const std::string& value : missing)
                if (c < relation_.types.size() && relation_.types[c] != "VARCHAR" && parse_decimal(value))
                    is_missing += format(" OR TRY_CAST({} AS DOUBLE) = {}", expression, value);
            const bool as_text = relation_.meant[c] != ColumnType::found && relation_.meant[c] != ColumnType::plain;
            if (as_text && c < relation_.types.size()) expression = text;
            if (!missing.empty()) expression = format("CASE WHEN {} THEN NULL ELSE {} END", is_missing, expression);
        }
    }

    Result<std::string> read_start() const {
        return guarded([&]() -> Result<std::string> {
            const ReadDecompressed read = relation_.database->reader(options_.path);
            std::string start(csv_header_bytes, '\0');
            std::size_t filled = 0;
            while (const std::size_t count = read(std::span(start).subspan(filled))) filled += count;
            start.resize(filled);
            return start;
        });
    }

    // The path for DuckDB's readers, which take it for an address or a pattern where they can: absolute, special
    // characters as sets of one.
    std::string pattern() const {
        std::string result;
        for (const char c : std::filesystem::absolute(options_.path).string())
            result += c == '*' || c == '?' || c == '[' ? format("[{}]", c) : std::string(1, c);
        return sql_text(result);
    }

    const TableInput& options_;
    Relation relation_;
};

}  // namespace

Result<Relation> open_relation(const TableInput& options) {
    Result<Relation> relation = Opener(options).open();
    if (!relation) return Error{relation.error().kind, format("{}: {}", options.path, relation.error().message)};
    return relation;
}

Result<void> check_whole(const Relation& relation, const Progress& progress) {
    return guarded([&]() -> Result<void> {
        switch (relation.format.compression) {
            case Compression::none: break;
            case Compression::gzip: return check_gzip(relation.path, progress);
            case Compression::zstd: return check_zstd(relation.path);
        }
        return {};
    });
}

}  // namespace scrim::engine
