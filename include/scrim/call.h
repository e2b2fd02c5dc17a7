// Calls: the functions of include/scrim by name, with requests and reports as JSON. What programs in other languages
// use, through scrim.h.
//
//   Result<CallReply> reply = call("check", R"({"table": "patients.csv", "policy": "policy.yaml"})", {},
//   no_progress()); reply->json;    // {"schema": "scrim.check/1", …}
//
// A request's keys are the fields of its struct, such as CheckRequest; a report is the document that the command line
// prints with --json.
#pragma once

#include "scrim/frame.h"
#include "scrim/input.h"
#include "scrim/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct CallReply {
    std::string json;
    std::string text;  // for people, "" where there is none
    std::string html;  // a page, "" where there is none
};

// `request`: UTF-8. `frames`: what {"frame": 0} in it means.
Result<CallReply> call(std::string_view function, std::string_view request, std::span<const Frame> frames,
                       Progress& progress);

// A table as a request names it: "patients.csv" in quotes, or {"path": …, "delimiter": …}.
Result<TableInput> table_of_json(std::string_view json);

// What may be called.
std::vector<std::string> callable_functions();

}  // namespace scrim
#pragma GCC visibility pop
