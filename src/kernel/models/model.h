// Model: a privacy model, judged class by class.
//
// A model file derives one class in an unnamed namespace, describes it in one ModelSpec and is listed in models.def;
// that is all. measure() says how good one class is, in exact ratios; decide() compares that with the thresholds the
// model was made with. A model sees only what a ClassView shows, never rows or strings.
//
//   SCRIM_TRY(std::unique_ptr<Model> model, make_model(requirement));
//   SCRIM_CHECK(model->check_attributes(attributes));
//   for (const Question& question : model->questions(quasi_identifiers))
//       for (const ClassView& view : classes_of(question))
//           if (model->decide(view) != Verdict::holds) …
#pragma once

#include "kernel/core/histogram.h"
#include "kernel/core/ratio.h"
#include "kernel/models/arguments.h"
#include "kernel/models/sensitive.h"
#include "scrim/catalogue.h"
#include "scrim/policy.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrim::models {

// How many records of a class hold `value` and guard the values in `guard` (none, when the span is empty).
struct GuardedCount {
    Code value = 0;
    Span guard;
    std::uint32_t count = 0;
};

// One equivalence class: all that a model may look at.
struct ClassView {
    std::uint64_t size = 0;                // records; 0 only for a class of the population that the table lacks
    std::uint64_t population = 0;          // records of the population that the class stands for, if one was given
    const Sensitive* sensitive = nullptr;  // null for models that do not ask
    std::span<const ValueCount> values;    // of the sensitive attribute: ascending by value, counts > 0
    std::span<const GuardedCount> guards;  // for models that need guarding nodes; equal guards best stand together

    std::uint64_t largest() const;  // count of the most frequent value
};

// Which classes a model judges: those of equal values on the columns x, by the values on y.
struct Question {
    std::vector<std::string> x;  // empty: all quasi-identifiers
    std::vector<std::string> y;  // empty: each sensitive attribute by itself
    // Classes of people who have the same set of values on x in their records, without y. Where everybody has one
    // record, these are the classes on x.
    bool owners = false;
    friend auto operator<=>(const Question&, const Question&) = default;
};

// One question per set of columns; without any set, the one about all quasi-identifiers.
std::vector<Question> questions_on(const std::vector<std::vector<std::string>>& sets);

class Model;
// Asks about nothing but the classes on all quasi-identifiers, and each sensitive attribute by itself.
bool asks_whole_classes(const Model& model, std::vector<std::string> quasi_identifiers);

// Exact numbers of what makes a release by chance, by name: "keep", "rate" (kernel/models/mechanism.h).
using Design = std::vector<std::pair<std::string, Ratio>>;

// The levels one class reaches, one per measured parameter (bound at_least or at_most), in the order of the
// description.
using Levels = std::array<Ratio, 2>;

enum class Verdict { holds, fails, undecided };

// What a model implies for an attacker who knows a person's class: no belief in a sensitive value exceeds `most`, or,
// with `of_move`, none differs by more from the value's share in the whole table.
struct BeliefBound {
    Ratio most;
    bool of_move = false;
    std::uint64_t pruned = 0;   // also when the attacker has ruled out so many values of the person
    bool needs_unique = false;  // only where no value occurs twice in a class
};

// All classes of a table, judged together: for attackers who combine what they know about people of several classes.
// Filled class by class, in parts that are merged in any order. The model that made it outlives it.
class Together {
public:
    virtual ~Together() = default;
    virtual void add(const ClassView& view) = 0;
    // `other` is of the same model.
    virtual void merge(const Together& other) = 0;
    // Of all that was added: at least as bad as the worst class alone.
    virtual Levels measure() const = 0;
    virtual Verdict decide() const = 0;
};

// measure() and decide() may be called from many threads at once.
class Model {
public:
    Model(const ModelInfo& info, Arguments arguments);
    virtual ~Model() = default;

    const ModelInfo& info() const { return info_; }
    const Arguments& arguments() const { return arguments_; }
    // The only sensitive attribute to be judged, "" for all.
    const std::string& attribute() const { return attribute_; }
    void restrict_to(std::string attribute) { attribute_ = std::move(attribute); }
    // Of a model that compares with the whole table: is that the original, or what is released of it? Leaving records
    // out changes the latter.
    bool against_original() const { return against_original_; }
    bool against_released() const { return info_.traits.against_overall && !against_original_; }

    // Refuses arguments that name values which none of these attributes has: a guarantee about them would be empty.
    virtual Result<void> check_attributes(std::span<const Sensitive* const> attributes) const;

    // The default asks about the classes of the whole quasi-identifier and every sensitive attribute.
    virtual std::vector<Question> questions(const std::vector<std::string>& quasi_identifiers) const;
    virtual Levels measure(const ClassView& view) const = 0;
    // Does the class satisfy the model with the thresholds given? A parameter without a threshold is not asked for.
    // The default compares measure() with the thresholds, exactly.
    virtual Verdict decide(const ClassView& view) const;
    // Null where classes that hold by themselves hold together, as of most models. Otherwise monotone says of a whole
    // table that merging two of its classes does not make it worse.
    virtual std::unique_ptr<Together> together() const { return nullptr; }
    // Of a class that fails: however it is divided, at least so many of its records are in parts that fail. All of
    // them where the model is upward_closed, one where it is monotone, otherwise none. Searches prune by it.
    virtual std::uint64_t least_lost(const ClassView& view) const;
    // Could the class hold if up to `spare` records were left out of the rest of the table? Matters only to models that
    // compare with the distribution of what is released; true where it is not known better.
    virtual bool may_hold_without(const ClassView& view, std::uint64_t spare) const;
    // Of a model that speaks of the mechanism (trait of_mechanism), or of how classes were formed (needs_blind): the
    // levels that one of these numbers reaches, nothing where it states too few; and the numbers that reach the
    // thresholds with the least loss, where there are some.
    virtual std::optional<Levels> measure_design(const Design&) const { return std::nullopt; }
    virtual std::optional<Design> least_design() const { return std::nullopt; }
    // Of a model that protects what people guard: the most that may be believed of any value below somebody's guarding
    // node, which generalizing sensitive values record by record can bring about. Nothing for others.
    virtual std::optional<Ratio> most_below_guards() const { return std::nullopt; }
    // With the thresholds given; nothing for models that bound no belief.
    virtual std::optional<BeliefBound> belief_bound() const { return std::nullopt; }

    // Are these levels as good as the thresholds given?
    bool meets(const Levels& levels) const;

private:
    // A measured parameter and its threshold.
    struct Threshold {
        const Parameter* parameter;
        std::optional<Ratio> value;

        bool met_by(const Ratio& level) const;
    };

    const ModelInfo& info_;
    Arguments arguments_;
    std::string attribute_;
    bool against_original_ = false;
    std::vector<Threshold> thresholds_;  // in the order of Levels
};

// The attribute that a model is restricted to, if any, is among the sensitive ones.
Result<void> check_attribute(const Model& model, const std::vector<std::string>& sensitive);

// What of a table decides whether a model can be asked of it.
struct Setting {
    bool population = false;  // its people's table is known
    bool people = false;      // a person may have several records
    bool guards = false;      // somebody chose a guarding node of the sensitive attribute
};

// Why the model cannot be asked of a table, and of this attribute if there is one; "" where it can.
std::string why_not(const Model& model, const Sensitive* attribute, const Setting& setting);

inline Verdict verdict(bool holds) { return holds ? Verdict::holds : Verdict::fails; }

struct ModelSpec : ModelInfo {
    // Refuses arguments that are well-typed but make no sense together.
    Result<std::unique_ptr<Model>> (*make)(const ModelInfo&, Arguments) = nullptr;
};

// What a ModelSpec makes. A model whose arguments must fit together has
// `static Result<void> check_arguments(const Arguments&)`.
template <class M>
Result<std::unique_ptr<Model>> make_model(const ModelInfo& info, Arguments arguments) {
    if constexpr (requires { M::check_arguments(arguments); }) SCRIM_CHECK(M::check_arguments(arguments));
    return std::unique_ptr<Model>(std::make_unique<M>(info, std::move(arguments)));
}

// The registry: models.def, in its order.
const std::vector<const ModelSpec*>& models();
const ModelSpec* find_model(std::string_view name);
// A model with the thresholds of a requirement.
Result<std::unique_ptr<Model>> make_model(const Requirement& requirement);

}  // namespace scrim::models
