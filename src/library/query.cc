#include "scrim/query.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "library/open_table.h"
#include "library/shown_types.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/query/answer_release.h"
#include "methods/query/asked_query.h"
#include "methods/query/released_reader.h"
#include "methods/statdb/query/parser.h"

namespace scrim {
namespace {

// Which of several queries an error is about.
Error about(const QueryRequest& request, std::size_t number, const Error& error) {
    if (request.queries.size() == 1) return error;
    return {error.kind, format("query {}: {}", number + 1, error.message)};
}

}  // namespace

Result<QueryReport> query(const QueryRequest& request, Progress& progress) {
    std::vector<statdb::query::QuerySyntax> parsed;
    for (std::size_t i = 0; i < request.queries.size(); ++i) {
        auto syntax = statdb::query::parse_query_syntax(request.queries[i], "");
        if (!syntax) return about(request, i, syntax.error());
        parsed.push_back(*std::move(syntax));
    }
    const querying::ColumnChoice choose = [&](const std::vector<std::string>& all) -> Result<std::vector<std::string>> {
        std::vector<std::string> needed;
        for (std::size_t i = 0; i < parsed.size(); ++i) {
            const auto names = querying::names_in(parsed[i], all);
            if (!names) return about(request, i, names.error());
            for (const std::string& name : *names) add_once(needed, name);
        }
        return needed;
    };
    querying::Released released;
    if (request.table) {
        SCRIM_TRY(const TableInput input, library::read_as_shown(*request.table, request.policy, progress));
        SCRIM_TRY(const auto table, library::open_table(input));
        SCRIM_TRY(released, querying::read_table(*table, request.policy, choose, progress));
    } else {
        hierarchy::Hierarchies hierarchies;
        for (const auto& [column, file] : request.hierarchies) {
            SCRIM_TRY(auto hierarchy, policy::read_hierarchy(file));
            hierarchies.emplace(column, std::make_shared<hierarchy::Hierarchy>(std::move(hierarchy)));
        }
        SCRIM_TRY(released, querying::read_release(request.folder, hierarchies, choose, library::open_table, progress));
    }
    QueryReport report;
    report.release = released.name;
    report.form = released.form;
    report.released = released.released;
    report.original = released.original;
    report.notes = querying::notes_on(released);
    for (std::size_t i = 0; i < parsed.size(); ++i) {
        auto answer = querying::answer_release(released, parsed[i], progress);
        if (!answer) return about(request, i, answer.error());
        answer->sql = request.queries[i];
        report.answers.push_back(*std::move(answer));
    }
    return report;
}

}  // namespace scrim
