// Frameworks: the ways in which a question can be answered.
#pragma once

#include <array>
#include <string_view>

namespace scrim::statdb {

struct Framework {
    std::string_view name;
    bool baseline;  // for comparison only, and only where the file has what it needs
    std::string_view says, against;
};

inline constexpr std::array<Framework, 5> frameworks{{
    {"anatomy", false,
     "nobody's sensitive value can be told with more certainty than 1/m, however many questions are asked; the true "
     "answer is surely in the interval",
     "whoever knows everybody's quasi-identifiers, this program and all answers, but nobody's sensitive value; it may "
     "be learnt who is in the table"},
    {"generalization", false,
     "nobody's sensitive value can be told with more certainty than 1/m, however many questions are asked; the true "
     "answer is surely in the interval",
     "whoever knows everybody's quasi-identifiers, this program and all answers, but nobody's sensitive value; who is "
     "in the table is not shown, but may be inferred where few people come into question"},
    {"static_anatomy", true, "a comparison: one anatomised version answers everything",
     "whoever has no other answers about this table"},
    {"static_generalization", true, "a comparison: one generalised version answers everything",
     "whoever has no other answers about this table"},
    {"perturbation", true,
     "a comparison: sensitive values were exchanged at random; the true answer is in the interval with a confidence of "
     "80 %",
     "whoever has no other answers about this table"},
}};

constexpr const Framework* find_framework(std::string_view name) {
    for (const Framework& framework : frameworks)
        if (framework.name == name) return &framework;
    return nullptr;
}

}  // namespace scrim::statdb
