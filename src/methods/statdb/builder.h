// Builder: which sensitive values share a bucket.
//
// A builder file describes itself in one Builder, returned by <name>_builder(), and is listed in builders.def. It sees
// counts of values only: what it decides must not depend on who has which value.
#pragma once

#include "kernel/deal/chance.h"
#include "kernel/deal/signature_plan.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::statdb {

struct Builder {
    std::string name;
    std::string summary;   // in a few words, for help
    bool regions = false;  // plans each region of people by itself; otherwise all together
    // How records with so many of each value, m-eligible, are dealt to signatures.
    deal::SignaturePlan (*plan)(std::span<const std::uint32_t> counts, std::uint32_t m, deal::Chance& chance) = nullptr;
};

// The registry: builders.def, in its order.
const std::vector<const Builder*>& builders();
const Builder* find_builder(std::string_view name);
std::vector<std::string> names_of_builders();

#define SCRIM_BUILDER(name) const Builder& name##_builder();
#include "methods/statdb/builders.def"
#undef SCRIM_BUILDER

}  // namespace scrim::statdb
