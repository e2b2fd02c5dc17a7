// Writes the files of a release: data, hierarchies, report, and the certificate that lists them.
#pragma once

#include "methods/check/compared_tables.h"
#include "methods/release/certificate.h"
#include "methods/release/chosen_algorithm.h"
#include "methods/release/microdata.h"
#include "methods/release/released_table.h"

#include <functional>
#include <string>
#include <vector>

namespace scrim::release {

struct PerturbedRelease;
struct ReleaseContent;

// Pays for a release that is ready, by its certificate's SHA-256, made of so many records: on the disk when it returns.
using Settle = std::function<Result<void>(std::uint64_t records, const std::string& certificate)>;

// What the folder's maker needs from others.
struct PublishTools {
    std::function<Result<void>(const Tuples& rows, const std::string& path)> write;
    // Instead, of the data: writes them in parts into this folder, which is there and empty. False where it cannot, and
    // has left it as it was. Null: never.
    std::function<Result<bool>(const ReleaseContent& content, const Tuples& rows, const std::string& folder)>
        write_parts = nullptr;
    // What report.html shows.
    std::function<std::string(const PublishRequest& request, const Prepared& prepared, const Chosen& chosen,
                              const recode::Recoding& recoding, const Measured& measured)>
        page;
    // The same of a perturbed release.
    std::function<std::string(const PerturbedRelease& release)> perturbed_page;
    // Fails when a claim of the release in this folder cannot be confirmed from its files.
    std::function<Result<void>(const std::string& folder, Progress& progress)> verify;
    // Reads the request's workload.
    checking::WorkloadReader workload;
    // Plain values in the place of labels, as any recipient could draw them.
    DrawMicrodata draw;
    // Refuses a price that cannot be paid; what it gives back pays.
    std::function<Result<Settle>(const noise::Cost& cost)> pay;
    std::string version;
};

// What was decided about a release.
struct ReleaseContent {
    const PublishRequest& request;
    const Chosen& chosen;
    const Dealing& dealing;
    const Measured& measured;
    std::vector<ReleasedTable> more = {};             // tables besides those that the form asks for
    Random* random = nullptr;                         // deals values out within permuted groups
    std::function<void(Json& certificate)> add = {};  // says more in the certificate
};

Result<void> check_format(const std::string& format_name);
// Can the columns be written in this format and read back?
Result<void> check_writable(const Material& material, const std::string& format_name);
Result<void> check_writable(const Table& table, const std::string& format_name);
// What is in the folder.
Result<std::vector<CertifiedFile>> certified_files(const std::string& folder);

// The files that were written. Refuses to write what does not satisfy the requirements.
Result<std::vector<std::string>> write_release_files(const ReleaseContent& content, const PublishTools& tools,
                                                     const std::string& folder, Progress& progress);

}  // namespace scrim::release
