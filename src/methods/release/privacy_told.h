// What a differentially private release says of itself, for the certificate and in words.
#pragma once

#include "kernel/core/json.h"
#include "kernel/recode/privacy_statement.h"

#include <string>
#include <vector>

namespace scrim::release {

// "epsilon 1", "epsilon 1 and delta 1/1000000000 (rho 0.0141 of zero-concentrated differential privacy)"
std::string privacy_words(const recode::PrivacyStatement& privacy);
// The object "privacy" of the certificate.
Json privacy_json(const recode::PrivacyStatement& privacy);
// Unit, neighbors, trust, what was public, side channels, one sentence or two each: title and text.
std::vector<std::pair<std::string, std::string>> privacy_facts(const recode::PrivacyStatement& privacy);

std::string_view from_name(recode::PublicDomain::From from);

}  // namespace scrim::release
