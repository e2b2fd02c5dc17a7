// Audit: what could an attacker learn?
//
// From one release: belief before and after for every record, and attacks that look for the worst of them.
//
//   ReleaseAuditRequest request;
//   request.folder = "release";
//   Result<ReleaseAudit> audit = audit_release(request, no_progress());
//
// From views of a database, published and planned: audit_views(). From several releases of changing data: who is
// exposed when they are combined.
//
//   SeriesCheckRequest request;
//   request.releases = {{"january.csv"}, {"february.csv"}};
//   request.people = {{"who_january.csv"}, {"who_february.csv"}};
//   request.policy = *read_policy("policy.yaml");   // with person: name
//   Result<SeriesCheckReport> report = check_series(request, no_progress());
//   if (report && !report->holds()) std::cout << to_text(*report);
//
// Releases may be any tool's; they are taken as printed. The attacker knows who is in which release and everybody's
// quasi-identifiers. A person's sensitive value does not change, but where tables of people say that it did: the
// attacker then knows who changed when, and both values are looked for. What is left of the values that a person may
// have is what no release excludes. The report names people: it is for the owner of the data only.
#pragma once

#include "scrim/check.h"
#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct ReleaseAuditRequest {
    std::string folder;  // of a release
    // Instead of a folder, any tool's table, raw or anonymized: what the policy says of its columns is all that is
    // known, and its requirements are what bounds are derived from.
    std::optional<TableInput> table;
    Policy policy;                       // of the table
    std::optional<TableInput> original;  // the table before anonymization: beliefs begin with its values
    std::string attacker = "uniform";    // or pruning: may rule out l - 1 values of each person
    std::uint64_t l = 2;                 // of the pruning attacker
    std::vector<std::string> attacks;    // by name; "all" for every one that the release and these inputs allow
    std::optional<TableInput> external;  // people whom the attacker knows, with exact quasi-identifiers
    std::string person;                  // its column of names; "" for row numbers
    std::uint64_t pieces = 1;            // of background knowledge, for the attack `background`
    std::string isolation_c = "4";       // of the attack `isolation`: how much farther the ball reaches, 1 or more
    std::uint64_t isolation_t = 5;       // how many people have to be in it
    // By column: the hierarchy's file. A release does not list what its nodes cover; needed where their names do not
    // say it and `external` is given.
    std::vector<std::pair<std::string, std::string>> hierarchies = {};
};

// Records of one class that hold one value: all of them are believed alike.
struct BeliefMove {
    std::vector<std::pair<std::string, std::optional<std::string>>> of_class;  // what the class prints
    std::string value;
    std::uint64_t records = 0;
    Exact before, after;
};

// What the attacker believes of everybody's value of one sensitive attribute.
struct BeliefReport {
    std::string sensitive;
    std::uint64_t records = 0, classes = 0;  // people in place of records, where these are counted
    std::uint64_t values = 0;                // of all records; of people, who may have several
    bool people = false;                     // people are counted
    Exact highest_before, highest_after, largest_move;
    double average_before = 0, average_after = 0;     // belief in the true value, over all records
    std::uint64_t certain = 0;                        // records whose value is known for certain
    std::array<std::uint64_t, 10> before{}, after{};  // records by belief in their true value: up to 10 %, 20 %, …
    std::vector<BeliefMove> moves;                    // that are largest
    bool values_unique = false;                       // assumption A4: no value twice in a class
};

// What a promised model implies for beliefs, beside what is reached.
struct ImpliedBound {
    std::string requirement, sensitive;
    std::string says;  // in words, with the attacker that it is about
    Exact bound, reached;
    bool holds = false;
    std::string unless;  // an assumption that it needs and that fails here, "" for none
};

// Somebody whom an attack succeeds with.
struct AttackVictim {
    std::string who;  // a person of the external table, or the class
    std::string what;
    Exact success;
};

struct AttackReport {
    std::string name, title;
    std::string not_done;  // why, "" when it was
    std::string words;     // what it does and what it found
    std::uint64_t people = 0, at_risk = 0;
    Exact highest;
    double average = 0;
    std::vector<AttackVictim> worst;
};

struct ReleaseAudit {
    std::string folder, attacker;
    bool people = false;                // people are counted, as the release states them
    std::string people_warning;         // why they are not, though the release promises of people; "" otherwise
    ExactReport exact;                  // columns that are printed as they are
    std::vector<BeliefReport> beliefs;  // by sensitive attribute
    std::vector<ImpliedBound> bounds;
    std::vector<std::pair<std::string, std::string>> assumptions;  // each with what happens when it fails
    std::vector<AttackReport> attacks;
    std::vector<std::string> not_known;  // sentences: what a bare table leaves open; none of a release

    bool holds() const;  // every implied bound does
};

Result<ReleaseAudit> audit_release(const ReleaseAuditRequest& request, Progress& progress);

std::string to_text(const ReleaseAudit& audit);
std::string to_json(const ReleaseAudit& audit);
std::string to_html(const ReleaseAudit& audit);

struct SeriesCheckRequest {
    std::vector<TableInput> releases;  // in the order in which they were released
    Policy policy;                     // with one sensitive column
    // Who is in which release: one table for all of them or one for each, with the policy's person column and exact
    // quasi-identifiers. None where the releases hold the person column themselves. Tables for each release that also
    // have the sensitive column tell whose value changed.
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
    // Of somebody whose value changed: the first and the last release of the value meant, where it is not the first or
    // the last one that the person had.
    std::optional<std::size_t> since, until;
};

struct SeriesCheckReport {
    std::string sensitive;
    std::string person;  // the column that names people
    std::uint64_t least = 2;
    std::vector<ReleaseExposure> releases;
    // By the release after which they were, then by name; somebody whose value changed may be there for each value.
    std::vector<ExposedPerson> exposed;
    std::vector<std::string> notes;  // sentences about the data

    bool holds() const { return exposed.empty(); }
};

Result<SeriesCheckReport> check_series(const SeriesCheckRequest& request, Progress& progress);

// At most 20 people are listed.
std::string to_text(const SeriesCheckReport& report);
// One object with the keys holds, least, releases, exposed (everybody), notes.
std::string to_json(const SeriesCheckReport& report);
// A page of its own that loads nothing.
std::string to_html(const SeriesCheckReport& report);

// A series of releases: each by itself, and, where it is known who is in which, all of them together.
struct SeriesAuditRequest {
    ReleaseAuditRequest release;     // its folder is that of the series; attacks are tried on each release
    std::vector<TableInput> people;  // as in SeriesCheckRequest, with names in release.person; none: each by itself
};

struct SeriesAudit {
    std::string folder;
    std::vector<ReleaseAudit> releases;
    std::optional<SeriesCheckReport> together;

    bool holds() const;
};

// Is the folder that of a series, or of its public part?
bool is_series_folder(const std::string& folder);
Result<SeriesAudit> audit_series(const SeriesAuditRequest& request, Progress& progress);

std::string to_text(const SeriesAudit& audit);
std::string to_json(const SeriesAudit& audit);
std::string to_html(const SeriesAudit& audit);

// Views of a database: what does publishing them give away about a secret?
//
// An .audit file holds relations, facts, the secret, published and planned views, what is known about the database
// (constraints), and who attacks. All databases that would have shown the same are possible; a guarantee says how far
// they, or the attacker's belief in them, give the secret away. Every verdict is exact and comes with a witness. The
// model is that of A. Deutsch, "Privacy in Database Publishing: A Bayesian Perspective". The report names facts that
// are not published: it is for the owner of the data only.
struct ViewAuditRequest {
    std::string path;
    std::string text;  // used instead of the file where it is not empty; `path` is then a name for messages
    // "NDE", "NSE", "NBR", "NFBR", "BBR", "BFBR" ("BBR 1/10" with its bound), "perfect_privacy", "k_anonymity 3". None:
    // those that the file asks for, or else all that make sense for it.
    std::vector<std::string> guarantees;
    std::string attacker;                // instead of the file's: "all", "pruning(3)", …
    std::optional<std::uint32_t> l;      // of pruning
    std::optional<std::string> epsilon;  // of BBR and BFBR: "0.1", "1/3"
    std::optional<std::uint32_t> fresh;  // fresh values of every open domain
    bool list = false;                   // also the possible databases, where they are few
    bool every_extent = false;           // not for the facts of the file, but for whatever facts there could be
    double time_limit = 0;               // seconds for everything; 0: none. What is open then is undecided.
};

enum class ViewVerdict { holds, breached, undecided };

// A belief about the secret, and how it moves.
struct SecretBelief {
    bool whole = true;              // that the secret is exactly these rows; otherwise that this row is one of its
    std::vector<std::string> rows;  // S(john, flu)
    std::string prior, posterior, moved;  // exact fractions
    std::string attacker;                 // whose belief it is, in words
};

struct ViewGuarantee {
    std::string name;
    std::string question;        // that it answers, for people
    std::string parameter_name;  // epsilon or k, where it has one …
    std::string parameter;       // … and which it is
    ViewVerdict verdict = ViewVerdict::undecided;
    std::string reason;  // in a sentence
    // The witness, where there is one: a database as facts …
    std::optional<std::vector<std::string>> database;
    std::string database_meaning;
    std::vector<std::string> database_secret;  // the secret that it has
    // … or the beliefs that move most: about the whole secret and about one row of it.
    std::optional<SecretBelief> value, row;
    // Does the verdict stand whatever other values there are, or only for the values that were considered?
    bool any_domain = false;
};

struct ViewDomain {
    std::vector<std::string> places;     // PDA.patient
    std::vector<std::string> constants;  // that occur
    std::uint32_t fresh = 0;
    std::uint32_t enough = 0;  // fresh values that stand for any number of them; 0: none known
    bool closed = false;
};

struct ViewAuditReport {
    std::string name;      // of the file
    std::string attacker;  // pruning(3)
    std::string attacker_words;
    bool every_extent = false;
    std::uint64_t facts = 0, potential_tuples = 0;
    std::vector<std::string> secrets, published, planned;  // names
    std::vector<ViewDomain> domains;
    // How many databases are possible: before anything, with what is published, with what is planned as well. Empty
    // where they were not counted.
    std::string databases, databases_published, databases_planned;
    std::vector<ViewGuarantee> guarantees;
    bool listed = false, list_complete = false;
    std::vector<std::vector<std::string>> possible;  // databases as facts, at most 1,000
    std::vector<std::string> notes;

    // What is undecided does not hold.
    bool holds() const;
};

Result<ViewAuditReport> audit_views(const ViewAuditRequest& request, Progress& progress);

std::string to_text(const ViewAuditReport& report);
// One object with the keys holds, guarantees (by name: holds, verdict, reason, witness), attacker, domains, …
std::string to_json(const ViewAuditReport& report);
std::string to_html(const ViewAuditReport& report);

}  // namespace scrim
#pragma GCC visibility pop
