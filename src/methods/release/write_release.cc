#include "methods/release/write_release.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/outline.h"
#include "methods/files/data_formats.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/release/hierarchy_name.h"
#include "methods/release/microdata.h"

#include <algorithm>
#include <filesystem>

namespace scrim::release {
namespace {

namespace fs = std::filesystem;

// The values, NULL aside, that the release prints in a column.
std::vector<std::string> labels_of(const std::vector<ReleasedTable>& tables, const std::string& column) {
    std::vector<std::string> labels;
    for (const ReleasedTable& table : tables) {
        const auto place = table.rows.table.find(column);
        if (!place) continue;
        for (std::string& label : printed_labels(table.rows.table[*place].domain())) labels.push_back(std::move(label));
    }
    return labels;
}

// A hierarchy may list the values that occur, so what is released of it is what labels need.
Result<void> write_outlines(const Material& material, const std::vector<ReleasedTable>& tables,
                            const std::string& folder) {
    for (const auto& [name, hierarchy] : material.hierarchies) {
        const std::string file = hierarchy_name(material, name);
        if (file.empty()) continue;  // of a column that is not released
        std::error_code error;
        fs::create_directory(folder + "/hierarchies", error);
        SCRIM_CHECK(
            files::write_new_file(folder + "/" + file, hierarchy::format_outline(*hierarchy, labels_of(tables, name))));
    }
    return {};
}

// Writes the data in parts; false where they are to be one file.
Result<bool> wrote_parts(const ReleaseContent& content, const PublishTools& tools, const Tuples& rows,
                         const std::string& folder) {
    if (!tools.write_parts) return false;
    std::error_code error;
    if (!fs::create_directory(folder, error))
        return input_error(format("cannot make the folder {}: {}", quoted(folder), error.message()));
    SCRIM_TRY(const bool done, tools.write_parts(content, rows, folder));
    if (!done) fs::remove(folder, error);
    return done;
}

Result<void> write_data(const ReleaseContent& content, const PublishTools& tools, const std::string& folder,
                        Progress& progress) {
    const auto write = [&](const std::vector<ReleasedTable>& tables) -> Result<void> {
        for (const ReleasedTable& table : tables) {
            progress.stage("writing " + table.name, table.rows.total);
            progress.unit("rows");
            SCRIM_CHECK(tools.write(table.rows, format("{}/{}.{}", folder, table.name, content.request.format)));
            if (progress.cancelled()) return cancelled_error();
        }
        return {};
    };
    SCRIM_TRY(const std::vector<ReleasedTable> tables,
              released_tables(content.dealing, content.chosen.recoder->form, content.random));
    bool written = false;
    if (tables.size() == 1) {
        progress.stage("writing " + tables.front().name, tables.front().rows.total);
        SCRIM_TRY(written, wrote_parts(content, tools, tables.front().rows, folder + "/" + tables.front().name));
    }
    if (!written) SCRIM_CHECK(write(tables));
    SCRIM_CHECK(write(content.more));
    return write_outlines(content.dealing.prepared().material, tables, folder);
}

}  // namespace

Result<void> check_format(const std::string& format_name) {
    if (files::find_data_format(format_name)) return {};
    std::vector<std::string> names;
    for (const files::DataFormat& known : files::data_formats()) names.emplace_back(known.extension);
    return input_error(format("the format of the data must be one of {}, not {}", join(names, ", "),
                              quoted(std::string_view(format_name))));
}

Result<std::vector<CertifiedFile>> certified_files(const std::string& folder) {
    std::vector<CertifiedFile> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        CertifiedFile file;
        file.name = fs::relative(entry.path(), folder).generic_string();
        file.bytes = entry.file_size();
        SCRIM_TRY(file.sha256, files::sha256_of_file(entry.path().string()));
        files.push_back(std::move(file));
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return files;
}

namespace {

// An empty cell of CSV is a missing value, so empty text would be read back as another value.
Result<void> check_cells(const std::string& name, const Domain& domain, const std::string& format_name) {
    if (!files::find_data_format(format_name)->empty_is_missing) return {};
    if (domain.kind() != Domain::Kind::text || !domain.find("")) return {};
    return input_error(
        format("column {} holds empty text, which a {} file does not tell from a missing value; choose "
               "{} or json, or mend the data",
               quoted(name), format_name, field("format", "parquet")));
}

}  // namespace

Result<void> check_writable(const Table& table, const std::string& format_name) {
    for (std::size_t c = 0; c < table.width(); ++c)
        SCRIM_CHECK(check_cells(table.name(c), table[c].domain(), format_name));
    return {};
}

Result<void> check_writable(const Material& material, const std::string& format_name) {
    for (const std::string& name : material.released)
        SCRIM_CHECK(
            check_cells(name, material.rows->table[material.rows->table.find(name).value()].domain(), format_name));
    return {};
}

Result<std::vector<std::string>> write_release_files(const ReleaseContent& content, const PublishTools& tools,
                                                     const std::string& folder, Progress& progress) {
    const recode::RecoderSpec& recoder = *content.chosen.recoder;
    const Prepared& prepared = content.dealing.prepared();
    const recode::Recoding& recoding = content.dealing.recoding();
    for (const RequirementReport& requirement : content.measured.requirements)
        if (!requirement.holds)
            return fault_error(format("the release made by {} does not satisfy {}; nothing was written", recoder.name,
                                      requirement.requirement));
    SCRIM_CHECK(write_data(content, tools, folder, progress));
    SCRIM_CHECK(files::write_new_file(
        folder + "/report.html", tools.page(content.request, prepared, content.chosen, recoding, content.measured)));
    SCRIM_TRY(const std::vector<CertifiedFile> files, certified_files(folder));
    Json json = certificate(content.request, prepared, content.chosen, recoding, content.measured, files);
    if (content.add) content.add(json);
    json["made_by"] = tools.version;
    SCRIM_CHECK(files::write_new_file(folder + "/certificate.json", json.dump(2) + "\n"));
    std::vector<std::string> names;
    for (const CertifiedFile& file : files) names.push_back(file.name);
    names.push_back("certificate.json");
    return names;
}

}  // namespace scrim::release
