// Random conditions, evaluated row by row in SQL's three-valued logic, mean what their spans say.
#include "methods/statdb/query/parser.h"
#include "tests/statdb/query_schema.h"

#include <gtest/gtest.h>

#include <random>

namespace scrim::statdb {
namespace query_oracle_test {

using Syntax = statdb::query::ConditionSyntax::Kind;
enum class Truth { no, unknown, yes };

using Row = std::vector<Code>;  // a code per quasi-identifier, then the sensitive one

std::vector<const hierarchy::Attribute*> columns_of(const StatSchema& schema) {
    std::vector<const hierarchy::Attribute*> columns;
    for (const hierarchy::Attribute& column : schema.quasi_identifiers) columns.push_back(&column);
    columns.push_back(&schema.sensitive);
    return columns;
}

// The sign of value - literal, for the whole numbers and dates of this test.
int compared(const std::string& value, const std::string& literal, Domain::Kind kind) {
    if (kind == Domain::Kind::date) return value.compare(literal);
    const double difference = std::stod(value) - std::stod(literal);  // few digits: exact
    return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

bool equals(const hierarchy::Attribute& column, Code code, const statdb::query::LiteralSyntax& literal) {
    const bool string = literal.kind == statdb::query::LiteralSyntax::Kind::string;
    if (column.from_file && (string || !column.domain().is_numeric()))
        for (auto node = column.hierarchy->leaf(code); node != hierarchy::Hierarchy::none;
             node = column.hierarchy->nodes()[node].parent)
            if (column.hierarchy->nodes()[node].label == literal.text) return true;
    const std::string value = column.domain().label(code);
    if (!column.domain().is_numeric()) return value == literal.text;
    if (string && column.from_file && column.hierarchy->find(literal.text)) return value == literal.text;
    return compared(value, literal.text, column.domain().kind()) == 0;
}

Truth truth(const statdb::query::ConditionSyntax& condition, const StatSchema& schema, const Row& row) {
    const auto of = [](bool holds) { return holds ? Truth::yes : Truth::no; };
    if (condition.kind == Syntax::constant) return of(condition.value);
    if (condition.kind == Syntax::negation) {
        const Truth part = truth(condition.parts[0], schema, row);
        return part == Truth::unknown ? part : of(part == Truth::no);
    }
    if (condition.kind == Syntax::all_of || condition.kind == Syntax::any_of) {
        const bool all = condition.kind == Syntax::all_of;
        Truth result = all ? Truth::yes : Truth::no;
        for (const statdb::query::ConditionSyntax& part : condition.parts) {
            const Truth next = truth(part, schema, row);
            result = all ? std::min(result, next) : std::max(result, next);
        }
        return result;
    }
    const auto columns = columns_of(schema);
    std::size_t index = 0;
    while (columns[index]->name != condition.column.text) ++index;
    const Domain& domain = columns[index]->domain();
    const Code code = row[index];
    const bool is_null = domain.has_null() && code == domain.null_code();
    if (condition.kind == Syntax::is_null) return of(is_null);
    if (is_null) return Truth::unknown;
    if (condition.kind == Syntax::one_of) {
        for (const statdb::query::LiteralSyntax& literal : condition.literals)
            if (equals(*columns[index], code, literal)) return Truth::yes;
        return Truth::no;
    }
    const auto against = [&](std::size_t i) {
        return compared(domain.label(code), condition.literals[i].text, domain.kind());
    };
    switch (condition.kind) {
        case Syntax::less: return of(against(0) < 0);
        case Syntax::less_equal: return of(against(0) <= 0);
        case Syntax::greater: return of(against(0) > 0);
        case Syntax::greater_equal: return of(against(0) >= 0);
        default: return of(against(0) >= 0 && against(1) <= 0);
    }
}

class RandomConditions {
public:
    explicit RandomConditions(std::uint64_t seed) : random_(seed) {}

    // Over the columns [first, last).
    std::string condition(const StatSchema& schema, std::size_t first, std::size_t last, int depth) {
        switch (depth == 0 ? 3 + below(7) : below(10)) {
            case 0: return "NOT " + parenthesised(schema, first, last, depth - 1);
            case 1: return several(schema, first, last, depth - 1, " AND ");
            case 2: return several(schema, first, last, depth - 1, " OR ");
            case 3: return below(8) > 0 ? leaf(schema, first, last) : below(2) > 0 ? "TRUE" : "FALSE";
            default: return leaf(schema, first, last);
        }
    }

    std::size_t below(std::size_t bound) { return random_() % bound; }

private:
    std::string parenthesised(const StatSchema& schema, std::size_t first, std::size_t last, int depth) {
        return "(" + condition(schema, first, last, depth) + ")";
    }

    std::string several(const StatSchema& schema, std::size_t first, std::size_t last, int depth, const char* word) {
        std::string out = parenthesised(schema, first, last, depth);
        for (std::size_t i = below(3) + 1; i > 0; --i) out += word + parenthesised(schema, first, last, depth);
        return out;
    }

    std::string leaf(const StatSchema& schema, std::size_t first, std::size_t last) {
        const hierarchy::Attribute& column = *columns_of(schema)[first + below(last - first)];
        const std::string no = below(2) > 0 ? "NOT " : "";
        switch (below(column.domain().is_numeric() ? 5 : 3)) {
            case 0: return column.name + (no.empty() ? " IS NULL" : " IS NOT NULL");
            case 1: {
                std::string list = equal_literal(column);
                for (std::size_t i = below(3); i > 0; --i) list += ", " + equal_literal(column);
                return column.name + " " + no + "IN (" + list + ")";
            }
            case 2: return column.name + (no.empty() ? " = " : " <> ") + equal_literal(column);
            case 3:
                return column.name + " " + no + "BETWEEN " + order_literal(column) + " AND " + order_literal(column);
            default: {
                const char* symbols[] = {" < ", " <= ", " > ", " >= ", " = ", " <> "};
                const char* symbol = symbols[below(6)];
                return below(2) > 0 ? column.name + symbol + order_literal(column)
                                    : order_literal(column) + symbol + column.name;
            }
        }
    }

    std::string equal_literal(const hierarchy::Attribute& column) {
        if (column.from_file && below(2) > 0) {
            const auto& node = column.hierarchy->nodes()[below(column.hierarchy->nodes().size())];
            if (node.label != "NULL") return "'" + node.label + "'";
        }
        if (column.domain().is_numeric()) return order_literal(column);
        const std::string label = column.domain().label(static_cast<Code>(below(column.domain().size())));
        return below(5) == 0 ? "'unheard of'" : "'" + label + "'";
    }

    std::string order_literal(const hierarchy::Attribute& column) {
        const std::string value = column.domain().label(static_cast<Code>(below(column.domain().values())));
        if (column.domain().kind() == Domain::Kind::date) return below(3) == 0 ? "'1975-01-01'" : "'" + value + "'";
        const char* around[] = {"", ".5", ".25", ".0"};
        return value + around[value.find('.') == std::string::npos ? below(4) : 0];
    }

    std::mt19937_64 random_;
};

bool in_spans(const std::vector<Span>& spans, Code code) {
    return std::any_of(spans.begin(), spans.end(), [&](Span span) { return span.contains(code); });
}

bool holds(const Condition& condition, const Row& row) {
    if (condition.kind == Condition::Kind::in) return in_spans(condition.spans, row[condition.column]);
    for (const Condition& part : condition.parts)
        if (holds(part, row) != (condition.kind == Condition::Kind::all_of))
            return condition.kind == Condition::Kind::any_of;
    return condition.kind == Condition::Kind::all_of;
}

// The promises of simplified().
void expect_simple(const Condition& condition, const StatSchema& schema, bool top = true) {
    if (condition.kind == Condition::Kind::in) {
        EXPECT_FALSE(condition.spans.empty());
        EXPECT_NE(condition.spans, std::vector<Span>{schema.quasi_identifiers[condition.column].domain().whole()});
        return;
    }
    if (!top) {
        EXPECT_FALSE(condition.parts.empty());
    }
    EXPECT_NE(condition.parts.size(), 1u);
    std::vector<std::size_t> columns;
    for (const Condition& part : condition.parts) {
        EXPECT_NE(part.kind, condition.kind);
        if (part.kind == Condition::Kind::in) columns.push_back(part.column);
        expect_simple(part, schema, false);
    }
    std::sort(columns.begin(), columns.end());
    EXPECT_EQ(std::adjacent_find(columns.begin(), columns.end()), columns.end());
}

void expect_agreement(const std::string& where, const StatSchema& schema, bool about_values) {
    const std::string text = "SELECT COUNT(*) FROM StatDB WHERE " + where;
    SCOPED_TRACE(text);
    const auto syntax = statdb::query::parse_query_syntax(text);
    ASSERT_TRUE(syntax.ok()) << syntax.error().message;
    const auto query = parse_query(text, schema);
    ASSERT_TRUE(query.ok()) << query.error().message;
    if (!about_values) {
        EXPECT_FALSE(query->asks_for_values);
    }
    expect_simple(query->rows, schema);

    const auto columns = columns_of(schema);
    Row row(columns.size(), 0);
    while (true) {
        const bool direct = truth(syntax->where, schema, row) == Truth::yes;
        ASSERT_EQ(holds(query->rows, row) && in_spans(query->values, row.back()), direct)
            << ::testing::PrintToString(row);
        std::size_t i = 0;
        while (i < row.size() && ++row[i] == columns[i]->domain().size()) row[i++] = 0;
        if (i == row.size()) return;
    }
}

TEST(QueryOracle, agrees_with_three_valued_logic) {
    RandomConditions random(2024);
    for (const StatSchema& schema :
         {small_schema(disease()), small_schema(income()), small_schema(birth("Admitted"))}) {
        const std::size_t sensitive = schema.quasi_identifiers.size();
        for (int i = 0; i < 400; ++i) {
            const std::string rows = random.condition(schema, 0, sensitive, 3);
            const std::string values = random.condition(schema, sensitive, sensitive + 1, 3);
            switch (random.below(4)) {
                case 0: expect_agreement(rows, schema, false); break;
                case 1: expect_agreement("(" + values + ") AND (" + rows + ")", schema, true); break;
                case 2: expect_agreement("NOT ((" + rows + ") OR NOT (" + values + "))", schema, true); break;
                default: expect_agreement(values, schema, true); break;
            }
            if (HasFatalFailure()) return;
        }
    }
}

}  // namespace query_oracle_test
}  // namespace scrim::statdb
