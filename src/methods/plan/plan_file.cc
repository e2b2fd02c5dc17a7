#include "methods/plan/plan_file.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <limits>

namespace scrim::planning {
namespace {

constexpr int plan_digits = 38;

// Who may see it: the first thing in the file.
std::string_view notice(bool owner_only) {
    return owner_only ? "holds values that its release does not show: for the table's owner only"
                      : "holds nothing that its release does not show";
}

void write_texts(ByteWriter& out, const std::vector<std::string>& texts) {
    out.number(texts.size());
    for (const std::string& text : texts) out.text(text);
}

std::string take_text(ByteReader& in) {
    std::string text(in.text());
    if (!is_utf8(text)) in.fail();
    return text;
}

std::vector<std::string> take_texts(ByteReader& in) {
    std::vector<std::string> texts(in.count(1));
    for (std::string& text : texts) text = take_text(in);
    return texts;
}

// A number below `end`.
std::uint64_t take_below(ByteReader& in, std::uint64_t end) {
    const std::uint64_t number = in.number();
    if (number < end) return number;
    in.fail();
    return 0;
}

void write_domain(ByteWriter& out, const Domain& domain) {
    out.number(static_cast<std::uint64_t>(domain.kind()));
    out.number(domain.has_null() ? 1 : 0);
    out.number(static_cast<std::uint64_t>(domain.scale()));
    out.number(domain.values());
    for (Code code = 0; code < domain.values(); ++code)
        if (domain.is_numeric())
            out.wide(domain.units(code));
        else
            out.text(domain.label(code));
}

Domain take_domain(ByteReader& in) {
    const auto kind = static_cast<Domain::Kind>(take_below(in, 4));
    const bool null = take_below(in, 2) == 1;
    const auto scale = static_cast<int>(take_below(in, plan_digits + 1));
    const std::uint64_t values = in.count(1);
    if (values >= unknown_code - 1 || (kind != Domain::Kind::number && scale > 0)) in.fail();
    if (kind == Domain::Kind::text) {
        std::vector<std::string> labels;
        for (std::uint64_t i = 0; i < values && !in.failed(); ++i) labels.push_back(take_text(in));
        return Domain::of_text(std::move(labels), null);
    }
    std::vector<Int128> units;
    // Days and microseconds of the calendar, so that they can be printed; numbers of 38 digits.
    const Int128 limit = kind == Domain::Kind::number ? *power_of_ten(plan_digits)
                         : kind == Domain::Kind::date ? Int128{std::numeric_limits<std::int32_t>::max()}
                                                      : Int128{std::numeric_limits<std::int64_t>::max()};
    for (std::uint64_t i = 0; i < values && !in.failed(); ++i) {
        units.push_back(in.wide());
        if (units.back() >= limit || units.back() <= -limit || (i > 0 && units[i] <= units[i - 1])) in.fail();
    }
    if (in.failed()) units.clear();
    return Domain::of_numbers(std::move(units), scale, kind, null);
}

void write_shown(ByteWriter& out, const ReleasePlan& plan) {
    out.number(plan.printed.size());
    for (const PrintedColumn& column : plan.printed) {
        write_domain(out, column.domain);
        for (const Code code : column.of_class) out.number(code);
    }
    for (const std::vector<ShownColumn>* columns : {&plan.shown, &plan.kept}) {
        out.number(columns->size());
        for (const ShownColumn& column : *columns) {
            out.text(column.name);
            out.number(column.printed ? *column.printed + 1 : 0);
            out.number(static_cast<std::uint64_t>(column.kind));
            out.number(static_cast<std::uint64_t>(column.scale));
        }
    }
}

void take_shown(ByteReader& in, ReleasePlan& plan) {
    const std::uint64_t printed = in.count(1);
    for (std::uint64_t i = 0; i < printed && !in.failed(); ++i) {
        PrintedColumn column{take_domain(in), {}};
        const std::uint64_t end = column.domain.size();
        for (std::uint64_t c = 0; c < plan.classes && !in.failed(); ++c)
            column.of_class.push_back(static_cast<Code>(take_below(in, end)));
        plan.printed.push_back(std::move(column));
    }
    std::vector<std::string> names;
    for (std::vector<ShownColumn>* columns : {&plan.shown, &plan.kept}) {
        const std::uint64_t count = in.count(1);
        for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
            ShownColumn column;
            column.name = take_text(in);
            if (contains(names, column.name)) in.fail();
            names.push_back(column.name);
            const std::uint64_t most = columns == &plan.shown ? plan.printed.size() : 0;
            if (const std::uint64_t place = take_below(in, most + 1); place > 0) column.printed = place - 1;
            column.kind = static_cast<Domain::Kind>(take_below(in, 4));
            column.scale = static_cast<int>(take_below(in, plan_digits + 1));
            columns->push_back(std::move(column));
        }
    }
}

void write_classes(ByteWriter& out, const ReleasePlan& plan) {
    out.number(static_cast<std::uint64_t>(plan.by));
    out.number(plan.axes.size());
    for (const Axis& axis : plan.axes) write_axis(out, axis);
    if (plan.by == ReleasePlan::By::boxes) {
        for (const Span span : plan.tree->boxes()) {
            out.number(span.lo);
            out.number(span.width());
        }
        return;
    }
    out.number(plan.key_count());
    for (const Code code : plan.keys) out.number(code);
    for (std::size_t k = 0; k < plan.key_count(); ++k) {
        const std::uint32_t quotas = plan.offsets[k + 1] - plan.offsets[k];
        out.number(quotas);
        for (std::uint32_t q = plan.offsets[k]; q < plan.offsets[k + 1]; ++q) {
            out.number(plan.quotas[q].into == suppressed_class ? 0 : std::uint64_t{plan.quotas[q].into} + 1);
            if (quotas > 1) out.number(plan.quotas[q].records);
        }
    }
}

void take_boxes(ByteReader& in, ReleasePlan& plan) {
    std::vector<Span> boxes;
    for (std::uint64_t c = 0; c < plan.classes && !in.failed(); ++c)
        for (const Axis& axis : plan.axes) {
            const auto lo = static_cast<Code>(take_below(in, axis.size()));
            const std::uint64_t width = take_below(in, std::uint64_t{axis.size()} - lo + 1);
            if (width == 0) in.fail();
            boxes.push_back({lo, lo + static_cast<Code>(width)});
        }
    if (in.failed()) return;
    auto tree = BoxTree::make(std::move(boxes), plan.axes.size());
    if (!tree) return in.fail();
    plan.tree = std::make_shared<BoxTree>(*std::move(tree));
}

void take_keys(ByteReader& in, ReleasePlan& plan) {
    const std::uint64_t keys = in.count(1);
    const std::size_t width = plan.axes.size();
    for (std::uint64_t k = 0; k < keys && !in.failed(); ++k) {
        for (const Axis& axis : plan.axes) plan.keys.push_back(static_cast<Code>(take_below(in, axis.size())));
        const auto own = plan.keys.end() - static_cast<std::ptrdiff_t>(width);
        if (k > 0 && !std::lexicographical_compare(own - static_cast<std::ptrdiff_t>(width), own, own, plan.keys.end()))
            in.fail();
    }
    for (std::uint64_t k = 0; k < keys && !in.failed(); ++k) {
        const std::uint64_t quotas = in.count(1);
        if (quotas == 0 || (quotas > 1 && plan.by == ReleasePlan::By::keys)) in.fail();
        for (std::uint64_t q = 0; q < quotas && !in.failed(); ++q) {
            Quota quota;
            if (const std::uint64_t into = take_below(in, plan.classes + 1); into > 0)
                quota.into = static_cast<std::uint32_t>(into - 1);
            if (quotas > 1) quota.records = take_below(in, UINT32_MAX);
            plan.quotas.push_back(quota);
        }
        plan.offsets.push_back(static_cast<std::uint32_t>(plan.quotas.size()));
    }
}

void write_division(ByteWriter& out, const Division& division) {
    out.number(division.files);
    for (const DividedColumn& column : division.columns) {
        write_domain(out, column.domain);
        for (const Code code : column.starts) out.number(code);
    }
}

Division take_division(ByteReader& in, const ReleasePlan& plan) {
    const std::uint64_t files = take_below(in, most_files + 1);
    if (files == 0) in.fail();
    Division division;
    division.files = files;
    for (const ShownColumn& shown : plan.shown) {
        DividedColumn column{shown.name, take_domain(in), {}};
        for (std::uint64_t file = 1; file < files && !in.failed(); ++file)
            column.starts.push_back(static_cast<Code>(take_below(in, column.domain.size())));
        division.columns.push_back(std::move(column));
    }
    return division;
}

// What only plans of parted values have, at their end.
void write_parted(ByteWriter& out, const ReleasePlan& plan) {
    out.number(plan.groups);
    out.number(plan.values ? plan.values->width() : 0);
    if (!plan.values) return;
    out.number(plan.values->rows());
    for (std::size_t c = 0; c < plan.values->width(); ++c) {
        out.text(plan.values->name(c));
        const Column& column = (*plan.values)[c];
        write_domain(out, column.domain());
        for (std::size_t row = 0; row < column.size(); ++row) out.number(column[row]);
    }
}

void take_parted(ByteReader& in, std::uint64_t groups, ReleasePlan& plan) {
    plan.groups = groups;
    if (plan.groups > plan.classes || plan.by != ReleasePlan::By::rows) in.fail();
    const std::uint64_t width = take_below(in, 4);
    if (width == 0 || in.failed()) return;
    const std::uint64_t rows = in.count(width);
    Table table;
    for (std::uint64_t c = 0; c < width && !in.failed(); ++c) {
        std::string name = take_text(in);
        if (table.find(name)) in.fail();
        auto domain = std::make_shared<Domain>(take_domain(in));
        std::vector<Code> codes;
        for (std::uint64_t row = 0; row < rows && !in.failed(); ++row)
            codes.push_back(static_cast<Code>(take_below(in, domain->size())));
        if (!in.failed()) table.add(std::move(name), Column(std::move(domain), codes));
    }
    plan.values = std::make_shared<Table>(std::move(table));
}

}  // namespace

std::string plan_bytes(const ReleasePlan& plan) {
    ByteWriter out;
    out.text(notice(!plan.raw.empty()));
    out.text(plan.algorithm);
    for (const std::uint64_t number : {plan.classes, plan.records, plan.suppressed, std::uint64_t{plan.may_suppress}})
        out.number(number);
    write_texts(out, plan.raw);
    out.number(plan.readings.size());
    for (const ColumnReading& reading : plan.readings) {
        out.text(reading.name);
        out.number(static_cast<std::uint64_t>(reading.type));
        write_texts(out, reading.missing);
    }
    write_shown(out, plan);
    write_classes(out, plan);
    // Most plans end here. What follows begins with the number of groups; plans of several files have none.
    if (plan.groups > 0) write_parted(out, plan);
    if (plan.division) {
        out.number(0);
        write_division(out, *plan.division);
    }
    return seal(plan_seal, out.take());
}

Result<ReleasePlan> plan_of_bytes(std::string_view bytes) {
    SCRIM_TRY(const std::string_view inside, unseal(plan_seal, bytes));
    ByteReader in(inside);
    ReleasePlan plan;
    const std::string_view said = in.text();
    plan.algorithm = take_text(in);
    plan.classes = take_below(in, suppressed_class - 1);
    plan.records = in.number();
    plan.suppressed = in.number();
    plan.may_suppress = take_below(in, 2) == 1;
    plan.raw = take_texts(in);
    const std::uint64_t readings = in.count(1);
    for (std::uint64_t i = 0; i < readings && !in.failed(); ++i) {
        ColumnReading reading;
        reading.name = take_text(in);
        reading.type =
            static_cast<ColumnType>(take_below(in, static_cast<std::uint64_t>(ColumnType::decimal_point) + 1));
        reading.missing = take_texts(in);
        plan.readings.push_back(std::move(reading));
    }
    take_shown(in, plan);
    plan.by = static_cast<ReleasePlan::By>(take_below(in, 3));
    const std::uint64_t axes = in.count(1);
    for (std::uint64_t a = 0; a < axes && !in.failed(); ++a) plan.axes.push_back(take_axis(in));
    if (plan.axes.empty()) in.fail();
    if (plan.by == ReleasePlan::By::boxes)
        take_boxes(in, plan);
    else
        take_keys(in, plan);
    if (!in.failed() && !in.done()) {
        if (const std::uint64_t groups = in.number(); groups > 0)
            take_parted(in, groups, plan);
        else
            plan.division = take_division(in, plan);
    }
    if (!in.done() || said != notice(!plan.raw.empty())) return senseless(plan_seal);
    return plan;
}

}  // namespace scrim::planning
