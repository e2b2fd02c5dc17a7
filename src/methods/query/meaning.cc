#include "methods/query/meaning.h"

#include "kernel/core/text.h"
#include "kernel/subject/subject.h"
#include "methods/query/number_axis.h"
#include "methods/query/text_values.h"
#include "methods/statdb/query/error.h"

#include <algorithm>

namespace scrim::querying {
namespace {

using statdb::query::query_error;

bool names_all_leaves(const ReleasedColumn& column) {
    const Domain& leaves = column.hierarchy->domain();
    for (Code code = 0; code < leaves.values(); ++code)
        if (!column.is_named(leaves.label(code))) return false;
    return true;
}

// Where an outline leaves out values, those between its names are anywhere between them: labels tell of a number only
// where they are intervals.
bool by_leaves(const ReleasedColumn& column, std::span<const LiteralSyntax> literals, bool adds_up) {
    if (!column.hierarchy) return false;
    if (!column.hierarchy->domain().is_numeric() || names_all_leaves(column)) return true;
    return !adds_up && std::all_of(literals.begin(), literals.end(),
                                   [&](const LiteralSyntax& literal) { return column.names.contains(literal.text); });
}

// A text that the query names and the outline does not may be any of the leaves without names: nobody can tell which
// labels cover it.
Result<void> check_named(const ReleasedColumn& column, const Meaning& meaning,
                         std::span<const LiteralSyntax> literals) {
    const Domain& leaves = meaning.domain();
    bool covers_unnamed = false;
    for (const Spans& cell : meaning.cells)
        for (const Span span : cell)
            for (Code code = span.lo; code < span.hi && !covers_unnamed; ++code)
                covers_unnamed = code < leaves.values() && !column.is_named(leaves.label(code));
    if (!covers_unnamed) return {};
    for (const LiteralSyntax& literal : literals)
        if (!meaning.attribute.hierarchy->find_node(literal.text))
            return query_error(
                literal.place,
                format("the release does not say which labels of column {} cover {}; ask for a label that it "
                       "prints, or give the hierarchy that it was made with",
                       quoted(column.name), quoted(literal.text)));
    return {};
}

Result<Meaning> meaning_by_leaves(const ReleasedColumn& column, std::span<const LiteralSyntax> literals) {
    const bool missing = column.may_be_missing || column.printed->has_null();
    const bool extend = missing && !column.hierarchy->domain().has_null();
    const auto hierarchy =
        extend ? std::make_shared<const hierarchy::Hierarchy>(column.hierarchy->with_null()) : column.hierarchy;
    Meaning meaning;
    meaning.attribute = hierarchy::Attribute::over(column.name, hierarchy);
    SCRIM_TRY(const std::vector<Span> spans, subject::spans_of(*column.printed, meaning.attribute));
    for (const Span span : spans) {
        if (span.empty()) return input_error(format("column {}: a label covers no value", quoted(column.name)));
        meaning.cells.push_back({span});
    }
    const Domain& leaves = hierarchy->domain();
    meaning.all_values = names_all_leaves(column);
    if (!meaning.all_values && !leaves.is_numeric()) SCRIM_CHECK(check_named(column, meaning, literals));
    meaning.scale = leaves.scale();
    meaning.values_before.push_back(0);
    meaning.twice_sum_before.push_back(0);
    for (Code code = 0; code < leaves.size(); ++code) {
        Int128 twice = 0;
        if (leaves.is_numeric() && code < leaves.values() && meaning.all_values) {
            meaning.low.push_back(leaves.units(code));
            twice = 2 * leaves.units(code);
        }
        meaning.values_before.push_back(meaning.values_before.back() + 1);
        meaning.twice_sum_before.push_back(meaning.twice_sum_before.back() + twice);
    }
    meaning.high = meaning.low;
    return meaning;
}

}  // namespace

Int128 Meaning::values_in(const Spans& set) const {
    Int128 sum = 0;
    for (const Span span : set) sum += values_before[span.hi] - values_before[span.lo];
    return sum;
}

Int128 Meaning::twice_sum_in(const Spans& set) const {
    Int128 sum = 0;
    for (const Span span : set) sum += twice_sum_before[span.hi] - twice_sum_before[span.lo];
    return sum;
}

Result<Meaning> meaning_of(const ReleasedColumn& column, std::span<const LiteralSyntax> literals, bool adds_up) {
    if (by_leaves(column, literals, adds_up)) return meaning_by_leaves(column, literals);
    if (!column.category) {
        SCRIM_TRY(auto numbers, number_axis(column, literals));
        if (numbers) return *std::move(numbers);
    }
    return text_values(column, literals);
}

}  // namespace scrim::querying
