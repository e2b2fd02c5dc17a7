/* Scrim for other languages: opaque handles, tables as Arrow streams, requests and reports as JSON.
 *
 *   scrim_error* error = NULL;
 *   scrim_reply* reply = NULL;
 *   if (scrim_call("check", "{\"table\": \"patients.csv\", \"policy\": \"policy.yaml\"}", NULL, 0, NULL, &reply,
 * &error)) { fprintf(stderr, "%s\n", scrim_error_message(error)); scrim_error_free(error); } else {
 *       puts(scrim_reply_text(reply));
 *       scrim_reply_free(reply);
 *   }
 *
 * Functions that can fail return SCRIM_OK or what kind of failure it was, and then set *error, where `error` is not
 * NULL, to something that has to be freed. Texts are UTF-8 and belong to the handle that they were asked of. Handles
 * may be used by any thread, one at a time; calls with different handles run side by side. Every *_free takes NULL.
 */
#ifndef SCRIM_H
#define SCRIM_H

#include "scrim/arrow_abi.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SCRIM_API __attribute__((visibility("default")))
#else
#define SCRIM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SCRIM_OK = 0,
    SCRIM_INPUT = 2,     /* yours to mend: the message names the thing, the value and what would be accepted */
    SCRIM_FAULT = 3,     /* ours to mend */
    SCRIM_CANCELLED = 4, /* the progress said stop */
};

/* How messages spell the fields of a request: "out" or out=. */
enum { SCRIM_JSON = 0, SCRIM_KEYWORD = 1 };

typedef struct scrim_error scrim_error;
SCRIM_API const char* scrim_error_message(const scrim_error* error); /* one line */
SCRIM_API const char* scrim_error_field(const scrim_error* error);   /* of the request that it is about, or "" */
SCRIM_API void scrim_error_free(scrim_error* error);
SCRIM_API void scrim_word_errors(int wording); /* of all threads; SCRIM_JSON unless told */

/* "scrim 0.1.0 (DuckDB v1.5.6)" */
SCRIM_API const char* scrim_version(void);
/* Threads that work at once, in all calls that begin from now on: 1 is the calling thread alone. 0: one per processor.
 */
SCRIM_API void scrim_set_threads(size_t threads);

/* A table in memory. */
typedef struct scrim_frame scrim_frame;
/* Takes the stream over: it is released, whatever happens. */
SCRIM_API int scrim_frame_from_arrow(struct ArrowArrayStream* stream, scrim_frame** frame, scrim_error** error);
/* A table as a request names it: "\"patients.csv\"", or {"path": …, "delimiter": …}. */
SCRIM_API int scrim_frame_read(const char* table, scrim_frame** frame, scrim_error** error);
SCRIM_API int scrim_frame_to_arrow(const scrim_frame* frame, struct ArrowArrayStream* stream, scrim_error** error);
SCRIM_API uint64_t scrim_frame_rows(const scrim_frame* frame);
SCRIM_API void scrim_frame_free(scrim_frame* frame);

/* How long work tells where it stands, and learns that it should stop. Each may be NULL. All but `stage` are called by
 * any thread, and none may call back into Scrim. */
typedef struct scrim_progress {
    void* context;
    void (*stage)(void* context, const char* name, uint64_t total); /* 0: nobody knows how much */
    void (*advance)(void* context, uint64_t amount);
    int (*cancelled)(void* context);
} scrim_progress;

/* What a function says: the document that the command line prints with --json, the same as text, and as a page where it
 * makes one ("" where it does not). */
typedef struct scrim_reply scrim_reply;
SCRIM_API const char* scrim_reply_json(const scrim_reply* reply);
SCRIM_API const char* scrim_reply_text(const scrim_reply* reply);
SCRIM_API const char* scrim_reply_html(const scrim_reply* reply);
SCRIM_API void scrim_reply_free(scrim_reply* reply);

/* The functions of include/scrim by name: see scrim/call.h. {"table": {"frame": 0}} in a request means frames[0]. */
SCRIM_API int scrim_call(const char* function, const char* request, const scrim_frame* const* frames, size_t count,
                         const scrim_progress* progress, scrim_reply** reply, scrim_error** error);

/* A statistical database; any number of threads may ask at once. */
typedef struct scrim_statdb scrim_statdb;
SCRIM_API int scrim_statdb_open(const char* path, scrim_statdb** statdb, scrim_error** error);
/* `framework` "" for the first that the file allows. */
SCRIM_API int scrim_statdb_ask(const scrim_statdb* statdb, const char* sql, const char* framework,
                               const scrim_progress* progress, scrim_reply** reply, scrim_error** error);
SCRIM_API int scrim_statdb_info(const scrim_statdb* statdb, scrim_reply** reply, scrim_error** error);
SCRIM_API void scrim_statdb_free(scrim_statdb* statdb);

/* A session of a database with anonymization views. `path` "" for one that is gone afterwards, `grantee` "" for its
 * owner, who sees everything. */
typedef struct scrim_session scrim_session;
SCRIM_API int scrim_session_open(const char* path, const char* grantee, scrim_session** session, scrim_error** error);
/* All statements of a text. The last one's rows, or *frame is NULL and *message what was done. */
SCRIM_API int scrim_session_run(scrim_session* session, const char* sql, const scrim_progress* progress,
                                scrim_frame** frame, scrim_reply** message, scrim_error** error);
SCRIM_API void scrim_session_free(scrim_session* session);

#ifdef __cplusplus
}
#endif

#endif
