#include "kernel/core/text.h"
#include "kernel/language/token.h"
#include "methods/statdb/query/values.h"
#include "methods/statdb/query/where_parser.h"
#include "methods/workload/workload.h"

#include <algorithm>

namespace scrim::workload {
namespace {

using statdb::query::ConditionSyntax;
using statdb::query::NameSyntax;
using statdb::query::query_error;
using statdb::query::QueryTokens;
using statdb::query::Spans;

// The column written exactly so, else the only one that differs in case.
Result<std::size_t> find_attribute(const NameSyntax& name, std::span<const compare::Attribute> attributes) {
    std::vector<std::size_t> similar;
    std::vector<std::string> names;
    for (std::size_t a = 0; a < attributes.size(); ++a) {
        if (attributes[a].name() == name.text) return a;
        if (language::same_word(attributes[a].name(), name.text)) similar.push_back(a);
        names.push_back(attributes[a].name());
    }
    if (similar.size() == 1) return similar.front();
    return query_error(name.place, format("there is no column {} to compare (there are {}){}", quoted(name.text),
                                          list_some(names, 12), did_you_mean(name.text, names)));
}

class CountQueryBinder {
public:
    explicit CountQueryBinder(std::span<const compare::Attribute> attributes) : attributes_(attributes) {}

    // NOT is pushed down to the comparisons, each of which knows when its negation is true.
    Result<compare::CountQuery> bind(const ConditionSyntax& condition, bool negated) const {
        using Kind = ConditionSyntax::Kind;
        switch (condition.kind) {
            case Kind::constant:
                return query_error(condition.place, "TRUE and FALSE ask for nothing; compare a column with a value");
            case Kind::negation: return bind(condition.parts.front(), !negated);
            case Kind::all_of: return negated ? any_of(condition, negated) : all_of(condition, negated);
            case Kind::any_of: return negated ? all_of(condition, negated) : any_of(condition, negated);
            default: return comparison(condition, negated);
        }
    }

private:
    Result<compare::CountQuery> comparison(const ConditionSyntax& condition, bool negated) const {
        SCRIM_TRY(const std::size_t a, find_attribute(condition.column, attributes_));
        SCRIM_TRY(Spans spans, statdb::query::matching_codes(condition, negated, {&attributes_[a].column, false, a}));
        return compare::CountQuery{{a, std::move(spans)}};
    }

    Result<compare::CountQuery> all_of(const ConditionSyntax& condition, bool negated) const {
        compare::CountQuery query;
        for (const ConditionSyntax& part : condition.parts) {
            SCRIM_TRY(compare::CountQuery bound, bind(part, negated));
            for (CountCondition& next : bound) {
                const auto known = std::find_if(query.begin(), query.end(), [&](const CountCondition& other) {
                    return other.attribute == next.attribute;
                });
                if (known == query.end())
                    query.push_back(std::move(next));
                else
                    known->spans = statdb::query::intersected({known->spans, next.spans}, size_of(next.attribute));
            }
        }
        return query;
    }

    Result<compare::CountQuery> any_of(const ConditionSyntax& condition, bool negated) const {
        compare::CountQuery query;
        for (const ConditionSyntax& part : condition.parts) {
            SCRIM_TRY(compare::CountQuery bound, bind(part, negated));
            if (bound.size() != 1 || (!query.empty() && query.front().attribute != bound.front().attribute))
                return query_error(condition.place,
                                   "OR joins conditions of one column only here; write several queries, or IN");
            if (query.empty()) {
                query = std::move(bound);
                continue;
            }
            Spans& spans = query.front().spans;
            spans.insert(spans.end(), bound.front().spans.begin(), bound.front().spans.end());
            spans = statdb::query::united(std::move(spans));
        }
        return query;
    }

    Code size_of(std::size_t attribute) const { return attributes_[attribute].domain().size(); }

    std::span<const compare::Attribute> attributes_;
};

// SELECT COUNT(*) FROM any name WHERE, all of it or nothing.
Result<void> pass_over_select(QueryTokens& tokens) {
    if (!tokens.accept_word("SELECT")) return {};
    SCRIM_CHECK(tokens.expect_word("COUNT", "COUNT(*)"));
    for (const char* symbol : {"(", "*", ")"}) SCRIM_CHECK(tokens.expect_symbol(symbol, "COUNT(*)"));
    SCRIM_CHECK(tokens.expect_word("FROM"));
    SCRIM_CHECK(tokens.take_name("a table's name"));
    return tokens.expect_word("WHERE");
}

}  // namespace

Result<compare::CountQuery> parse_count_query(std::string_view text, std::span<const compare::Attribute> attributes) {
    SCRIM_TRY(QueryTokens tokens, QueryTokens::of(text));
    SCRIM_CHECK(pass_over_select(tokens));
    SCRIM_TRY(const ConditionSyntax condition, statdb::query::parse_where(tokens));
    tokens.accept_symbol(";");
    if (!tokens.at_end()) return tokens.unexpected("AND, OR or the end of the line");
    return CountQueryBinder(attributes).bind(condition, false);
}

}  // namespace scrim::workload
