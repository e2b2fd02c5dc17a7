#include "methods/statdb/query/values.h"

#include "methods/statdb/query/cut.h"
#include "methods/statdb/query/error.h"

namespace scrim::statdb::query {
namespace {

std::string as_written(const LiteralSyntax& literal) {
    return literal.kind == LiteralSyntax::Kind::string ? quoted(literal.text) : printable(literal.text);
}

// The values below the node of this label; NULL is no value.
std::optional<Span> values_below(const std::string& label, const hierarchy::Attribute& column) {
    const auto node = column.hierarchy->find_node(label);
    if (!node) return std::nullopt;
    const Span span = column.hierarchy->nodes()[*node].span;
    const Code values = column.domain().values();
    if (span.lo >= values) return std::nullopt;
    return Span{span.lo, std::min(span.hi, values)};
}

Error wrong_type(const LiteralSyntax& literal, const hierarchy::Attribute& column, bool for_order) {
    std::string wanted;
    switch (column.domain().kind()) {
        case Domain::Kind::text: break;
        case Domain::Kind::number: wanted = "holds numbers; write a number such as 42"; break;
        case Domain::Kind::date: wanted = "holds dates; write a date such as '2020-01-31'"; break;
        case Domain::Kind::timestamp:
            wanted = "holds times; write a date or a time such as '2020-01-31 13:45:00'";
            break;
    }
    if (column.from_file)
        wanted += for_order ? ", for labels of its hierarchy use = or IN" : ", or a label of its hierarchy";
    return query_error(literal.place, format("{} cannot be compared with {}, which {}", as_written(literal),
                                             quoted(column.name), wanted));
}

Result<Cut> cut_of(const LiteralSyntax& literal, const hierarchy::Attribute& column, bool for_order) {
    const bool number_for_date =
        literal.kind == LiteralSyntax::Kind::number && column.domain().kind() != Domain::Kind::number;
    const auto cut = number_for_date ? std::nullopt : cut_at(literal.text, column.domain());
    if (!cut) return wrong_type(literal, column, for_order);
    return *cut;
}

Result<Span> equal_to(const LiteralSyntax& literal, const hierarchy::Attribute& column) {
    const Domain& domain = column.domain();
    const bool may_be_label = literal.kind == LiteralSyntax::Kind::string || !domain.is_numeric();
    if (column.from_file && may_be_label)
        if (const auto span = values_below(literal.text, column)) return *span;
    if (!domain.is_numeric()) {
        const auto code = domain.find(literal.text);
        return code ? Span::of(*code) : Span{};
    }
    SCRIM_TRY(const Cut cut, cut_of(literal, column, false));
    return Span{cut.at_least, cut.above};
}

Result<Span> run_of(const ConditionSyntax& leaf, const hierarchy::Attribute& column) {
    if (!column.domain().is_numeric())
        return query_error(leaf.column.place,
                           format("{} holds text, which is ordered by its hierarchy and not by the alphabet; "
                                  "use =, <>, IN or IS NULL",
                                  quoted(column.name)));
    const Code values = column.domain().values();
    SCRIM_TRY(const Cut cut, cut_of(leaf.literals[0], column, true));
    if (leaf.kind == ConditionSyntax::Kind::less) return Span{0, cut.at_least};
    if (leaf.kind == ConditionSyntax::Kind::less_equal) return Span{0, cut.above};
    if (leaf.kind == ConditionSyntax::Kind::greater) return Span{cut.above, values};
    if (leaf.kind == ConditionSyntax::Kind::greater_equal) return Span{cut.at_least, values};
    SCRIM_TRY(const Cut upper, cut_of(leaf.literals[1], column, true));
    return Span{cut.at_least, std::max(cut.at_least, upper.above)};
}

}  // namespace

Result<Spans> matching_codes(const ConditionSyntax& leaf, bool negated, const QueryColumn& column) {
    const Domain& domain = column.domain();
    Spans spans;
    if (leaf.kind == ConditionSyntax::Kind::is_null) {
        if (domain.has_null()) spans.push_back(Span::of(domain.null_code()));
        return negated ? complement(spans, domain.size()) : spans;
    }
    if (leaf.kind == ConditionSyntax::Kind::one_of) {
        for (const LiteralSyntax& literal : leaf.literals) {
            SCRIM_TRY(const Span span, equal_to(literal, *column.column));
            spans.push_back(span);
        }
    } else {
        SCRIM_TRY(const Span span, run_of(leaf, *column.column));
        spans.push_back(span);
    }
    spans = united(std::move(spans));
    return negated ? complement(spans, domain.values()) : spans;
}

}  // namespace scrim::statdb::query
