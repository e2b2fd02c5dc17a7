// What P3P 1.0 has no words for, said in an EXTENSION of the policy: how long a retention lasts, and from when.
//
//   <EXTENSION>
//     <scrim:retention xmlns:scrim="urn:scrim" name="stated-purpose" period="90 days"/>
//     <scrim:since xmlns:scrim="urn:scrim" column="admitted"/>
//   </EXTENSION>
//
// Extensions of others are read over, unless they are marked optional="no": then the policy cannot be understood
// without them, as P3P says, and is refused.
#pragma once

#include "methods/views/policy/strict_xml.h"

#include <map>
#include <string>

namespace scrim::views {

struct P3pExtension {
    std::string since;                           // column, "" for none
    std::map<std::string, std::string> periods;  // "90 days" of "stated-purpose"
};

// Looks through all extensions of the text; ours must be the policy's own.
Result<P3pExtension> read_p3p_extension(const StrictXml& xml, pugi::xml_node policy);

}  // namespace scrim::views
