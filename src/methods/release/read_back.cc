#include "methods/release/read_back.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/leaf_values.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace scrim::release {
namespace {

// The values, NULL aside, that occur.
std::vector<Code> occurring(const Column& column) {
    const Domain& domain = column.domain();
    std::vector<char> occurs(domain.size(), 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) occurs[code] = 1;
    });
    std::vector<Code> values;
    for (Code code = 0; code < domain.values(); ++code)
        if (occurs[code]) values.push_back(code);
    return values;
}

// A domain of some values of another, and the code that each of them has in it.
struct Seen {
    DomainPtr domain;
    std::vector<Code> codes;
};

// Places of `values` in ascending order.
template <class T>
std::vector<std::size_t> ascending(const std::vector<T>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    return order;
}

template <class T>
std::vector<T> arranged(const std::vector<T>& values, const std::vector<std::size_t>& order) {
    std::vector<T> result;
    result.reserve(order.size());
    for (const std::size_t i : order) result.push_back(values[i]);
    return result;
}

std::vector<Code> places(const std::vector<std::size_t>& order) {
    std::vector<Code> codes(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) codes[order[i]] = static_cast<Code>(i);
    return codes;
}

// Numbers stay numbers; with fewer of them, fewer digits may be enough.
Seen seen_numbers(const Domain& domain, const std::vector<Code>& values) {
    std::vector<Int128> units;
    for (const Code value : values) units.push_back(domain.units(value));
    int scale = domain.scale();
    while (scale > 0 && std::all_of(units.begin(), units.end(), [](Int128 unit) { return unit % 10 == 0; })) {
        for (Int128& unit : units) unit /= 10;
        --scale;
    }
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return {std::make_shared<Domain>(Domain::of_numbers(std::move(units), scale, domain.kind(), domain.has_null())),
            places(order)};
}

Result<Seen> seen_texts(const std::string& name, const Domain& domain, const std::vector<Code>& values, bool category) {
    std::vector<std::string> labels;
    for (const Code value : values) labels.push_back(domain.label(value));
    const auto numbers = labels.empty() || category ? std::nullopt : hierarchy::read_leaf_values(labels);
    if (!numbers) {
        const auto order = ascending(labels);
        return Seen{std::make_shared<Domain>(Domain::of_text(arranged(labels, order), domain.has_null())),
                    places(order)};
    }
    const auto order = ascending(numbers->units);
    auto made = std::make_shared<Domain>(
        Domain::of_numbers(arranged(numbers->units, order), numbers->scale, numbers->kind, domain.has_null()));
    for (Code code = 0; code < made->values(); ++code)
        if (const std::string& label = labels[order[code]]; made->label(code) != label)
            return input_error(
                format("column {}: {} would be read as {}, for all values that are left to release look like numbers "
                       "or dates; spell it so",
                       quoted(name), quoted(label), quoted(made->label(code))));
    return Seen{std::move(made), places(order)};
}

}  // namespace

Result<Column> read_back(const std::string& name, const Column& column, bool category) {
    const Domain& domain = column.domain();
    const std::vector<Code> values = occurring(column);
    Seen seen;
    if (domain.is_numeric() && !category && !values.empty()) {
        seen = seen_numbers(domain, values);
    } else {
        SCRIM_TRY(seen, seen_texts(name, domain, values, category));
    }
    std::vector<Code> to(domain.size(), 0);
    for (std::size_t i = 0; i < values.size(); ++i) to[values[i]] = seen.codes[i];
    if (domain.has_null()) to[domain.null_code()] = seen.domain->null_code();
    Column made(seen.domain, column.size());
    column.visit([&](auto from) {
        made.visit([&](auto into) {
            using Narrow = typename decltype(into)::value_type;
            for (std::size_t row = 0; row < from.size(); ++row) into[row] = static_cast<Narrow>(to[from[row]]);
        });
    });
    return made;
}

}  // namespace scrim::release
