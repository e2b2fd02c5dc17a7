#include "methods/verify/truth.h"

#include "kernel/core/text.h"
#include "methods/verify/class_boxes.h"
#include "methods/verify/pairing.h"
#include "methods/verify/same_values.h"

#include <optional>

namespace scrim::verifier {
namespace {

// The original's other columns by the release's codes, its quasi-identifiers by codes of their base.
Result<Tuples> in_release_terms(const Tuples& released, const Tuples& original,
                                const std::vector<PrintedColumn>& printed) {
    const std::size_t width = released.table.width(), others = width - printed.size();
    std::vector<Recoded> columns;
    for (std::size_t c = 0; c < width; ++c) {
        const Domain& from = original.table[c].domain();
        Recoded recoded;
        if (c < others) {
            recoded = {same_values(from, released.table[c].domain()), released.table[c].domain_ptr()};
        } else {
            recoded.domain = printed[c - others].base.domain_ptr();
            SCRIM_TRY(recoded.codes, base_codes(printed[c - others], from));
        }
        columns.push_back(std::move(recoded));
    }
    return in_terms_of(original, columns);
}

}  // namespace

Result<Truth> check_generalized(const Tuples& released, const Tuples& original,
                                const std::vector<PrintedColumn>& printed, std::size_t most, Progress& progress) {
    const std::size_t width = released.table.width(), others = width - printed.size();
    for (std::size_t d = 0; d < printed.size(); ++d)
        if (printed[d].spans.size() != released.table[others + d].domain().size())
            return fault_error(
                format("column {} changed while it was read", quoted(std::string_view(printed[d].base.name))));
    const auto terms = in_release_terms(released, original, printed);
    if (!terms) return Truth{Truth::Outcome::fails, terms.error().message};
    const ClassBoxes boxes(released, printed);
    SCRIM_TRY(const std::optional<Paired> paired, pair_rows(released, boxes, *terms, others, most, progress));
    if (!paired)
        return Truth{Truth::Outcome::undecided,
                     "classes overlap so much that pairing records would take more memory than there is"};
    if (paired->unpaired > 0)
        return Truth{
            Truth::Outcome::fails,
            format("{} of {} {} no record of the original of {} own, for example: {}", with_thousands(paired->unpaired),
                   counted(released.total, "record", "records"), paired->unpaired == 1 ? "generalizes" : "generalize",
                   paired->unpaired == 1 ? "its" : "their", row_text(released.table, paired->example))};
    return Truth{Truth::Outcome::holds,
                 format("each of {} generalizes a record of the original of its own{}",
                        counted(released.total, "record", "records"), paired->used_flow ? ", paired by flow" : "")};
}

}  // namespace scrim::verifier
