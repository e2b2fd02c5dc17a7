/* Scrim for other languages: opaque handles, tables as Arrow streams, requests and reports as JSON.
 *
 *   scrim_error* error = NULL;
 *   scrim_reply* reply = NULL;
 *   const char* request = "{\"table\": \"patients.csv\", \"policy\": \"policy.yaml\"}";
 *   if (scrim_call("check", request, NULL, 0, NULL, &reply, &error)) {
 *       fprintf(stderr, "%s\n", scrim_error_message(error));
 *       scrim_error_free(error);
 *   } else {
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

/* How messages spell the fields of a request: "out" or out=. (In a document of JSON always out=.) */
enum { SCRIM_JSON = 0, SCRIM_KEYWORD = 1 };

typedef struct scrim_error scrim_error;
SCRIM_API const char* scrim_error_message(const scrim_error* error); /* one line */
SCRIM_API const char* scrim_error_field(const scrim_error* error);   /* of the request that it is about, or "" */
SCRIM_API void scrim_error_free(scrim_error* error);
SCRIM_API void scrim_word_errors(int wording); /* and texts, of all threads; SCRIM_JSON unless told */

/* "scrim 0.1.0 (DuckDB v1.5.6)", or "scrim 0.1.0 (no engine)": then tables in files are refused. */
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

/* Bytes that something was written down as. */
typedef struct scrim_bytes scrim_bytes;
SCRIM_API const void* scrim_bytes_data(const scrim_bytes* bytes);
SCRIM_API size_t scrim_bytes_size(const scrim_bytes* bytes);
SCRIM_API void scrim_bytes_free(scrim_bytes* bytes);

/* Tables in parts: scrim/histogram.h, scrim/plan.h, scrim/evidence.h. What they hold and who may see it is said there.
 * `policy` is {"policy": …, "require": …}, as in any request. */

/* The different rows of a table, and how often each occurs. */
typedef struct scrim_histogram scrim_histogram;
SCRIM_API int scrim_histogram_of(const scrim_frame* part, const char* policy, const scrim_progress* progress,
                                 scrim_histogram** histogram, scrim_error** error);
SCRIM_API int scrim_histogram_merge(const scrim_histogram* const* parts, size_t count, scrim_histogram** histogram,
                                    scrim_error** error);
SCRIM_API uint64_t scrim_histogram_records(const scrim_histogram* histogram);
SCRIM_API uint64_t scrim_histogram_rows(const scrim_histogram* histogram);
SCRIM_API int scrim_histogram_write(const scrim_histogram* histogram, scrim_bytes** bytes, scrim_error** error);
SCRIM_API int scrim_histogram_parse(const void* data, size_t size, scrim_histogram** histogram, scrim_error** error);
SCRIM_API void scrim_histogram_free(scrim_histogram* histogram);
/* scrim_call with histograms, too: {"table": {"histogram": 0}} means histograms[0]. */
SCRIM_API int scrim_call_with(const char* function, const char* request, const scrim_frame* const* frames,
                              size_t frame_count, const scrim_histogram* const* histograms, size_t histogram_count,
                              const scrim_progress* progress, scrim_reply** reply, scrim_error** error);

/* How records become those of a release. */
typedef struct scrim_plan scrim_plan;
/* `request`: as of "publish"; its table is the histogram, unless that is NULL and it names a file. */
SCRIM_API int scrim_plan_make(const char* request, const scrim_histogram* histogram, const scrim_progress* progress,
                              scrim_plan** plan, scrim_error** error);
typedef struct scrim_applied {
    uint64_t records, suppressed, unknown;
} scrim_applied;
/* `applied` may be NULL. */
SCRIM_API int scrim_plan_apply(const scrim_plan* plan, const scrim_frame* part, const scrim_progress* progress,
                               scrim_frame** released, scrim_applied* applied, scrim_error** error);
/* Of what apply makes of the part, with the person's column and guards: see Plan::evidence. */
typedef struct scrim_evidence scrim_evidence;
SCRIM_API int scrim_plan_evidence(const scrim_plan* plan, const scrim_frame* part, const char* policy,
                                  const scrim_progress* progress, scrim_evidence** evidence, scrim_error** error);
/* Where scrim_plan_has_shares: a plan for each part, into plans[0 .. count). */
SCRIM_API int scrim_plan_shares(const scrim_plan* plan, const scrim_histogram* const* parts, size_t count,
                                const scrim_progress* progress, scrim_plan** plans, scrim_error** error);
SCRIM_API int scrim_plan_has_shares(const scrim_plan* plan);
/* Of an anatomized release: how often each group has each value. *frame is NULL for other plans. */
SCRIM_API int scrim_plan_values(const scrim_plan* plan, scrim_frame** frame, scrim_error** error);
SCRIM_API int scrim_plan_owner_only(const scrim_plan* plan);
SCRIM_API const char* scrim_plan_algorithm(const scrim_plan* plan);
SCRIM_API uint64_t scrim_plan_classes(const scrim_plan* plan);
SCRIM_API uint64_t scrim_plan_records(const scrim_plan* plan);
SCRIM_API uint64_t scrim_plan_suppressed(const scrim_plan* plan);
SCRIM_API int scrim_plan_write(const scrim_plan* plan, scrim_bytes** bytes, scrim_error** error);
SCRIM_API int scrim_plan_parse(const void* data, size_t size, scrim_plan** plan, scrim_error** error);
SCRIM_API void scrim_plan_free(scrim_plan* plan);

/* What it takes to judge a table of which only parts are seen. */
/* `models_only`: see Evidence::Of. */
SCRIM_API int scrim_evidence_of(const scrim_frame* part, const char* policy, int models_only,
                                const scrim_progress* progress, scrim_evidence** evidence, scrim_error** error);
SCRIM_API int scrim_evidence_merge(const scrim_evidence* const* parts, size_t count, scrim_evidence** evidence,
                                   scrim_error** error);
/* `request`: as of "check", without its table. */
SCRIM_API int scrim_evidence_judge(const scrim_evidence* evidence, const char* request, const scrim_progress* progress,
                                   scrim_reply** reply, scrim_error** error);
SCRIM_API uint64_t scrim_evidence_records(const scrim_evidence* evidence);
SCRIM_API int scrim_evidence_write(const scrim_evidence* evidence, scrim_bytes** bytes, scrim_error** error);
SCRIM_API int scrim_evidence_parse(const void* data, size_t size, scrim_evidence** evidence, scrim_error** error);
SCRIM_API void scrim_evidence_free(scrim_evidence* evidence);

/* A statistical database; any number of threads may ask at once. */
typedef struct scrim_statdb scrim_statdb;
SCRIM_API int scrim_statdb_open(const char* path, scrim_statdb** statdb, scrim_error** error);
/* `framework` "" for the first that the file allows. */
SCRIM_API int scrim_statdb_ask(const scrim_statdb* statdb, const char* sql, const char* framework,
                               const scrim_progress* progress, scrim_reply** reply, scrim_error** error);
SCRIM_API int scrim_statdb_info(const scrim_statdb* statdb, scrim_reply** reply, scrim_error** error);
SCRIM_API void scrim_statdb_free(scrim_statdb* statdb);

/* A session of a database with anonymization views; not in libscrim-core. `path` "" for one that is gone afterwards,
 * `grantee` "" for its owner, who sees everything. */
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
