#include "kernel/core/old_names.h"

namespace scrim {
namespace {

constexpr OldName all_old_names[] = {
    {"personalised_privacy", "personalized_privacy"},  // a model
    {"personalised privacy", "personalized privacy"},  // its title, which certificates repeat
    {"generalised", "generalized"},                    // forms of releases
    {"anatomised", "anatomized"},
    {"neighbours", "neighbors"},  // a builder of statistical databases, and a parameter of optimal
};

}  // namespace

std::span<const OldName> old_names() { return all_old_names; }

std::string current_name(std::string_view name) {
    for (const OldName& old : all_old_names)
        if (old.was == name) return std::string(old.is);
    return std::string(name);
}

std::string with_current_name(std::string_view requirement) {
    const std::string_view name = requirement.substr(0, requirement.find('('));
    return current_name(name) + std::string(requirement.substr(name.size()));
}

}  // namespace scrim
