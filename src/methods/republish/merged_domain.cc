#include "methods/republish/merged_domain.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::republication {
namespace {

std::string_view kind_name(Domain::Kind kind) {
    switch (kind) {
        case Domain::Kind::text: return "text";
        case Domain::Kind::number: return "numbers";
        case Domain::Kind::date: return "dates";
        case Domain::Kind::timestamp: return "timestamps";
    }
    return "";
}

Int128 scaled(const Domain& domain, Code code, int scale) {
    Int128 units = domain.units(code);
    for (int s = domain.scale(); s < scale; ++s) units *= 10;
    return units;
}

}  // namespace

Result<DomainPtr> merged_domain(const std::string& name, const DomainPtr& one, const DomainPtr& other) {
    const bool has_null = one->has_null() || other->has_null();
    if (other->values() == 0 && one->has_null() == has_null) return one;
    if (one->values() > 0 && other->values() > 0 && one->kind() != other->kind())
        return input_error(format("column {} holds {} now and held {} in the release before: values cannot be compared",
                                  quoted(name), kind_name(one->kind()), kind_name(other->kind())));
    const Domain& first = one->values() > 0 ? *one : *other;
    if (first.kind() == Domain::Kind::text) {
        std::vector<std::string> labels;
        for (Code code = 0; code < one->values(); ++code) labels.push_back(one->label(code));
        for (Code code = 0; code < other->values(); ++code)
            if (!one->find(other->label(code))) labels.push_back(other->label(code));
        return std::make_shared<const Domain>(Domain::of_text(std::move(labels), has_null));
    }
    const int scale = std::max(one->scale(), other->scale());
    std::vector<Int128> units;
    for (const Domain* domain : {one.get(), other.get()})
        for (Code code = 0; code < domain->values(); ++code) units.push_back(scaled(*domain, code, scale));
    std::sort(units.begin(), units.end());
    units.erase(std::unique(units.begin(), units.end()), units.end());
    return std::make_shared<const Domain>(Domain::of_numbers(std::move(units), scale, first.kind(), has_null));
}

std::vector<Code> codes_in(const Domain& from, const Domain& to) {
    std::vector<Code> codes(from.size());
    for (Code code = 0; code < from.values(); ++code)
        codes[code] = to.kind() == Domain::Kind::text ? to.find(from.label(code)).value()
                                                      : to.lower_bound(scaled(from, code, to.scale()));
    if (from.has_null()) codes[from.null_code()] = to.null_code();
    return codes;
}

Column over_domain(const Column& column, const DomainPtr& domain) {
    if (column.domain_ptr() == domain) return column;
    const std::vector<Code> code_of = codes_in(column.domain(), *domain);
    std::vector<Code> codes(column.size());
    column.visit([&](auto from) {
        for (std::size_t r = 0; r < codes.size(); ++r) codes[r] = code_of[from[r]];
    });
    return Column(domain, codes);
}

}  // namespace scrim::republication
