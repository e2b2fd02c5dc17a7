#include "methods/audit/release/audited_release.h"

#include "kernel/core/text.h"
#include "methods/verify/exact_claims.h"
#include "methods/verify/outlines.h"
#include "methods/verify/stated_persons.h"
#include "methods/verify/traced.h"

#include <filesystem>

namespace scrim::audit {
namespace {

// From the records, or where people are counted from the certificate: nobody else can tell whose the records are.
Result<ExactReport> exact_of(verifier::ReleasedData& data, const verifier::ClaimedRelease& claimed,
                             const verifier::Reading& reading) {
    if (claimed.form != verifier::ReleaseForm::generalized || claimed.series) return ExactReport{};
    if (claimed.counts_people) {
        ExactReport stated;
        if (!claimed.singled_out) return stated;
        stated.people = claimed.released_people;
        stated.together = claimed.singled_out->together;
        for (const auto& column : claimed.singled_out->columns)
            if (const verifier::ClaimedColumn* known = claimed.find(column.name))
                stated.columns.push_back(
                    {column.name, known->role, column.accepted, column.alone, column.with_quasi_identifiers});
        return stated;
    }
    SCRIM_TRY(const Tuples rows, data.data->read_tuples(claimed.names(), reading.memory, reading.progress));
    return verifier::exact_columns_of(claimed, rows, std::nullopt);
}

}  // namespace

std::uint64_t AuditedRelease::people() const {
    if (!evidence->counts_people()) return 0;
    std::uint64_t sum = 0;
    const auto all = evidence->classes(evidence->quasi_identifiers(), {});
    for (std::size_t c = 0; c < all->size(); ++c) sum += all->records(c);
    return sum;
}

Result<AuditedRelease> open_audited(const std::string& folder, const hierarchy::Hierarchies& hierarchies,
                                    const verifier::OpenSource& open, Progress& progress) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
        return input_error(format("there is no folder {}", quoted(folder)));
    verifier::Ledger ledger;
    // What it takes to read the data: `verify` is who doubts them, down to their spelling.
    const verifier::Reading reading{open, SIZE_MAX / 2, progress};
    AuditedRelease release;
    release.folder = folder;
    auto claimed = verifier::read_certificate(folder, ledger);
    if (!claimed) return verifier::not_readable(folder, ledger);
    release.claimed = *std::move(claimed);
    if (release.claimed.perturbation)
        return input_error(
            format("{} is a perturbed release: its rows need not be true, so that "
                   "attacks on classes say nothing; scrim verify checks what it keeps",
                   quoted(folder)));
    if (const verifier::ClaimedColumn* column = release.claimed.generalized())
        return input_error(format(
            "{} prints nodes in place of some values of {}: beliefs in single values, which attacks compare, are "
            "not defined by such cells; scrim verify recomputes what is promised of them",
            quoted(folder), quoted(column->name)));
    const verifier::ReleaseFiles files = verifier::listed_files(folder, release.claimed);
    auto promises = verifier::read_promises(release.claimed, ledger);
    if (!promises) return verifier::not_readable(folder, ledger);
    release.promises = *std::move(promises);
    SCRIM_TRY(auto data, verifier::open_release(folder, release.claimed, files, reading, ledger));
    if (!data) return verifier::not_readable(folder, ledger);
    SCRIM_CHECK(verifier::check_outlines(*data, release.claimed, reading, ledger));
    verifier::locate_outlines(*data, hierarchies);
    for (const auto& given : hierarchies)
        if (const bool located = data->hierarchies.contains(given.first) && !data->outlines.contains(given.first);
            !located)
            return input_error(
                format("{}: the labels of column {} are of no such hierarchy", quoted(folder), quoted(given.first)));
    SCRIM_TRY(auto judged, verifier::read_judged(*data, release.claimed, {}, reading, ledger));
    if (!judged || judged->tuples.total == 0) return verifier::not_readable(folder, ledger);
    std::optional<models::Evidence::Input> persons;
    if (release.claimed.persons) {
        SCRIM_TRY(persons, verifier::stated_persons(*data, release.claimed, *judged, reading, ledger));
        if (!persons) return verifier::not_readable(folder, ledger);
    }
    SCRIM_TRY(release.exact, exact_of(*data, release.claimed, reading));
    auto input = persons ? Result<models::Evidence::Input>(*std::move(persons))
                         : verifier::evidence_input(std::move(judged->tuples), std::move(judged->quasi_identifiers),
                                                    judged->sensitive, data->hierarchies);
    if (!input) return input.error();
    release.hierarchies = std::move(data->hierarchies);
    for (const auto& outlined : data->outlines) release.outlined.insert(outlined.first);
    release.data = std::move(data->data);
    release.evidence.emplace(*std::move(input));
    if (release.evidence->sensitive().empty())
        return input_error(format("{} has no sensitive column: there is no secret to audit", quoted(folder)));
    return release;
}

}  // namespace scrim::audit
