#include "methods/query/released_reader.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/outline.h"
#include "kernel/models/mechanism.h"
#include "kernel/risk/sampling_weights.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/verify/outlines.h"
#include "methods/verify/series.h"
#include "methods/verify/untrue.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace scrim::querying {
namespace {

using verifier::ClaimedColumn;
using verifier::ClaimedRelease;
using verifier::ReleasedData;
using verifier::ReleaseForm;

class FolderReader {
public:
    FolderReader(const std::string& folder, const verifier::OpenSource& open, Progress& progress)
        : folder_(folder), reading_{open, SIZE_MAX / 2, progress} {}

    Result<Released> read(const hierarchy::Hierarchies& hierarchies, const ColumnChoice& choose) {
        SCRIM_CHECK(open(hierarchies));
        made_.name = folder_;
        made_.form = std::string(verifier::form_name(claimed_->form));
        made_.certified = true;
        made_.counts_people = claimed_->counts_people;
        // What a series made up is no record of any original.
        if (!claimed_->series && claimed_->tells_original) made_.original = claimed_->original;
        for (const ClaimedColumn& column : claimed_->columns) made_.all_columns.push_back(column.name);
        SCRIM_TRY(const std::vector<std::string> needed, choose(made_.all_columns));
        SCRIM_CHECK(read_rows(needed));
        if (claimed_->has_groups()) SCRIM_CHECK(read_groups());
        if (claimed_->perturbation)
            for (const verifier::ClaimedKept& kept : claimed_->perturbation->kept)
                if (kept.what == verifier::ClaimedKept::What::margin) made_.margins.push_back(kept.columns);
        made_.released = made_.rows.total;
        if (is_simple_sample()) {
            const auto n = static_cast<double>(made_.released), N = static_cast<double>(claimed_->original);
            made_.drawn = Drawn{std::vector<double>(made_.rows.size(), N / n), 1 - n / N};
        }
        return std::move(made_);
    }

private:
    Result<void> open(const hierarchy::Hierarchies& hierarchies) {
        claimed_ = verifier::read_certificate(folder_, ledger_);
        if (!claimed_) return verifier::not_readable(folder_, ledger_);
        const auto files = verifier::listed_files(folder_, *claimed_);
        SCRIM_TRY(data_, verifier::open_release(folder_, *claimed_, files, reading_, ledger_));
        if (!data_) return verifier::not_readable(folder_, ledger_);
        if (hierarchies.empty()) return {};
        SCRIM_CHECK(verifier::check_outlines(*data_, *claimed_, reading_, ledger_));
        verifier::locate_outlines(*data_, hierarchies);
        for (const auto& given : hierarchies)
            if (!data_->hierarchies.contains(given.first) || data_->outlines.contains(given.first))
                return input_error(format("{}: the labels of column {} are of no such hierarchy", quoted(folder_),
                                          quoted(given.first)));
        return {};
    }

    ReleasedColumn column_of(const ClaimedColumn& claimed, const DomainPtr& printed) const {
        ReleasedColumn column;
        column.name = claimed.name;
        column.exact = (claimed.role != Role::quasi_identifier || !claimed_->prints_spans()) && !claimed.generalized;
        column.category = claimed.category;
        if (const auto found = data_->hierarchies.find(claimed.name); found != data_->hierarchies.end()) {
            column.hierarchy = found->second;
            if (const auto outline = data_->outlines.find(claimed.name); outline != data_->outlines.end()) {
                column.outline = true;
                column.names = hierarchy::names_in_outline(outline->second.text);
            }
        }
        column.may_be_missing = claimed.nulls || !column.hierarchy;  // nobody says that there are none
        column.printed = printed;
        column.changed = claimed.changed;
        if (!claimed_->perturbation) return column;
        for (const verifier::ClaimedTransition& transition : claimed_->perturbation->transitions)
            if (transition.column == claimed.name)
                column.chances = Chances{transition.values, transition.retention, transition.drawn, transition.rows};
        return column;
    }

    // Every set of so many records was as likely. (Of people who were drawn with all their records, the release does
    // not say whose each is, so that the error of an estimate is not known.)
    bool is_simple_sample() const {
        if (!claimed_->perturbation || !claimed_->tells_original) return false;
        const models::Design& design = claimed_->perturbation->design;
        return models::find_number(design, "fraction") && !models::find_number(design, "people_drawn") &&
               made_.released > 0 && made_.released <= claimed_->original;
    }

    bool stands_apart(const std::string& name) const {
        return claimed_->has_groups() && !claimed_->prints_spans() && name == claimed_->parted_column;
    }

    Result<void> read_rows(const std::vector<std::string>& needed) {
        std::vector<std::string> columns;
        for (const std::string& name : needed)
            if (!stands_apart(name)) columns.push_back(name);
        const std::size_t asked = columns.size();
        if (claimed_->has_groups()) columns.push_back(claimed_->group_column);
        SCRIM_TRY(auto rows, verifier::read_claimed(*data_->data, columns, reading_, ledger_));
        if (!rows) return verifier::not_readable(folder_, ledger_);
        made_.rows = *std::move(rows);
        for (std::size_t c = 0; c < asked; ++c)
            made_.columns.push_back(column_of(*claimed_->find(columns[c]), made_.rows.table[c].domain_ptr()));
        return {};
    }

    // Numbers the groups, and reads the values that stand apart and what is not true.
    Result<void> read_groups() {
        const bool apart = !claimed_->prints_spans();
        if (!apart && !claimed_->series) return {};  // a class by another name
        SCRIM_TRY(auto judged, verifier::read_judged(*data_, *claimed_, {}, reading_, ledger_));
        if (!judged) return verifier::not_readable(folder_, ledger_);
        const Tuples& pairs = judged->tuples;  // sorted by group
        std::map<std::string, std::uint32_t> number;
        PartedValues values;
        for (std::size_t t = 0; t < pairs.size(); ++t) {
            if (number.emplace(pairs.table[0].domain().label(pairs.table[0][t]), number.size()).second)
                values.offsets.push_back(static_cast<std::uint32_t>(t));
            values.codes.push_back(pairs.table[1][t]);
            values.counts.push_back(pairs.weights[t]);
        }
        values.offsets.push_back(static_cast<std::uint32_t>(pairs.size()));
        const Column& groups = made_.rows.table[made_.rows.table.width() - 1];
        std::vector<std::uint32_t> of_code;
        for (Code code = 0; code < groups.domain().size(); ++code) {
            const auto found = number.find(groups.domain().label(code));
            if (found == number.end())
                return input_error(format("{}: group {} has rows and no values", quoted(folder_),
                                          quoted(groups.domain().label(code))));
            of_code.push_back(found->second);
        }
        for (std::size_t t = 0; t < made_.rows.size(); ++t) made_.groups.push_back(of_code[groups[t]]);
        if (apart) {
            values.column = column_of(*claimed_->find(claimed_->parted_column), pairs.table[1].domain_ptr());
            made_.parted = std::move(values);
        }
        return claimed_->series ? read_untrue(number) : Result<void>();
    }

    Result<void> read_untrue(const std::map<std::string, std::uint32_t>& number) {
        SCRIM_TRY(const auto untrue, verifier::read_untrue(*data_, *claimed_, reading_, ledger_));
        if (!untrue) return verifier::not_readable(folder_, ledger_);
        made_.untrue.assign(number.size(), 0);
        for (const auto& [group, count] : *untrue)
            if (const auto found = number.find(group); found != number.end()) made_.untrue[found->second] = count;
        made_.substitutes = claimed_->series->method->substitutes;
        return {};
    }

    const std::string& folder_;
    const verifier::Reading reading_;
    verifier::Ledger ledger_;
    std::optional<ClaimedRelease> claimed_;
    std::optional<ReleasedData> data_;
    Released made_;
};

}  // namespace

Result<ReleasedColumn> column_with_outline(const std::string& name, const std::string& outline) {
    ReleasedColumn column;
    column.name = name;
    if (outline.empty()) return column;
    SCRIM_TRY(hierarchy::Hierarchy parsed, hierarchy::parse_outline(outline, name));
    column.hierarchy = std::make_shared<const hierarchy::Hierarchy>(std::move(parsed));
    column.outline = true;
    column.names = hierarchy::names_in_outline(outline);
    return column;
}

Result<Released> read_release(const std::string& folder, const hierarchy::Hierarchies& hierarchies,
                              const ColumnChoice& choose, const verifier::OpenSource& open, Progress& progress) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
        return input_error(format("there is no folder {}", quoted(folder)));
    if (verifier::is_series(folder))
        return input_error(format("{} is a series; ask one of its releases, such as {}", quoted(folder),
                                  quoted(folder + (folder.ends_with('/') ? "public/1" : "/public/1"))));
    return FolderReader(folder, open, progress).read(hierarchies, choose);
}

Result<Released> read_table(TableSource& table, const Policy& policy, const ColumnChoice& choose, Progress& progress) {
    SCRIM_TRY(const hierarchy::Hierarchies hierarchies, policy::read_hierarchies(policy));
    for (const auto& given : hierarchies)
        if (!table.has(given.first)) return subject::no_such_column(table, given.first);
    Released made;
    made.name = table.name();
    made.form = "table";
    made.all_columns = table.columns();
    SCRIM_TRY(std::vector<std::string> needed, choose(made.all_columns));
    const std::size_t asked = needed.size();
    if (!policy.sample_weight.empty()) {
        if (!table.has(policy.sample_weight)) return subject::no_such_column(table, policy.sample_weight);
        add_once(needed, policy.sample_weight);
    }
    SCRIM_TRY(made.rows, table.read_tuples(needed, 0, progress));
    for (std::size_t c = 0; c < asked; ++c) {
        ReleasedColumn column;
        column.name = needed[c];
        if (const ColumnPolicy* said = policy.find(needed[c])) column.category = said->type == ColumnType::category;
        if (const auto found = hierarchies.find(needed[c]); found != hierarchies.end())
            column.hierarchy = found->second;
        column.may_be_missing = true;
        column.printed = made.rows.table[c].domain_ptr();
        made.columns.push_back(std::move(column));
    }
    made.released = made.rows.total;
    if (!policy.sample_weight.empty()) {
        const Column& column = made.rows.table[*made.rows.table.find(policy.sample_weight)];
        SCRIM_TRY(const std::vector<double> weights, risk::sampling_weights(policy.sample_weight, column.domain()));
        Drawn drawn;
        for (std::size_t row = 0; row < made.rows.size(); ++row) drawn.stands_for.push_back(weights[column[row]]);
        made.drawn = std::move(drawn);
    }
    return made;
}

}  // namespace scrim::querying
