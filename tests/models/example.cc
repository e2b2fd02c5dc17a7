#include "tests/models/example.h"

#include "kernel/core/number_text.h"

#include <algorithm>
#include <map>

namespace scrim::models {
namespace {

bool has_null(const Bars& table) { return !table.empty() && table.back().first == "NULL"; }

std::vector<std::uint64_t> counts_of(const Bars& table) {
    std::vector<std::uint64_t> counts;
    for (const auto& [label, count] : table) counts.push_back(count);
    return counts;
}

}  // namespace

void PrintTo(const Ratio& ratio, std::ostream* out) { *out << ratio.to_string(); }

void PrintTo(Verdict verdict, std::ostream* out) {
    *out << (verdict == Verdict::holds ? "holds" : verdict == Verdict::fails ? "fails" : "undecided");
}

Sensitive text_attribute(const Bars& table) {
    std::vector<std::string> labels;
    for (const auto& [label, count] : table)
        if (label != "NULL") labels.push_back(label);
    auto domain = std::make_shared<Domain>(Domain::of_text(labels, has_null(table)));
    return make_sensitive("disease", std::move(domain), nullptr, counts_of(table), false);
}

Sensitive number_attribute(const Bars& table, int scale) {
    std::vector<Int128> units;
    for (const auto& [label, count] : table) {
        if (label == "NULL") continue;
        const Decimal decimal = parse_decimal(label).value();
        units.push_back(rescale(decimal.units, decimal.scale, scale).value());
    }
    auto domain = std::make_shared<Domain>(Domain::of_numbers(units, scale, Domain::Kind::number, has_null(table)));
    return make_sensitive("salary", std::move(domain), nullptr, counts_of(table), true);
}

Sensitive attribute_of(const hierarchy::Hierarchy& hierarchy, const std::vector<std::uint64_t>& counts) {
    return make_sensitive("disease", hierarchy.domain_ptr(), &hierarchy, counts, hierarchy.domain().is_numeric());
}

std::uint64_t Example::size() const {
    std::uint64_t sum = 0;
    for (const ValueCount& bar : values) sum += bar.count;
    return sum;
}

ClassView Example::view() const { return {size(), population, attribute, values, guards}; }

Example class_of(const Sensitive& attribute, const Bars& bars) {
    Example example{&attribute, 0, {}, {}};
    for (const auto& [label, count] : bars) {
        const Code code = label == "NULL" ? attribute.domain->null_code() : attribute.domain->find(label).value();
        example.values.push_back({code, count});
    }
    std::sort(example.values.begin(), example.values.end());
    return example;
}

ClassView sized(std::uint64_t size, std::uint64_t population) {
    ClassView view;
    view.size = size;
    view.population = population;
    return view;
}

Example merged(const Example& a, const Example& b) {
    std::map<Code, std::uint32_t> counts;
    for (const Example* part : {&a, &b})
        for (const ValueCount& bar : part->values) counts[bar.value] += bar.count;
    Example both{a.attribute, a.population + b.population, {}, a.guards};
    for (const auto& [value, count] : counts) both.values.push_back({value, count});
    both.guards.insert(both.guards.end(), b.guards.begin(), b.guards.end());
    return both;
}

Requirement requirement(const std::string& model, const Given& given) {
    Requirement made{model, {}};
    for (const auto& [name, value] : given) made.arguments.push_back({name, {{value}}});
    return made;
}

std::unique_ptr<Model> model(const std::string& name, const Given& given) {
    auto made = make_model(requirement(name, given));
    if (!made) {
        ADD_FAILURE() << made.error().message;
        return nullptr;
    }
    return *std::move(made);
}

std::string refusal(const Requirement& requirement) {
    const auto made = make_model(requirement);
    return made ? "" : made.error().message;
}

Ratio level(const std::string& model_name, const ClassView& view, const Given& given) {
    return model(model_name, given)->measure(view)[0];
}

Ratio level(const std::string& model_name, const Example& example, const Given& given) {
    return level(model_name, example.view(), given);
}

Verdict decide(const std::string& model_name, const Example& example, const Given& given) {
    return model(model_name, given)->decide(example.view());
}

}  // namespace scrim::models
