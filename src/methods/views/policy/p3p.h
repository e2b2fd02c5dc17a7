// A privacy policy written in P3P 1.0, the W3C's XML: each STATEMENT gives one rule for each combination of its
// purposes, recipients and data.
//
//   <POLICY name="hospital" xmlns="http://www.w3.org/2002/01/P3Pv1">
//     <EXTENSION>
//       <scrim:retention xmlns:scrim="urn:scrim" name="stated-purpose" period="90 days"/>
//       <scrim:since xmlns:scrim="urn:scrim" column="admitted"/>
//     </EXTENSION>
//     <STATEMENT>
//       <PURPOSE><treatment/><research required="opt-in"/></PURPOSE>
//       <RECIPIENT><nurse/></RECIPIENT>
//       <RETENTION><stated-purpose/></RETENTION>
//       <DATA-GROUP><DATA ref="#patient.birth"/></DATA-GROUP>
//     </STATEMENT>
//   </POLICY>
//
// Any element is a purpose or a recipient by its name, P3P's own or not; the stricter of their required= counts, opt-in
// before opt-out before always. The attribute is the last part of the reference. P3P names no durations: the extension
// gives them. What binds nobody (ENTITY, ACCESS, DISPUTES-GROUP, CONSEQUENCE, …) is read over; in a
// statement, elements and attributes that P3P does not have there are refused: a misspelled one would change the rules
// unseen.
// The Platform for Privacy Preferences 1.0, W3C Recommendation 16 April 2002.
#pragma once

#include "methods/views/policy/privacy_policy.h"

#include <string>
#include <string_view>

namespace scrim::views {

// `name_of_text` is what messages call the text.
Result<PrivacyPolicy> parse_p3p(std::string_view xml, const std::string& name_of_text);

}  // namespace scrim::views
