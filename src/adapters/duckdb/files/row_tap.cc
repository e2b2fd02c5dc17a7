#include "adapters/duckdb/files/row_tap.h"

#include "adapters/duckdb/files/query_stream.h"
#include "kernel/core/text.h"

#include <duckdb/main/client_context_state.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>

namespace scrim::engine {
namespace {

constexpr const char* tap_name = "scrim_tap";

// Who takes the rows of a connection's query.
struct Tap : duckdb::ClientContextState {
    explicit Tap(TakeRows taker) : take(std::move(taker)) {}
    TakeRows take;
};

struct TapBinding : duckdb::FunctionData {
    explicit TapBinding(duckdb::shared_ptr<Tap> bound) : tap(std::move(bound)) {}
    duckdb::unique_ptr<duckdb::FunctionData> Copy() const override { return duckdb::make_uniq<TapBinding>(tap); }
    bool Equals(const duckdb::FunctionData& other) const override { return tap == other.Cast<TapBinding>().tap; }
    duckdb::shared_ptr<Tap> tap;
};

duckdb::unique_ptr<duckdb::FunctionData> bind_tap(duckdb::ClientContext& context, duckdb::ScalarFunction&,
                                                  duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>&) {
    return duckdb::make_uniq<TapBinding>(context.registered_state->Get<Tap>(tap_name));
}

void take_rows(duckdb::DataChunk& rows, duckdb::ExpressionState& state, duckdb::Vector& result) {
    const auto& bound = state.expr.Cast<duckdb::BoundFunctionExpression>();
    bound.bind_info->Cast<TapBinding>().tap->take(rows);
    result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
    *duckdb::ConstantVector::GetData<std::uint8_t>(result) = 0;
}

duckdb::ScalarFunction tap_function() {
    duckdb::ScalarFunction function(tap_name, {}, duckdb::LogicalType::UTINYINT, take_rows, bind_tap);
    function.varargs = duckdb::LogicalType::ANY;
    function.stability = duckdb::FunctionStability::VOLATILE;  // for every row, and never ahead of time
    function.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
    return function;
}

}  // namespace

Result<std::vector<duckdb::LogicalType>> types_of(Database& database, const std::string& sql) {
    const auto prepared = database.connection().Prepare(sql);
    if (prepared->HasError()) return engine_error(prepared->error);
    return prepared->GetTypes();
}

Result<void> tap_rows(Database& database, const std::string& sql, std::size_t columns, TakeRows take,
                      const Progress& progress) {
    auto& states = *database.connection().context->registered_state;
    database.define(tap_function());
    states.Insert(tap_name, duckdb::make_shared_ptr<Tap>(std::move(take)));
    std::vector<std::string> names;
    for (std::size_t c = 0; c < columns; ++c) names.push_back(format("c{}", c));
    const std::string list = join(names, ", ");
    const auto run = [&]() -> Result<void> {
        SCRIM_TRY(const auto stream,
                  QueryStream::start(database.connection(),
                                     format("SELECT sum({}({})) FROM ({}) AS tapped({})", tap_name, list, sql, list),
                                     progress));
        stream->fetch();
        return stream->check();
    };
    const Result<void> ran = run();
    states.Remove(tap_name);
    return ran;
}

}  // namespace scrim::engine
