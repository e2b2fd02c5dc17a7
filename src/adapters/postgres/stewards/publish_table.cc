#include "adapters/postgres/stewards/publish_table.h"

#include "kernel/core/json.h"
#include "kernel/core/text.h"
#include "methods/files/file.h"
#include "methods/release/needs_original.h"
#include "methods/release/publish_table.h"
#include "methods/sync/folder_files.h"
#include "methods/sync/temporary_folder.h"
#include "methods/verify/verify_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace scrim::postgres {
namespace {

namespace fs = std::filesystem;

constexpr const char* format_of_files = "jsonl";  // tells empty text from a missing value

// The rows as lines of JSON: what the certificate's digest is of.
Result<void> write_lines(const Tuples& rows, const std::string& path, Progress& progress) {
    std::vector<std::vector<std::string>> cells;
    for (std::size_t c = 0; c < rows.table.width(); ++c) {
        const Domain& domain = rows.table[c].domain();
        const auto cell = [&](const Json& value) {
            return format("{}{}:{}", c == 0 ? "{" : ",", Json(rows.table.name(c)).dump(),
                          value.dump(-1, ' ', false, Json::error_handler_t::replace));
        };
        std::vector<std::string>& column = cells.emplace_back();
        for (Code code = 0; code < domain.values(); ++code) column.push_back(cell(domain.label(code)));
        column.push_back(cell(Json()));
    }
    std::ofstream out(path, std::ios::binary);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (row % 4096 == 0 && progress.cancelled()) return cancelled_error();
        std::string line;
        for (std::size_t c = 0; c < cells.size(); ++c) line += cells[c][rows.table[c][row]];
        line += "}\n";
        for (std::uint32_t i = 0; i < rows.weights[row]; ++i) out << line;
    }
    out.close();
    if (!out) return fault_error("the folder for temporary files cannot be written to");
    return {};
}

class Publishing {
public:
    Publishing(ReleaseStore& store, const PublishOrder& order, std::string folder, Progress& progress)
        : store_(store), order_(order), folder_(std::move(folder)), progress_(progress) {}

    Result<Published> run() {
        PublishRequest request;
        request.table.path = order_.source;
        const auto source = order_.open(read_as(request.table, order_.policy));
        request.policy = with_defaults(order_.policy, source->columns());
        request.out = folder_ + "/release";
        request.owner = folder_ + "/owner.json";
        request.format = format_of_files;
        release::PublishTools tools;
        tools.version = order_.made_by;
        tools.write = [&](const Tuples& rows, const std::string& path) { return write(rows, path, request.policy); };
        const std::string page =
            "<!DOCTYPE html><title>Release</title><p>This release is a table of a database. What it promises is in its "
            "certificate.\n";
        tools.page = [&](const auto&...) { return page; };
        tools.perturbed_page = [&](const auto&) { return page; };
        tools.verify = [&](const std::string& folder, Progress& progress) { return verify(folder, request, progress); };
        SCRIM_TRY(made_.report, release::publish_table({*source, nullptr}, request, tools, progress_));
        SCRIM_TRY(made_.certificate, files::read_file(request.out + "/certificate.json"));
        SCRIM_TRY(made_.owner, files::read_file(request.owner));
        Json hierarchies = Json::object();
        std::error_code error;
        if (fs::is_directory(request.out + "/hierarchies", error)) {
            SCRIM_TRY(const syncing::Files files, syncing::read_files(request.out + "/hierarchies"));
            for (const auto& [name, content] : files) hierarchies[name] = content;
        }
        made_.hierarchies = hierarchies.dump(-1, ' ', false, Json::error_handler_t::replace);
        return std::move(made_);
    }

private:
    // "patient" for the data, "patient_st" and the like for what else the form asks for.
    std::string table_of(const std::string& file) const {
        return names_.empty() || names_.front() == file ? order_.table : order_.table + "_" + file;
    }

    // Quasi-identifiers are text, whether the release generalizes them or not.
    Result<void> write(const Tuples& rows, const std::string& path, const Policy& policy) {
        const std::string file = fs::path(path).stem().string();
        SCRIM_CHECK(write_lines(rows, path, progress_));
        made_.tables.push_back(table_of(file));
        names_.push_back(file);
        store_.write(made_.tables.back(), rows, policy.columns_in(Role::quasi_identifier));
        return {};
    }

    // By the verifier's own code, from the tables as whoever reads them finds them.
    Result<void> verify(const std::string& folder, const PublishRequest& request, Progress& progress) {
        VerifyRequest asked;
        asked.folder = folder;
        asked.policy = request.policy;
        if (release::needs_original(request.policy)) asked.original = request.table;
        const auto open = [&](const TableInput& input) -> Result<std::unique_ptr<TableSource>> {
            for (std::size_t t = 0; t < names_.size(); ++t)
                if (input.path == format("{}/{}.{}", folder, names_[t], format_of_files))
                    return store_.read_back(made_.tables[t], input);
            if (input.path == order_.source) return order_.open(input);
            return fault_error(format("the verifier asked for {}, which is not there", quoted(input.path)));
        };
        SCRIM_TRY(const VerifyReport report, verifier::verify_folder(asked, open, progress));
        for (const VerifyClaim& claim : report.claims)
            if (claim.outcome == VerifyClaim::Outcome::fails) return input_error(claim.what + ": " + claim.detail);
        return {};
    }

    ReleaseStore& store_;
    const PublishOrder& order_;
    std::string folder_;
    Progress& progress_;
    Published made_;
    std::vector<std::string> names_;  // of the files, as made_.tables
};

}  // namespace

Result<Published> publish_into(ReleaseStore& store, const PublishOrder& order, Progress& progress) {
    SCRIM_TRY(const syncing::TemporaryFolder folder, syncing::TemporaryFolder::make());
    return Publishing(store, order, folder.path(), progress).run();
}

}  // namespace scrim::postgres
