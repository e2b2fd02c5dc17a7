/* Tables in parts, in C: counted, merged, planned for, released, judged; and all of it as bytes. */
#include <scrim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static scrim_error* error = NULL;

static void expect(int yes, const char* what) {
    if (yes) return;
    fprintf(stderr, "of_parts: not so: %s (%s)\n", what, error ? scrim_error_message(error) : "no error");
    exit(1);
}

#define POLICY                                                                                            \
    "{\"columns\": {\"name\": \"identifier\", \"age\": \"quasi_identifier\", \"zip\": \"quasi_identifier\", " \
    "\"disease\": \"sensitive\"}, \"rows_are_persons\": true, \"require\": [\"k_anonymity(k=4)\"]}"

int main(int argc, char** argv) {
    char table[4096];
    const char* const policy = "{\"policy\": " POLICY "}";
    scrim_frame *frame = NULL, *released[2] = {NULL, NULL};
    scrim_histogram *parts[2] = {NULL, NULL}, *all = NULL, *parsed = NULL;
    scrim_plan *plan = NULL, *carried = NULL, *shares[2] = {NULL, NULL};
    scrim_evidence *evidence[2] = {NULL, NULL}, *both = NULL, *read = NULL;
    scrim_bytes* bytes = NULL;
    scrim_reply* reply = NULL;
    scrim_applied applied;
    int i;
    expect(argc == 2, "the patients' table is named");
    snprintf(table, sizeof table, "\"%s\"", argv[1]);
    expect(scrim_frame_read(table, &frame, &error) == SCRIM_OK, "a file is read");
    for (i = 0; i < 2; ++i) /* the same patients twice */
        expect(scrim_histogram_of(frame, policy, NULL, &parts[i], &error) == SCRIM_OK, "a part is counted");
    expect(scrim_histogram_merge((const scrim_histogram* const*)parts, 2, &all, &error) == SCRIM_OK, "parts are merged");
    expect(scrim_histogram_records(all) == 24 && scrim_histogram_rows(all) == scrim_histogram_rows(parts[0]), "rows are counted");
    expect(scrim_histogram_write(all, &bytes, &error) == SCRIM_OK, "it is written down");
    expect(scrim_histogram_parse(scrim_bytes_data(bytes), scrim_bytes_size(bytes), &parsed, &error) == SCRIM_OK &&
               scrim_histogram_records(parsed) == 24,
           "and read");
    expect(scrim_histogram_parse(scrim_bytes_data(bytes), scrim_bytes_size(bytes) - 1, &parsed, &error) == SCRIM_INPUT,
           "damaged bytes are refused");
    scrim_error_free(error);
    error = NULL;
    scrim_bytes_free(bytes);
    expect(scrim_call_with("check", "{\"table\": {\"histogram\": 0}, \"policy\": " POLICY "}", NULL, 0,
                           (const scrim_histogram* const*)&all, 1, NULL, &reply, &error) == SCRIM_OK &&
               strstr(scrim_reply_json(reply), "\"scrim.check/") != NULL,
           "any function takes one");
    scrim_reply_free(reply);

    expect(scrim_plan_make("{\"policy\": " POLICY ", \"algorithm\": \"mondrian\"}", all, NULL, &plan, &error) == SCRIM_OK, "a plan is made");
    scrim_frame* values = NULL;
    expect(scrim_plan_values(plan, &values, &error) == SCRIM_OK && !values, "it deals no values out");
    expect(scrim_plan_records(plan) == 24 && scrim_plan_suppressed(plan) == 0 && scrim_plan_classes(plan) > 1 &&
               !scrim_plan_has_shares(plan) && strcmp(scrim_plan_algorithm(plan), "mondrian") == 0,
           "of all records");
    expect(scrim_plan_write(plan, &bytes, &error) == SCRIM_OK &&
               scrim_plan_parse(scrim_bytes_data(bytes), scrim_bytes_size(bytes), &carried, &error) == SCRIM_OK &&
               scrim_plan_owner_only(carried) == scrim_plan_owner_only(plan),
           "it is carried");
    scrim_bytes_free(bytes);
    expect(scrim_plan_shares(carried, (const scrim_histogram* const*)parts, 2, NULL, shares, &error) == SCRIM_OK, "it is shared");
    for (i = 0; i < 2; ++i) {
        expect(scrim_plan_apply(shares[i], frame, NULL, &released[i], &applied, &error) == SCRIM_OK && applied.records == 12 &&
                   applied.suppressed == 0 && applied.unknown == 0 && scrim_frame_rows(released[i]) == 12,
               "a part is released");
        expect(scrim_evidence_of(released[i], policy, i, NULL, &evidence[i], &error) == SCRIM_OK, "and seen");
    }
    expect(scrim_plan_evidence(shares[0], frame, policy, NULL, &read, &error) == SCRIM_OK && scrim_evidence_records(read) == 12,
           "the plan tells what it makes");
    scrim_evidence_free(read);
    expect(scrim_evidence_merge((const scrim_evidence* const*)evidence, 2, &both, &error) == SCRIM_OK &&
               scrim_evidence_records(both) == 24,
           "what was seen is merged");
    expect(scrim_evidence_write(both, &bytes, &error) == SCRIM_OK &&
               scrim_evidence_parse(scrim_bytes_data(bytes), scrim_bytes_size(bytes), &read, &error) == SCRIM_OK,
           "and carried");
    scrim_bytes_free(bytes);
    expect(scrim_evidence_judge(read, policy, NULL, &reply, &error) == SCRIM_OK &&
               strstr(scrim_reply_json(reply), "\"holds\": true") != NULL,
           "and judged");
    scrim_reply_free(reply);
    expect(scrim_histogram_merge(NULL, 0, &parsed, &error) == SCRIM_INPUT, "no parts are refused");
    scrim_error_free(error);
    expect(scrim_plan_apply(NULL, frame, NULL, &released[0], NULL, NULL) == SCRIM_INPUT, "NULL is refused");
    for (i = 0; i < 2; ++i) {
        scrim_histogram_free(parts[i]);
        scrim_plan_free(shares[i]);
        scrim_frame_free(released[i]);
        scrim_evidence_free(evidence[i]);
    }
    scrim_evidence_free(both);
    scrim_evidence_free(read);
    scrim_histogram_free(all);
    scrim_histogram_free(parsed);
    scrim_plan_free(plan);
    scrim_plan_free(carried);
    scrim_frame_free(frame);
    return 0;
}
