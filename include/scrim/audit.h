// Audit: who is exposed when several releases of changing data are combined?
//
//   SeriesCheckRequest request;
//   request.releases = {{"january.csv"}, {"february.csv"}};
//   request.people = {{"who_january.csv"}, {"who_february.csv"}};
//   request.policy = *read_policy("policy.yaml");   // with person: name
//   Result<SeriesCheckReport> report = check_series(request, no_progress());
//   if (report && !report->holds()) std::cout << to_text(*report);
//
// Releases may be any tool's; they are taken as printed. The attacker knows who is in which release and everybody's
// quasi-identifiers, and a person's sensitive value does not change. What is left of the values that a person may have
// is then what no release excludes. The report names people: it is for the owner of the data only.
#pragma once

#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrim {

struct SeriesCheckRequest {
    std::vector<TableInput> releases;  // in the order in which they were released
    Policy policy;                     // with one sensitive column
    // Who is in which release: one table for all of them or one for each, with the policy's person column and exact
    // quasi-identifiers. None where the releases hold the person column themselves.
    std::vector<TableInput> people;
    std::uint64_t least = 2;  // whoever has fewer possible values left is exposed
};

// What is known after a release and all before it.
struct ReleaseExposure {
    std::string name;
    std::uint64_t records = 0, classes = 0, people = 0;  // of this release
    std::uint64_t exposed_alone = 0;                     // people whom this release would expose by itself
    std::uint64_t people_so_far = 0;
    std::uint64_t fewest = 0;                                         // possible values of anybody
    std::vector<std::pair<std::uint64_t, std::uint64_t>> candidates;  // possible values, people who have so many
    std::uint64_t exposed = 0;                                        // people with fewer than asked for
};

struct ExposedPerson {
    std::string person;
    std::vector<std::string> values;  // that are still possible after all releases
    std::size_t after = 0;            // the release after which there were too few, from 0
};

struct SeriesCheckReport {
    std::string sensitive;
    std::string person;  // the column that names people
    std::uint64_t least = 2;
    std::vector<ReleaseExposure> releases;
    std::vector<ExposedPerson> exposed;  // by the release after which they were, then by name
    std::vector<std::string> notes;      // sentences about the data

    bool holds() const { return exposed.empty(); }
};

Result<SeriesCheckReport> check_series(const SeriesCheckRequest& request, Progress& progress);

// At most 20 people are listed.
std::string to_text(const SeriesCheckReport& report);
// One object with the keys holds, least, releases, exposed (everybody), notes.
std::string to_json(const SeriesCheckReport& report);
// A page of its own that loads nothing.
std::string to_html(const SeriesCheckReport& report);

}  // namespace scrim
