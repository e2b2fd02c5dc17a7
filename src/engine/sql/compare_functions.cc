#include "engine/sql/compare_functions.h"

#include "engine/sql/generalised_type.h"
#include "engine/sql/may_be.h"

#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/parser/expression/between_expression.hpp>
#include <duckdb/parser/expression/comparison_expression.hpp>
#include <duckdb/parser/expression/conjunction_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/operator_expression.hpp>
#include <duckdb/planner/expression/bound_cast_expression.hpp>
#include <duckdb/planner/expression/bound_comparison_expression.hpp>
#include <duckdb/planner/expression/bound_conjunction_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>
#include <duckdb/planner/expression/bound_operator_expression.hpp>
#include <duckdb/planner/expression_binder.hpp>

#include <string>
#include <unordered_map>

namespace scrim {
namespace {

using duckdb::Expression;
using duckdb::ExpressionType;
using duckdb::LogicalType;
using ExpressionPtr = duckdb::unique_ptr<Expression>;

struct Named {
    Comparison comparison;
    ExpressionType type;
    const char* name;
    Comparison mirrored;
};

constexpr Named named[] = {
    {Comparison::equal, ExpressionType::COMPARE_EQUAL, "scrim_eq", Comparison::equal},
    {Comparison::differ, ExpressionType::COMPARE_NOTEQUAL, "scrim_ne", Comparison::differ},
    {Comparison::less, ExpressionType::COMPARE_LESSTHAN, "scrim_lt", Comparison::greater},
    {Comparison::less_equal, ExpressionType::COMPARE_LESSTHANOREQUALTO, "scrim_le", Comparison::greater_equal},
    {Comparison::greater, ExpressionType::COMPARE_GREATERTHAN, "scrim_gt", Comparison::less},
    {Comparison::greater_equal, ExpressionType::COMPARE_GREATERTHANOREQUALTO, "scrim_ge", Comparison::less_equal},
};

const Named& named_of(Comparison comparison) { return named[static_cast<std::size_t>(comparison)]; }

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
    if (!bound.places.empty()) {
        const LabelReader right(arguments.data[1], rows);
        each([&](std::size_t row) { return right.is_null(row); },
             [&](std::size_t row) { return bound.places[right.get(row)]; });
    } else {
        duckdb::UnifiedVectorFormat right;
        arguments.data[1].ToUnifiedFormat(rows, right);
        const auto* texts = duckdb::UnifiedVectorFormat::GetData<duckdb::string_t>(right);
        std::unordered_map<std::string_view, Place> seen;
        each([&](std::size_t row) { return !right.validity.RowIsValid(right.sel->get_index(row)); },
             [&](std::size_t row) {
                 const duckdb::string_t& text = texts[right.sel->get_index(row)];
                 const std::string_view view(text.GetData(), text.GetSize());
                 const auto found = seen.find(view);
                 return found != seen.end() ? found->second : seen.emplace(view, bound.written ? bound.labels->place_of(view) : bound.labels->place_of_value(view)).first->second;
             });
    }
    if (arguments.AllConstant()) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
}

ExpressionPtr bind_may_be(duckdb::ClientContext& context, Comparison comparison, ExpressionPtr label, ExpressionPtr other,
                          std::shared_ptr<const Labels> labels) {
    auto bound = duckdb::make_uniq<MayBe>();
    bound->comparison = comparison;
    if (const auto others = labels_of(other->return_type)) {
        for (LabelId i = 0; i < others->size(); ++i)
            bound->places.push_back(others == labels ? labels->place_of(i) : labels->place_of(others->texts()[i]));
    } else {
        bound->written = other->IsFoldable() || other->HasParameter();
        other = duckdb::BoundCastExpression::AddCastToType(context, std::move(other), LogicalType::VARCHAR);
    }
    bound->labels = std::move(labels);
    duckdb::ScalarFunction function(may_be_name, {label->return_type, other->return_type}, LogicalType::BOOLEAN, run_may_be);
    duckdb::vector<ExpressionPtr> children;
    children.push_back(std::move(label));
    children.push_back(std::move(other));
    return duckdb::make_uniq<duckdb::BoundFunctionExpression>(LogicalType::BOOLEAN, std::move(function),
                                                              std::move(children), std::move(bound));
}

// What the engine itself makes of `left comparison right`.
ExpressionPtr bind_plain(duckdb::ClientContext& context, ExpressionType type, ExpressionPtr left, ExpressionPtr right) {
    LogicalType common;
    if (!duckdb::BoundComparisonExpression::TryBindComparison(context, left->return_type, right->return_type, common, type))
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

ExpressionPtr bind_comparison(duckdb::ClientContext& context, Comparison comparison, ExpressionPtr left,
                              ExpressionPtr right) {
    if (auto labels = labels_of(left->return_type))
        return bind_may_be(context, comparison, std::move(left), std::move(right), std::move(labels));
    if (auto labels = labels_of(right->return_type))
        return bind_may_be(context, named_of(comparison).mirrored, std::move(right), std::move(left), std::move(labels));
    return bind_plain(context, named_of(comparison).type, std::move(left), std::move(right));
}

template <Comparison comparison>
ExpressionPtr bind_function(duckdb::FunctionBindExpressionInput& input) {
    check_parameters(input.children);
    return bind_comparison(input.context, comparison, std::move(input.children[0]), std::move(input.children[1]));
}

ExpressionPtr bind_in(duckdb::FunctionBindExpressionInput& input) {
    check_parameters(input.children);
    auto& children = input.children;
    bool generalised = false;
    for (const auto& child : children) generalised |= labels_of(child->return_type) != nullptr;
    if (generalised) {
        auto any = duckdb::make_uniq<duckdb::BoundConjunctionExpression>(ExpressionType::CONJUNCTION_OR);
        for (std::size_t i = 1; i < children.size(); ++i)
            any->children.push_back(
                bind_comparison(input.context, Comparison::equal, children[0]->Copy(), std::move(children[i])));
        if (any->children.size() == 1) return std::move(any->children[0]);
        return any;
    }
    LogicalType common = children[0]->return_type;
    for (std::size_t i = 1; i < children.size(); ++i)
        common = duckdb::BoundComparisonExpression::BindComparison(input.context, common, children[i]->return_type,
                                                                   ExpressionType::COMPARE_IN);
    auto in = duckdb::make_uniq<duckdb::BoundOperatorExpression>(ExpressionType::COMPARE_IN, LogicalType::BOOLEAN);
    for (auto& child : children) {
        in->children.push_back(duckdb::BoundCastExpression::AddCastToType(input.context, std::move(child), common));
        duckdb::ExpressionBinder::PushCollation(input.context, in->children.back(), common);
    }
    return in;
}

// Never reached: binding replaces every call.
void never(duckdb::DataChunk&, duckdb::ExpressionState&, duckdb::Vector&) {
    throw duckdb::InternalException("a comparison was not bound");
}

// label(x): how a generalised value is shown, as text, for comparing the labels themselves.
void label_text(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
    duckdb::VectorOperations::Cast(state.GetContext(), arguments.data[0], result, arguments.size());
}

using Parsed = duckdb::ParsedExpression;

duckdb::unique_ptr<Parsed> call(const char* name, duckdb::vector<duckdb::unique_ptr<Parsed>> arguments) {
    return duckdb::make_uniq<duckdb::FunctionExpression>(name, std::move(arguments));
}

duckdb::unique_ptr<Parsed> call(Comparison comparison, duckdb::unique_ptr<Parsed> left, duckdb::unique_ptr<Parsed> right) {
    duckdb::vector<duckdb::unique_ptr<Parsed>> arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(std::move(right));
    return call(named_of(comparison).name, std::move(arguments));
}

duckdb::unique_ptr<Parsed> replacement(Parsed& expression) {
    switch (expression.GetExpressionClass()) {
        case duckdb::ExpressionClass::COMPARISON: {
            auto& comparison = expression.Cast<duckdb::ComparisonExpression>();
            for (const Named& known : named)
                if (comparison.GetExpressionType() == known.type)
                    return call(known.comparison, std::move(comparison.left), std::move(comparison.right));
            return nullptr;
        }
        case duckdb::ExpressionClass::BETWEEN: {
            auto& between = expression.Cast<duckdb::BetweenExpression>();
            auto input = between.input->Copy();
            return duckdb::make_uniq<duckdb::ConjunctionExpression>(
                ExpressionType::CONJUNCTION_AND,
                call(Comparison::greater_equal, std::move(input), std::move(between.lower)),
                call(Comparison::less_equal, std::move(between.input), std::move(between.upper)));
        }
        case duckdb::ExpressionClass::OPERATOR: {
            auto& in = expression.Cast<duckdb::OperatorExpression>();
            const bool negated = in.GetExpressionType() == ExpressionType::COMPARE_NOT_IN;
            if (!negated && in.GetExpressionType() != ExpressionType::COMPARE_IN) return nullptr;
            auto made = call("scrim_in", std::move(in.children));
            if (!negated) return made;
            return duckdb::make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_NOT, std::move(made));
        }
        default: return nullptr;
    }
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
    loader.RegisterFunction(add("scrim_eq", bind_function<Comparison::equal>));
    loader.RegisterFunction(add("scrim_ne", bind_function<Comparison::differ>));
    loader.RegisterFunction(add("scrim_lt", bind_function<Comparison::less>));
    loader.RegisterFunction(add("scrim_le", bind_function<Comparison::less_equal>));
    loader.RegisterFunction(add("scrim_gt", bind_function<Comparison::greater>));
    loader.RegisterFunction(add("scrim_ge", bind_function<Comparison::greater_equal>));
    duckdb::ScalarFunction in("scrim_in", {LogicalType::ANY}, LogicalType::BOOLEAN, never);
    in.varargs = LogicalType::ANY;
    in.bind_expression = bind_in;
    in.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
    loader.RegisterFunction(in);
    loader.RegisterFunction(duckdb::ScalarFunction("label", {LogicalType::ANY}, LogicalType::VARCHAR, label_text));
}

void replace_comparison(duckdb::unique_ptr<Parsed>& expression) {
    switch (expression->GetExpressionClass()) {
        case duckdb::ExpressionClass::COMPARISON:
        case duckdb::ExpressionClass::BETWEEN:
        case duckdb::ExpressionClass::OPERATOR: break;
        default: return;
    }
    const std::string alias = expression->GetAlias();
    const std::string shown = alias.empty() ? expression->ToString() : alias;  // a column is called after it
    const auto location = expression->query_location;
    if (auto made = replacement(*expression)) {
        expression = std::move(made);
        expression->SetAlias(shown);
        expression->query_location = location;
    }
}

}  // namespace scrim
