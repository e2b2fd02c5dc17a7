// The metrics that a certificate states.
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/metrics/metric.h"
#include "methods/verify/measures.h"
#include "methods/verify/same_number.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

constexpr double tolerance = 1e-9;

std::vector<std::uint64_t> counts_of(const Column& column, const std::vector<std::uint32_t>& weights) {
    std::vector<std::uint64_t> counts(column.domain().size(), 0);
    column.visit([&](auto codes) {
        for (std::size_t t = 0; t < codes.size(); ++t) counts[codes[t]] += weights[t];
    });
    return counts;
}

Result<metrics::MetricInput> metric_input(const ClaimedRelease& claimed, const MetricGrounds& grounds) {
    metrics::MetricInput input;
    input.rows = grounds.rows;
    input.original_rows = claimed.original;
    input.k = grounds.k;
    for (std::size_t c = 0; c < grounds.classes.size(); ++c)
        input.class_sizes.push_back(static_cast<std::uint32_t>(grounds.classes.records(c)));
    for (std::size_t c = 0; claimed.counts_people && grounds.counted && c < grounds.counted->size(); ++c)
        input.class_people.push_back(static_cast<std::uint32_t>(grounds.counted->records(c)));
    const Tuples& printed = grounds.printed;
    const std::size_t columns = grounds.columns.size();
    for (std::size_t i = 0; columns > 0 && i < columns + (grounds.cells ? 1 : 0); ++i) {
        const PrintedColumn& column = i < columns ? grounds.columns[i] : *grounds.cells;
        metrics::Printed attribute{column.base,
                                   column.spans,
                                   i < columns ? counts_of(printed.table[i], printed.weights) : grounds.cell_counts,
                                   {}};
        if (i < columns) attribute.column.weight = claimed.find(column.base.name)->weight;
        if (grounds.original) {
            const Column& values = grounds.original->table[grounds.original->table.find(column.base.name).value()];
            SCRIM_TRY(const std::vector<Code> codes, base_codes(column, values.domain()));
            const auto counts = counts_of(values, grounds.original->weights);
            std::vector<std::uint64_t> histogram(column.base.domain().size(), 0);
            for (Code code = 0; code < codes.size(); ++code) histogram[codes[code]] += counts[code];
            attribute.original = ValueHistogram(histogram);
        }
        input.attributes.push_back(std::move(attribute));
    }
    return input;
}

// Columns that a classifier may have been meant to predict, the likeliest first.
std::vector<std::string> targets(const ClaimedRelease& claimed) {
    if (!claimed.target.empty()) return {claimed.target};
    std::vector<std::string> names;
    if (claimed.has_groups()) return {claimed.parted_column};
    for (const Role role : {Role::sensitive, Role::insensitive})
        for (const std::string& name : claimed.columns_in(role)) names.push_back(name);
    return names;
}

struct Found {
    std::optional<double> value;
    std::string of = {};        // the target, for metrics that ask for one …
    bool needs_target = false;  // … and lack nothing else
};

// The value that was claimed, where some target gives it; else that of the first target.
Result<Found> measure(const metrics::MetricSpec& metric, double claimed_value, metrics::MetricInput& input,
                      const ClaimedRelease& claimed, const MetricGrounds& grounds) {
    input.class_majorities.clear();
    Found first{metric.measure(input)};
    if (first.value) return first;
    input.class_majorities = input.class_sizes;
    first.needs_target = metric.measure(input).has_value();
    if (!first.needs_target) return first;
    for (const std::string& target : targets(claimed)) {
        SCRIM_TRY(auto most, grounds.majorities(target));
        if (!most) continue;
        input.class_majorities = *std::move(most);
        const Found found{metric.measure(input), " for " + quoted(std::string_view(target)), true};
        if (nearly_equal(*found.value, claimed_value, tolerance)) return found;
        if (!first.value) first = found;
    }
    return first;
}

}  // namespace

Result<Majorities> majorities(const std::string& column, const ClaimedRelease& claimed,
                              const models::Evidence& evidence, const std::vector<std::string>& known,
                              TableSource& data, const Reading& reading) {
    const std::vector<std::string>& whole = evidence.quasi_identifiers();
    const auto among = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), column) != names.end();
    };
    if (among(whole) || !claimed.find(column)) return Majorities();
    std::shared_ptr<const models::Classes> classes;
    if (among(known)) {
        classes = evidence.classes(whole, {column});
    } else {
        std::vector<std::string> columns = whole;
        columns.push_back(column);
        auto tuples = data.read_tuples(columns, reading.memory, reading.progress);
        if (!tuples) return is_ours(tuples.error()) ? Result<Majorities>(tuples.error()) : Majorities();
        const DomainPtr domain = tuples->table[whole.size()].domain_ptr();
        auto target = std::make_shared<models::Sensitive>(
            models::make_sensitive(column, domain, nullptr, std::vector<std::uint64_t>(domain->size(), 0), false));
        classes = std::make_shared<models::Classes>(std::make_shared<Tuples>(*std::move(tuples)), whole.size(), target);
    }
    std::vector<std::uint32_t> most;
    models::Classes::Scratch scratch;
    for (std::size_t c = 0; c < classes->size(); ++c)
        most.push_back(static_cast<std::uint32_t>(classes->own_view(c, scratch).largest()));
    return Majorities(std::move(most));
}

Result<void> check_metrics(const ClaimedRelease& claimed, const MetricGrounds& grounds, Ledger& ledger) {
    if (claimed.metrics.empty()) return {};
    auto input = metric_input(claimed, grounds);
    if (!input) {
        ledger.fails("metrics", input.error().message);
        return {};
    }
    const bool outlined = std::any_of(claimed.columns.begin(), claimed.columns.end(), [](const ClaimedColumn& column) {
        return column.outline && column.role == Role::quasi_identifier;
    });
    for (const auto& [name, value] : claimed.metrics) {
        const std::string what = format("metric {}", printable(name));
        const metrics::MetricSpec* metric = metrics::find_metric(name);
        if (!metric) {
            ledger.fails(what, "there is no such metric");
            continue;
        }
        if (claimed.counts_people && !grounds.counted && metric->counts_people) {
            ledger.unchecked(what, "it counts people, and the release does not tell how many are in a class");
            continue;
        }
        SCRIM_TRY(const Found found, measure(*metric, value, *input, claimed, grounds));
        if (found.value)
            ledger.settle(what,
                          nearly_equal(*found.value, value, tolerance)
                              ? ""
                              : format("it is {}{}, the certificate says {}", *found.value, found.of, value),
                          format("{}{}", *found.value, found.of));
        else if (found.needs_target)
            ledger.unchecked(what, "the column that it is about is not released");
        else if (claimed.prints_spans() && !grounds.original)
            ledger.unchecked(
                what,
                format("it needs the original table: give {}{}", field("original"),
                       outlined ? format(" and {}, whose hierarchies say what labels cover", field("policy")) : ""));
        else
            ledger.fails(what, format("it cannot be measured on this release, the certificate says {}", value));
    }
    return {};
}

}  // namespace scrim::verifier
