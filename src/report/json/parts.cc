#include "report/json/parts.h"

#include "report/json/document.h"

namespace scrim::report::json {

std::string to_json(const HistogramFile& made) {
    return pretty(document(Schema::histogram, {{"file", made.file},
                                               {"parts", made.parts},
                                               {"records", made.records},
                                               {"rows", made.rows},
                                               {"columns", made.columns},
                                               {"left_out", made.left_out}}));
}

std::string to_json(const PlanFiles& made) {
    return pretty(document(Schema::plan, {{"files", made.files},
                                          {"algorithm", made.algorithm},
                                          {"records", made.records},
                                          {"suppressed", made.suppressed},
                                          {"classes", made.classes},
                                          {"columns", made.columns},
                                          {"owner_only", !made.raw_columns.empty()},
                                          {"raw_columns", made.raw_columns}}));
}

std::string to_json(const AppliedFile& made) {
    return pretty(document(
        Schema::apply,
        {{"file", made.file}, {"records", made.records}, {"suppressed", made.suppressed}, {"unknown", made.unknown}}));
}

}  // namespace scrim::report::json
