#include "adapters/duckdb/files/database.h"

#include "adapters/duckdb/files/engine_message.h"
#include "adapters/duckdb/files/engine_version.h"
#include "kernel/core/text.h"

#include <duckdb/common/file_system.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

namespace scrim::engine {
namespace {

std::string enclosed(std::string_view text, char quote) {
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote) result += quote;
        result += c;
    }
    return result += quote;
}

}  // namespace

// Never destroyed: at the end of a process, DuckDB's threads would outlive what they use.
class Database::Idle {
public:
    static Idle& only() {
        static Idle& idle = *new Idle;
        return idle;
    }
    std::unique_ptr<Engine> take(std::size_t threads) {
        const std::lock_guard lock(mutex_);
        return engine_ && engine_->threads == threads ? std::move(engine_) : nullptr;
    }
    void keep(std::unique_ptr<Engine> engine) {
        const std::lock_guard lock(mutex_);
        std::swap(engine_, engine);
    }

private:
    std::mutex mutex_;
    std::unique_ptr<Engine> engine_;
};

Database::~Database() {
    connection_.reset();
    if (!apart_) Idle::only().keep(std::move(engine_));
}

Result<std::unique_ptr<Database>> Database::open(std::size_t threads) {
    SCRIM_CHECK(check_engine_version());
    return guarded([&]() -> Result<std::unique_ptr<Database>> {
        if (std::unique_ptr<Engine> kept = Idle::only().take(threads))
            return std::unique_ptr<Database>(new Database(std::move(kept)));
        duckdb::DBConfig config;
        config.SetOptionByName("autoinstall_known_extensions", duckdb::Value::BOOLEAN(false));
        config.SetOptionByName("autoload_known_extensions", duckdb::Value::BOOLEAN(false));
        config.SetOptionByName("allow_persistent_secrets", duckdb::Value::BOOLEAN(false));
        config.SetOptionByName("temp_directory", duckdb::Value(""));  // personal data is never spilled to disk
        config.SetOptionByName("enable_external_file_cache", duckdb::Value::BOOLEAN(false));  // nor kept in memory
        if (threads > 0) config.SetOptionByName("threads", duckdb::Value::UBIGINT(threads));
        return std::unique_ptr<Database>(new Database(std::make_unique<Engine>(config, threads)));
    });
}

Result<void> Database::limit(std::size_t bytes, std::size_t threads) {
    keep_apart();
    SCRIM_TRY(const auto now, ask(*this, "SELECT current_setting('threads')"));
    const auto fewer = std::min<std::size_t>(threads, now->GetValue(0, 0).GetValue<std::uint64_t>());
    SCRIM_TRY(auto set, ask(*this, format("SET threads = {}", fewer)));
    SCRIM_TRY(set, ask(*this, format("SET memory_limit = '{}B'", bytes)));
    return {};
}

ReadDecompressed Database::reader(const std::string& path) {
    std::shared_ptr<duckdb::FileHandle> file = instance().GetFileSystem().OpenFile(
        path, duckdb::FileFlags::FILE_FLAGS_READ | duckdb::FileCompressionType::AUTO_DETECT);
    return
        [file](std::span<char> buffer) { return static_cast<std::size_t>(file->Read(buffer.data(), buffer.size())); };
}

Error engine_error(const duckdb::ErrorData& error) {
    std::string message = condense_engine_message(error.RawMessage());
    switch (error.Type()) {
        case duckdb::ExceptionType::INTERRUPT: return cancelled_error();
        case duckdb::ExceptionType::INTERNAL:
        case duckdb::ExceptionType::FATAL: return fault_error(std::move(message));
        case duckdb::ExceptionType::OUT_OF_MEMORY: return input_error("not enough memory: " + message);
        default: return input_error(std::move(message));
    }
}

Result<std::unique_ptr<duckdb::MaterializedQueryResult>> ask(Database& database, const std::string& sql) {
    return guarded([&]() -> Result<std::unique_ptr<duckdb::MaterializedQueryResult>> {
        auto result = database.connection().Query(sql);
        if (result->HasError()) return engine_error(result->GetErrorObject());
        return std::unique_ptr<duckdb::MaterializedQueryResult>(result.release());
    });
}

std::string sql_text(std::string_view text) { return enclosed(text, '\''); }
std::string sql_name(std::string_view name) { return enclosed(name, '"'); }

}  // namespace scrim::engine
