#include "adapters/duckdb/sql/guard/order_blind.h"

#include "adapters/duckdb/sql/catalog/exact_type.h"

#include <duckdb/common/string_util.hpp>
#include <duckdb/parser/expression/list.hpp>
#include <duckdb/parser/parsed_expression_iterator.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/result_modifier.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>

#include <algorithm>
#include <optional>

namespace scrim::sql {
namespace {

using duckdb::ExpressionClass;
using Parsed = duckdb::ParsedExpression;

// Computed of a row by itself.
bool is_of_one_row(const Parsed& expression) {
    switch (expression.GetExpressionClass()) {
        case ExpressionClass::SUBQUERY:
        case ExpressionClass::WINDOW:
        case ExpressionClass::LAMBDA:
        case ExpressionClass::STAR: return false;
        default: break;
    }
    bool all = true;
    duckdb::ParsedExpressionIterator::EnumerateChildren(expression,
                                                        [&](const Parsed& child) { all &= is_of_one_row(child); });
    return all;
}

class OneView {
public:
    OneView(const ViewVersion& version, const std::string& alias) : version_(version), alias_(alias) {}

    bool make_blind(duckdb::SelectNode& select) const {
        const duckdb::TableRef& from = *select.from_table;
        if (!select.cte_map.map.empty() || select.having || select.qualify || select.sample || from.sample ||
            !from.column_name_alias.empty() || select.groups.grouping_sets.size() > 1 ||
            select.aggregate_handling != duckdb::AggregateHandling::STANDARD_HANDLING ||
            (select.where_clause && !is_of_one_row(*select.where_clause)))
            return false;
        if (select.groups.group_expressions.empty())
            return select.modifiers.empty() && std::all_of(select.select_list.begin(), select.select_list.end(),
                                                           [&](const auto& item) { return is_exact_aggregate(*item); });
        return groups(select) && items(select) && order_groups(select);
    }

private:
    // The view's column that is meant; nothing for anything else.
    std::optional<std::size_t> column(const Parsed& e) const {
        if (e.GetExpressionClass() != ExpressionClass::COLUMN_REF) return std::nullopt;
        const auto& names = e.Cast<duckdb::ColumnRefExpression>().column_names;
        if (names.size() > 2 || (names.size() == 2 && !same_sql_name(names[0], alias_))) return std::nullopt;
        for (std::size_t c = 0; c < version_.columns.size(); ++c)
            if (same_sql_name(version_.columns[c], names.back())) return c;
        return std::nullopt;
    }

    bool shows_labels(std::size_t column) const {
        const auto is_it = [&](const views::GeneralizedColumn& c) {
            return same_sql_name(c.column, version_.columns[column]);
        };
        const views::ViewDefinition& view = version_.definition();
        return std::any_of(view.quasi_identifiers.begin(), view.quasi_identifiers.end(), is_it) ||
               std::any_of(view.sensitive.begin(), view.sensitive.end(),
                           [&](const views::GeneralizedColumn& c) { return is_it(c) && !c.dgh.empty(); });
    }

    bool is_exact(std::size_t column) const { return shows_labels(column) || is_exact_type(version_.types[column]); }

    bool is_exact_aggregate(const Parsed& e) const {
        if (e.GetExpressionClass() != ExpressionClass::FUNCTION) return false;
        const auto& call = e.Cast<duckdb::FunctionExpression>();
        if (call.export_state || (call.order_bys && !call.order_bys->orders.empty()) ||
            (call.filter && !is_of_one_row(*call.filter)))
            return false;
        const std::string name = duckdb::StringUtil::Lower(call.function_name);
        if (name == "count_star" || (name == "count" && call.children.empty())) return true;
        if (call.children.size() != 1) return false;
        const auto of = column(*call.children[0]);
        if (!of) return false;
        if (name == "count") return true;
        if (name == "min" || name == "max") return is_exact(*of);
        return !shows_labels(*of) && sums_exactly(name, version_.types[*of]);
    }

    // The expression that a group is, which may be an item by its number; null when there is none.
    static const Parsed* group_item(const duckdb::SelectNode& select, const Parsed& group) {
        if (group.GetExpressionClass() != ExpressionClass::CONSTANT) return &group;
        const duckdb::Value& number = group.Cast<duckdb::ConstantExpression>().value;
        if (number.IsNull() || !number.type().IsIntegral()) return nullptr;
        const auto at = number.GetValue<std::int64_t>();
        if (at < 1 || at > static_cast<std::int64_t>(select.select_list.size())) return nullptr;
        return select.select_list[static_cast<std::size_t>(at - 1)].get();
    }

    // Groups are columns, and ORDER BY means the same by their names as GROUP BY does.
    bool groups(const duckdb::SelectNode& select) const {
        for (const auto& group : select.groups.group_expressions) {
            const Parsed* item = group_item(select, *group);
            const auto of = item == nullptr ? std::nullopt : column(*item);
            if (!of || !is_exact(*of)) return false;
            for (const auto& other : select.select_list)
                if (same_sql_name(other->GetAlias(), version_.columns[*of]) && column(*other) != of) return false;
        }
        return true;
    }

    bool items(const duckdb::SelectNode& select) const {
        return std::all_of(select.select_list.begin(), select.select_list.end(),
                           [&](const auto& item) { return column(*item).has_value() || is_exact_aggregate(*item); });
    }

    bool order_groups(duckdb::SelectNode& select) const {
        duckdb::OrderModifier* order = nullptr;
        for (const auto& modifier : select.modifiers) {
            if (modifier->type == duckdb::ResultModifierType::ORDER_MODIFIER && order == nullptr)
                order = &modifier->Cast<duckdb::OrderModifier>();
            else if (modifier->type != duckdb::ResultModifierType::LIMIT_MODIFIER)
                return false;
        }
        if (order != nullptr)
            for (const auto& node : order->orders)
                if (node.expression->GetExpressionClass() != ExpressionClass::COLUMN_REF &&
                    group_item(select, *node.expression) == node.expression.get() &&
                    !is_exact_aggregate(*node.expression))
                    return false;
        if (order == nullptr) {
            auto made = duckdb::make_uniq<duckdb::OrderModifier>();
            order = made.get();
            select.modifiers.insert(select.modifiers.begin(), std::move(made));
        }
        for (const auto& group : select.groups.group_expressions)
            order->orders.emplace_back(duckdb::OrderType::ASCENDING, duckdb::OrderByNullType::NULLS_LAST,
                                       group->Copy());
        return true;
    }

    const ViewVersion& version_;
    const std::string& alias_;
};

}  // namespace

bool make_order_blind(duckdb::SQLStatement& statement, const ViewVersion& version) {
    if (statement.type != duckdb::StatementType::SELECT_STATEMENT) return false;
    auto& node = *statement.Cast<duckdb::SelectStatement>().node;
    if (node.type != duckdb::QueryNodeType::SELECT_NODE) return false;
    auto& select = node.Cast<duckdb::SelectNode>();
    if (!select.from_table || select.from_table->type != duckdb::TableReferenceType::BASE_TABLE) return false;
    const auto& table = select.from_table->Cast<duckdb::BaseTableRef>();
    return OneView(version, table.alias.empty() ? table.table_name : table.alias).make_blind(select);
}

}  // namespace scrim::sql
