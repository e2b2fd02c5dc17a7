#include "adapters/duckdb/sql/rewrite/plan_choice.h"

#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/sql/catalog/view_catalog.h"
#include "adapters/duckdb/sql/may_be/named_comparisons.h"
#include "kernel/core/text.h"

#include <duckdb/parser/expression/list.hpp>

#include <algorithm>
#include <vector>

namespace scrim::sql {
namespace {

using duckdb::ExpressionType;
using duckdb::ParsedExpression;

// What one row costs, in units of labeling one row: measured with bench/aview_bench.py.
constexpr double per_labeled_row = 1.0, per_tuple = 0.3, per_scanned_row = 0.1, per_fetched_row = 1.0;

struct Condition {
    std::size_t attribute;
    std::vector<std::pair<views::Comparison, views::LabelPlace>> any;  // one of these
};

std::optional<views::Comparison> comparison_of(ExpressionType type, bool mirrored) {
    for (const NamedComparison& known : named_comparisons)
        if (known.type == type) return mirrored ? known.mirrored : known.comparison;
    return std::nullopt;
}

class Reader {
public:
    Reader(const ViewVersion& version, const std::string& alias) : version_(version), alias_(alias) {}

    std::vector<Condition> read(const ParsedExpression& where) {
        conjunct(where);
        return std::move(conditions_);
    }

private:
    void conjunct(const ParsedExpression& e) {
        switch (e.GetExpressionClass()) {
            case duckdb::ExpressionClass::CONJUNCTION:
                if (e.GetExpressionType() == ExpressionType::CONJUNCTION_AND)
                    for (const auto& child : e.Cast<duckdb::ConjunctionExpression>().children) conjunct(*child);
                return;
            case duckdb::ExpressionClass::COMPARISON: {
                const auto& c = e.Cast<duckdb::ComparisonExpression>();
                if (!compare(*c.left, *c.right, comparison_of(e.GetExpressionType(), false)))
                    compare(*c.right, *c.left, comparison_of(e.GetExpressionType(), true));
                return;
            }
            case duckdb::ExpressionClass::BETWEEN: {
                const auto& b = e.Cast<duckdb::BetweenExpression>();
                compare(*b.input, *b.lower, views::Comparison::greater_equal);
                compare(*b.input, *b.upper, views::Comparison::less_equal);
                return;
            }
            case duckdb::ExpressionClass::OPERATOR:
                if (e.GetExpressionType() == ExpressionType::COMPARE_IN) in(e.Cast<duckdb::OperatorExpression>());
                return;
            default: return;
        }
    }

    std::optional<std::size_t> attribute_of(const ParsedExpression& e) const {
        if (e.GetExpressionClass() != duckdb::ExpressionClass::COLUMN_REF) return std::nullopt;
        const auto& names = e.Cast<duckdb::ColumnRefExpression>().column_names;
        if (names.size() > 2 || (names.size() == 2 && !same_sql_name(names[0], alias_))) return std::nullopt;
        const auto& list = version_.definition().quasi_identifiers;
        for (std::size_t a = 0; a < list.size(); ++a)
            if (same_sql_name(list[a].column, names.back())) return a;
        return std::nullopt;
    }

    // A constant, or one cast to a plain type, as the engine would.
    static std::optional<duckdb::Value> constant(const ParsedExpression& e) {
        if (e.GetExpressionClass() == duckdb::ExpressionClass::CONSTANT)
            return e.Cast<duckdb::ConstantExpression>().value;
        if (e.GetExpressionClass() != duckdb::ExpressionClass::CAST) return std::nullopt;
        const auto& cast = e.Cast<duckdb::CastExpression>();
        auto value = constant(*cast.child);
        const bool plain = cast.cast_type.IsNumeric() || cast.cast_type.IsTemporal() ||
                           cast.cast_type.id() == duckdb::LogicalTypeId::VARCHAR;
        if (!value || !plain || cast.try_cast || !value->DefaultTryCastAs(cast.cast_type)) return std::nullopt;
        return value;
    }

    std::optional<views::LabelPlace> place_of(std::size_t attribute, const ParsedExpression& e) const {
        const auto value = constant(e);
        if (!value || value->IsNull()) return std::nullopt;
        return version_.labels->labels(attribute)->place_of(value->ToString());
    }

    bool compare(const ParsedExpression& column, const ParsedExpression& constant,
                 std::optional<views::Comparison> comparison) {
        const auto attribute = attribute_of(column);
        if (!attribute || !comparison) return false;
        const auto place = place_of(*attribute, constant);
        if (place) conditions_.push_back({*attribute, {{*comparison, *place}}});
        return true;
    }

    void in(const duckdb::OperatorExpression& e) {
        const auto attribute = attribute_of(*e.children[0]);
        if (!attribute) return;
        Condition condition{*attribute, {}};
        for (std::size_t i = 1; i < e.children.size(); ++i) {
            const auto place = place_of(*attribute, *e.children[i]);
            if (!place) return;
            condition.any.emplace_back(views::Comparison::equal, *place);
        }
        conditions_.push_back(std::move(condition));
    }

    const ViewVersion& version_;
    const std::string& alias_;
    std::vector<Condition> conditions_;
};

// The values of the base that the matching tuples have, as a condition on the view's query; "" when that would not
// help.
std::string reach_of(const ViewVersion& version, const std::vector<char>& matches) {
    constexpr std::size_t most_values = 64;
    const views::ViewTuples& tuples = version.labels->recoding().tuples();
    std::vector<std::string> conditions;
    for (std::size_t a = 0; a < tuples.dimensions(); ++a) {
        const auto& values = version.base_values[a];
        const Domain& domain = tuples.attributes[a].hierarchy()->domain();
        if (values.empty()) continue;
        std::vector<char> needed(domain.size());
        for (std::uint32_t t = 0; t < tuples.size(); ++t)
            if (matches[t]) needed[tuples.values[a][t]] = 1;
        const auto count = static_cast<std::size_t>(std::count(needed.begin(), needed.end(), 1));
        const bool null_needed = domain.has_null() && needed[domain.null_code()];
        if (count == 0 || count > most_values || null_needed) continue;
        std::vector<std::string> list;
        for (Code code = 0; code < needed.size(); ++code)
            if (needed[code]) list.push_back(values[code].ToSQLString());
        conditions.push_back(format("b.{} IN ({})", engine::sql_name(version.definition().quasi_identifiers[a].column),
                                    join(list, ", ")));
    }
    return join(conditions, " AND ");
}

}  // namespace

std::string_view plan_name(ViewPlan plan) {
    return plan == ViewPlan::anonymize_then_select ? "anonymize_then_select" : "select_then_anonymize";
}

std::optional<std::vector<char>> true_positives(const ViewVersion& version, const duckdb::SelectNode* select,
                                                const std::string& alias) {
    if (select == nullptr || !select->where_clause) return std::nullopt;
    const std::vector<Condition> conditions = Reader(version, alias).read(*select->where_clause);
    if (conditions.empty()) return std::nullopt;
    const views::ViewLabels& labels = *version.labels;
    std::vector<char> chosen(labels.recoding().tuples().size(), 1);
    for (std::uint32_t t = 0; t < chosen.size(); ++t)
        for (const Condition& condition : conditions) {
            // In the paper's semantics every value has a label; NULL has none.
            const views::LabelMap& map = labels.map(condition.attribute);
            const auto own = map.label_of(Span::of(labels.recoding().tuples().values[condition.attribute][t]));
            bool any = false;
            for (const auto& [comparison, place] : condition.any)
                any |= own && map.labels()->may(comparison, *own, place);
            chosen[t] &= any;
        }
    return chosen;
}

PlanChoice choose_plan(const ViewVersionPtr& version, const duckdb::SelectNode* select, const std::string& alias,
                       std::optional<ViewPlan> forced, bool for_analyst) {
    PlanChoice choice;
    choice.view = version->definition().name;
    choice.purpose = version->purpose();
    choice.recipient = version->recipient();
    choice.version = version;
    if (version->members) {
        choice.materialized = true;
        choice.records = choice.matching = version->members->RowCount();
        return choice;
    }
    const views::ViewLabels& labels = *version->labels;
    const views::ViewTuples& tuples = labels.recoding().tuples();
    choice.tuples = tuples.size();
    for (const std::uint32_t count : tuples.counts) choice.records += count;
    std::vector<Condition> conditions;
    if (select != nullptr && select->where_clause) conditions = Reader(*version, alias).read(*select->where_clause);
    choice.conditions = conditions.size();
    choice.matching = choice.records;
    if (!conditions.empty() && forced != ViewPlan::anonymize_then_select) {
        // Which labels pass, once for each label and not for each tuple.
        std::vector<std::vector<char>> passes;
        for (const Condition& condition : conditions) {
            const views::Labels& of = *labels.labels(condition.attribute);
            std::vector<char> pass(of.size());
            for (views::LabelId i = 0; i < pass.size(); ++i)
                for (const auto& [comparison, place] : condition.any) pass[i] |= of.may(comparison, i, place);
            passes.push_back(std::move(pass));
        }
        choice.matching = 0;
        std::vector<char> matches(tuples.size());
        for (std::uint32_t t = 0; t < tuples.size(); ++t) {
            bool all = true;
            for (std::size_t i = 0; i < conditions.size() && all; ++i) {
                const views::LabelId label = labels.label(conditions[i].attribute, t);
                all = label != views::ViewLabels::none && passes[i][label];
            }
            matches[t] = all;
            if (all) choice.matching += tuples.counts[t];
        }
        choice.reach = choice.matching == 0 ? "false" : reach_of(*version, matches);
        choice.matches = std::move(matches);
        for (const Condition& condition : conditions) choice.asked.push_back(condition.attribute);
    }
    const auto cost = [](std::uint64_t n, double each) { return static_cast<double>(n) * each; };
    choice.anonymize_cost = cost(choice.records, per_labeled_row);
    choice.select_cost =
        cost(choice.tuples, per_tuple) + cost(choice.records, per_scanned_row) + cost(choice.matching, per_fetched_row);
    choice.forced = forced.has_value();
    const bool select_first = !conditions.empty() && (for_analyst || choice.select_cost < choice.anonymize_cost);
    choice.plan = forced.value_or(select_first ? ViewPlan::select_then_anonymize : ViewPlan::anonymize_then_select);
    return choice;
}

}  // namespace scrim::sql
