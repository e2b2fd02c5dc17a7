#include "methods/verify/printed_spans.h"

#include "kernel/core/text.h"

namespace scrim::verifier {
namespace {

std::optional<subject::Base> known_base(const ClaimedColumn& column,
                                        const std::shared_ptr<const hierarchy::Hierarchy>& hierarchy,
                                        const Domain& printed, const DomainPtr& original) {
    const bool nulls = column.nulls || printed.has_null();
    if (original || !hierarchy || !nulls) return subject::base_of(hierarchy, original);
    const auto extended = std::make_shared<hierarchy::Hierarchy>(hierarchy->with_null());
    return subject::Base{extended->domain_ptr(), extended};
}

}  // namespace

Result<std::optional<PrintedColumn>> printed_column(const ClaimedColumn& column,
                                                    const hierarchy::Hierarchies& hierarchies, const Domain& printed,
                                                    const DomainPtr& original) {
    const auto found = hierarchies.find(column.name);
    const auto base = known_base(column, found == hierarchies.end() ? nullptr : found->second, printed, original);
    if (!base) return std::optional<PrintedColumn>();
    PrintedColumn made{column.name, *base, {}};
    SCRIM_TRY(made.spans, subject::spans_of(column.name, printed, *base));
    for (Code code = 0; code < made.spans.size(); ++code)
        if (made.spans[code].empty())
            return input_error(format("column {}: {} covers no value", quoted(std::string_view(column.name)),
                                      quoted(std::string_view(printed.label(code)))));
    return std::optional(std::move(made));
}

Result<std::vector<Code>> base_codes(const PrintedColumn& column, const Domain& original) {
    SCRIM_TRY(const std::vector<Span> spans, subject::spans_of(column.name, original, column.base));
    std::vector<Code> codes;
    for (Code code = 0; code < spans.size(); ++code) {
        if (spans[code].width() != 1)
            return input_error(format("column {}: {} of the original is a generalized value",
                                      quoted(std::string_view(column.name)),
                                      quoted(std::string_view(original.label(code)))));
        codes.push_back(spans[code].lo);
    }
    return codes;
}

}  // namespace scrim::verifier
