// Republish: release changing data again and again, so that no person is exposed by comparing releases.
//
//   RepublishRequest request;
//   request.table.path = "q1.csv";
//   request.series = "series";
//   request.policy = *read_policy("policy.yaml");     // of the first release; the series keeps it
//   request.method = "m_invariance";
//   request.m = 10;
//   Result<RepublishReport> report = republish(request, no_progress());
//
// A series is a folder. `public` holds one release folder per time, as publish makes them, and is for recipients.
// `owner` holds what the next release needs: the last version of the data and its groups. It is committed before a
// release becomes visible; whoever reads it reads the data.
#pragma once

#include "scrim/check.h"
#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct RepublishRequest {
    TableInput table;                             // all records as they are now; policy.person says whose each is
    std::string series;                           // the folder; made for the first release
    std::optional<Policy> policy;                 // of a new series; later none, or one that says the same
    std::string method;                           // m_invariance or epsilon_inclusion; "" for that of the series
    std::optional<std::uint32_t> m;               // different sensitive values in each group
    std::optional<std::uint32_t> lambda;          // epsilon_inclusion: categories in each group …
    std::optional<std::uint32_t> tau;             // … and different values of each; m = lambda * tau
    std::optional<std::uint32_t> category_level;  // level of the sensitive hierarchy whose nodes are the categories
    std::string form;             // of m_invariance: generalized (default) or anatomized; "" for that of the series
    std::string format = "csv";   // of the data
    bool delay = false;           // hold records back where they cannot be released safely, rather than refuse
    bool blind = false;           // leave to chance who shares a group
    bool refuse_updates = false;  // refuse when a person's sensitive value changed to one that the group does not hide
    bool dry_run = false;         // say what would be released, write nothing
};

// One release of a series, in numbers that anybody may know.
struct SeriesRelease {
    std::uint64_t number = 0;
    std::uint64_t records = 0;  // rows of the release
    std::uint64_t groups = 0;
    std::uint64_t untrue = 0;  // counterfeits or substitutes
    double loss = 0;           // normalized certainty penalty of a generalized release, else 0
};

struct RepublishReport {
    std::string series;
    std::string folder;  // of the release
    std::string method;  // m_invariance(m=10)
    std::string form;
    bool dry_run = false;
    SeriesRelease release;
    std::uint64_t people = 0;  // in this version of the data
    std::uint64_t stayed = 0, arrived = 0, left = 0, returned = 0;
    std::uint64_t held_back = 0;
    std::uint64_t moved = 0;            // whose quasi-identifiers changed
    std::uint64_t changed_inside = 0;   // whose sensitive value changed to another that their group hides
    std::uint64_t changed_outside = 0;  // … to one that it does not: treated as having left and come anew
    std::uint64_t counterfeits = 0, substitutes = 0;
    std::uint64_t signatures = 0;  // different sets of values that groups have
    std::vector<RequirementReport> requirements;
    std::vector<SeriesRelease> releases;  // all of the series, this one last
    std::vector<std::string> notes;
};

// The methods, as help tells them: "m_invariance (generalized, with counterfeits) or …".
std::string republish_methods_text();

Result<RepublishReport> republish(const RepublishRequest& request, Progress& progress);

std::string to_text(const RepublishReport& report);
std::string to_json(const RepublishReport& report);

}  // namespace scrim
#pragma GCC visibility pop
