// From the text of an outline to a hierarchy.
#include "kernel/hierarchy/outline.h"

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/delimited_text.h"
#include "kernel/hierarchy/hierarchy_builder.h"
#include "kernel/hierarchy/label_tree.h"
#include "kernel/hierarchy/leaf_values.h"

#include <algorithm>
#include <unordered_set>

namespace scrim::hierarchy {
namespace {

constexpr std::uint64_t most_leaves = 1 << 22;
constexpr std::uint64_t most_levels = 1000;

std::optional<std::uint64_t> parse_count(const std::string& text, std::uint64_t most) {
    const auto decimal = parse_decimal(text);
    if (!decimal || decimal->scale != 0 || decimal->units < 0 || decimal->units > Int128{most}) return std::nullopt;
    return static_cast<std::uint64_t>(decimal->units);
}

class OutlineReader {
public:
    Result<Hierarchy> read(std::string_view text) {
        SCRIM_TRY(const std::vector<TextRow> rows, split_rows(text));
        SCRIM_CHECK(read_head(rows));
        for (const TextRow& row : rows) names_.insert(row.fields.begin(), row.fields.end());
        for (std::size_t i = 2; i < rows.size(); ++i) SCRIM_CHECK(read_line(rows[i]));
        SCRIM_TRY(LabelTree tree, tree_.finish());
        SCRIM_TRY(DomainPtr domain, domain_of(tree));
        return HierarchyBuilder::build(std::move(tree), std::move(domain));
    }

private:
    Result<void> read_head(const std::vector<TextRow>& rows) {
        const std::vector<std::string> titles = {"leaves", "levels", "label", "above"};
        if (rows.size() < 3 || rows[0].fields.size() != 3 || rows[0].fields[0] != "outline" || rows[1].fields != titles)
            return input_error("it does not begin with the two lines of an outline, and a leaf");
        const auto scale = parse_count(rows[0].fields[2], 38);
        bool known = false;
        for (const Domain::Kind kind :
             {Domain::Kind::text, Domain::Kind::number, Domain::Kind::date, Domain::Kind::timestamp})
            if (kind_word(kind) == rows[0].fields[1]) {
                kind_ = kind;
                known = true;
            }
        if (!known || !scale) return input_error("line 1: the kind of the leaves, or their digits, are unknown");
        scale_ = static_cast<int>(*scale);
        return {};
    }

    Result<void> read_line(const TextRow& row) {
        const auto leaves = parse_count(row.fields[0], most_leaves);
        std::optional<std::uint64_t> levels;
        if (row.fields.size() > 2) levels = parse_count(row.fields[1], most_levels);
        if (!leaves || !levels || *leaves == 0 || (*levels == 0 && *leaves > 1) || total_ + *leaves > most_leaves)
            return input_error(format("line {}: a number of leaves, one of levels and a label are expected", row.line));
        total_ += *leaves;
        std::vector<std::string> path(row.fields.begin() + 2, row.fields.end());
        if (*levels == 0) return tree_.add_path(path, row.line);
        for (std::uint64_t i = 0; i < *leaves; ++i) {
            // One of them reaches down as far as the line says.
            std::vector<std::string> way;
            for (std::uint64_t step = i == 0 ? *levels : 1; step > 0; --step) way.push_back(unnamed());
            way.insert(way.end(), path.begin(), path.end());
            SCRIM_CHECK(tree_.add_path(way, ++made_up_line_));
        }
        return {};
    }

    std::string unnamed() {
        std::string label;
        do label = format("\x01{}", ++unnamed_);
        while (names_.contains(label));
        return label;
    }
    bool has_name(const std::string& label) const { return names_.contains(label); }

    Result<DomainPtr> domain_of(const LabelTree& tree) const {
        std::vector<std::string> labels;
        for (const LabelTree::Id node : tree.preorder())
            if (tree.is_leaf(node)) labels.push_back(tree.labels[node]);
        if (kind_ == Domain::Kind::text) return std::make_shared<const Domain>(Domain::of_text(std::move(labels)));
        return numbers(labels);
    }

    // Leaves without names get numbers between those of their neighbors: the hierarchy that was outlined had some.
    Result<DomainPtr> numbers(const std::vector<std::string>& labels) const {
        std::vector<Int128> units(labels.size());
        std::size_t known = labels.size();  // the last leaf that has a name
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (!has_name(labels[i])) {
                units[i] = i == 0 ? 0 : units[i - 1] + 1;
                continue;
            }
            SCRIM_TRY(units[i], units_of(labels[i]));
            if (known == labels.size())
                for (std::size_t j = 0; j < i; ++j) units[j] = units[i] - static_cast<Int128>(i - j);
            else if (units[i] <= units[i - 1])
                return input_error(format("there is no room for {} leaves between {} and {}", i - known - 1,
                                          quoted(labels[known]), quoted(labels[i])));
            known = i;
        }
        return std::make_shared<const Domain>(Domain::of_numbers(std::move(units), scale_, kind_));
    }

    Result<Int128> units_of(const std::string& label) const {
        std::optional<Int128> units;
        if (kind_ == Domain::Kind::number) {
            if (const auto decimal = parse_decimal(label); decimal && decimal->scale <= scale_)
                units = rescale(decimal->units, decimal->scale, scale_);
        } else if (const auto time = kind_ == Domain::Kind::date ? parse_date(label) : parse_timestamp(label)) {
            units = *time;
        }
        const Int128 limit = *power_of_ten(kind_ == Domain::Kind::number ? 38 : 18);
        if (!units || *units > limit || *units < -limit)
            return input_error(format("the leaf {} is no {}", quoted(label), kind_word(kind_)));
        return *units;
    }

    LabelTreeBuilder tree_{"line"};
    std::unordered_set<std::string> names_;  // in the text
    Domain::Kind kind_ = Domain::Kind::text;
    int scale_ = 0;
    std::uint64_t total_ = 0, unnamed_ = 0;
    std::size_t made_up_line_ = std::size_t{1} << 40;  // paths of one tree need different places
};

}  // namespace

Result<Hierarchy> parse_outline(std::string_view text, const std::string& name) {
    auto parsed = OutlineReader().read(text);
    if (!parsed) return Error{parsed.error().kind, format("hierarchy {}: {}", quoted(name), parsed.error().message)};
    return parsed;
}

std::set<std::string> names_in_outline(std::string_view text) {
    std::set<std::string> names;
    if (const auto lines = split_rows(text))
        for (std::size_t i = 2; i < lines->size(); ++i)
            if ((*lines)[i].fields.size() > 2) names.insert((*lines)[i].fields.begin() + 2, (*lines)[i].fields.end());
    return names;
}

bool names_all_leaves(std::string_view outline) {
    const auto lines = split_rows(outline);
    if (!lines) return false;
    for (std::size_t i = 2; i < lines->size(); ++i)
        if ((*lines)[i].fields.size() < 2 || (*lines)[i].fields[1] != "0") return false;
    return true;
}

}  // namespace scrim::hierarchy
