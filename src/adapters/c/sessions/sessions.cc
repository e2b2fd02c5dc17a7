// Sessions of SQL, which libscrim-core.so does not have.
#include "adapters/c/handles.h"
#include "scrim/sql.h"

struct scrim_session {
    scrim::SqlDatabase database;
    scrim::SqlSession session;
};

extern "C" {

int scrim_session_open(const char* path, const char* grantee, scrim_session** session, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(session, "session"));
        scrim::SqlOptions options;
        options.path = path ? path : "";
        options.must_exist = grantee && *grantee;
        SCRIM_TRY(scrim::SqlDatabase database, scrim::SqlDatabase::open(options));
        SCRIM_TRY(scrim::SqlSession opened, database.session(grantee ? grantee : ""));
        *session = new scrim_session{std::move(database), std::move(opened)};
        return {};
    });
}

int scrim_session_run(scrim_session* session, const char* sql, const scrim_progress* progress, scrim_frame** frame,
                      scrim_reply** message, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(session, "session"));
        SCRIM_CHECK(scrim::c::need(sql, "sql"));
        SCRIM_CHECK(scrim::c::need(frame, "frame"));
        SCRIM_CHECK(scrim::c::need(message, "message"));
        *frame = nullptr;
        *message = nullptr;
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(const scrim::SqlOutcome outcome, scrim::run_all(session->session, sql, called));
        if (outcome.rows)
            *frame = new scrim_frame{*outcome.rows};
        else
            *message = scrim::c::new_reply({"", outcome.message, ""});
        return {};
    });
}

void scrim_session_free(scrim_session* session) { delete session; }
}
