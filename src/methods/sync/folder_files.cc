#include "methods/sync/folder_files.h"

#include "kernel/core/text.h"
#include "methods/files/file.h"

#include <filesystem>

namespace scrim::syncing {

namespace fs = std::filesystem;

Result<Files> read_files(const std::string& folder) {
    Files files;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder, error); entry != fs::recursive_directory_iterator();
         entry.increment(error)) {
        if (error) return input_error(format("cannot read {}: {}", quoted(folder), error.message()));
        if (!entry->is_regular_file()) continue;
        SCRIM_TRY(files[fs::relative(entry->path(), folder).generic_string()],
                  files::read_file(entry->path().string()));
    }
    return files;
}

Result<void> write_files(const Files& files, const std::string& folder) {
    for (const auto& [name, content] : files) {
        const fs::path path(name);
        bool inside = !path.empty() && path.is_relative();
        for (const fs::path& part : path) inside = inside && part != ".." && part != ".";
        if (!inside) return input_error(format("the history that is kept names a file {}", quoted(name)));
        std::error_code error;
        const fs::path place = fs::path(folder) / path;
        fs::create_directories(place.parent_path(), error);
        fs::permissions(place.parent_path(), fs::perms::owner_all, error);
        SCRIM_CHECK(files::write_private_file(place.string(), content));
    }
    return {};
}

}  // namespace scrim::syncing
