#include "methods/verify/release_files.h"

#include "kernel/core/text.h"
#include "methods/files/data_formats.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/verify/seen_part.h"

#include <sys/xattr.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace scrim::verifier {

std::string_view form_name(ReleaseForm form) {
    switch (form) {
        case ReleaseForm::generalized: return "generalized";
        case ReleaseForm::anatomized: return "anatomized";
        case ReleaseForm::permuted: return "permuted";
        case ReleaseForm::grouped: return "grouped";
        case ReleaseForm::perturbed: return "perturbed";
    }
    return "";
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_certificate = std::size_t{1} << 26;

// The only listed file that is called `stem` and one of the formats; "" for none or several.
std::string table_called(std::string_view stem, const ClaimedRelease& claimed) {
    std::string found;
    for (const ClaimedFile& file : claimed.files)
        for (const files::DataFormat& known : files::data_formats())
            if (file.name == format("{}.{}", stem, known.extension)) {
                if (!found.empty()) return {};
                found = file.name;
            }
    return found;
}

// The parts of the data, numbered from 0 on; none where the certificate lists no such files.
std::vector<std::string> data_parts(const ClaimedRelease& claimed) {
    std::vector<std::string> listed, parts;
    for (const ClaimedFile& file : claimed.files)
        if (file.name.starts_with("data/")) listed.push_back(file.name);
    std::sort(listed.begin(), listed.end());
    for (const std::string& name : listed) {
        if (name != format("data/part-{:05}.parquet", parts.size())) return {};
        parts.push_back(name);
    }
    return parts;
}

// `seen`: what somebody found who has read the file.
std::string what_changed(const std::string& folder, const ClaimedFile& file, const SeenPart* seen) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(folder + "/" + file.name, error))) return "it is missing";
    if (!is_plain_file(folder, file.name)) return "it is no regular file inside the folder";
    const std::uint64_t bytes = fs::file_size(folder + "/" + file.name, error);
    if (error) return "its size cannot be told";
    if (bytes != file.bytes)
        return format("it has {} bytes, the certificate says {}", with_thousands(bytes), with_thousands(file.bytes));
    if (seen && seen->bytes != bytes) return format("{} bytes of it were looked at", with_thousands(seen->bytes));
    const auto digest = seen ? Result<std::string>(seen->sha256) : files::sha256_of_file(folder + "/" + file.name);
    if (!digest) return "it cannot be read";
    if (*digest != file.sha256) return format("its SHA-256 is {}, the certificate says {}", *digest, file.sha256);
    return {};
}

// Does it carry data beside its content, which copies may keep?
bool has_attributes(const std::string& path) {
    std::vector<char> names(1 << 16);
    const ssize_t bytes = ::llistxattr(path.c_str(), names.data(), names.size());
    const std::string_view all(names.data(), bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    return all.starts_with("user.") || all.find(std::string_view("\0user.", 6)) != std::string_view::npos;
}

// Everything in the folder that is not listed; folders in which nothing listed is, with a '/' at the end.
std::vector<std::string> unlisted(const std::string& folder, const ClaimedRelease& claimed) {
    std::set<std::string> listed{"certificate.json"};
    for (const ClaimedFile& file : claimed.files) {
        listed.insert(file.name);
        for (std::size_t slash = file.name.find('/'); slash != std::string::npos;
             slash = file.name.find('/', slash + 1))
            listed.insert(file.name.substr(0, slash + 1));
    }
    std::vector<std::string> others;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        std::string name = at->path().lexically_relative(folder).generic_string();
        if (at->symlink_status(error).type() == fs::file_type::directory) name += '/';
        if (!listed.contains(name))
            others.push_back(name);
        else if (has_attributes(at->path().string()))
            others.push_back(name + " with extended attributes");
    }
    if (has_attributes(folder)) others.push_back("extended attributes of the folder");
    if (error) others.push_back("what could not be looked at");
    std::sort(others.begin(), others.end());
    return others;
}

// Listed files that have no part in a release: nothing is claimed of what they hold.
std::vector<std::string> unexplained(const ClaimedRelease& claimed, const ReleaseFiles& files) {
    std::set<std::string> known{"report.html", files.data, files.values};
    known.insert(files.parts.begin(), files.parts.end());
    for (const ClaimedColumn& column : claimed.columns) known.insert(column.hierarchy);
    if (claimed.series) known.insert(claimed.series->auxiliary);
    if (claimed.microdata) known.insert(claimed.microdata->table);
    if (claimed.intervals) known.insert(claimed.intervals->table);
    if (claimed.persons)
        for (const std::string& file : claimed.persons->files()) known.insert(file);
    std::vector<std::string> others;
    for (const ClaimedFile& file : claimed.files)
        if (!known.contains(file.name)) others.push_back(file.name);
    return others;
}

std::vector<std::string> not_listed(const ClaimedRelease& claimed, const ReleaseFiles& files) {
    std::vector<std::string> missing;
    const bool anatomized = claimed.form == ReleaseForm::anatomized;
    if (files.data.empty()) missing.push_back(anatomized ? "qit.csv" : "data.csv");
    if (anatomized && files.values.empty()) missing.push_back("st.csv");
    const auto lists = [&](const std::string& name) {
        return std::any_of(claimed.files.begin(), claimed.files.end(),
                           [&](const ClaimedFile& file) { return file.name == name; });
    };
    if (claimed.series && !lists(claimed.series->auxiliary)) missing.push_back(claimed.series->auxiliary);
    if (claimed.microdata && !lists(claimed.microdata->table)) missing.push_back(claimed.microdata->table);
    if (claimed.intervals && !lists(claimed.intervals->table)) missing.push_back(claimed.intervals->table);
    if (claimed.persons)
        for (const std::string& file : claimed.persons->files())
            if (!lists(file)) missing.push_back(file);
    for (const ClaimedColumn& column : claimed.columns) {
        if (!column.hierarchy.empty() && !lists(column.hierarchy)) missing.push_back(column.hierarchy);
    }
    return missing;
}

}  // namespace

bool is_plain_file(const std::string& folder, const std::string& name) {
    std::error_code error;
    for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1))
        if (fs::symlink_status(folder + "/" + name.substr(0, slash), error).type() != fs::file_type::directory)
            return false;
    return fs::symlink_status(folder + "/" + name, error).type() == fs::file_type::regular;
}

bool ReleaseFiles::can_use(const std::string& name) const {
    if (parts.empty() || name != data) return usable.contains(name);
    return std::all_of(parts.begin(), parts.end(), [&](const std::string& part) { return usable.contains(part); });
}

std::optional<ClaimedRelease> read_certificate(const std::string& folder, Ledger& ledger) {
    const std::string name = "certificate.json";
    std::error_code error;
    std::string against;
    if (!fs::exists(fs::symlink_status(folder + "/" + name, error)))
        against = "it is missing";
    else if (!is_plain_file(folder, name))
        against = "it is no regular file";
    if (!against.empty()) {
        ledger.fails(name, against);
        return std::nullopt;
    }
    const auto text = files::read_file(folder + "/" + name, largest_certificate);
    auto claimed = text ? parse_certificate(*text) : Result<ClaimedRelease>(text.error());
    if (!claimed) {
        ledger.fails(name, claimed.error().message);
        return std::nullopt;
    }
    ledger.holds(name, format("version {}, a {} release, {}", known_certificate_version, form_name(claimed->form),
                              counted(claimed->promises.size(), "promise", "promises")));
    if (!claimed->unknown.empty())
        ledger.fails(
            "the certificate states nothing else",
            format("no certificate of version {} states {}", known_certificate_version, list_some(claimed->unknown)));
    return *std::move(claimed);
}

Error not_readable(const std::string& folder, Ledger& ledger) {
    for (const VerifyClaim& claim : ledger.take())
        if (claim.outcome == VerifyClaim::Outcome::fails)
            return input_error(
                format("{} cannot be read as a release: {}: {}", quoted(folder), claim.what, claim.detail));
    return input_error(format("{} cannot be read as a release", quoted(folder)));
}

ReleaseFiles listed_files(const std::string& folder, const ClaimedRelease& claimed) {
    const bool anatomized = claimed.form == ReleaseForm::anatomized;
    ReleaseFiles files;
    files.data = table_called(anatomized ? "qit" : "data", claimed);
    if (anatomized) files.values = table_called("st", claimed);
    if (files.data.empty() && claimed.form == ReleaseForm::generalized && !claimed.series) {
        files.parts = data_parts(claimed);
        if (!files.parts.empty()) files.data = "data";
    }
    for (const ClaimedFile& file : claimed.files)
        if (is_plain_file(folder, file.name)) files.usable.insert(file.name);
    return files;
}

Result<ReleaseFiles> check_files(const std::string& folder, const ClaimedRelease& claimed, Ledger& ledger,
                                 Progress& progress, const SeenParts& seen) {
    ReleaseFiles files = listed_files(folder, claimed);
    const auto found = [&](const std::string& name) -> const SeenPart* {
        for (const auto& part : seen)
            if (part->name == name) return part.get();
        return nullptr;
    };
    progress.stage("comparing checksums", claimed.files.size());
    progress.unit("files");
    for (const ClaimedFile& file : claimed.files) {
        if (progress.cancelled()) return cancelled_error();
        ledger.settle(format("{} is unchanged", printable(file.name)), what_changed(folder, file, found(file.name)),
                      format("{}, SHA-256 as stated", counted(file.bytes, "byte", "bytes")));
        progress.advance(1);
    }
    const auto missing = not_listed(claimed, files);
    ledger.settle(
        "every file that the release needs is listed",
        missing.empty() ? "" : format("{} not: {}", missing.size() == 1 ? "one is" : "some are", list_some(missing)),
        counted(claimed.files.size(), "file", "files"));
    const auto others = unlisted(folder, claimed);
    const auto odd = unexplained(claimed, files);
    ledger.settle("nothing else is in the folder",
                  !others.empty() ? format("the certificate does not list {}", list_some(others))
                  : !odd.empty()  ? format("a release has no use for {}, and nothing is claimed of it", list_some(odd))
                                  : "");
    return files;
}

}  // namespace scrim::verifier
