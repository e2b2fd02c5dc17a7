// Calls: the functions of include/scrim by name, with requests and reports as JSON. What programs in other languages
// use, through scrim.h.
//
//   const char* request = R"({"table": "patients.csv", "policy": "policy.yaml"})";
//   Result<CallReply> reply = call("check", request, {}, no_progress());
//   if (reply) std::cout << reply->json;    // {"schema": "scrim.check/1", …}
//
// A request's keys are the fields of its struct, such as CheckRequest; a report is the document that the command line
// prints with --json.
#pragma once

#include "scrim/check.h"
#include "scrim/frame.h"
#include "scrim/histogram.h"
#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/publish.h"
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

// The tables in memory that come with a request.
struct CallTables {
    std::span<const Frame> frames;          // what {"frame": 0} in it means
    std::span<const Histogram> histograms;  // what {"histogram": 0} does

    CallTables() = default;
    CallTables(std::span<const Frame> own, std::span<const Histogram> counted = {})
        : frames(own), histograms(counted) {}
    CallTables(const std::vector<Frame>& own) : frames(own) {}
};

// `request`: UTF-8.
Result<CallReply> call(std::string_view function, std::string_view request, const CallTables& tables,
                       Progress& progress);

// Requests of functions that give more than a document; each may lack its table.
Result<CheckRequest> check_request_of_json(std::string_view json, const CallTables& tables = {});
Result<PublishRequest> publish_request_of_json(std::string_view json, const CallTables& tables = {});
// {"policy": …, "require": …}, as in any request.
Result<Policy> policy_of_json(std::string_view json);
// A table as a request names it: "patients.csv" in quotes, or {"path": …, "delimiter": …}.
Result<TableInput> table_of_json(std::string_view json);

// How Wording::keyword spells a field of a request: "quasi_identifiers" for "qi".
std::string keyword_of(std::string_view field);

// What may be called.
std::vector<std::string> callable_functions();

}  // namespace scrim
#pragma GCC visibility pop
