#include "adapters/http/view_reader.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::server {
namespace {

class Collect final : public SqlSink {
public:
    Collect(ViewRows& out, std::uint64_t most) : out_(out), most_(most) {}

    void columns(std::span<const SqlColumn> columns) override { out_.columns.assign(columns.begin(), columns.end()); }
    bool row(std::span<const std::optional<std::string>> cells) override {
        out_.more = out_.rows.size() == most_;
        if (!out_.more) out_.rows.emplace_back(cells.begin(), cells.end());
        return !out_.more;
    }
    void message(std::string_view) override {}

private:
    ViewRows& out_;
    std::uint64_t most_;
};

// At the owner's door every session is the owner's; an analyst's has the name of the token.
std::string grantee(const Caller& caller) { return caller.owner ? "" : caller.name; }

}  // namespace

Result<ViewRows> ViewReader::run(const Caller& caller, const std::string& statement, std::uint64_t most,
                                 Progress& progress) {
    ViewRows rows;
    Collect collect(rows, most);
    SCRIM_CHECK(run(caller, statement, collect, progress));
    return rows;
}

Result<void> ViewReader::run(const Caller& caller, const std::string& statement, SqlSink& sink, Progress& progress) {
    std::optional<SqlSession> session;
    {
        const std::lock_guard lock(mutex_);
        std::vector<SqlSession>& idle = idle_[grantee(caller)];
        if (!idle.empty()) {
            session = std::move(idle.back());
            idle.pop_back();
        }
    }
    if (!session) {
        SCRIM_TRY(session, database_.session(grantee(caller)));
    }
    const Result<void> ran = session->run(statement, sink, progress);
    {
        const std::lock_guard lock(mutex_);
        idle_[grantee(caller)].push_back(*std::move(session));
    }
    return ran;
}

Result<std::vector<ViewGrant>> ViewReader::grants(const Caller& caller, Progress& progress) {
    std::vector<ViewGrant> all;
    if (caller.owner) {
        SCRIM_TRY(const ViewRows given, run(caller, "SHOW GRANTS", SIZE_MAX, progress));
        for (const ViewRow& row : given.rows)
            all.push_back({row.at(0).value_or(""), row.at(2).value_or(""), row.at(3).value_or("")});
        // What is granted to nobody is the owner's all the same.
        SCRIM_TRY(const ViewRows views, run(caller, "SHOW ANONYMIZATION_VIEWS", SIZE_MAX, progress));
        for (const ViewRow& row : views.rows) {
            const std::string view = row.at(0).value_or("");
            if (std::none_of(all.begin(), all.end(), [&](const ViewGrant& grant) { return grant.view == view; }))
                all.push_back({view, "", ""});
        }
        return all;
    }
    const auto given = run(caller, "SHOW ANONYMIZATION_VIEWS", SIZE_MAX, progress);
    // Who has no grant does not get in, and reads nothing.
    if (!given) return given.error().kind == Error::Kind::input ? Result(all) : given.error();
    for (const ViewRow& row : given->rows) {
        ViewGrant grant{row.at(0).value_or(""), row.at(1).value_or(""), row.at(2).value_or("")};
        // A token may narrow what was granted.
        if (caller.may_read(grant.view, grant.purpose, grant.recipient)) all.push_back(std::move(grant));
    }
    return all;
}

Result<std::vector<ReadableView>> ViewReader::views(const Caller& caller, Progress& progress) {
    SCRIM_TRY(const std::vector<ViewGrant> all, grants(caller, progress));
    std::vector<ReadableView> views;
    for (const ViewGrant& grant : all) {
        auto view = std::find_if(views.begin(), views.end(), [&](const auto& some) { return some.name == grant.view; });
        if (view == views.end()) view = views.insert(views.end(), {grant.view, {}, {}});
        const bool known = std::any_of(view->grants.begin(), view->grants.end(), [&](const ViewGrant& some) {
            return some.purpose == grant.purpose && some.recipient == grant.recipient;
        });
        if (!known) view->grants.push_back(grant);
    }
    for (ReadableView& view : views) {
        {
            const std::lock_guard lock(mutex_);
            if (const auto known = columns_.find(view.name); known != columns_.end()) view.columns = known->second;
        }
        if (!view.columns.empty()) continue;
        ViewQuestion question;
        question.purpose = view.grants.front().purpose;
        question.recipient = view.grants.front().recipient;
        question.select = format("SELECT * FROM {}", sql_name(view.name));
        SCRIM_TRY(const ViewRows none, run(caller, sql(question, 0), 0, progress));
        view.columns = none.columns;
        const std::lock_guard lock(mutex_);
        columns_[view.name] = none.columns;
    }
    return views;
}

bool ViewReader::may_read(const Caller& caller, const std::string& view, const ViewQuestion& question,
                          Progress& progress) {
    const auto all = grants(caller, progress);
    return all && std::any_of(all->begin(), all->end(), [&](const ViewGrant& grant) {
               const bool same = grant.purpose == question.purpose && grant.recipient == question.recipient;
               return grant.view == view && (same || caller.owner);
           });
}

Result<ViewRows> ViewReader::rows(const Caller& caller, const ViewQuestion& question, std::uint64_t limit,
                                  Progress& progress) {
    return run(caller, sql(question, limit + 1), limit, progress);
}

Result<void> ViewReader::rows(const Caller& caller, const ViewQuestion& question, std::uint64_t limit, SqlSink& sink,
                              Progress& progress) {
    return run(caller, sql(question, limit + 1), sink, progress);
}

std::string ViewReader::sql(const ViewQuestion& question, std::uint64_t limit) {
    std::string out = format("{} LIMIT {}", question.select, limit);
    if (question.offset > 0) out += format(" OFFSET {}", question.offset);
    if (!question.purpose.empty()) out += " PURPOSE " + sql_string(question.purpose);
    if (!question.recipient.empty()) out += " RECIPIENT " + sql_string(question.recipient);
    return out;
}

}  // namespace scrim::server
