// A perturbed release, before it is written: its rows, what it keeps of the original, and what its columns that were
// not changed tell.
#pragma once

#include "kernel/recode/perturb_records.h"
#include "methods/release/certificate.h"
#include "methods/release/chosen_algorithm.h"
#include "methods/release/prepare.h"

#include <optional>
#include <string>
#include <vector>

namespace scrim::release {

struct PerturbedColumn {
    std::string name;
    Role role = Role::insensitive;
    bool changed = false;
    bool added = false;     // the original lacks it
    bool category = false;  // its values are text, whatever they look like
};

// What a quantity is in the release itself, so that anyone can recompute it from the files alone.
struct Stated {
    recode::Kept kept;
    std::optional<std::uint64_t> different;  // of a margin: combinations of values; of values: values
    std::optional<Ratio> value;              // of a mean or a covariance
};

struct PerturbedRelease {
    const PublishRequest& request;
    const Chosen& chosen;
    std::uint64_t original = 0;  // records
    Tuples rows = {};            // sorted, in the order of what a reader sees
    std::vector<PerturbedColumn> columns = {};
    recode::Perturbed made = {};                // without its columns
    std::vector<recode::RecordColumn> of = {};  // the original's columns that were changed, for their values
    std::vector<Stated> kept = {};
    std::uint64_t alone = 0;  // records that are alone with their values in the quasi-identifiers that were not changed
    ExactReport exact = {};   // columns that were not changed and are no quasi-identifiers, by themselves
    std::optional<Measured> measured = {};                          // classes, where models of them are required
    std::vector<std::shared_ptr<const models::Model>> models = {};  // of the requirements …
    std::vector<RequirementReport> requirements = {};               // … and what of them was reached
    double seconds = 0;

    std::uint64_t released() const { return rows.total; }
    std::vector<std::string> changed() const;
    std::vector<std::string> unchanged() const;  // columns of the original that are released as they are
    // Of these roles, and not changed.
    std::vector<std::string> unchanged_in(Role role) const;
};

// Reads, perturbs and measures. Refuses what the method cannot serve, and a release that misses its requirements.
Result<PerturbedRelease> make_perturbed(TableSource& table, const PublishRequest& request, const Chosen& chosen,
                                        Random& random, Progress& progress);

// Where the values of the release's rows are exact sums; nothing where 128 bits do not hold them.
std::optional<Stated> stated(const recode::Kept& kept, const Tuples& rows);

// What is not promised, in words.
std::vector<std::string> not_promised(const PerturbedRelease& release);
// "What is released are no true rows": the first line of certificate and report.
std::string notice(const PerturbedRelease& release);
Json certificate(const PerturbedRelease& release, const std::vector<CertifiedFile>& files);

}  // namespace scrim::release
