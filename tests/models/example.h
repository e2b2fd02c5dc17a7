// Small tables and classes, written by hand, and models made from text.
#pragma once

#include "kernel/models/model.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace scrim::models {

// What a failing EXPECT_EQ prints.
void PrintTo(const Ratio& ratio, std::ostream* out);
void PrintTo(Verdict verdict, std::ostream* out);

// Labels and how often each occurs; "NULL" is NULL.
using Bars = std::vector<std::pair<std::string, std::uint32_t>>;

// Sensitive attributes of a whole table. Labels stand in their order; NULL, if any, is last.
Sensitive text_attribute(const Bars& table);
Sensitive number_attribute(const Bars& table, int scale = 0);
// `counts` in the order of the hierarchy's leaves; the hierarchy outlives the result.
Sensitive attribute_of(const hierarchy::Hierarchy& hierarchy, const std::vector<std::uint64_t>& counts);

// A class of such a table, which outlives it.
struct Example {
    const Sensitive* attribute = nullptr;
    std::uint64_t population = 0;
    std::vector<ValueCount> values;
    std::vector<GuardedCount> guards;

    std::uint64_t size() const;
    ClassView view() const;
};
Example class_of(const Sensitive& attribute, const Bars& bars);
// A class by its size and population alone.
ClassView sized(std::uint64_t size, std::uint64_t population = 0);
// Both classes as one.
Example merged(const Example& a, const Example& b);

// The model of a requirement such as {"k_anonymity", {{"k", "3"}}}; the test fails when it is refused.
using Given = std::vector<std::pair<std::string, std::string>>;
Requirement requirement(const std::string& model, const Given& given = {});
std::unique_ptr<Model> model(const std::string& name, const Given& given = {});
// Why a requirement is refused, "" when it is not.
std::string refusal(const Requirement& requirement);

// The only measured level of a model, on one class.
Ratio level(const std::string& model_name, const ClassView& view, const Given& given = {});
Ratio level(const std::string& model_name, const Example& example, const Given& given = {});
Verdict decide(const std::string& model_name, const Example& example, const Given& given);

// 004 Table II(c): professionals and artists.
struct PatientTable {
    Sensitive disease = text_attribute({{"Flu", 1}, {"HIV", 4}, {"Hepatitis", 2}});
    Example professionals = class_of(disease, {{"Hepatitis", 2}, {"HIV", 1}});
    Example artists = class_of(disease, {{"Flu", 1}, {"HIV", 3}});
};

}  // namespace scrim::models
