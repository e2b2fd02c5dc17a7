#include "adapters/duckdb/sql/catalog/generalized_type.h"
#include "adapters/duckdb/sql/catalog/view_version.h"

#include <duckdb/execution/expression_executor.hpp>
#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>

#include <mutex>
#include <unordered_map>

namespace scrim::sql {
namespace {

using duckdb::LogicalType;
using Arguments = duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>;

struct Versions {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::weak_ptr<const ViewVersion>> live;
};

Versions& versions() {
    static Versions all;
    return all;
}

ViewVersionPtr find_version(std::uint64_t id) {
    Versions& all = versions();
    const std::lock_guard lock(all.mutex);
    const auto found = all.live.find(id);
    ViewVersionPtr version = found == all.live.end() ? nullptr : found->second.lock();
    if (!version) throw duckdb::BinderException("this version of the view is gone");
    return version;
}

struct OfVersion final : duckdb::FunctionData {
    ViewVersionPtr version;
    std::size_t attribute = 0;

    duckdb::unique_ptr<FunctionData> Copy() const override { return duckdb::make_uniq<OfVersion>(*this); }
    bool Equals(const FunctionData& other) const override {
        const auto& that = other.Cast<OfVersion>();
        return version == that.version && attribute == that.attribute;
    }
};

const OfVersion& bound(const duckdb::ExpressionState& state) {
    return state.expr.Cast<duckdb::BoundFunctionExpression>().bind_info->Cast<OfVersion>();
}

// The version that a call names with its first argument, which is taken away.
duckdb::unique_ptr<OfVersion> take_version(duckdb::ClientContext& context, duckdb::ScalarFunction& function,
                                           Arguments& arguments) {
    auto made = duckdb::make_uniq<OfVersion>();
    made->version =
        find_version(duckdb::ExpressionExecutor::EvaluateScalar(context, *arguments[0]).GetValue<std::uint64_t>());
    duckdb::Function::EraseArgument(function, arguments, 0);
    return made;
}

duckdb::unique_ptr<duckdb::FunctionData> bind_version(duckdb::ClientContext& context, duckdb::ScalarFunction& function,
                                                      Arguments& arguments) {
    return take_version(context, function, arguments);
}

duckdb::unique_ptr<duckdb::FunctionData> bind_label(duckdb::ClientContext& context, duckdb::ScalarFunction& function,
                                                    Arguments& arguments) {
    auto made = take_version(context, function, arguments);
    made->attribute = duckdb::ExpressionExecutor::EvaluateScalar(context, *arguments[0]).GetValue<std::uint32_t>();
    duckdb::Function::EraseArgument(function, arguments, 0);
    if (made->attribute >= made->version->labels->recoding().dimensions())
        throw duckdb::BinderException("the view has no such attribute");
    function.return_type = generalized_type(made->version->labels->labels(made->attribute));
    return made;
}

// f(row, tuple) for the tuples of the first argument; a number that is none of the version's is refused.
template <class F>
void each_tuple(duckdb::DataChunk& arguments, const ViewVersion& version, F f) {
    duckdb::UnifiedVectorFormat format;
    arguments.data[0].ToUnifiedFormat(arguments.size(), format);
    const auto* tuples = duckdb::UnifiedVectorFormat::GetData<std::uint32_t>(format);
    const std::size_t size = version.labels->recoding().tuples().size();
    for (std::size_t row = 0; row < arguments.size(); ++row) {
        const auto at = format.sel->get_index(row);
        if (!format.validity.RowIsValid(at) || tuples[at] >= size) throw duckdb::InvalidInputException("no such tuple");
        f(row, tuples[at]);
    }
}

void label_of_tuple(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
    const OfVersion& of = bound(state);
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    LabelWriter writer(result);
    each_tuple(arguments, *of.version, [&](std::size_t row, std::uint32_t tuple) {
        const views::LabelId label = of.version->labels->label(of.attribute, tuple);
        if (label == views::ViewLabels::none)
            duckdb::FlatVector::SetNull(result, row, true);
        else
            writer.set(row, label);
    });
}

void hidden_of_tuple(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
    const OfVersion& of = bound(state);
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    auto* hidden = duckdb::FlatVector::GetData<bool>(result);
    each_tuple(arguments, *of.version,
               [&](std::size_t row, std::uint32_t tuple) { hidden[row] = of.version->labels->is_hidden(tuple); });
}

void block_of_key(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
    const OfVersion& of = bound(state);
    duckdb::UnaryExecutor::Execute<duckdb::string_t, std::uint32_t>(
        arguments.data[0], result, arguments.size(), [&](duckdb::string_t key) {
            return static_cast<std::uint32_t>(of.version->block_of({key.GetData(), key.GetSize()}));
        });
}

duckdb::unique_ptr<duckdb::FunctionData> bind_shown(duckdb::ClientContext&, duckdb::ScalarFunction& function,
                                                    Arguments& arguments) {
    function.arguments[0] = arguments[0]->return_type;
    function.return_type = arguments[0]->return_type;
    return nullptr;
}

void same_value(duckdb::DataChunk& arguments, duckdb::ExpressionState&, duckdb::Vector& result) {
    result.Reference(arguments.data[0]);
}

duckdb::ScalarFunction made(const char* name, duckdb::vector<LogicalType> arguments, LogicalType result,
                            duckdb::scalar_function_t run, duckdb::bind_scalar_function_t bind) {
    duckdb::ScalarFunction function(name, std::move(arguments), std::move(result), std::move(run), bind);
    function.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
    return function;
}

}  // namespace

void publish_version(const std::shared_ptr<ViewVersion>& version) {
    Versions& all = versions();
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.live, [](const auto& entry) { return entry.second.expired(); });
    all.live[version->id()] = version;
}

void register_view_functions(duckdb::DatabaseInstance& instance) {
    duckdb::ExtensionLoader loader(instance, "scrim");
    loader.RegisterFunction(made("scrim_label",
                                 {LogicalType::UBIGINT, LogicalType::UINTEGER, LogicalType::UINTEGER, LogicalType::ANY},
                                 LogicalType::ANY, label_of_tuple, bind_label));
    loader.RegisterFunction(made("scrim_hidden", {LogicalType::UBIGINT, LogicalType::UINTEGER, LogicalType::ANY},
                                 LogicalType::BOOLEAN, hidden_of_tuple, bind_version));
    duckdb::ScalarFunction shown = made("scrim_shown", {LogicalType::ANY}, LogicalType::ANY, same_value, bind_shown);
    shown.stability = duckdb::FunctionStability::VOLATILE;
    loader.RegisterFunction(shown);
    loader.RegisterFunction(made("scrim_block", {LogicalType::UBIGINT, LogicalType::BLOB}, LogicalType::UINTEGER,
                                 block_of_key, bind_version));
}

}  // namespace scrim::sql
