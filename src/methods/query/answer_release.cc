#include "methods/query/answer_release.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "methods/query/estimate.h"
#include "methods/query/sample_estimate.h"
#include "methods/query/tally.h"
#include "methods/statdb/query/error.h"
#include "methods/statdb/query/simplify.h"
#include "methods/statdb/query/where_binder.h"
#include "methods/statdb/stat_bound.h"
#include "methods/statdb/titles.h"

#include <algorithm>
#include <numeric>

namespace scrim::querying {
namespace {

using statdb::query::AskableColumns;
using statdb::query::query_error;

constexpr std::size_t most_groups = 10'000;

// One group of a column: its label, and the atoms that it stands for.
struct Label {
    std::optional<std::string> text;  // nothing for NULL
    Spans atoms;
};

class Answerer {
public:
    Answerer(const Released& released, AskedQuery asked, const Progress& progress)
        : understood_{released, {}, {}, {}, {}}, asked_(std::move(asked)), progress_(progress) {}

    Result<QueryAnswer> answer(const statdb::query::QuerySyntax& syntax) {
        SCRIM_CHECK(understand());
        SCRIM_CHECK(check_items());
        const hierarchy::Attribute* apart = understood_.apart ? &understood_.apart->attribute : nullptr;
        const AskableColumns askable(attributes_, apart);
        SCRIM_TRY(statdb::query::BoundWhere where, bind_where(syntax.where, askable));

        QueryAnswer answer;
        for (const AskedItem& item : asked_.items)
            (item.group ? answer.group_titles : answer.value_titles).push_back(item.title);
        std::vector<std::vector<Label>> labels;
        std::size_t all = 1;
        for (const AskedGroup& group : asked_.groups) {
            SCRIM_TRY(labels.emplace_back(), labels_of(group));
            all *= labels.back().size();
            if (all > most_groups)
                return input_error(format("GROUP BY makes more than {} groups; use level(column, n) for coarser ones",
                                          with_thousands(most_groups)));
        }
        for (std::size_t number = 0; number < all; ++number) {
            if (progress_.cancelled()) return cancelled_error();
            Question question{where.rows, where.values, where.asks_for_values};
            std::vector<const Label*> chosen(labels.size());
            std::size_t rest = number;
            for (std::size_t g = labels.size(); g-- > 0;) {
                chosen[g] = &labels[g][rest % labels[g].size()];
                rest /= labels[g].size();
                narrow(question, asked_.groups[g].column, chosen[g]->atoms, askable);
            }
            QueryRow row;
            if (estimates_) {
                SCRIM_TRY(const Estimator estimator, Estimator::of(released(), understood_.rows, question.rows));
                SCRIM_TRY(row, row_of(estimator));
            } else {
                SCRIM_TRY(const Tally tally, Tally::of(understood_, question));
                if (!labels.empty() && !tally.anybody()) continue;
                SCRIM_TRY(row, row_of(tally));
                SCRIM_CHECK(add_estimates(question.rows, row));
            }
            for (const AskedItem& item : asked_.items)
                if (item.group) row.groups.push_back(chosen[*item.group]->text);
            answer.rows.push_back(std::move(row));
        }
        return answer;
    }

private:
    const Released& released() const { return understood_.released; }

    // Cells that were changed by chance say nothing surely, unless what is asked of them was kept.
    Result<void> check_changed() {
        std::vector<std::string> used;
        std::string changed, unknown;
        for (std::size_t c = 0; c < released().columns.size(); ++c) {
            const ReleasedColumn& column = released().columns[c];
            if (!asked_.used[c]) continue;
            used.push_back(column.name);
            if (!column.changed) continue;
            changed = column.name;
            if (!column.chances) unknown = column.name;
        }
        if (changed.empty()) return {};
        for (const auto& margin : released().margins)
            if (std::all_of(used.begin(), used.end(), [&](const std::string& name) { return contains(margin, name); }))
                return {};
        if (!unknown.empty())
            return input_error(
                format("nothing can be computed of {} here: its values were changed, and the certificate states no "
                       "chances by which; ask about columns that were not changed",
                       quoted(unknown)));
        estimates_ = true;
        return {};
    }

    Result<void> understand() {
        SCRIM_CHECK(check_changed());
        for (std::size_t c = 0; c < released().columns.size(); ++c) {
            Meaning meaning;
            if (asked_.used[c]) {
                const ReleasedColumn& column = released().columns[c];
                SCRIM_TRY(meaning, estimates_ && column.chances
                                       ? meaning_by_chances(column)
                                       : meaning_of(column, asked_.literals[c], adds_up({false, c})));
            }
            meaning.attribute.name = released().columns[c].name;
            attributes_.push_back(meaning.attribute);
            understood_.rows.push_back(std::move(meaning));
        }
        if (released().parted) {
            SCRIM_TRY(understood_.apart,
                      meaning_of(released().parted->column, asked_.literals_apart, adds_up({true, 0})));
        }
        const auto& groups = released().groups;
        if (groups.empty()) return {};
        const std::size_t count = *std::max_element(groups.begin(), groups.end()) + std::size_t{1};
        understood_.offsets.assign(count + 1, 0);
        for (const std::uint32_t group : groups) ++understood_.offsets[group + 1];
        std::partial_sum(understood_.offsets.begin(), understood_.offsets.end(), understood_.offsets.begin());
        std::vector<std::uint32_t> next(understood_.offsets.begin(), understood_.offsets.end() - 1);
        understood_.members.resize(groups.size());
        for (std::uint32_t row = 0; row < groups.size(); ++row) understood_.members[next[groups[row]]++] = row;
        return {};
    }

    bool adds_up(ColumnPlace column) const {
        return std::any_of(asked_.items.begin(), asked_.items.end(), [&](const AskedItem& item) {
            return !item.group && item.aggregate != Aggregate::count && item.argument == column;
        });
    }
    const Meaning& meaning(ColumnPlace column) const {
        return column.apart ? *understood_.apart : understood_.rows[column.index];
    }
    const ReleasedColumn& column(ColumnPlace place) const {
        return place.apart ? released().parted->column : released().columns[place.index];
    }

    Result<void> check_items() const {
        std::vector<std::string> titles;
        for (const AskedItem& item : asked_.items) {
            titles.push_back(item.title);
            if (item.group || item.aggregate == Aggregate::count) continue;
            const Domain::Kind kind = meaning(item.argument).domain().kind();
            const bool by_order = item.aggregate == Aggregate::min || item.aggregate == Aggregate::max;
            if (kind == Domain::Kind::text || (kind != Domain::Kind::number && !by_order))
                return query_error(item.place, format("{} needs numbers and {} holds {}; ask for {}COUNT(*)",
                                                      printable(item.function), quoted(column(item.argument).name),
                                                      kind == Domain::Kind::text   ? "text"
                                                      : kind == Domain::Kind::date ? "dates"
                                                                                   : "times",
                                                      kind == Domain::Kind::text ? "" : "MIN, MAX or "));
        }
        return statdb::check_titles(std::move(titles));
    }

    // What a group's labels are: those printed, or the nodes at a level.
    Result<std::vector<Label>> labels_of(const AskedGroup& group) const {
        const Meaning& of = meaning(group.column);
        const Domain& printed = *column(group.column).printed;
        std::vector<Label> labels;
        if (group.level) {
            SCRIM_CHECK(add_nodes(group, labels));
        } else {
            for (Code code = 0; code < printed.size(); ++code)
                labels.push_back(
                    {code < printed.values() ? std::optional(printed.label(code)) : std::nullopt, of.cells[code]});
        }
        std::stable_sort(labels.begin(), labels.end(),
                         [](const Label& a, const Label& b) { return a.atoms < b.atoms; });
        return labels;
    }

    Result<void> add_nodes(const AskedGroup& group, std::vector<Label>& labels) const {
        const Meaning& of = meaning(group.column);
        const std::string& name = column(group.column).name;
        if (!of.attribute.from_file)
            return query_error(group.place, format("the values of {} are in no hierarchy that is known here: give one, "
                                                   "or group by the printed labels with GROUP BY {}",
                                                   quoted(name), name));
        const hierarchy::Hierarchy& hierarchy = *of.attribute.hierarchy;
        if (*group.level > hierarchy.height())
            return query_error(group.place, format("{} has no level {}; its levels are 0 to {}", quoted(name),
                                                   *group.level, hierarchy.height()));
        const Domain& domain = of.domain();
        for (Code code = 0; code < domain.size();) {
            const auto& node = hierarchy.at_level(code, *group.level);
            const bool null = domain.has_null() && code == domain.null_code() && node.span.width() == 1;
            const std::string label = *group.level == 0 && !null ? domain.label(code) : node.label;
            if (!null && !column(group.column).is_named(label))
                return query_error(group.place,
                                   format("the release does not name all values of {} at level {}; ask "
                                          "for a higher level, or give the hierarchy that it was made with",
                                          quoted(name), *group.level));
            labels.push_back({null ? std::nullopt : std::optional(label), {node.span}});
            code = node.span.hi;
        }
        return {};
    }

    static void narrow(Question& question, ColumnPlace column, const Spans& atoms, const AskableColumns& askable) {
        if (column.apart) {
            question.values = common(question.values, atoms);
            question.about_values = true;
            return;
        }
        question.rows = statdb::query::simplified(
            Condition::all_of({std::move(question.rows), Condition::in(column.index, atoms)}), askable);
    }

    Result<QueryRow> row_of(const Tally& tally) const {
        QueryRow row;
        for (const AskedItem& item : asked_.items) {
            if (item.group) continue;
            const bool counts = item.aggregate == Aggregate::count;
            const Tallied tallied = counts ? tally.count() : tally.of_numbers(item.aggregate, item.argument);
            if (tallied.released.too_large || (tallied.original && tallied.original->too_large))
                return input_error(format("{} needs more digits than are computed with", printable(item.title)));
            const Domain* times = counts || meaning(item.argument).domain().kind() == Domain::Kind::number
                                      ? nullptr
                                      : &meaning(item.argument).domain();
            QueryValue value;
            value.released = interval_of(tallied.released, times);
            if (tallied.original) value.original = interval_of(*tallied.original, times);
            if (tallied.expected)
                value.expected = Exact{tallied.expected->value.to_double(),
                                       tallied.expected->rounded ? "" : tallied.expected->value.to_string()};
            row.values.push_back(std::move(value));
        }
        return row;
    }

    Result<QueryRow> row_of(const Estimator& estimator) const {
        QueryRow row;
        for (const AskedItem& item : asked_.items) {
            if (item.group) continue;
            if (item.aggregate == Aggregate::min || item.aggregate == Aggregate::max)
                return query_error(item.place, format("{} cannot be estimated from cells that were changed by chance; "
                                                      "ask for COUNT(*), SUM or AVG",
                                                      printable(item.function)));
            QueryValue value;
            value.estimate = item.aggregate == Aggregate::count
                                 ? estimator.count()
                                 : estimator.of_numbers(item.aggregate, item.argument.index);
            row.values.push_back(std::move(value));
        }
        return row;
    }

    // Of whom the records stand for, where they were drawn. MIN and MAX of a sample estimate nothing.
    Result<void> add_estimates(const Condition& condition, QueryRow& row) const {
        if (!released().drawn || !one_value_each(understood_.rows)) return {};
        SCRIM_TRY(const Estimator by_row, Estimator::of(released(), understood_.rows, condition));
        const SampleEstimator estimator(released(), by_row);
        std::size_t value = 0;
        for (const AskedItem& item : asked_.items) {
            if (item.group) continue;
            QueryValue& its = row.values[value++];
            if (item.aggregate == Aggregate::count)
                its.estimate = estimator.count();
            else if (item.aggregate == Aggregate::sum || item.aggregate == Aggregate::avg)
                its.estimate = estimator.of_numbers(item.aggregate, item.argument.index);
        }
        return {};
    }

    static QueryInterval interval_of(const Range& range, const Domain* times) {
        QueryInterval interval;
        interval.nothing = range.nothing;
        interval.may_be_nothing = range.may_be_nothing;
        const auto time_of = [&](const Ratio& end) {
            return statdb::date_of(end, Domain::of_numbers({end.numerator()}, 0, times->kind()));
        };
        if (times) {
            if (range.lower) interval.lower = time_of(*range.lower);
            if (range.upper) interval.upper = time_of(*range.upper);
            return interval;
        }
        const StatValue ends = statdb::value_of(statdb::Bounds{range.lower, range.upper, false, false});
        interval.lower = ends.lower;
        interval.upper = ends.upper;
        return interval;
    }

    Understood understood_;
    AskedQuery asked_;
    const Progress& progress_;
    std::vector<hierarchy::Attribute> attributes_;
    bool estimates_ = false;  // cells that were changed by chance are asked about
};

}  // namespace

Result<QueryAnswer> answer_release(const Released& released, const statdb::query::QuerySyntax& syntax,
                                   const Progress& progress) {
    SCRIM_TRY(AskedQuery asked, asked_query(syntax, released));
    return Answerer(released, std::move(asked), progress).answer(syntax);
}

std::vector<std::string> notes_on(const Released& released) {
    std::vector<std::string> notes;
    if (std::any_of(released.columns.begin(), released.columns.end(),
                    [](const ReleasedColumn& column) { return column.chances.has_value(); }))
        notes.push_back(
            "values were changed by chance: what is said of them is an estimate with its standard error, and sure of "
            "nothing");
    if (released.drawn)
        notes.push_back(
            "the records are a sample: what is said 'about' whom they stand for is an estimate with its standard "
            "error, "
            "and sure of nothing");
    if (!released.certified)
        notes.push_back("what was left out of the table is not known: the intervals are about the records in it");
    if (released.counts_people) notes.push_back("records are counted: a person may have several");
    if (!released.untrue.empty()) {
        const std::uint64_t untrue = std::accumulate(released.untrue.begin(), released.untrue.end(), std::uint64_t{0});
        notes.push_back(released.substitutes
                            ? format("{} published with a value of somebody else's; the intervals allow for them",
                                     untrue == 1 ? "1 record is" : with_thousands(untrue) + " records are")
                            : format("{} made up; the intervals are about the others",
                                     untrue == 1 ? "1 record is" : with_thousands(untrue) + " records are"));
    }
    return notes;
}

}  // namespace scrim::querying
