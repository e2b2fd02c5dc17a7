// Words that the text and the page of an audit of views share.
#pragma once

#include "scrim/audit.h"

#include <string>
#include <vector>

namespace scrim::report {

// Short fractions as they are, long ones as a decimal.
std::string fraction_words(const std::string& fraction);
// As a number for drawing.
double fraction_value(const std::string& fraction);
// "1000", "about 10^31"
std::string count_words(const std::string& count);
// "{S(john, flu), … 3 more}"
std::string set_words(std::vector<std::string> rows);
// "john, jane (and 1 fresh value)"
std::string domain_words(const ViewDomain& domain);
// "NDE", "BBR 1/10"
std::string guarantee_words(const ViewGuarantee& some);
// With what it stands for: "…, whatever other values there are".
std::string reason_words(const ViewGuarantee& some);

}  // namespace scrim::report
