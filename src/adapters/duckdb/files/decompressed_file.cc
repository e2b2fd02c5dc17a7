#include "adapters/duckdb/files/decompressed_file.h"

#include "adapters/duckdb/files/engine_error.h"

#include <duckdb/common/error_data.hpp>
#include <duckdb/common/file_system.hpp>
#include <duckdb/main/client_context.hpp>
#include <duckdb/main/connection.hpp>

#include <memory>

namespace scrim::engine {
namespace {

// f(), with DuckDB's exceptions as ours.
template <class F>
auto translated(F f) -> decltype(f()) {
    try {
        return f();
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& exception) {
        throw ErrorOnItsWay(engine_error(duckdb::ErrorData(exception).Message()));
    }
}

}  // namespace

ReadDecompressed decompressed_file(duckdb_connection connection, const std::string& path) {
    // A connection of the C API is one of the C++ API.
    const auto& context = *reinterpret_cast<duckdb::Connection*>(connection)->context;
    const std::shared_ptr<duckdb::FileHandle> file = translated([&] {
        return std::shared_ptr<duckdb::FileHandle>(
            duckdb::FileSystem::GetFileSystem(*context.db)
                .OpenFile(path, duckdb::FileFlags::FILE_FLAGS_READ | duckdb::FileCompressionType::AUTO_DETECT));
    });
    return [file](std::span<char> buffer) {
        return translated([&] { return static_cast<std::size_t>(file->Read(buffer.data(), buffer.size())); });
    };
}

}  // namespace scrim::engine
