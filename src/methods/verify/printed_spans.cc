#include "methods/verify/printed_spans.h"

#include "kernel/core/text.h"

namespace scrim::verifier {
namespace {

std::optional<hierarchy::Attribute> known_base(const ClaimedColumn& column, const hierarchy::Hierarchies& hierarchies,
                                               const Domain& printed, const DomainPtr& original) {
    auto base = subject::base_of(column.name, hierarchies, original);
    if (!original && base && (column.nulls || printed.has_null()))
        base->hierarchy = std::make_shared<hierarchy::Hierarchy>(base->hierarchy->with_null());
    return base;
}

}  // namespace

Result<std::optional<PrintedColumn>> printed_column(const ClaimedColumn& column,
                                                    const hierarchy::Hierarchies& hierarchies, const Domain& printed,
                                                    const DomainPtr& original) {
    const auto base = known_base(column, hierarchies, printed, original);
    if (!base) return std::optional<PrintedColumn>();
    PrintedColumn made{*base, {}};
    SCRIM_TRY(made.spans, subject::spans_of(printed, *base));
    for (Code code = 0; code < made.spans.size(); ++code)
        if (made.spans[code].empty())
            return input_error(format("column {}: {} covers no value", quoted(std::string_view(column.name)),
                                      quoted(std::string_view(printed.label(code)))));
    return std::optional(std::move(made));
}

Result<std::vector<Code>> base_codes(const PrintedColumn& column, const Domain& original) {
    SCRIM_TRY(const std::vector<Span> spans, subject::spans_of(original, column.base));
    std::vector<Code> codes;
    for (Code code = 0; code < spans.size(); ++code) {
        if (spans[code].width() != 1)
            return input_error(format("column {}: {} of the original is a generalized value",
                                      quoted(std::string_view(column.base.name)),
                                      quoted(std::string_view(original.label(code)))));
        codes.push_back(spans[code].lo);
    }
    return codes;
}

}  // namespace scrim::verifier
