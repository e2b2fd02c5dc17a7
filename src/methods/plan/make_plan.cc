#include "methods/plan/make_plan.h"

#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/respelled_labels.h"
#include "kernel/risk/exact_columns.h"
#include "methods/plan/column_reading.h"
#include "methods/release/asked_workload.h"
#include "methods/release/measure.h"
#include "methods/release/read_back.h"
#include "methods/release/released_table.h"

#include <algorithm>
#include <map>
#include <utility>

namespace scrim::planning {
namespace {

using release::Prepared;

constexpr std::uint32_t split_class = UINT32_MAX - 1;  // records of one tuple in several classes
constexpr std::uint32_t not_met = UINT32_MAX - 2;

bool parts_values(const recode::RecoderSpec& recoder) {
    return recoder.form == recode::Form::anatomized || recoder.form == recode::Form::permuted;
}

std::string planned_algorithms() {
    std::vector<std::string> names;
    for (const recode::RecoderSpec* recoder : recode::recoders())
        if (has_plans(*recoder)) names.push_back(recoder->name);
    return join(names, ", ");
}

Error has_no_plan(const recode::RecoderSpec& recoder) {
    return input_error(
        format("a plan says which class each row goes to, and {} {}; with a plan, {} is one of {}", recoder.name,
               recoder.form == recode::Form::perturbed
                   ? "changes values record by record, so that a plan of it would be the released table itself"
                   : "generalizes sensitive values record by record, which parts of a table cannot do on their own",
               field("algorithm"), planned_algorithms()));
}

Result<void> check_algorithm(const Policy& policy) {
    if (policy.algorithm.empty()) return {};
    SCRIM_TRY(const release::Chosen chosen, release::choose_recoder(policy.algorithm));
    if (has_plans(*chosen.recoder)) return {};
    return has_no_plan(*chosen.recoder);
}

// Where values are parted from their records, quasi-identifiers are released as the table has them: their hierarchies
// would only spell them as leaves.
Result<PublishRequest> without_unused_hierarchies(const PublishRequest& asked) {
    PublishRequest request = asked;
    if (asked.policy.algorithm.empty()) return request;
    SCRIM_TRY(const release::Chosen chosen, release::choose_recoder(asked.policy.algorithm));
    if (!parts_values(*chosen.recoder)) return request;
    for (ColumnPolicy& column : request.policy.columns) {
        if (column.role != Role::quasi_identifier) continue;
        column.hierarchy.clear();
        column.hierarchy_text.clear();
        column.max_level.reset();
    }
    return request;
}

class Planner {
public:
    Planner(const encode::TypedRows& rows, const PublishRequest& request, const Prepared& prepared,
            const recode::Recoding& recoding, recode::Form form)
        : rows_(rows),
          input_(read_as(request.table, request.policy)),
          prepared_(prepared),
          recoding_(recoding),
          form_(form),
          dealing_(prepared, recoding) {}

    const release::Dealing& dealing() const { return dealing_; }

    Result<ReleasePlan> plan() {
        plan_.classes = recoding_.size();
        plan_.records = recoding_.records();
        plan_.suppressed = prepared_.problem.records() - plan_.records;
        plan_.may_suppress = prepared_.problem.suppression_limit > 0;
        SCRIM_CHECK(read_values());
        if (form_ == recode::Form::generalized) {
            SCRIM_CHECK(add_shown());
            find_classes();
        } else {
            SCRIM_CHECK(part_values());
        }
        for (const Axis& axis : plan_.axes) SCRIM_CHECK(add_reading(axis.name));
        for (const ShownColumn& column : plan_.shown)
            if (!column.printed) SCRIM_CHECK(add_reading(column.name));
        for (const ShownColumn& column : plan_.kept) SCRIM_CHECK(add_reading(column.name));
        return std::move(plan_);
    }

private:
    const Tuples& tuples() const { return *prepared_.problem.tuples; }
    const Tuples& material() const { return *prepared_.material.rows; }
    std::size_t dimensions() const { return prepared_.problem.dimensions(); }

    // The domain that the whole table's values have in each column of the material.
    Result<void> read_values() {
        for (const std::string& name : material().table.names()) {
            const auto place = std::find(rows_.names.begin(), rows_.names.end(), name) - rows_.names.begin();
            SCRIM_TRY(encode::BuiltDomain built,
                      encode::read_values(name, *rows_.columns[static_cast<std::size_t>(place)].values,
                                          encode::meaning_of(name, input_)));
            domains_.push_back(std::move(built.domain));
        }
        return {};
    }

    Result<void> add_shown() {
        SCRIM_TRY(const Table printed, release::printed_classes(prepared_, recoding_));
        for (const std::string& name : prepared_.material.released) {
            const std::size_t place = material().table.find(name).value();
            ShownColumn shown{.name = name};
            if (const auto of_classes = printed.find(name)) {
                SCRIM_TRY(const Column column, release::read_back(name, printed[*of_classes],
                                                                  contains(prepared_.material.categories, name)));
                shown.printed = plan_.printed.size();
                plan_.printed.push_back({column.domain(), codes_of(column)});
            } else {
                shown.kind = domains_[place]->kind();
                shown.scale = domains_[place]->scale();
            }
            plan_.shown.push_back(std::move(shown));
        }
        const recode::DemandRoles& roles = prepared_.problem.demands.roles();
        add_kept(roles.person);
        for (const auto& attribute : roles.sensitive) add_kept(attribute.guard);
        return {};
    }

    // A column that models look at, and that is not released.
    void add_kept(const std::string& name) {
        const auto place = material().table.find(name);
        const auto is_it = [&](const ShownColumn& column) { return column.name == name; };
        if (!place || std::any_of(plan_.shown.begin(), plan_.shown.end(), is_it) ||
            std::any_of(plan_.kept.begin(), plan_.kept.end(), is_it))
            return;
        plan_.kept.push_back({.name = name, .kind = domains_[*place]->kind(), .scale = domains_[*place]->scale()});
    }

    static std::vector<Code> codes_of(const Column& column) {
        std::vector<Code> codes(column.size());
        column.visit([&](auto own) { std::copy(own.begin(), own.end(), codes.begin()); });
        return codes;
    }

    void find_classes() {
        std::vector<std::uint32_t> of_tuple(tuples().size(), not_met);
        for (std::size_t c = 0; c < recoding_.size(); ++c)
            for (const recode::Member& member : recoding_.members(c)) {
                if (member.records == 0) continue;
                const bool whole =
                    of_tuple[member.tuple] == not_met && member.records == tuples().weights[member.tuple];
                of_tuple[member.tuple] = whole ? static_cast<std::uint32_t>(c) : split_class;
            }
        bool split = false;
        for (std::uint32_t& found : of_tuple) {
            if (found == not_met) found = suppressed_class;
            split = split || found == split_class;
        }
        // Columns of the material that tuples have, too: models may join more of them at the tuples' end.
        std::size_t judged = 0;
        while (judged < material().table.width() && judged < tuples().table.width() &&
               material().table.name(judged) == tuples().table.name(judged))
            ++judged;
        if (!split && by_columns(of_tuple, dimensions())) return;
        if (!split && by_columns(of_tuple, judged)) return;
        by_rows(dealt_rows());
    }

    // The class of each different tuple on the first columns, where that is told by them.
    bool by_columns(const std::vector<std::uint32_t>& of_tuple, std::size_t columns) {
        const std::vector<std::uint32_t> runs = run_offsets(tuples(), columns);
        std::vector<std::uint32_t> first, found;
        for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
            std::optional<std::uint32_t> of_run;
            for (std::uint32_t t = runs[r]; t < runs[r + 1]; ++t) {
                if (tuples().weights[t] == 0) continue;  // somebody of the population only
                if (of_run && *of_run != of_tuple[t]) return false;
                of_run = of_tuple[t];
            }
            if (!of_run) continue;
            first.push_back(runs[r]);
            found.push_back(*of_run);
        }
        if (columns == dimensions() && by_boxes(first, found)) return true;
        plan_.by = ReleasePlan::By::keys;
        list_axes(columns);
        for (std::size_t i = 0; i < first.size(); ++i) {
            for (std::size_t c = 0; c < columns; ++c) plan_.keys.push_back(tuples().table[c][first[i]]);
            plan_.quotas.push_back({found[i], 0});
            plan_.offsets.push_back(static_cast<std::uint32_t>(plan_.quotas.size()));
        }
        return true;
    }

    // The same by boxes, if they do not overlap and hold none whom they leave out.
    bool by_boxes(const std::vector<std::uint32_t>& first, const std::vector<std::uint32_t>& found) {
        std::vector<Span> boxes(recoding_.size() * dimensions());
        std::vector<Axis> axes;
        std::vector<char> is_cut;
        for (std::size_t a = 0; a < dimensions(); ++a) {
            const hierarchy::Attribute& attribute = prepared_.problem.quasi_identifiers[a];
            std::vector<Span> spans;
            for (std::size_t c = 0; c < recoding_.size(); ++c) spans.push_back(recoding_.box(c)[a]);
            std::vector<Span> different = spans;
            std::sort(different.begin(), different.end());
            different.erase(std::unique(different.begin(), different.end()), different.end());
            const Domain& domain = attribute.domain();
            const bool hidden = different.size() == 1 && different.front() == domain.whole() && shows_nothing(a);
            const bool cut = hidden || (!attribute.from_file && domain.is_numeric());
            if (cut) {
                // Of numbers, where spans begin and end; of a column of which nothing is told, nothing.
                axes.push_back(Axis::cut(attribute.name, domain, hidden ? std::vector<Span>() : different));
                if (hidden) axes.back().null = 0;
            } else {
                axes.push_back(listed_axis(a));
            }
            is_cut.push_back(cut);
            for (std::size_t c = 0; c < recoding_.size(); ++c)
                boxes[c * dimensions() + a] = cut ? axes.back().codes_of_span(domain, spans[c]) : spans[c];
        }
        const auto tree = BoxTree::make(std::move(boxes), dimensions());
        if (!tree) return false;
        std::vector<std::vector<Code>> codes;  // of each value on its axis
        for (std::size_t a = 0; a < dimensions(); ++a)
            codes.push_back(is_cut[a] ? axes[a].codes_of(prepared_.problem.quasi_identifiers[a].domain())
                                      : std::vector<Code>());
        std::vector<Code> point(dimensions());
        for (std::size_t i = 0; i < first.size(); ++i) {
            for (std::size_t a = 0; a < dimensions(); ++a) {
                const Code value = tuples().table[a][first[i]];
                point[a] = is_cut[a] ? codes[a][value] : value;
            }
            if (tree->find(point) != found[i]) return false;
        }
        plan_.by = ReleasePlan::By::boxes;
        plan_.axes = std::move(axes);
        plan_.tree = std::make_shared<BoxTree>(*tree);
        for (std::size_t a = 0; a < dimensions(); ++a)
            if (!is_cut[a] && !all_shown(a)) plan_.raw.push_back(plan_.axes[a].name);
        return true;
    }

    // The domain of what the release prints in a quasi-identifier's column.
    const Domain& labels_of(std::size_t a) const {
        const auto of_name = [&](const ShownColumn& shown) {
            return shown.name == prepared_.problem.quasi_identifiers[a].name;
        };
        return plan_.printed[*std::find_if(plan_.shown.begin(), plan_.shown.end(), of_name)->printed].domain;
    }
    bool shows_nothing(std::size_t a) const {
        const Domain& labels = labels_of(a);
        return labels.size() == 1 && !labels.has_null() && labels.label(0) == "*";
    }
    // Does the release print every value of the quasi-identifier?
    bool all_shown(std::size_t a) const {
        const Domain& labels = labels_of(a);
        if (domains_[a]->has_null() && !labels.has_null()) return false;
        for (Code code = 0; code < domains_[a]->values(); ++code)
            if (!labels.find(domains_[a]->label(code))) return false;
        return true;
    }

    // The classes of each row of the material.
    std::vector<std::vector<Quota>> dealt_rows() const {
        std::vector<std::vector<Quota>> of_row(material().size());
        for (std::size_t c = 0; c < dealing_.size(); ++c)
            for (const recode::Member& member : dealing_.members(c))
                if (member.records > 0) of_row[member.tuple].push_back({static_cast<std::uint32_t>(c), member.records});
        return of_row;
    }

    void by_rows(std::vector<std::vector<Quota>> of_row) {
        plan_.by = ReleasePlan::By::rows;
        list_axes(material().table.width());
        for (std::size_t row = 0; row < of_row.size(); ++row) {
            std::uint64_t left = material().weights[row];
            for (const Quota& quota : of_row[row]) left -= quota.records;
            if (left > 0) of_row[row].push_back({suppressed_class, left});
            for (std::size_t c = 0; c < plan_.axes.size(); ++c) plan_.keys.push_back(material().table[c][row]);
            plan_.quotas.insert(plan_.quotas.end(), of_row[row].begin(), of_row[row].end());
            plan_.offsets.push_back(static_cast<std::uint32_t>(plan_.quotas.size()));
        }
    }

    // Of anatomized and permuted releases: all columns as they are, the group and, where it is permuted, the value that
    // chance deals there, now and once.
    Result<void> part_values() {
        const std::size_t parted = release::parted_column(prepared_);
        const std::string group = release::group_column(prepared_.material.released);
        PrintedColumn groups{group_numbers(), {}}, values;
        plan_.groups = recoding_.size();
        std::vector<std::vector<Quota>> of_row;
        if (form_ == recode::Form::anatomized) {
            of_row = dealt_rows();
            for (Code c = 0; c < recoding_.size(); ++c) groups.of_class.push_back(c);
            SCRIM_TRY(std::vector<release::ReleasedTable> tables, release::released_tables(dealing_, form_));
            plan_.values = std::make_shared<Table>(std::move(tables.back().rows.table));
        } else {
            SystemRandom random;
            of_row = deal_values(random, groups.of_class, values.of_class);
            const Column dealt(material().table[parted].domain_ptr(), values.of_class);
            SCRIM_TRY(const Column column,
                      release::read_back(material().table.name(parted), dealt,
                                         contains(prepared_.material.categories, material().table.name(parted))));
            values = {column.domain(), codes_of(column)};
        }
        plan_.classes = groups.of_class.size();
        plan_.printed.push_back(std::move(groups));
        for (const std::string& name : prepared_.material.released) {
            const std::size_t place = material().table.find(name).value();
            if (place != parted) {
                plan_.shown.push_back(
                    {.name = name, .kind = domains_[place]->kind(), .scale = domains_[place]->scale()});
            } else if (form_ == recode::Form::permuted) {
                plan_.shown.push_back({.name = name, .printed = plan_.printed.size()});
                plan_.printed.push_back(std::move(values));
            }
        }
        plan_.shown.push_back({.name = group, .printed = 0});
        by_rows(std::move(of_row));
        // The records' other columns are released as they are.
        std::erase_if(plan_.raw, [&](const std::string& name) {
            return std::any_of(plan_.shown.begin(), plan_.shown.end(),
                               [&](const ShownColumn& shown) { return shown.name == name && !shown.printed; });
        });
        return {};
    }

    Domain group_numbers() const {
        std::vector<Int128> numbers;
        for (std::size_t c = 0; c < recoding_.size(); ++c) numbers.push_back(static_cast<Int128>(c + 1));
        return Domain::of_numbers(std::move(numbers), 0);
    }

    // A class for each group and value that is dealt there; which of them each row's records get.
    std::vector<std::vector<Quota>> deal_values(Random& random, std::vector<Code>& groups, std::vector<Code>& values) {
        const release::PermutedRows dealt = release::permuted_rows(dealing_, &random);
        std::map<std::pair<std::uint32_t, Code>, std::uint32_t> classes;
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> records;  // of a row and a class
        for (std::size_t i = 0; i < dealt.rows.size(); ++i) {
            const auto [place, is_new] =
                classes.try_emplace({dealt.groups[i], dealt.values[i]}, static_cast<std::uint32_t>(classes.size()));
            if (is_new) {
                groups.push_back(dealt.groups[i]);
                values.push_back(dealt.values[i]);
            }
            ++records[{dealt.rows[i], place->second}];
        }
        std::vector<std::vector<Quota>> of_row(material().size());
        for (const auto& [where, count] : records) of_row[where.first].push_back({where.second, count});
        return of_row;
    }

    void list_axes(std::size_t columns) {
        plan_.axes.clear();
        for (std::size_t c = 0; c < columns; ++c) {
            plan_.axes.push_back(listed_axis(c));
            plan_.raw.push_back(plan_.axes.back().name);
        }
    }

    // The whole table's values of a column of the material, with their codes there.
    Axis listed_axis(std::size_t c) const {
        const Domain& leaves = material().table[c].domain();
        const Domain& raw = *domains_[c];
        std::vector<Code> codes;
        if (&leaves == &raw || !prepared_.material.hierarchies.contains(material().table.name(c))) {
            for (Code code = 0; code < raw.size(); ++code) codes.push_back(code);
            return Axis::listed(material().table.name(c), raw, std::move(codes));
        }
        // As it was read: with the values' own spelling, each with its leaf's code.
        const auto known = [&](std::string_view label) { return leaves.find(label).has_value(); };
        const auto labels = hierarchy::labels_among(raw, leaves, known);
        for (Code code = 0; code < raw.values(); ++code) codes.push_back(leaves.find((*labels)[code]).value());
        if (raw.has_null()) codes.push_back(leaves.null_code());
        return Axis::listed(material().table.name(c), raw, std::move(codes));
    }

    Result<void> add_reading(const std::string& name) {
        for (const ColumnReading& known : plan_.readings)
            if (known.name == name) return {};
        SCRIM_TRY(ColumnReading reading,
                  reading_of(name, rows_, input_, *domains_[material().table.find(name).value()]));
        plan_.readings.push_back(std::move(reading));
        return {};
    }

    const encode::TypedRows& rows_;
    const TableInput input_;
    const Prepared& prepared_;
    const recode::Recoding& recoding_;
    const recode::Form form_;
    const release::Dealing dealing_;
    std::vector<DomainPtr> domains_;
    ReleasePlan plan_;
};

}  // namespace

bool has_plans(const recode::RecoderSpec& recoder) {
    return (recoder.form == recode::Form::generalized && !recoder.generalizes_sensitive) || parts_values(recoder);
}

Result<ReleasePlan> plan_of(const encode::TypedRows& rows, const PublishRequest& request, const Prepared& prepared,
                            const recode::Recoding& recoding, const release::Chosen& chosen) {
    SCRIM_TRY(ReleasePlan plan, Planner(rows, request, prepared, recoding, chosen.recoder->form).plan());
    plan.algorithm = to_string(chosen.text);
    return plan;
}

Result<ReleasePlan> make_plan(const encode::TypedRows& rows, release::PublishSources sources,
                              const PublishRequest& asked, const checking::WorkloadReader& workload,
                              Progress& progress) {
    SCRIM_CHECK(check_algorithm(asked.policy));
    SCRIM_TRY(const PublishRequest request, without_unused_hierarchies(asked));
    SCRIM_TRY(Prepared prepared, release::prepare(sources, request, progress));
    if (!request.workload.empty()) {
        SCRIM_TRY(prepared.problem.workload, release::asked_workload(prepared, request, workload));
    }
    SCRIM_TRY(const release::ChosenTrial made, release::recoded(prepared, request.policy, progress));
    const recode::RecoderSpec& recoder = *made.chosen.recoder;
    if (!has_plans(recoder)) return has_no_plan(recoder);
    Planner planner(rows, request, prepared, made.trial.recoding, recoder.form);
    SCRIM_TRY(const release::Measured measured, release::measure(planner.dealing(), request, recoder, progress));
    if (measured.exact) SCRIM_CHECK(risk::refuse_exact(*measured.exact, request.policy));
    for (const RequirementReport& requirement : measured.requirements)
        if (!requirement.holds)
            return fault_error(format("the plan made by {} does not satisfy {}; there is none", recoder.name,
                                      requirement.requirement));
    SCRIM_TRY(ReleasePlan plan, planner.plan());
    plan.algorithm = to_string(made.chosen.text);
    return plan;
}

}  // namespace scrim::planning
