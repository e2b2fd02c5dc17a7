// Diversity: how different the sensitive values of a group must be, and which records can be grouped so.
//
// A group has values of lambda categories or more, tau or more of each category that it has, and no value twice. With
// every value a category of its own and tau = 1 this is m-uniqueness (m-invariance's demand on each release), with
// categories of a hierarchy it is epsilon-distinctness (epsilon-inclusion's).
#pragma once

#include "kernel/deal/signature_plan.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace scrim::republication {

struct Diversity {
    std::uint32_t lambda = 2, tau = 1;
    std::vector<std::uint32_t> category_of;  // by value; empty where every value is a category of its own

    std::uint32_t least_records() const { return lambda * tau; }  // of a group
    bool satisfied_by(std::span<const std::uint32_t> signature) const;
};

// How many records hold each value.
using Counts = std::vector<std::uint32_t>;

// Can these records be put in diverse groups? No records can.
bool is_eligible(const Counts& counts, const Diversity& diversity);
// Why not, for people; label_of(value) is what they call a value. "" when they can.
std::string why_not_eligible(const Counts& counts, const Diversity& diversity,
                             const std::function<std::string(std::uint32_t)>& label_of);
// As many of the records as can be grouped: what must be left out comes from the values and categories that are too
// frequent.
Counts eligible_part(const Counts& counts, const Diversity& diversity);
// Groups for eligible records: few signatures, of values that stand close in the domain.
deal::SignaturePlan plan_signatures(const Counts& counts, const Diversity& diversity);

}  // namespace scrim::republication
