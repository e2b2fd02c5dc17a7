#include "methods/statdb/query/where_binder.h"

#include "methods/statdb/query/error.h"
#include "methods/statdb/query/simplify.h"
#include "methods/statdb/query/values.h"

namespace scrim::statdb::query {
namespace {

// A Condition over all columns, which remembers where it was written.
struct Bound {
    Condition::Kind kind = Condition::Kind::all_of;
    std::size_t column = 0;
    Spans spans;
    std::vector<Bound> parts;
    Place place = {};
    bool about_rows = false;
    bool about_values = false;

    bool is_constant() const { return kind != Condition::Kind::in && parts.empty(); }
};

Bound constant(bool value, Place place) {
    Bound bound;
    bound.kind = value ? Condition::Kind::all_of : Condition::Kind::any_of;
    bound.place = place;
    return bound;
}

// all_of or any_of of `parts`, with TRUE and FALSE folded and parts of the same kind taken in.
Bound joined(Condition::Kind kind, std::vector<Bound> parts, Place place) {
    Bound whole;
    whole.kind = kind;
    whole.place = place;
    for (Bound& part : parts) {
        if (part.is_constant() && part.kind != kind) return constant(kind == Condition::Kind::any_of, place);
        whole.about_rows |= part.about_rows;
        whole.about_values |= part.about_values;
        if (part.kind == kind)
            std::move(part.parts.begin(), part.parts.end(), std::back_inserter(whole.parts));
        else
            whole.parts.push_back(std::move(part));
    }
    if (whole.parts.size() != 1) return whole;
    Bound only = std::move(whole.parts.front());
    return only;
}

// NOT is pushed down to the comparisons, each of which knows when its negation is true. Then "true" needs no third
// value: AND is true where both parts are, OR where one is.
Result<Bound> bind(const ConditionSyntax& condition, bool negated, const AskableColumns& askable) {
    using Syntax = ConditionSyntax::Kind;
    if (condition.kind == Syntax::constant) return constant(condition.value != negated, condition.place);
    if (condition.kind == Syntax::negation) return bind(condition.parts.front(), !negated, askable);
    if (condition.kind == Syntax::all_of || condition.kind == Syntax::any_of) {
        std::vector<Bound> parts;
        for (const ConditionSyntax& part : condition.parts) {
            SCRIM_TRY(Bound next, bind(part, negated, askable));
            parts.push_back(std::move(next));
        }
        const bool all = (condition.kind == Syntax::all_of) != negated;
        return joined(all ? Condition::Kind::all_of : Condition::Kind::any_of, std::move(parts), condition.place);
    }
    SCRIM_TRY(const QueryColumn column, find_column(condition.column, askable));
    Bound leaf;
    leaf.kind = Condition::Kind::in;
    leaf.column = column.index;
    SCRIM_TRY(leaf.spans, matching_codes(condition, negated, column));
    leaf.place = condition.place;
    leaf.about_rows = !column.sensitive;
    leaf.about_values = column.sensitive;
    return leaf;
}

Condition rows_of(Bound bound) {
    if (bound.kind == Condition::Kind::in) return Condition::in(bound.column, std::move(bound.spans));
    std::vector<Condition> parts;
    for (Bound& part : bound.parts) parts.push_back(rows_of(std::move(part)));
    return bound.kind == Condition::Kind::all_of ? Condition::all_of(std::move(parts))
                                                 : Condition::any_of(std::move(parts));
}

Spans values_of(const Bound& bound, Code size) {
    if (bound.kind == Condition::Kind::in) return bound.spans;
    std::vector<Spans> sets;
    for (const Bound& part : bound.parts) sets.push_back(values_of(part, size));
    if (bound.kind == Condition::Kind::all_of) return intersected(sets, size);
    Spans all;
    for (const Spans& set : sets) all.insert(all.end(), set.begin(), set.end());
    return united(std::move(all));
}

}  // namespace

Result<BoundWhere> bind_where(const ConditionSyntax& where, const AskableColumns& askable) {
    SCRIM_TRY(Bound bound, bind(where, false, askable));
    std::vector<Bound> conjuncts;
    if (bound.kind == Condition::Kind::all_of)
        conjuncts = std::move(bound.parts);
    else
        conjuncts.push_back(std::move(bound));

    BoundWhere result;
    std::vector<Condition> rows;
    Bound values;  // all_of
    for (Bound& conjunct : conjuncts) {
        if (conjunct.about_rows && conjunct.about_values)
            return query_error(conjunct.place,
                               format("this condition mixes the sensitive attribute {0} with other columns; join "
                                      "conditions on {0} to the others by AND only, or ask several queries",
                                      quoted(askable.sensitive->name)));
        if (conjunct.about_values)
            values.parts.push_back(std::move(conjunct));
        else
            rows.push_back(rows_of(std::move(conjunct)));
    }
    result.asks_for_values = !values.parts.empty();
    if (askable.sensitive) result.values = values_of(values, askable.sensitive->domain().size());
    result.rows = simplified(Condition::all_of(std::move(rows)), askable);
    return result;
}

}  // namespace scrim::statdb::query
