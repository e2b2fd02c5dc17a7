#include "scrim/statdb.h"

#include "core/file.h"
#include "core/text.h"
#include "engine/source.h"
#include "scrim/catalogue.h"
#include "statdb/answer_query.h"
#include "statdb/build_stat_table.h"
#include "statdb/query/split.h"

#include <filesystem>

namespace scrim {

Result<StatBuildReport> build_statdb(const StatBuildRequest& request, Progress& progress) {
    std::error_code error;
    if (request.out.empty()) return input_error("no file to write was named");
    if (std::filesystem::exists(request.out, error)) {
        if (!StatTable::is_one(request.out))
            return input_error(
                format("{} exists and is no statistical database: choose another file", quoted(request.out)));
        if (!request.force) return input_error(format("{} exists; --force replaces it", quoted(request.out)));
    }
    SCRIM_TRY(const auto source, open_source(read_as(request.table, request.policy)));
    StatBuildRequest classified = request;
    classified.policy = with_defaults(request.policy, source->columns());
    SystemRandom random;
    SCRIM_TRY(const BuiltStatTable built, build_stat_table(*source, classified, version_text(), random, progress));
    if (progress.cancelled()) return cancelled_error();
    progress.stage("writing", 0);
    SCRIM_CHECK(
        write_private_file(request.out, {reinterpret_cast<const char*>(built.image.data()), built.image.size()}));
    return built.report;
}

Result<StatDb> StatDb::open(const std::string& path) {
    SCRIM_TRY(StatTable table, StatTable::open(path));
    return StatDb(std::make_shared<const StatTable>(std::move(table)));
}

Result<StatAnswer> StatDb::ask(const std::string& sql, const std::string& framework, const Progress& progress) const {
    SCRIM_TRY(const Query query, parse_query(sql, table_->schema()));
    return answer_query(*table_, query, framework, progress);
}

std::vector<StatLevel> StatDb::levels(const std::string& column, std::size_t most_labels) const {
    return levels_of(*table_, column, most_labels);
}

std::vector<std::string> questions_in(const std::string& text) { return split_queries(text); }

StatInfo StatDb::info() const { return info_of(*table_); }

}  // namespace scrim
