#include "adapters/duckdb/sql/may_be/compare_functions.h"

#include "adapters/duckdb/sql/catalog/generalized_type.h"
#include "adapters/duckdb/sql/may_be/may_be.h"
#include "adapters/duckdb/sql/may_be/named_comparisons.h"

#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/planner/expression/bound_between_expression.hpp>
#include <duckdb/planner/expression/bound_cast_expression.hpp>
#include <duckdb/planner/expression/bound_comparison_expression.hpp>
#include <duckdb/planner/expression/bound_conjunction_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>
#include <duckdb/planner/expression/bound_operator_expression.hpp>
#include <duckdb/planner/expression_binder.hpp>

#include <string>
#include <unordered_map>

namespace scrim::sql {
namespace {

using duckdb::Expression;
using duckdb::ExpressionType;
using duckdb::LogicalType;
using ExpressionPtr = duckdb::unique_ptr<Expression>;

void run_may_be(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
    const auto& bound = state.expr.Cast<duckdb::BoundFunctionExpression>().bind_info->Cast<MayBe>();
    const std::size_t rows = arguments.size();
    const LabelReader left(arguments.data[0], rows);
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    auto* holds = duckdb::FlatVector::GetData<bool>(result);
    auto& valid = duckdb::FlatVector::Validity(result);
    const auto each = [&](auto is_null, auto place_at) {
        for (std::size_t row = 0; row < rows; ++row)
            if (left.is_null(row) || is_null(row))
                valid.SetInvalid(row);
            else
                holds[row] = bound.labels->may(bound.comparison, left.get(row), place_at(row));
    };
    if (bound.places) {
        const LabelReader right(arguments.data[1], rows);
        each([&](std::size_t row) { return right.is_null(row); },
             [&](std::size_t row) -> const views::LabelPlace& { return (*bound.places)[right.get(row)]; });
    } else {
        duckdb::UnifiedVectorFormat right;
        arguments.data[1].ToUnifiedFormat(rows, right);
        const auto* texts = duckdb::UnifiedVectorFormat::GetData<duckdb::string_t>(right);
        std::unordered_map<std::string_view, views::LabelPlace> seen;
        each([&](std::size_t row) { return !right.validity.RowIsValid(right.sel->get_index(row)); },
             [&](std::size_t row) -> const views::LabelPlace& {
                 const duckdb::string_t& text = texts[right.sel->get_index(row)];
                 const std::string_view view(text.GetData(), text.GetSize());
                 const auto found = seen.find(view);
                 return found != seen.end()
                            ? found->second
                            : seen.emplace(view, bound.written ? bound.labels->place_of(view)
                                                               : bound.labels->axis().place_of_value(view))
                                  .first->second;
             });
    }
    if (arguments.AllConstant()) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
}

ExpressionPtr bind_may_be(duckdb::ClientContext& context, views::Comparison comparison, ExpressionPtr label,
                          ExpressionPtr other, std::shared_ptr<const views::Labels> labels) {
    auto bound = duckdb::make_uniq<MayBe>();
    bound->comparison = comparison;
    if (const auto others = labels_of(other->return_type)) {
        std::vector<views::LabelPlace> places;
        for (views::LabelId i = 0; i < others->size(); ++i) places.push_back(labels->place_of(*others, i));
        bound->places = std::make_shared<const std::vector<views::LabelPlace>>(std::move(places));
    } else {
        bound->written = other->IsFoldable() || other->HasParameter();
        other = duckdb::BoundCastExpression::AddCastToType(context, std::move(other), LogicalType::VARCHAR);
    }
    bound->labels = std::move(labels);
    duckdb::ScalarFunction function(may_be_name, {label->return_type, other->return_type}, LogicalType::BOOLEAN,
                                    run_may_be);
    duckdb::vector<ExpressionPtr> children;
    children.push_back(std::move(label));
    children.push_back(std::move(other));
    return duckdb::make_uniq<duckdb::BoundFunctionExpression>(LogicalType::BOOLEAN, std::move(function),
                                                              std::move(children), std::move(bound));
}

// What the engine itself makes of `left comparison right`.
ExpressionPtr bind_plain(duckdb::ClientContext& context, ExpressionType type, ExpressionPtr left, ExpressionPtr right) {
    LogicalType common;
    if (!duckdb::BoundComparisonExpression::TryBindComparison(context, left->return_type, right->return_type, common,
                                                              type))
        throw duckdb::BinderException("Cannot compare values of type %s and type %s - an explicit cast is required",
                                      left->return_type.ToString(), right->return_type.ToString());
    left = duckdb::BoundCastExpression::AddCastToType(context, std::move(left), common,
                                                      common.id() == duckdb::LogicalTypeId::ENUM);
    right = duckdb::BoundCastExpression::AddCastToType(context, std::move(right), common,
                                                       common.id() == duckdb::LogicalTypeId::ENUM);
    duckdb::ExpressionBinder::PushCollation(context, left, common);
    duckdb::ExpressionBinder::PushCollation(context, right, common);
    return duckdb::make_uniq<duckdb::BoundComparisonExpression>(type, std::move(left), std::move(right));
}

void check_parameters(const duckdb::vector<ExpressionPtr>& children) {
    for (const auto& child : children)
        if (child->return_type.id() == duckdb::LogicalTypeId::UNKNOWN) throw duckdb::ParameterNotResolvedException();
}

ExpressionPtr bind_comparison(duckdb::ClientContext& context, views::Comparison comparison, ExpressionPtr left,
                              ExpressionPtr right);

bool is_generalized(const Expression& expression) { return labels_of(expression.return_type) != nullptr; }

ExpressionPtr is_null(ExpressionPtr expression) {
    auto made =
        duckdb::make_uniq<duckdb::BoundOperatorExpression>(ExpressionType::OPERATOR_IS_NULL, LogicalType::BOOLEAN);
    made->children.push_back(std::move(expression));
    return made;
}

ExpressionPtr combined(ExpressionType type, ExpressionPtr one, ExpressionPtr other) {
    return duckdb::make_uniq<duckdb::BoundConjunctionExpression>(type, std::move(one), std::move(other));
}

// IS [NOT] DISTINCT FROM: NULL is like any other value.
template <bool distinct>
ExpressionPtr bind_distinct(duckdb::FunctionBindExpressionInput& input) {
    auto &left = input.children[0], &right = input.children[1];
    for (const auto& child : input.children)
        if (child->return_type.id() == duckdb::LogicalTypeId::UNKNOWN) throw duckdb::ParameterNotResolvedException();
    if (!is_generalized(*left) && !is_generalized(*right))
        return bind_plain(input.context,
                          distinct ? ExpressionType::COMPARE_DISTINCT_FROM : ExpressionType::COMPARE_NOT_DISTINCT_FROM,
                          std::move(left), std::move(right));
    auto compared = bind_comparison(input.context, distinct ? views::Comparison::differ : views::Comparison::equal,
                                    left->Copy(), right->Copy());
    auto known =
        duckdb::make_uniq<duckdb::BoundOperatorExpression>(ExpressionType::OPERATOR_COALESCE, LogicalType::BOOLEAN);
    known->children.push_back(std::move(compared));
    known->children.push_back(duckdb::make_uniq<duckdb::BoundConstantExpression>(duckdb::Value::BOOLEAN(false)));
    auto one = is_null(left->Copy()), other = is_null(right->Copy());
    auto nulls = distinct ? ExpressionPtr(duckdb::make_uniq<duckdb::BoundComparisonExpression>(
                                ExpressionType::COMPARE_NOTEQUAL, std::move(one), std::move(other)))
                          : combined(ExpressionType::CONJUNCTION_AND, std::move(one), std::move(other));
    return combined(ExpressionType::CONJUNCTION_OR, std::move(known), std::move(nulls));
}

// Surely equal: there is no way to differ.
ExpressionPtr bind_must_equal(duckdb::FunctionBindExpressionInput& input) {
    auto &left = input.children[0], &right = input.children[1];
    if (!is_generalized(*left) && !is_generalized(*right))
        return bind_plain(input.context, ExpressionType::COMPARE_EQUAL, std::move(left), std::move(right));
    auto made = duckdb::make_uniq<duckdb::BoundOperatorExpression>(ExpressionType::OPERATOR_NOT, LogicalType::BOOLEAN);
    made->children.push_back(
        bind_comparison(input.context, views::Comparison::differ, std::move(left), std::move(right)));
    return made;
}

ExpressionPtr bind_comparison(duckdb::ClientContext& context, views::Comparison comparison, ExpressionPtr left,
                              ExpressionPtr right) {
    auto labels = labels_of(left->return_type), others = labels_of(right->return_type);
    if (labels && (!others || others->rank() <= labels->rank()))
        return bind_may_be(context, comparison, std::move(left), std::move(right), std::move(labels));
    if (others)
        return bind_may_be(context, named(comparison).mirrored, std::move(right), std::move(left), std::move(others));
    return bind_plain(context, named(comparison).type, std::move(left), std::move(right));
}

template <views::Comparison comparison>
ExpressionPtr bind_function(duckdb::FunctionBindExpressionInput& input) {
    check_parameters(input.children);
    return bind_comparison(input.context, comparison, std::move(input.children[0]), std::move(input.children[1]));
}

// IN: one of them may be equal. NOT IN: each of them may differ.
template <bool negated>
ExpressionPtr bind_in(duckdb::FunctionBindExpressionInput& input) {
    check_parameters(input.children);
    auto& children = input.children;
    bool generalized = false;
    for (const auto& child : children) generalized |= labels_of(child->return_type) != nullptr;
    if (generalized) {
        auto any = duckdb::make_uniq<duckdb::BoundConjunctionExpression>(negated ? ExpressionType::CONJUNCTION_AND
                                                                                 : ExpressionType::CONJUNCTION_OR);
        for (std::size_t i = 1; i < children.size(); ++i)
            any->children.push_back(bind_comparison(input.context,
                                                    negated ? views::Comparison::differ : views::Comparison::equal,
                                                    children[0]->Copy(), std::move(children[i])));
        if (any->children.size() == 1) return std::move(any->children[0]);
        return any;
    }
    LogicalType common = children[0]->return_type;
    for (std::size_t i = 1; i < children.size(); ++i)
        common = duckdb::BoundComparisonExpression::BindComparison(input.context, common, children[i]->return_type,
                                                                   ExpressionType::COMPARE_IN);
    auto in = duckdb::make_uniq<duckdb::BoundOperatorExpression>(
        negated ? ExpressionType::COMPARE_NOT_IN : ExpressionType::COMPARE_IN, LogicalType::BOOLEAN);
    for (auto& child : children) {
        in->children.push_back(duckdb::BoundCastExpression::AddCastToType(input.context, std::move(child), common));
        duckdb::ExpressionBinder::PushCollation(input.context, in->children.back(), common);
    }
    return in;
}

// BETWEEN: not less than the one, not more than the other. NOT BETWEEN: less, or more.
template <bool negated>
ExpressionPtr bind_between(duckdb::FunctionBindExpressionInput& input) {
    check_parameters(input.children);
    auto& context = input.context;
    auto &value = input.children[0], &low = input.children[1], &high = input.children[2];
    if (is_generalized(*value) || is_generalized(*low) || is_generalized(*high)) {
        auto first = bind_comparison(context, negated ? views::Comparison::less : views::Comparison::greater_equal,
                                     value->Copy(), std::move(low));
        auto second = bind_comparison(context, negated ? views::Comparison::greater : views::Comparison::less_equal,
                                      std::move(value), std::move(high));
        return combined(negated ? ExpressionType::CONJUNCTION_OR : ExpressionType::CONJUNCTION_AND, std::move(first),
                        std::move(second));
    }
    LogicalType common = duckdb::BoundComparisonExpression::BindComparison(
        context, value->return_type, low->return_type, ExpressionType::COMPARE_BETWEEN);
    common = duckdb::BoundComparisonExpression::BindComparison(context, common, high->return_type,
                                                               ExpressionType::COMPARE_BETWEEN);
    for (auto* child : {&value, &low, &high}) {
        *child = duckdb::BoundCastExpression::AddCastToType(context, std::move(*child), common);
        duckdb::ExpressionBinder::PushCollation(context, *child, common);
    }
    ExpressionPtr made = duckdb::make_uniq<duckdb::BoundBetweenExpression>(std::move(value), std::move(low),
                                                                           std::move(high), true, true);
    if (!negated) return made;
    auto opposite =
        duckdb::make_uniq<duckdb::BoundOperatorExpression>(ExpressionType::OPERATOR_NOT, LogicalType::BOOLEAN);
    opposite->children.push_back(std::move(made));
    return opposite;
}

// Never reached: binding replaces every call.
void never(duckdb::DataChunk&, duckdb::ExpressionState&, duckdb::Vector&) {
    throw duckdb::InternalException("a comparison was not bound");
}

// label(x): how a generalized value is shown, as text, for comparing the labels themselves.
void label_text(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
    duckdb::VectorOperations::Cast(state.GetContext(), arguments.data[0], result, arguments.size());
}

}  // namespace

void register_compare_functions(duckdb::DatabaseInstance& instance) {
    duckdb::ExtensionLoader loader(instance, "scrim");
    const auto add = [&](const char* name, duckdb::function_bind_expression_t bind) {
        duckdb::ScalarFunction function(name, {LogicalType::ANY, LogicalType::ANY}, LogicalType::BOOLEAN, never);
        function.bind_expression = bind;
        function.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
        return function;
    };
    loader.RegisterFunction(add("scrim_eq", bind_function<views::Comparison::equal>));
    loader.RegisterFunction(add("scrim_ne", bind_function<views::Comparison::differ>));
    loader.RegisterFunction(add("scrim_lt", bind_function<views::Comparison::less>));
    loader.RegisterFunction(add("scrim_le", bind_function<views::Comparison::less_equal>));
    loader.RegisterFunction(add("scrim_gt", bind_function<views::Comparison::greater>));
    loader.RegisterFunction(add("scrim_ge", bind_function<views::Comparison::greater_equal>));
    loader.RegisterFunction(add("scrim_is", bind_distinct<false>));
    loader.RegisterFunction(add("scrim_is_not", bind_distinct<true>));
    loader.RegisterFunction(add("scrim_must_eq", bind_must_equal));
    const auto add_in = [&](const char* name, duckdb::function_bind_expression_t bind) {
        duckdb::ScalarFunction in(name, {LogicalType::ANY}, LogicalType::BOOLEAN, never);
        in.varargs = LogicalType::ANY;
        in.bind_expression = bind;
        in.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
        loader.RegisterFunction(in);
    };
    const auto add_between = [&](const char* name, duckdb::function_bind_expression_t bind) {
        duckdb::ScalarFunction between(name, {LogicalType::ANY, LogicalType::ANY, LogicalType::ANY},
                                       LogicalType::BOOLEAN, never);
        between.bind_expression = bind;
        between.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
        loader.RegisterFunction(between);
    };
    add_between("scrim_between", bind_between<false>);
    add_between("scrim_not_between", bind_between<true>);
    add_in("scrim_in", bind_in<false>);
    add_in("scrim_not_in", bind_in<true>);
    loader.RegisterFunction(duckdb::ScalarFunction("label", {LogicalType::ANY}, LogicalType::VARCHAR, label_text));
}

}  // namespace scrim::sql
