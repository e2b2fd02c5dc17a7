// The library without an engine: tables are in memory, or nowhere.
#include "kernel/core/text.h"
#include "library/files/files.h"
#include "scrim/sync.h"

namespace scrim::library {
namespace {

Error no_engine(const std::string& path, std::string_view done) {
    return input_error(format(
        "{}: this is Scrim's library without an engine (libscrim-core), so tables in files are not {}; hand the table "
        "over in memory, as a frame or a histogram, or use libscrim",
        path.empty() ? "no table is given" : quoted(path), done));
}

}  // namespace

Result<std::unique_ptr<TableSource>> open_file(const TableInput& input) { return no_engine(input.path, "read"); }
Result<void> write_table(const Table&, const std::string& path, Readers) { return no_engine(path, "written"); }
Result<void> write_tuples(const Tuples&, const std::string& path) { return no_engine(path, "written"); }
std::string engine_name() { return "no engine"; }

}  // namespace scrim::library

namespace scrim {

Result<SyncReport> sync(const SyncRequest&, Progress&) {
    return input_error(
        "this is Scrim's library without an engine (libscrim-core), so no server is kept up to date; use libscrim");
}

}  // namespace scrim
