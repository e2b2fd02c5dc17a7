#include "adapters/duckdb/sql/may_be/overlap_join.h"

#include "adapters/duckdb/sql/catalog/generalized_type.h"
#include "adapters/duckdb/sql/may_be/may_be.h"

#include <duckdb/main/extension_callback_manager.hpp>
#include <duckdb/optimizer/optimizer.hpp>
#include <duckdb/optimizer/optimizer_extension.hpp>
#include <duckdb/planner/binder.hpp>
#include <duckdb/planner/expression/bound_cast_expression.hpp>
#include <duckdb/planner/expression/bound_columnref_expression.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>
#include <duckdb/planner/expression_iterator.hpp>
#include <duckdb/planner/operator/logical_any_join.hpp>
#include <duckdb/planner/operator/logical_column_data_get.hpp>
#include <duckdb/planner/operator/logical_comparison_join.hpp>
#include <duckdb/planner/operator/logical_cross_product.hpp>
#include <duckdb/planner/operator/logical_filter.hpp>

#include <algorithm>
#include <set>

namespace scrim::sql {
namespace {

using duckdb::Expression;
using duckdb::LogicalOperator;
using duckdb::LogicalType;

constexpr std::size_t most_pairs = 4'000'000;

// The tables that an expression looks at; none where it looks outwards, from a subquery.
std::set<duckdb::idx_t> tables_of(Expression& expression) {
    std::set<duckdb::idx_t> tables;
    duckdb::ExpressionIterator::VisitExpression<duckdb::BoundColumnRefExpression>(
        expression, [&](const duckdb::BoundColumnRefExpression& column) { tables.insert(column.binding.table_index); });
    return tables;
}

// The numbered place of each text.
void place_numbers(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
    const auto& bound = state.expr.Cast<duckdb::BoundFunctionExpression>().bind_info->Cast<MayBe>();
    duckdb::UnaryExecutor::Execute<duckdb::string_t, std::uint32_t>(
        arguments.data[0], result, arguments.size(), [&](duckdb::string_t text) {
            return bound.labels->axis().number_of_value({text.GetData(), text.GetSize()});
        });
}

using Collection = duckdb::ColumnDataCollection;

// (label, place or label) of those that may be equal; null when they are too many.
duckdb::unique_ptr<Collection> list_pairs(const MayBe& may, const LogicalType& label_type,
                                          const LogicalType& other_type) {
    const views::Labels& labels = *may.labels;
    const bool text = !may.places;
    const std::size_t others = text ? labels.axis().numbers() : may.places->size();
    const auto may_equal = [&](views::LabelId label, std::uint32_t other) {
        if (!text) return labels.may(views::Comparison::equal, label, (*may.places)[other]);
        const auto range = labels.axis().numbered(other);
        return range ? labels.may_equal(label, *range) : label == labels.hidden();
    };
    auto pairs = duckdb::make_uniq<Collection>(duckdb::Allocator::DefaultAllocator(),
                                               duckdb::vector<LogicalType>{label_type, other_type});
    duckdb::DataChunk chunk;
    chunk.Initialize(duckdb::Allocator::DefaultAllocator(), pairs->Types());
    std::size_t filled = 0, all = 0;
    for (views::LabelId label = 0; label < labels.size(); ++label)
        for (std::uint32_t other = 0; other < others; ++other) {
            if (!may_equal(label, other)) continue;
            if (++all > most_pairs) return nullptr;
            LabelWriter(chunk.data[0]).set(filled, label);
            LabelWriter(chunk.data[1]).set(filled, other);
            chunk.SetCardinality(++filled);
            if (filled < STANDARD_VECTOR_SIZE) continue;
            pairs->Append(chunk);
            chunk.Reset();
            filled = 0;
        }
    if (filled > 0) pairs->Append(chunk);
    return pairs;
}

bool has_tables(LogicalOperator& plan, const std::set<duckdb::idx_t>& tables) {
    duckdb::unordered_set<duckdb::idx_t> has;
    duckdb::LogicalJoin::GetTableReferences(plan, has);
    return std::all_of(tables.begin(), tables.end(), [&](duckdb::idx_t table) { return has.count(table) > 0; });
}

// The product below `plan` that has the one on the one side and the other on the other; `plan` itself where there is
// none.
duckdb::unique_ptr<LogicalOperator>& product_between(duckdb::unique_ptr<LogicalOperator>& plan,
                                                     const std::set<duckdb::idx_t>& one,
                                                     const std::set<duckdb::idx_t>& other) {
    if (plan->type != duckdb::LogicalOperatorType::LOGICAL_CROSS_PRODUCT) return plan;
    for (auto& child : plan->children)
        if (has_tables(*child, one) && has_tables(*child, other)) {
            auto& found = product_between(child, one, other);
            return found->type == duckdb::LogicalOperatorType::LOGICAL_CROSS_PRODUCT ? found : plan;
        }
    return plan;
}

// Puts the join with the pairs in the place of a condition, above `child`. False when the condition is none of ours.
bool join_pairs(duckdb::Optimizer& optimizer, Expression& condition, duckdb::unique_ptr<LogicalOperator>& child) {
    if (condition.GetExpressionClass() != duckdb::ExpressionClass::BOUND_FUNCTION) return false;
    auto& call = condition.Cast<duckdb::BoundFunctionExpression>();
    if (call.function.name != may_be_name) return false;
    const auto& may = call.bind_info->Cast<MayBe>();
    if (may.comparison != views::Comparison::equal || may.written) return false;
    const auto left = tables_of(*call.children[0]), right = tables_of(*call.children[1]);
    if (left.empty() || right.empty() || left == right) return false;
    // Up to so many labels and places is looking at all of them cheap.
    const std::size_t others = !may.places ? may.labels->axis().numbers() : may.places->size();
    if (static_cast<double>(may.labels->size()) * static_cast<double>(others) > 5e7) return false;

    auto other = std::move(call.children[1]);
    if (!may.places) {
        duckdb::ScalarFunction function("scrim_place", {LogicalType::VARCHAR}, LogicalType::UINTEGER, place_numbers);
        duckdb::vector<duckdb::unique_ptr<Expression>> arguments;
        arguments.push_back(std::move(other));
        other = duckdb::make_uniq<duckdb::BoundFunctionExpression>(LogicalType::UINTEGER, std::move(function),
                                                                   std::move(arguments), may.Copy());
    }
    auto pairs = list_pairs(may, call.children[0]->return_type, other->return_type);
    if (!pairs) return false;
    const duckdb::idx_t table = optimizer.binder.GenerateTableIndex();
    const duckdb::vector<LogicalType> types = pairs->Types();
    auto list = duckdb::make_uniq<duckdb::LogicalColumnDataGet>(table, types, std::move(pairs));
    list->SetEstimatedCardinality(list->collection->Count());
    const auto equal = [&](duckdb::unique_ptr<Expression> expression, std::size_t column) {
        duckdb::JoinCondition condition_made;
        condition_made.comparison = duckdb::ExpressionType::COMPARE_EQUAL;
        condition_made.left = std::move(expression);
        condition_made.right =
            duckdb::make_uniq<duckdb::BoundColumnRefExpression>(types[column], duckdb::ColumnBinding(table, column));
        return condition_made;
    };
    // Where the columns come from the two sides of a product, the list goes between them.
    duckdb::unique_ptr<LogicalOperator>& product = product_between(child, left, right);
    auto first = duckdb::make_uniq<duckdb::LogicalComparisonJoin>(duckdb::JoinType::INNER);
    if (product->type != duckdb::LogicalOperatorType::LOGICAL_CROSS_PRODUCT) {
        first->conditions.push_back(equal(std::move(call.children[0]), 0));
        first->conditions.push_back(equal(std::move(other), 1));
        first->children.push_back(std::move(product));
        first->children.push_back(std::move(list));
        product = std::move(first);
        return true;
    }
    const std::size_t side = has_tables(*product->children[0], left) ? 0 : 1;  // of the labels
    first->conditions.push_back(equal(std::move(call.children[0]), 0));
    first->children.push_back(std::move(product->children[side]));
    first->children.push_back(std::move(list));
    auto second = duckdb::make_uniq<duckdb::LogicalComparisonJoin>(duckdb::JoinType::INNER);
    duckdb::JoinCondition last = equal(std::move(other), 1);
    if (side == 0) std::swap(last.left, last.right);
    second->conditions.push_back(std::move(last));
    second->children = std::move(product->children);
    second->children[side] = std::move(first);
    product = std::move(second);
    return true;
}

// JOIN … ON condition, without another condition to join by, as a filter over all pairs of rows.
void make_filter(duckdb::unique_ptr<LogicalOperator>& plan) {
    if (plan->type != duckdb::LogicalOperatorType::LOGICAL_ANY_JOIN) return;
    auto& join = plan->Cast<duckdb::LogicalAnyJoin>();
    if (join.join_type != duckdb::JoinType::INNER) return;
    auto filter = duckdb::make_uniq<duckdb::LogicalFilter>(std::move(join.condition));
    filter->children.push_back(
        duckdb::LogicalCrossProduct::Create(std::move(join.children[0]), std::move(join.children[1])));
    plan = std::move(filter);
}

void rewrite(duckdb::Optimizer& optimizer, duckdb::unique_ptr<LogicalOperator>& plan) {
    for (auto& child : plan->children) rewrite(optimizer, child);
    make_filter(plan);
    if (plan->type != duckdb::LogicalOperatorType::LOGICAL_FILTER) return;
    auto& filter = plan->Cast<duckdb::LogicalFilter>();
    filter.SplitPredicates();
    for (std::size_t i = 0; i < filter.expressions.size();) {
        // A copy: the condition is used up only if it is replaced.
        const auto condition = filter.expressions[i]->Copy();
        if (join_pairs(optimizer, *condition, filter.children[0]))
            filter.expressions.erase_at(i);
        else
            ++i;
    }
    if (filter.expressions.empty() && filter.projection_map.empty()) plan = std::move(filter.children[0]);
}

}  // namespace

void register_overlap_join(duckdb::DatabaseInstance& instance) {
    duckdb::OptimizerExtension extension;
    extension.pre_optimize_function = [](duckdb::OptimizerExtensionInput& input,
                                         duckdb::unique_ptr<LogicalOperator>& plan) { rewrite(input.optimizer, plan); };
    duckdb::ExtensionCallbackManager::Get(instance).Register(std::move(extension));
}

}  // namespace scrim::sql
