// Recoder: an algorithm that turns a table into classes.
//
// A recoder file describes itself in one RecoderSpec, returned by <name>_recoder(), and is listed in recoders.def; that
// is all. What it cannot serve is said by its traits, so that the refusal is the same everywhere.
//
//   const RecoderSpec* mondrian = find_recoder("mondrian");
//   SCRIM_TRY(Recoding classes, recode(*mondrian, problem, arguments, progress));
#pragma once

#include "kernel/recode/recoding.h"
#include "scrim/result.h"

#include <string_view>
#include <vector>

namespace scrim::recode {

// How classes are published.
enum class Form {
    generalised,  // one table; every record prints its class's box
    anatomised,   // quasi-identifiers exactly, with a group number; sensitive values counted per group (QIT and ST)
    permuted,     // quasi-identifiers exactly; sensitive values dealt out anew within each group
    grouped,      // generalised, with a group number: groups that print the same box stay apart
};
inline bool has_groups(Form form) { return form != Form::generalised; }
inline bool prints_spans(Form form) { return form == Form::generalised || form == Form::grouped; }

struct RecoderSpec : AlgorithmInfo {
    Form form = Form::generalised;
    // The choice of classes does not depend on who has which sensitive value, so that the minimality attack (Wong et
    // al., VLDB 2007) finds nothing. (Where models look only at quasi-identifiers, every recoder is.)
    bool blind = false;
    bool suppresses = false;  // leaves records out where the policy allows it
    // What it makes small; a metric or target that is asked for and that it does not look at is refused (why_ignored).
    enum class Minimizes { nothing, loss, any_metric };  // loss is ncp
    Minimizes minimizes = Minimizes::nothing;
    bool looks_at_target = false;  // also without a metric of the target
    bool series = false;           // what it promises holds for all releases of a series together

    // What it can serve; checked by recode() before run() is called.
    bool monotone_only = true;     // merges or splits classes, and relies on monotone models
    bool per_class_only = true;    // judges classes of the whole quasi-identifier only
    bool population = false;       // can serve models that need the population
    bool people = false;           // can count people instead of records: each tuple has one class, and boxes do not
                                   // overlap
    bool needs_sensitive = false;  // groups records by a sensitive attribute
    // Fails with an input_error that explains why the demands cannot be met.
    Result<Recoding> (*run)(const Problem&, const models::Arguments&, Progress&) = nullptr;
};

// The registry: recoders.def, in its order.
const std::vector<const RecoderSpec*>& recoders();
const RecoderSpec* find_recoder(std::string_view name);

// Why the recoder cannot serve the problem, "" when it can.
std::string why_refused(const RecoderSpec& recoder, const Problem& problem);
// Which of the user's wishes it would ignore: the problem's metric, where one was asked for, or its target. "" for
// none.
std::string why_ignored(const RecoderSpec& recoder, const Problem& problem, bool metric_asked);
// Refuses what the recoder cannot serve and what nothing can; merges equal boxes.
Result<Recoding> recode(const RecoderSpec& recoder, const Problem& problem, const models::Arguments& arguments,
                        Progress& progress);

}  // namespace scrim::recode
