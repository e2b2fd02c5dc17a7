#include "kernel/hierarchy/label.h"

#include "kernel/hierarchy/characters.h"
#include "kernel/hierarchy/interval_label.h"
#include "kernel/hierarchy/set_label.h"

#include <algorithm>

namespace scrim::hierarchy {
namespace {

// "885**" among the labels of `domain`.
std::optional<Span> span_of_mask(std::string_view label, const Domain& domain) {
    const std::size_t kept = label.find_last_not_of('*') + 1;  // 0 where all is masked
    const std::size_t masked = label.size() - kept;
    if (masked == 0) return std::nullopt;
    Span span;
    Code matches = 0;
    for (Code code = 0; code < domain.values(); ++code) {
        const std::string value = domain.label(code);
        if (!value.starts_with(label.substr(0, kept)) ||
            count_characters(std::string_view(value).substr(kept)) > masked)
            continue;
        span = hull(span, Span::of(code));
        ++matches;
    }
    if (matches == 0 || matches != span.width()) return std::nullopt;
    return span;
}

std::optional<Span> span_of_member(std::string_view label, const Domain& domain, const Hierarchy* hierarchy) {
    if (label == "*") return domain.whole();
    if (hierarchy)
        if (const auto span = hierarchy->find(label)) return span;
    if (const auto code = domain.find(label)) return Span::of(*code);
    if (label == "NULL" && domain.has_null()) return Span::of(domain.null_code());
    if (const auto span = span_of_interval(label, domain)) return span;
    return span_of_mask(label, domain);
}

std::optional<Span> span_of_set(std::string_view label, const Domain& domain, const Hierarchy* hierarchy) {
    const auto members = read_set(label);
    if (!members) return std::nullopt;
    std::vector<Span> spans;
    for (const auto& [member, quoted] : *members) {
        std::optional<Span> span;
        if (quoted) {
            if (const auto code = domain.find(member)) span = Span::of(*code);
        } else if (member == "NULL" && domain.has_null()) {
            span = Span::of(domain.null_code());
        }
        if (!span) span = span_of_member(member, domain, hierarchy);
        if (!span) return std::nullopt;
        spans.push_back(*span);
    }
    std::sort(spans.begin(), spans.end());
    Span together = spans.front();
    for (const Span span : spans) {
        if (span.lo > together.hi) return std::nullopt;
        together = hull(together, span);
    }
    return together;
}

std::string write_member(const std::string& label, bool always_quoted) {
    const bool plain = !label.empty() && label.find_first_of(",\"{}[]()") == std::string::npos &&
                       !label.starts_with(' ') && !label.ends_with(' ') && label != "NULL";
    if (plain && !always_quoted) return label;
    std::string written = "\"";
    for (const char c : label) {
        if (c == '"') written += '"';
        written += c;
    }
    return written + '"';
}

std::string label_of_set(Span span, const Domain& domain, bool always_quoted) {
    std::string set = "{";
    for (Code code = span.lo; code < span.hi; ++code) {
        if (code > span.lo) set += ", ";
        const bool is_null = domain.has_null() && code == domain.null_code();
        set += is_null ? "NULL" : write_member(domain.label(code), always_quoted);
    }
    return set + "}";
}

std::string label_of_run(Span run, const Domain& domain) {
    if (run.width() == 1) return domain.label(run.lo);
    return "[" + domain.label(run.lo) + ", " + domain.label(run.hi - 1) + "]";
}

}  // namespace

std::optional<Span> span_of_label(std::string_view label, const Domain& domain, const Hierarchy* hierarchy) {
    if (const auto span = span_of_member(label, domain, hierarchy)) return span;
    return span_of_set(label, domain, hierarchy);
}

std::string label_of_span(Span span, const Domain& domain, const Hierarchy* hierarchy) {
    if (span.width() == 1) return domain.label(span.lo);
    if (span == domain.whole()) return "*";
    if (hierarchy)
        if (const auto& node = hierarchy->nodes()[hierarchy->covering(span)]; node.span == span) return node.label;
    const bool with_null = domain.has_null() && span.contains(domain.null_code());
    const Span values{span.lo, with_null ? span.hi - 1 : span.hi};
    if (domain.is_numeric()) {
        const std::string run = label_of_run(values, domain);
        return with_null ? "{" + run + ", NULL}" : run;
    }
    std::string set = label_of_set(span, domain, false);
    // A value or node may be called just so.
    if (domain.find(set) || (hierarchy && hierarchy->find(set))) set = label_of_set(span, domain, true);
    return set;
}

}  // namespace scrim::hierarchy
