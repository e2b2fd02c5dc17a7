/* A program in C: a table of its own, handed over as an Arrow stream, and one from a file. */
#include <scrim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t ages[] = {30, 30, 41, 41, 41};
static int held = 0; /* what the library has not released yet */

static void release_schema(struct ArrowSchema* schema) {
    for (int64_t i = 0; i < schema->n_children; ++i)
        if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
    free(schema->children);
    schema->release = NULL;
    --held;
}
static void release_array(struct ArrowArray* array) {
    for (int64_t i = 0; i < array->n_children; ++i)
        if (array->children[i]->release) array->children[i]->release(array->children[i]);
    free(array->children);
    free(array->buffers);
    array->release = NULL;
    --held;
}

static int get_schema(struct ArrowArrayStream* stream, struct ArrowSchema* out) {
    static struct ArrowSchema child;
    (void)stream;
    memset(out, 0, sizeof *out);
    memset(&child, 0, sizeof child);
    child.format = "l";
    child.name = "age";
    child.release = release_schema;
    out->format = "+s";
    out->name = "";
    out->n_children = 1;
    out->children = malloc(sizeof *out->children);
    out->children[0] = &child;
    out->release = release_schema;
    held += 2;
    return 0;
}
static int get_next(struct ArrowArrayStream* stream, struct ArrowArray* out) {
    static struct ArrowArray child;
    int* given = stream->private_data;
    memset(out, 0, sizeof *out);
    if (*given) return 0;
    *given = 1;
    memset(&child, 0, sizeof child);
    child.length = 5;
    child.n_buffers = 2;
    child.buffers = calloc(2, sizeof *child.buffers);
    child.buffers[1] = ages;
    child.release = release_array;
    out->length = 5;
    out->n_buffers = 1;
    out->buffers = calloc(1, sizeof *out->buffers);
    out->n_children = 1;
    out->children = malloc(sizeof *out->children);
    out->children[0] = &child;
    out->release = release_array;
    held += 2;
    return 0;
}
static const char* no_error(struct ArrowArrayStream* stream) {
    (void)stream;
    return NULL;
}
static void release_stream(struct ArrowArrayStream* stream) {
    stream->release = NULL;
    --held;
}

static void expect(int yes, const char* what) {
    if (yes) return;
    fprintf(stderr, "of_c: not so: %s\n", what);
    exit(1);
}

int main(int argc, char** argv) {
    scrim_error* error = NULL;
    scrim_frame* frame = NULL;
    scrim_reply* reply = NULL;
    int given = 0;
    struct ArrowArrayStream stream = {get_schema, get_next, no_error, release_stream, &given};
    const scrim_frame* frames[1];
    expect(argc == 2, "the patients' table is named");
    ++held;
    expect(scrim_frame_from_arrow(&stream, &frame, &error) == SCRIM_OK, "a table is taken over");
    expect(scrim_frame_rows(frame) == 5, "it has five rows");
    frames[0] = frame;
    expect(scrim_call("check",
                      "{\"table\": {\"frame\": 0}, \"policy\": {\"columns\": {\"age\": \"quasi_identifier\"}, "
                      "\"rows_are_persons\": true}}",
                      frames, 1, NULL, &reply, &error) == SCRIM_OK,
           "it is checked");
    expect(strstr(scrim_reply_json(reply), "\"scrim.check/") != NULL, "the report is a document");
    expect(strstr(scrim_reply_text(reply), "k_anonymity") != NULL, "the report is a text");
    scrim_reply_free(reply);
    expect(scrim_call("check", "{\"tabel\": 1}", NULL, 0, NULL, &reply, &error) == SCRIM_INPUT, "a wrong field is refused");
    expect(strstr(scrim_error_message(error), "tabel") != NULL, "the message names it");
    scrim_error_free(error);
    scrim_frame_free(frame);
    expect(held == 0, "everything that was taken over is released");

    {
        char table[4096];
        struct ArrowArrayStream back;
        struct ArrowSchema schema;
        snprintf(table, sizeof table, "\"%s\"", argv[1]);
        expect(scrim_frame_read(table, &frame, &error) == SCRIM_OK, "a file is read");
        expect(scrim_frame_to_arrow(frame, &back, &error) == SCRIM_OK, "it is given as a stream");
        scrim_frame_free(frame);
        expect(back.get_schema(&back, &schema) == 0 && schema.n_children == 4, "the stream has its columns");
        schema.release(&schema);
        back.release(&back);
    }
    {
        scrim_session* session = NULL;
        scrim_reply* message = NULL;
        expect(scrim_session_open("", "", &session, &error) == SCRIM_OK, "a session is opened");
        expect(scrim_session_run(session, "CREATE TABLE t (x INTEGER); INSERT INTO t VALUES (1), (2)", NULL, &frame, &message,
                                 &error) == SCRIM_OK && message != NULL && frame == NULL,
               "statements are run");
        scrim_reply_free(message);
        expect(scrim_session_run(session, "SELECT x FROM t", NULL, &frame, &message, &error) == SCRIM_OK &&
                   scrim_frame_rows(frame) == 2,
               "rows are given");
        scrim_frame_free(frame);
        expect(scrim_session_run(session, "SELECT y FROM t", NULL, &frame, &message, &error) == SCRIM_INPUT, "an error is one");
        scrim_error_free(error);
        scrim_session_free(session);
    }
    expect(scrim_call(NULL, "{}", NULL, 0, NULL, &reply, NULL) == SCRIM_INPUT, "NULL is refused");
    printf("%s\n", scrim_version());
    return 0;
}
