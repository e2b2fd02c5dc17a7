// Any bytes, read as a policy and as a requirement: nothing escapes, and an accepted requirement is what it prints.
#include "scrim/policy.h"

#include <cstdint>
#include <cstdlib>

namespace {

bool same(const scrim::Requirement& a, const scrim::Requirement& b) {
    if (a.model != b.model || a.arguments.size() != b.arguments.size()) return false;
    for (std::size_t i = 0; i < a.arguments.size(); ++i)
        if (a.arguments[i].name != b.arguments[i].name || a.arguments[i].value != b.arguments[i].value) return false;
    return true;
}

void check_round_trip(const scrim::Requirement& requirement) {
    const auto again = scrim::parse_requirement(scrim::to_string(requirement));
    if (!again || !same(*again, requirement)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto policy = scrim::parse_policy(text)) {
        for (const scrim::Requirement& requirement : policy->require) check_round_trip(requirement);
    } else if (policy.error().message.find('\n') != std::string::npos) {
        std::abort();
    }
    if (const auto requirement = scrim::parse_requirement(text)) {
        check_round_trip(*requirement);
        const bool valid = scrim::validate(*requirement).ok();
        (void)valid;
    }
    return 0;
}
