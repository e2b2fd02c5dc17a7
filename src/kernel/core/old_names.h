// Names that were spelled otherwise once and may stand in files and scripts: read, and never written.
//
//   current_name("anatomised") == "anatomized"; any other name is itself
//
// Whoever reads a name from outside (models, their parameters, forms of releases, builders) asks for the current one
// first, so that everything behind it knows one spelling.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scrim {

struct OldName {
    std::string_view was, is;
};

std::span<const OldName> old_names();

std::string current_name(std::string_view name);
// Of a requirement as text, "personalised_privacy(p=0.5)": its model's.
std::string with_current_name(std::string_view requirement);

}  // namespace scrim
