#include "adapters/duckdb/files/row_tap.h"

#include "adapters/duckdb/files/query_stream.h"
#include "kernel/core/text.h"

#include <duckdb/main/extension/extension_loader.hpp>

#include <atomic>

namespace scrim::engine {
namespace {

// A function of a query stays in the catalog; what it calls lives only as long as the query.
struct Tap {
    TakeRows take;
};

std::string register_tap(Database& database, const std::shared_ptr<Tap>& tap) {
    static std::atomic<std::uint64_t> taps = 0;
    const std::string name = format("scrim_tap_{}", ++taps);
    const auto run = [tap](duckdb::DataChunk& rows, duckdb::ExpressionState&, duckdb::Vector& result) {
        tap->take(rows);
        result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
        *duckdb::ConstantVector::GetData<std::uint8_t>(result) = 0;
    };
    duckdb::ScalarFunction function(name, {}, duckdb::LogicalType::UTINYINT, run);
    function.varargs = duckdb::LogicalType::ANY;
    function.stability = duckdb::FunctionStability::VOLATILE;  // for every row, and never ahead of time
    function.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
    duckdb::ExtensionLoader(database.instance(), "scrim").RegisterFunction(std::move(function));
    return name;
}

}  // namespace

Result<std::vector<duckdb::LogicalType>> types_of(Database& database, const std::string& sql) {
    const auto prepared = database.connection().Prepare(sql);
    if (prepared->HasError()) return engine_error(prepared->error);
    return prepared->GetTypes();
}

Result<void> tap_rows(Database& database, const std::string& sql, std::size_t columns, TakeRows take,
                      const Progress& progress) {
    const auto tap = std::make_shared<Tap>(Tap{std::move(take)});
    const std::string function = register_tap(database, tap);
    std::vector<std::string> names;
    for (std::size_t c = 0; c < columns; ++c) names.push_back(format("c{}", c));
    const std::string list = join(names, ", ");
    const auto run = [&]() -> Result<void> {
        SCRIM_TRY(const auto stream,
                  QueryStream::start(database.connection(),
                                     format("SELECT sum({}({})) FROM ({}) AS tapped({})", function, list, sql, list),
                                     progress));
        stream->fetch();
        return stream->check();
    };
    const Result<void> ran = run();
    tap->take = nullptr;
    return ran;
}

}  // namespace scrim::engine
