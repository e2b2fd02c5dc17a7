#include "scrim/statdb.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "library/open_table.h"
#include "methods/files/file.h"
#include "methods/statdb/answer_query.h"
#include "methods/statdb/build_stat_table.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/noisy/noisy_table.h"
#include "methods/statdb/query/split.h"
#include "scrim/catalogue.h"

#include <algorithm>
#include <filesystem>

namespace scrim {
namespace {

// A file that answers with noise never lies there without a ledger of its own: that comes first.
Result<void> begin_ledger(const statdb::BuiltStatTable& built, const StatBuildRequest& request) {
    if (std::ranges::find(request.frameworks, statdb::dp_framework().name) == request.frameworks.end()) return {};
    SCRIM_TRY(const statdb::StatTable table, statdb::StatTable::of_image(built.image));
    return ledger::Ledger::create(statdb::noisy::ledger_of(request.out), statdb::noisy::subject_of(table));
}

}  // namespace

Result<StatBuildReport> build_statdb(const StatBuildRequest& request, Progress& progress) {
    std::error_code error;
    if (request.out.empty()) return input_error("no file to write was named");
    if (std::filesystem::exists(request.out, error)) {
        if (!statdb::StatTable::is_one(request.out))
            return input_error(
                format("{} exists and is no statistical database: choose another file", quoted(request.out)));
        if (!request.force)
            return input_error(format("{} exists; {} replaces it", quoted(request.out), switched_on("force")));
    }
    SCRIM_TRY(const auto source, library::open_table(read_as(request.table, request.policy)));
    StatBuildRequest classified = request;
    classified.policy = with_defaults(request.policy, source->columns());
    SystemRandom random;
    SCRIM_TRY(const statdb::BuiltStatTable built,
              statdb::build_stat_table(*source, classified, version_text(), random, progress));
    if (progress.cancelled()) return cancelled_error();
    progress.stage("writing", 0);
    SCRIM_CHECK(begin_ledger(built, request));
    SCRIM_CHECK(files::write_private_file(request.out,
                                          {reinterpret_cast<const char*>(built.image.data()), built.image.size()}));
    return built.report;
}

Result<StatDb> StatDb::open(const std::string& path) {
    SCRIM_TRY(statdb::StatTable table, statdb::StatTable::open(path));
    return StatDb(std::make_shared<const statdb::StatTable>(std::move(table)));
}

Result<StatAnswer> StatDb::ask(const std::string& sql, const std::string& framework, const Progress& progress) const {
    SCRIM_TRY(const statdb::Query query, statdb::parse_query(sql, table_->schema()));
    SCRIM_TRY(StatAnswer answer, statdb::answer_query(*table_, query, framework, progress));
    answer.sql = sql;
    return answer;
}

std::vector<std::string> questions_in(const std::string& text) { return statdb::query::split_queries(text); }

StatInfo StatDb::info(std::size_t most_labels) const { return statdb::info_of(*table_, most_labels); }

}  // namespace scrim
