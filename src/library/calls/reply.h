// A report as a call's reply, and what a call cannot do without.
#pragma once

#include "kernel/core/field.h"
#include "library/calls/fields.h"
#include "scrim/call.h"

#include <string_view>

namespace scrim::calls {

template <class Report>
Result<CallReply> reply(const Result<Report>& report) {
    if (!report) return report.error();
    CallReply made;
    made.json = to_json(*report);
    made.text = to_text(*report);
    if constexpr (requires { to_html(*report); }) made.html = to_html(*report);
    return made;
}

// Of what is not in a list of several.
inline Result<void> demand(const Fields& fields, std::string_view name) {
    if (fields.given(name)) return {};
    return input_error(field(name) + " is missing");
}

}  // namespace scrim::calls
