#include "adapters/duckdb/sql/catalog/exact_type.h"

namespace scrim::sql {

using duckdb::LogicalTypeId;

bool is_exact_type(const duckdb::LogicalType& type) {
    switch (type.id()) {
        case LogicalTypeId::VARCHAR: return duckdb::StringType::GetCollation(type).empty();
        case LogicalTypeId::BOOLEAN:
        case LogicalTypeId::DECIMAL:
        case LogicalTypeId::DATE:
        case LogicalTypeId::TIME:
        case LogicalTypeId::TIMESTAMP:
        case LogicalTypeId::TIMESTAMP_SEC:
        case LogicalTypeId::TIMESTAMP_MS:
        case LogicalTypeId::TIMESTAMP_NS:
        case LogicalTypeId::TIMESTAMP_TZ:
        case LogicalTypeId::BLOB:
        case LogicalTypeId::UUID:
        case LogicalTypeId::ENUM:
        case LogicalTypeId::SQLNULL: return true;
        default: return type.IsIntegral();
    }
}

bool sums_exactly(std::string_view aggregate, const duckdb::LogicalType& type) {
    if (aggregate == "bool_and" || aggregate == "bool_or" || aggregate == "count_if")
        return type.id() == LogicalTypeId::BOOLEAN;
    if (aggregate != "sum" && aggregate != "sum_no_overflow" && aggregate != "avg" && aggregate != "mean") return false;
    // (Sums of the largest whole numbers may overflow, or not, by the order.)
    return type.IsIntegral() && type.id() != LogicalTypeId::HUGEINT && type.id() != LogicalTypeId::UHUGEINT;
}

}  // namespace scrim::sql
