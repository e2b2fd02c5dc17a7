// Small comparisons by hand: columns of numbers or letters, originals as codes, releases as spans.
#pragma once

#include "kernel/compare/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace scrim::test {

using compare::Attribute;
using compare::Comparison;

inline Attribute attribute_of(std::string name, Domain domain, bool quasi_identifier = true) {
    Attribute attribute;
    attribute.column.name = std::move(name);
    attribute.column.hierarchy = std::make_shared<const hierarchy::Hierarchy>(
        hierarchy::Hierarchy::flat(std::make_shared<Domain>(std::move(domain))));
    attribute.quasi_identifier = quasi_identifier;
    return attribute;
}

// The numbers 0, 1, … size - 1.
inline Attribute numbers_below(std::string name, Code size, bool quasi_identifier = true) {
    std::vector<Int128> units;
    for (Code code = 0; code < size; ++code) units.push_back(code);
    return attribute_of(std::move(name), Domain::of_numbers(units, 0), quasi_identifier);
}

inline Attribute letters_below(std::string name, Code size, bool quasi_identifier = true) {
    std::vector<std::string> labels;
    for (Code code = 0; code < size; ++code) labels.push_back(std::string(1, static_cast<char>('a' + code)));
    return attribute_of(std::move(name), Domain::of_text(labels), quasi_identifier);
}

// Adds a record that prints these spans.
inline void add_record(compare::Side& side, const std::vector<Span>& spans, double weight = 1) {
    side.printed.resize(spans.size());
    side.labels.resize(spans.size());
    for (std::size_t a = 0; a < spans.size(); ++a) {
        auto& printed = side.printed[a];
        const auto found = std::find(printed.begin(), printed.end(), spans[a]);
        side.labels[a].push_back(static_cast<Code>(found - printed.begin()));
        if (found == printed.end()) printed.push_back(spans[a]);
    }
    side.weights.push_back(weight);
    side.total += weight;
}

// The label of an original is its code.
inline void add_original(Comparison& comparison, const std::vector<Code>& codes, double weight = 1) {
    compare::Side& side = comparison.original;
    side.printed.resize(codes.size());
    side.labels.resize(codes.size());
    for (std::size_t a = 0; a < codes.size(); ++a) {
        if (side.printed[a].empty())
            for (Code code = 0; code < comparison.attributes[a].domain().size(); ++code)
                side.printed[a].push_back(Span::of(code));
        side.labels[a].push_back(codes[a]);
    }
    side.weights.push_back(weight);
    side.total += weight;
}

// Originals and a release of the same rows, exactly.
inline Comparison exact_comparison(std::vector<Attribute> attributes, const std::vector<std::vector<Code>>& rows) {
    Comparison comparison;
    comparison.attributes = std::move(attributes);
    for (const auto& row : rows) {
        add_original(comparison, row);
        std::vector<Span> spans;
        for (const Code code : row) spans.push_back(Span::of(code));
        add_record(comparison.release, spans);
    }
    return comparison;
}

inline compare::Measured measured(const Comparison& comparison, const std::string& name) {
    const auto found = compare::find_comparison(name)->measure(comparison);
    if (!found) throw std::runtime_error(name + " was not measured");
    return *found;
}

inline double figure(const compare::Figures& figures, const std::string& name) {
    for (const auto& [known, value] : figures)
        if (known == name) return value;
    throw std::runtime_error("no figure " + name);
}

inline Code drawn(std::mt19937_64& random, Code least, Code most) {
    return std::uniform_int_distribution<Code>(least, most)(random);
}

inline Span random_span(std::mt19937_64& random, Code size) {
    const Code lo = drawn(random, 0, size - 1);
    return {lo, drawn(random, lo + 1, size)};
}

// Numbers and letters; each release's record covers an original's, or is anything.
inline Comparison random_comparison(std::mt19937_64& random, std::size_t records = 40) {
    Comparison comparison;
    comparison.attributes = {numbers_below("n", 7), letters_below("l", 4), numbers_below("m", 30),
                             letters_below("t", 3, false)};
    for (std::size_t i = 0; i < records; ++i) {
        std::vector<Code> codes;
        std::vector<Span> spans;
        for (const Attribute& attribute : comparison.attributes) {
            const Code size = attribute.domain().size();
            codes.push_back(drawn(random, 0, size - 1));
            const Span any = random_span(random, size);
            spans.push_back(i % 3 == 0 ? Span::of(codes.back()) : i % 3 == 1 ? hull(any, Span::of(codes.back())) : any);
        }
        spans.back() = Span::of(codes.back());
        add_original(comparison, codes, drawn(random, 1, 2));
        add_record(comparison.release, spans, drawn(random, 1, 2));
    }
    comparison.target = 3;
    return comparison;
}

}  // namespace scrim::test
