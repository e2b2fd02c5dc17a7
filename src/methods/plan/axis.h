// Axis: a column by whose values a plan tells records apart. Values of any table become codes on it.
//
// Either it lists the values that it knows, each with its code; or, of numbers and dates, it holds the places where it
// is cut, and anything between two of them has one code: then it knows no value but those that the release prints.
#pragma once

#include "kernel/core/domain.h"
#include "kernel/core/sealed_bytes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::planning {

constexpr Code unknown_code = UINT32_MAX;

struct Axis {
    std::string name;
    Domain::Kind kind = Domain::Kind::text;
    int scale = 0;
    bool is_cut = false;
    std::vector<std::string> texts = {};   // ascending: the listed values of text …
    std::vector<Int128> units = {};        // … or of others; or the values where it is cut
    std::vector<Code> codes = {};          // of each listed value
    std::vector<std::uint8_t> after = {};  // of each cut: behind the value (1) or before it (0)
    std::optional<Code> null = {};         // the code of NULL
    // How many codes there may be.
    Code size() const;
    // The code of each value of a domain, NULL last; unknown_code for what it does not know.
    std::vector<Code> codes_of(const Domain& domain) const;

    // The values of a domain, each with its code.
    static Axis listed(std::string name, const Domain& domain, std::vector<Code> codes);
    // Cut at both ends of each span but the whole domain.
    static Axis cut(std::string name, const Domain& domain, const std::vector<Span>& spans);
    // The codes of a span that it was cut by.
    Span codes_of_span(const Domain& domain, Span span) const;

    friend bool operator==(const Axis&, const Axis&) = default;
};

// A value of one domain in the kind and scale of another table's: units, and whether digits behind them were lost.
// Nothing where it is of another kind.
struct Placed {
    Int128 units = 0;
    bool more = false;
};
std::optional<Placed> placed(const Domain& from, Code code, Domain::Kind kind, int scale);

void write_axis(ByteWriter& out, const Axis& axis);
Axis take_axis(ByteReader& in);

}  // namespace scrim::planning
