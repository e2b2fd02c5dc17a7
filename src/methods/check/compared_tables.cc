#include "methods/check/compared_tables.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/interval_label.h"
#include "kernel/subject/subject.h"

#include <algorithm>

namespace scrim::checking {
namespace {

constexpr std::size_t most_between = 10'000;

std::optional<Decimal> read_days(std::string_view text) {
    const auto days = parse_date(text);
    return days ? std::optional(Decimal{*days, 0}) : std::nullopt;
}

std::optional<Decimal> read_moment(std::string_view text) {
    const auto microseconds = parse_timestamp(text);
    return microseconds ? std::optional(Decimal{*microseconds, 0}) : std::nullopt;
}

// Collects the numbers, dates or times that a column's values are or end at.
class Numbers {
public:
    explicit Numbers(Domain::Kind kind)
        : read_(kind == Domain::Kind::number ? parse_decimal
                : kind == Domain::Kind::date ? read_days
                                             : read_moment),
          kind_(kind) {}

    void add(const Domain& domain) {
        if (domain.kind() == kind_)
            for (Code code = 0; code < domain.values(); ++code) add(Decimal{domain.units(code), domain.scale()});
        else
            for (Code code = 0; code < domain.values(); ++code) add(domain.label(code));
    }
    // Nothing where there is a number with more digits than can be held.
    std::optional<Domain> domain(bool has_null) const {
        int scale = 0;
        for (const Decimal& number : numbers_) scale = std::max(scale, number.scale);
        for (const Open& end : ends_) scale = std::max(scale, end.number.scale);
        std::vector<Int128> units;
        for (const Decimal& number : numbers_) {
            const auto at = rescale(number.units, number.scale, scale);
            if (!at) return std::nullopt;
            units.push_back(*at);
        }
        for (const Open& end : ends_) {
            const auto at = rescale(end.number.units, end.number.scale, scale);
            if (!at) return std::nullopt;
            units.push_back(*at + end.inwards);
        }
        std::sort(units.begin(), units.end());
        units.erase(std::unique(units.begin(), units.end()), units.end());
        if (units.empty()) return std::nullopt;
        if (const Int128 between = units.back() - units.front(); between >= 0 && between < Int128{most_between}) {
            const Int128 least = units.front();
            units.resize(static_cast<std::size_t>(between) + 1);
            for (std::size_t i = 0; i < units.size(); ++i) units[i] = least + static_cast<Int128>(i);
        }
        return Domain::of_numbers(std::move(units), scale, kind_, has_null);
    }

private:
    // The end of an interval that it does not hold: the next value is one unit inwards.
    struct Open {
        Decimal number;
        int inwards = 0;
    };

    void add(Decimal number) { numbers_.push_back(number); }
    void add(const std::string& label) {
        if (const auto number = read_(label)) {
            add(*number);
        } else if (const auto interval = hierarchy::read_interval(label, read_)) {
            if (interval->low) ends_.push_back({*interval->low, interval->with_low ? 0 : 1});
            if (interval->high) ends_.push_back({*interval->high, interval->with_high ? 0 : -1});
        }
    }

    std::optional<Decimal> (*read_)(std::string_view);
    Domain::Kind kind_;
    std::vector<Decimal> numbers_;
    std::vector<Open> ends_;
};

// A column's domain for both tables, with what their labels cover there.
struct Joined {
    hierarchy::Attribute column;
    std::vector<Span> release, original;
};

Result<Joined> joined_over(hierarchy::Attribute base, const Domain& release, const Domain& original) {
    Joined joined;
    SCRIM_TRY(joined.original, subject::spans_of(original, base));
    for (Code code = 0; code < original.size(); ++code)
        if (joined.original[code].width() != 1)
            return input_error(format("the original table holds {} in column {}, which is already generalized",
                                      quoted(original.label(code)), quoted(base.name)));
    SCRIM_TRY(joined.release, subject::spans_of(release, base));
    joined.column = std::move(base);
    return joined;
}

Result<Joined> join_column(const std::string& name, const Domain& release, const DomainPtr& original,
                           const std::shared_ptr<const hierarchy::Hierarchy>& hierarchy) {
    const hierarchy::Attribute base = subject::base_of(name, hierarchy, original).value();
    if (hierarchy) {
        auto joined = joined_over(base, release, *original);
        if (joined || !original->is_numeric() || !release.is_numeric()) return joined;
    }
    if (!original->is_numeric()) return joined_over(base, release, *original);
    Numbers numbers(original->kind());
    numbers.add(*original);
    numbers.add(release);
    auto domain = numbers.domain(original->has_null());
    if (!domain) return joined_over(base, release, *original);
    return joined_over(hierarchy::Attribute::flat(name, std::make_shared<Domain>(std::move(*domain))), release,
                       *original);
}

std::vector<Code> codes_of(const Column& column) {
    return column.visit([](auto codes) { return std::vector<Code>(codes.begin(), codes.end()); });
}

void add_column(compare::Side& side, const Column& column, std::vector<Span> printed) {
    side.labels.push_back(codes_of(column));
    side.printed.push_back(std::move(printed));
}

void set_weights(compare::Side& side, const WeightedRows& rows) {
    side.weights = rows.weights;
    for (const double weight : rows.weights) side.total += weight;
}

}  // namespace

WeightedRows weighted(const Tuples& tuples) { return {tuples.table, {tuples.weights.begin(), tuples.weights.end()}}; }

std::vector<std::string> compared_columns(const Policy& policy, const std::string& target) {
    std::vector<std::string> columns = policy.columns_in(Role::quasi_identifier);
    for (const std::string& name : policy.columns_in(Role::sensitive)) add_once(columns, name);
    if (!target.empty()) add_once(columns, target);
    return columns;
}

Result<compare::Comparison> compared_tables(const WeightedRows& release, const WeightedRows& original,
                                            const std::vector<std::string>& columns, const Policy& policy,
                                            const std::string& target, const hierarchy::Hierarchies& hierarchies) {
    compare::Comparison comparison;
    set_weights(comparison.release, release);
    set_weights(comparison.original, original);
    for (const std::string& name : columns) {
        const Column& released = release.table[release.table.find(name).value()];
        const Column& before = original.table[original.table.find(name).value()];
        const auto known = hierarchies.find(name);
        SCRIM_TRY(Joined joined, join_column(name, released.domain(), before.domain_ptr(),
                                             known == hierarchies.end() ? nullptr : known->second));
        // The original's labels are the codes themselves.
        std::vector<Code> codes = codes_of(before);
        for (Code& code : codes) code = joined.original[code].lo;
        comparison.original.labels.push_back(std::move(codes));
        std::vector<Span>& exact = comparison.original.printed.emplace_back();
        for (Code code = 0; code < joined.column.domain().size(); ++code) exact.push_back(Span::of(code));
        add_column(comparison.release, released, std::move(joined.release));
        if (name == target) comparison.target = comparison.attributes.size();
        const ColumnPolicy* column = policy.find(name);
        comparison.attributes.push_back(
            {std::move(joined.column), column != nullptr && column->role == Role::quasi_identifier});
    }
    return comparison;
}

std::vector<MetricReport> comparison_reports(const compare::Comparison& comparison) {
    std::vector<MetricReport> reports;
    for (const compare::ComparisonSpec* spec : compare::comparisons())
        if (const auto found = spec->measure(comparison))
            reports.push_back({spec->name, spec->title, found->value, spec->lower_is_better, spec->normalization,
                               found->details, found->references});
    return reports;
}

}  // namespace scrim::checking
