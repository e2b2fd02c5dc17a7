#include "methods/check/utility.h"

#include "kernel/core/text.h"

namespace scrim::checking {
namespace {

std::vector<std::uint64_t> counts_of(const Column& column, const std::vector<std::uint32_t>& weights) {
    std::vector<std::uint64_t> counts(column.domain().size(), 0);
    column.visit([&](auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) counts[codes[row]] += weights.empty() ? 1 : weights[row];
    });
    return counts;
}

// How often each value of the base occurs in a column of the original.
Result<ValueHistogram> original_histogram(const Column& original, const hierarchy::Attribute& base) {
    SCRIM_TRY(const std::vector<Span> spans, subject::spans_of(original.domain(), base));
    const std::vector<std::uint64_t> counts = counts_of(original, {});
    std::vector<std::uint64_t> by_value(base.domain().size(), 0);
    for (Code code = 0; code < spans.size(); ++code) {
        if (spans[code].width() != 1)
            return input_error(format("the original table holds {} in column {}, which is already generalized",
                                      quoted(original.domain().label(code)), quoted(base.name)));
        by_value[spans[code].lo] += counts[code];
    }
    return ValueHistogram(by_value);
}

// NULLs that the original lacks are suppressed cells, whatever NULLs it has.
void charge_new_nulls(const Domain& printed, const Column& original, metrics::Printed& attribute) {
    if (!printed.has_null() || !original.domain().has_null()) return;
    const std::uint64_t had = counts_of(original, {})[original.domain().null_code()];
    const std::uint64_t has = attribute.counts[printed.null_code()];
    if (has <= had) return;
    attribute.spans.push_back(attribute.column.domain().whole());
    attribute.counts.push_back(has - had);
    attribute.counts[printed.null_code()] = had;
}

}  // namespace

Result<metrics::MetricInput> utility_of(const models::Classes& classes, std::uint64_t rows, const Table* original,
                                        const hierarchy::Hierarchies& hierarchies, std::uint64_t k) {
    metrics::MetricInput input;
    input.rows = rows;
    input.original_rows = original ? original->rows() : rows;
    input.k = k;
    for (std::size_t i = 0; i < classes.x(); ++i) {
        const std::string& name = classes.x_name(i);
        const Column& printed = classes.tuples().table[i];
        const Column* column = original ? &(*original)[original->find(name).value()] : nullptr;
        const auto base = subject::base_of(name, hierarchies, column ? column->domain_ptr() : nullptr);
        if (!base) {
            input.attributes.clear();  // a mean over some of the attributes would mislead
            break;
        }
        metrics::Printed attribute{*base, {}, counts_of(printed, classes.tuples().weights), {}};
        SCRIM_TRY(attribute.spans, subject::spans_of(printed.domain(), *base));
        if (column) {
            SCRIM_TRY(attribute.original, original_histogram(*column, *base));
            charge_new_nulls(printed.domain(), *column, attribute);
        }
        input.attributes.push_back(std::move(attribute));
    }
    models::Classes::Scratch scratch;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        input.class_sizes.push_back(static_cast<std::uint32_t>(classes.records(c)));
        if (classes.sensitive())
            input.class_majorities.push_back(static_cast<std::uint32_t>(classes.own_view(c, scratch).largest()));
    }
    return input;
}

}  // namespace scrim::checking
