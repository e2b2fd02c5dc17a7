// Recoder: an algorithm that turns a table into classes.
//
// A recoder file describes itself in one RecoderSpec, returned by <name>_recoder(), and is listed in recoders.def; that
// is all. What it cannot serve is said by its traits, so that the refusal is the same everywhere.
//
//   const RecoderSpec* recoder = find_recoder(name);  // null where there is none
//   SCRIM_TRY(Recoding classes, recode(*recoder, problem, arguments, progress));
//
// Those of Form::perturbed make no classes: kernel/recode/perturb_records.h runs them.
#pragma once

#include "kernel/core/random.h"
#include "kernel/noise/budget.h"
#include "kernel/recode/recoding.h"
#include "scrim/result.h"

#include <string_view>
#include <vector>

namespace scrim::recode {

// How classes are published.
enum class Form {
    generalized,  // one table; every record prints its class's box
    anatomized,   // quasi-identifiers exactly, with a group number; sensitive values counted per group (QIT and ST)
    permuted,     // quasi-identifiers exactly; sensitive values dealt out anew within each group
    grouped,      // generalized, with a group number: groups that print the same box stay apart
    perturbed,    // one table whose rows are no generalizations of true rows: values were changed, or records drawn
};
inline bool has_groups(Form form) { return form != Form::generalized && form != Form::perturbed; }
inline bool prints_spans(Form form) { return form == Form::generalized || form == Form::grouped; }

// Which columns a perturbing method can change.
enum class Perturbs { nothing, numbers, values };

struct Records;
struct Perturbed;

struct RecoderSpec : AlgorithmInfo {
    Form form = Form::generalized;
    // The choice of classes does not depend on who has which sensitive value, so that the minimality attack (Wong et
    // al., VLDB 2007) finds nothing. (Where models look only at quasi-identifiers, every recoder is.)
    bool blind = false;
    bool suppresses = false;  // leaves records out where the policy allows it
    // What it makes small; a metric or target that is asked for and that it does not look at is refused (why_ignored).
    // loss is metrics::loss_metric(); class_costs: metrics of_class_sizes and of_target
    enum class Minimizes { nothing, loss, class_costs, any_metric };
    Minimizes minimizes = Minimizes::nothing;
    bool looks_at_target = false;    // also without a metric of the target
    bool looks_at_workload = false;  // makes the count queries of a workload more exact
    bool by_chance = false;          // another run may make something else of the same table
    bool series = false;             // what it promises holds for all releases of a series together

    // What it can serve; checked by recode() before run() is called.
    bool monotone_only = true;     // merges or splits classes, and relies on monotone models
    bool per_class_only = true;    // judges classes of the whole quasi-identifier only
    bool together = false;         // can serve models that judge all classes of a table together
    bool population = false;       // can serve models that need the population
    bool people = false;           // can count people instead of records: each tuple has one class, and boxes do not
                                   // overlap, so that people can be recounted from a release
    bool needs_sensitive = false;  // groups records by a sensitive attribute
    // Every class is decided by Demands alone and holds whole tuples, so that a k of each tuple's own is honored
    // (DemandRoles::own_k): views can recode by it. There it also counts people, for nobody recounts them by boxes.
    bool own_k = false;
    // Generalizes a sensitive column, too, record by record: models have to read such cells (trait reads_cells).
    bool generalizes_sensitive = false;
    // Serves whom it can and leaves the others out (`suppresses`), so that views need not take out before whose k
    // nobody can honor.
    bool serves_whom_it_can = false;
    // The algorithm that this one extends to a k of each tuple's own: RECODE reads that name as this one's.
    const RecoderSpec* extends = nullptr;

    // When it runs though nobody named it.
    std::uint32_t preference = 0;           // the least that can do what is asked is the default; 0: never
    bool default_for_target = false;        // the default only where there is a target to look at
    std::size_t default_tuples = SIZE_MAX;  // the default only up to so many different tuples
    std::string default_because = {};       // what it is best at, as the default's reason: "it loses least"
    std::size_t quick_tuples = 0;           // tried, as a hint, where there are at most so many different tuples
    std::uint32_t in_views = 0;             // tried, in this order, for a view that names none; 0: never
    bool paper_of_views = false;            // the one that the paper on anonymization views recodes by
    // Fails with an input_error that explains why the demands cannot be met.
    Result<Recoding> (*run)(const Problem&, const models::Arguments&, Progress&) = nullptr;

    // Of Form::perturbed, instead of run(): see perturbation.h. `people` then means that it takes a person's records
    // together; the default refuses policies with several records per person.
    Perturbs perturbs = Perturbs::nothing;
    Role perturbs_role =
        Role::quasi_identifier;      // the columns that it changes where its parameter `columns` names none
    bool changes_sensitive = false;  // those and the sensitive columns
    bool classes = false;  // records are made equal in groups, so that models can be required of their classes
    // What it does to sensitive values leaves nobody believed to have one with more than 1 in `m` (Perturbed::design),
    // by whoever knows how it works: models that need classes formed blindly can be promised up to that.
    bool minimality_safe = false;
    bool mechanism = false;   // its design says what models of the mechanism judge it by (Records::asked)
    bool whole_rows = false;  // changes all columns that are released, and has no parameter `columns`
    bool hides_size = false;  // how many records the original has is told to nobody
    // Takes all values that a column may have from its hierarchy, that of numbers, too, instead of from the data.
    bool public_domains = false;
    // What a release costs, of those that are differentially private; from their arguments or what is required.
    Result<noise::Cost> (*cost)(const models::Arguments&, const models::Design& asked) = nullptr;
    Result<Perturbed> (*perturb)(const Records&, const models::Arguments&, Random&, Progress&) = nullptr;
};

// The registry: recoders.def, in its order.
const std::vector<const RecoderSpec*>& recoders();
const RecoderSpec* find_recoder(std::string_view name);
// Those whose rank (preference, in_views) is not 0, the least first.
std::vector<const RecoderSpec*> recoders_by(std::uint32_t RecoderSpec::*rank);
// The first whose trait this is; null where none has it.
const RecoderSpec* find_recoder(bool RecoderSpec::*trait);
// Their names, in the order of the registry.
std::vector<std::string> names_of_recoders(bool RecoderSpec::*trait);

// Why the recoder cannot serve the problem, "" when it can.
std::string why_refused(const RecoderSpec& recoder, const Problem& problem);
// Which of the user's wishes it would ignore: the problem's metric, where one was asked for, or its target. "" for
// none.
std::string why_ignored(const RecoderSpec& recoder, const Problem& problem, bool metric_asked);
// Refuses what the recoder cannot serve and what nothing can; merges equal boxes.
Result<Recoding> recode(const RecoderSpec& recoder, const Problem& problem, const models::Arguments& arguments,
                        Progress& progress);

}  // namespace scrim::recode
