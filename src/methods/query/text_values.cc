#include "methods/query/text_values.h"

#include "kernel/hierarchy/characters.h"
#include "kernel/hierarchy/set_label.h"

#include <algorithm>
#include <set>

namespace scrim::querying {
namespace {

bool is_mask(const std::string& label) { return label.ends_with('*'); }

// "885**" stands for this value.
bool matches(const std::string& mask, const std::string& value) {
    const std::size_t kept = mask.find_last_not_of('*') + 1;
    return value.starts_with(mask.substr(0, kept)) &&
           hierarchy::count_characters(std::string_view(value).substr(kept)) <= mask.size() - kept;
}

class TextReader {
public:
    TextReader(const ReleasedColumn& column, std::span<const LiteralSyntax> literals) : column_(column) {
        const Domain& printed = *column.printed;
        for (Code code = 0; code < printed.values(); ++code) add_values(printed.label(code));
        for (const LiteralSyntax& literal : literals) values_.insert(literal.text);
        missing_ = missing_ || printed.has_null() || column.may_be_missing;
    }

    Meaning read() && {
        std::string other = "\x01";
        while (values_.contains(other)) other += '\x01';
        std::vector<std::string> labels(values_.begin(), values_.end());
        labels.push_back(other);
        const auto domain = std::make_shared<const Domain>(Domain::of_text(labels, missing_));
        Meaning meaning;
        meaning.attribute.name = column_.name;
        meaning.attribute.hierarchy = std::make_shared<const hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(domain));
        for (Code code = 0; code < column_.printed->size(); ++code)
            meaning.cells.push_back(code < column_.printed->values() ? cell_of(column_.printed->label(code), *domain)
                                                                     : Spans{Span::of(domain->null_code())});
        meaning.values_before.push_back(0);
        for (Code code = 0; code < domain->size(); ++code) {
            const bool occurs = code < domain->values() ? printed_.contains(domain->label(code)) : null_occurs();
            meaning.values_before.push_back(meaning.values_before.back() + (occurs ? 1 : 0));
        }
        meaning.twice_sum_before.assign(meaning.values_before.size(), 0);
        return meaning;
    }

private:
    bool null_occurs() const { return column_.printed->has_null() || said_null_; }

    void add_values(const std::string& label) {
        if (column_.exact) {
            add(label);
            return;
        }
        if (is_mask(label)) return;
        const auto members = hierarchy::read_set(label);
        if (!members) {
            add(label);
            return;
        }
        for (const auto& member : *members) {
            if (member.label == "NULL" && !member.quoted)
                missing_ = said_null_ = true;
            else if (member.quoted || !is_mask(member.label))
                add(member.label);
        }
    }

    void add(const std::string& value) {
        values_.insert(value);
        printed_.insert(value);
    }

    Spans cell_of(const std::string& label, const Domain& domain) const {
        if (column_.exact) return {Span::of(*domain.find(label))};
        if (label == "*") return {domain.whole()};
        if (is_mask(label)) return matching(label, domain);
        const auto members = hierarchy::read_set(label);
        if (!members) return {Span::of(*domain.find(label))};
        Spans cell;
        for (const auto& member : *members) {
            if (member.label == "NULL" && !member.quoted) {
                cell.push_back(Span::of(domain.null_code()));
            } else if (!member.quoted && is_mask(member.label)) {
                for (const Span span : member.label == "*" ? Spans{domain.whole()} : matching(member.label, domain))
                    cell.push_back(span);
            } else {
                cell.push_back(Span::of(*domain.find(member.label)));
            }
        }
        return statdb::query::united(std::move(cell));
    }

    // The values that fit, and those that nobody named.
    static Spans matching(const std::string& mask, const Domain& domain) {
        Spans cell;
        for (Code code = 0; code + 1 < domain.values(); ++code)
            if (matches(mask, domain.label(code))) cell.push_back(Span::of(code));
        cell.push_back(Span::of(domain.values() - 1));
        return statdb::query::united(std::move(cell));
    }

    const ReleasedColumn& column_;
    std::set<std::string> values_, printed_;  // with those of the query, and without
    bool missing_ = false, said_null_ = false;
};

}  // namespace

Result<Meaning> text_values(const ReleasedColumn& column, std::span<const LiteralSyntax> literals) {
    return TextReader(column, literals).read();
}

}  // namespace scrim::querying
