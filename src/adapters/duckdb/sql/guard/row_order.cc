#include "adapters/duckdb/sql/guard/row_order.h"

#include "adapters/duckdb/files/sql_text.h"
#include "kernel/core/text.h"

#include <duckdb/common/types/hash.hpp>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <duckdb/execution/expression_executor.hpp>
#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>

#include <bit>
#include <cmath>

namespace scrim::sql {
namespace {

using duckdb::LogicalType;
using duckdb::LogicalTypeId;

struct OrderKey final : duckdb::FunctionData {
    std::uint64_t key = 0;
    // Per column of labels, the hash of each label's text: their numbers are not what is shown.
    std::vector<std::vector<duckdb::hash_t>> label_hashes;

    duckdb::unique_ptr<FunctionData> Copy() const override { return duckdb::make_uniq<OrderKey>(*this); }
    bool Equals(const FunctionData& other) const override { return key == other.Cast<OrderKey>().key; }
};

std::vector<duckdb::hash_t> hashes_of_labels(const LogicalType& type) {
    std::vector<duckdb::hash_t> hashes;
    if (type.id() != LogicalTypeId::ENUM) return hashes;
    const auto* texts = duckdb::FlatVector::GetData<duckdb::string_t>(duckdb::EnumType::GetValuesInsertOrder(type));
    for (std::size_t i = 0; i < duckdb::EnumType::GetSize(type); ++i) hashes.push_back(duckdb::Hash(texts[i]));
    return hashes;
}

duckdb::unique_ptr<duckdb::FunctionData> bind_order(duckdb::ClientContext& context, duckdb::ScalarFunction& function,
                                                    duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& arguments) {
    auto made = duckdb::make_uniq<OrderKey>();
    made->key = duckdb::ExpressionExecutor::EvaluateScalar(context, *arguments[0]).GetValue<std::uint64_t>();
    duckdb::Function::EraseArgument(function, arguments, 0);
    function.arguments.clear();
    for (const auto& argument : arguments) {
        function.arguments.push_back(argument->return_type);
        made->label_hashes.push_back(hashes_of_labels(argument->return_type));
    }
    function.varargs = LogicalType(LogicalTypeId::INVALID);
    return made;
}

// Whether values that the engine's own hash takes for equal are shown alike.
bool is_shown_by_hash(const LogicalType& type) {
    switch (type.id()) {
        case LogicalTypeId::BOOLEAN:
        case LogicalTypeId::DECIMAL:
        case LogicalTypeId::DATE:
        case LogicalTypeId::TIME:
        case LogicalTypeId::TIMESTAMP:
        case LogicalTypeId::TIMESTAMP_TZ:
        case LogicalTypeId::VARCHAR:
        case LogicalTypeId::BLOB:
        case LogicalTypeId::UUID: return true;
        default: return type.IsIntegral();
    }
}

// f(row, value) for each that is not NULL.
template <class T, class F>
void each_value(duckdb::Vector& vector, std::size_t count, F f) {
    duckdb::UnifiedVectorFormat format;
    vector.ToUnifiedFormat(count, format);
    const auto* values = duckdb::UnifiedVectorFormat::GetData<T>(format);
    for (std::size_t row = 0; row < count; ++row)
        if (const auto at = format.sel->get_index(row); format.validity.RowIsValid(at)) f(row, values[at]);
}

duckdb::hash_t bits(double value) {
    return duckdb::Hash<std::uint64_t>(std::isnan(value) ? 0x7ff8'0000'0000'0000 : std::bit_cast<std::uint64_t>(value));
}

class RowHash {
public:
    RowHash(duckdb::ClientContext& context, std::size_t count) : context_(context), hashes_(count, 0) {}

    void add(duckdb::Vector& column, const std::vector<duckdb::hash_t>& labels) {
        const auto mix = [&](std::size_t row, duckdb::hash_t hash) {
            hashes_[row] = duckdb::MurmurHash64(hashes_[row] ^ hash) + 1;
        };
        const std::size_t count = hashes_.size();
        for (duckdb::hash_t& hash : hashes_) hash = hash * 31 + 7;  // one column more, also where it is NULL
        const LogicalType& type = column.GetType();
        if (type.id() == LogicalTypeId::ENUM) {
            const auto label = [&](std::size_t row, std::uint32_t code) { mix(row, labels[code]); };
            switch (type.InternalType()) {
                case duckdb::PhysicalType::UINT8: return each_value<std::uint8_t>(column, count, label);
                case duckdb::PhysicalType::UINT16: return each_value<std::uint16_t>(column, count, label);
                default: return each_value<std::uint32_t>(column, count, label);
            }
        }
        if (type.id() == LogicalTypeId::FLOAT)
            return each_value<float>(column, count, [&](std::size_t row, float f) { mix(row, bits(f)); });
        if (type.id() == LogicalTypeId::DOUBLE)
            return each_value<double>(column, count, [&](std::size_t row, double d) { mix(row, bits(d)); });
        duckdb::Vector hashes(LogicalType::HASH, count);
        duckdb::VectorOperations::Hash(column, hashes, count);
        each_value<duckdb::hash_t>(hashes, count, mix);
        if (is_shown_by_hash(type)) return;
        // '1 month' and '30 days' are equal, and not the same.
        duckdb::Vector texts(LogicalType::VARCHAR, count);
        duckdb::VectorOperations::Cast(context_, column, texts, count);
        each_value<duckdb::string_t>(texts, count,
                                     [&](std::size_t row, duckdb::string_t text) { mix(row, duckdb::Hash(text)); });
    }

    const std::vector<duckdb::hash_t>& hashes() const { return hashes_; }

private:
    duckdb::ClientContext& context_;
    std::vector<duckdb::hash_t> hashes_;
};

void order_of_rows(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
    const auto& key = state.expr.Cast<duckdb::BoundFunctionExpression>().bind_info->Cast<OrderKey>();
    RowHash rows(state.GetContext(), arguments.size());
    for (std::size_t c = 0; c < arguments.ColumnCount(); ++c) rows.add(arguments.data[c], key.label_hashes[c]);
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    auto* order = duckdb::FlatVector::GetData<std::uint64_t>(result);
    for (std::size_t row = 0; row < arguments.size(); ++row)
        order[row] = duckdb::MurmurHash64(rows.hashes()[row] ^ key.key);
}

}  // namespace

void register_row_order(duckdb::DatabaseInstance& instance) {
    duckdb::ExtensionLoader loader(instance, "scrim");
    duckdb::ScalarFunction order("scrim_order", {LogicalType::UBIGINT}, LogicalType::UBIGINT, order_of_rows,
                                 bind_order);
    order.varargs = LogicalType::ANY;
    order.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
    loader.RegisterFunction(order);
}

std::string in_row_order(const std::string& rows, const std::vector<std::string>& columns, std::uint64_t key) {
    std::vector<std::string> names;
    for (const std::string& column : columns) names.push_back(engine::sql_name(column));
    return format("SELECT * FROM ({}) AS scrim_rows ORDER BY scrim_order({}::UBIGINT, {})", rows, key,
                  join(names, ", "));
}

}  // namespace scrim::sql
