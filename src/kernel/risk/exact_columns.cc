#include "kernel/risk/exact_columns.h"

#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::risk {
namespace {}  // namespace

std::uint64_t singled_out(const Tuples& rows, std::vector<std::size_t> columns, std::optional<std::size_t> person) {
    const std::size_t width = columns.size();
    if (person) columns.push_back(*person);
    const Tuples each = distinct_tuples(rows, columns);
    if (!person)
        return static_cast<std::uint64_t>(std::count(each.weights.begin(), each.weights.end(), std::uint32_t{1}));
    const std::vector<std::uint32_t> runs = run_offsets(each, width);
    std::vector<char> alone(each.table[width].domain().size(), 0);  // by person
    for (std::size_t r = 0; r + 1 < runs.size(); ++r)
        if (runs[r + 1] - runs[r] == 1) alone[each.table[width][runs[r]]] = 1;
    return static_cast<std::uint64_t>(std::count(alone.begin(), alone.end(), char{1}));
}

void ExactSubject::add_exact(const Policy& policy) {
    for (std::size_t c = 0; c < rows.table.width(); ++c) {
        const ColumnPolicy* column = policy.find(rows.table.name(c));
        if (!column || (column->role != Role::insensitive && column->role != Role::sensitive)) continue;
        exact.push_back({c, column->name, column->role, contains(policy.accept_exact, column->name)});
    }
}

ExactReport measure_exact(const ExactSubject& subject) {
    ExactReport report;
    report.people = subject.rows.total;
    if (subject.person) {
        const std::vector<std::size_t> person{*subject.person};
        report.people = distinct_tuples(subject.rows, person).size();
    }
    std::vector<std::size_t> together = subject.quasi_identifiers, not_accepted = together;
    for (const ExactSubject::Exact& exact : subject.exact) {
        std::vector<std::size_t> with = subject.quasi_identifiers;
        with.push_back(exact.column);
        if (exact.role == Role::insensitive) together.push_back(exact.column);
        if (exact.role == Role::insensitive && !exact.accepted) not_accepted.push_back(exact.column);
        report.columns.push_back({exact.name, exact.role, exact.accepted,
                                  singled_out(subject.rows, {exact.column}, subject.person),
                                  singled_out(subject.rows, std::move(with), subject.person)});
    }
    const auto of = [&](const std::vector<std::size_t>& columns) {
        return columns == subject.quasi_identifiers ? 0 : singled_out(subject.rows, columns, subject.person);
    };
    report.together = of(together);
    report.not_accepted = not_accepted == together ? report.together : of(not_accepted);
    return report;
}

Result<Ratio> most_singled_out(const Policy& policy) {
    if (policy.max_singled_out.empty()) return Ratio(1, 100);
    const std::string& text = policy.max_singled_out;
    const bool is_percent = text.ends_with('%');
    const auto number = Ratio::parse(is_percent ? text.substr(0, text.size() - 1) : text);
    if (!number || *number < Ratio(0) || *number > Ratio(is_percent ? 100 : 1))
        return input_error(
            format("max_singled_out must be a share such as 1%, between 0% and 100%, not {}", quoted(text)));
    return is_percent ? Ratio(number->numerator(), number->denominator() * 100) : *number;
}

Result<void> check_accepted(const Policy& policy) {
    for (const std::string& name : policy.accept_exact) {
        const ColumnPolicy* column = policy.find(name);
        const auto insensitive = policy.columns_in(Role::insensitive);
        if (!column)
            return input_error(format("accept_exact names {}, which is no column of the policy{}", quoted(name),
                                      did_you_mean(name, insensitive)));
        if (column->role != Role::insensitive)
            return input_error(format("accept_exact names {}, which is {}: only insensitive columns are asked about",
                                      quoted(name), role_name(column->role)));
    }
    return {};
}

Result<void> refuse_exact(const ExactReport& report, const Policy& policy, std::uint64_t certain) {
    SCRIM_TRY(const Ratio most, most_singled_out(policy));
    if (report.people == 0) return {};
    const auto too_many = [&](std::uint64_t people) {
        return people > certain &&
               Ratio(static_cast<Int128>(people - certain), static_cast<Int128>(report.people)) > most;
    };
    std::vector<std::string> found, names;
    for (const ExactColumn& column : report.columns) {
        if (column.role != Role::insensitive || column.accepted) continue;
        if (!too_many(column.alone) && !too_many(column.with_quasi_identifiers)) continue;
        names.push_back(column.name);
        found.push_back(too_many(column.alone)
                            ? format("{} alone singles out {} of them", quoted(column.name),
                                     share_text(column.alone, report.people))
                            : format("{} with the quasi-identifiers singles out {} of them", quoted(column.name),
                                     share_text(column.with_quasi_identifiers, report.people)));
    }
    if (found.empty() && too_many(report.not_accepted)) {
        for (const ExactColumn& column : report.columns)
            if (column.role == Role::insensitive && !column.accepted) names.push_back(column.name);
        found.push_back(format("{} together with the quasi-identifiers single out {} of them", list_some(names),
                               share_text(report.not_accepted, report.people)));
    }
    if (found.empty()) return {};
    std::string accept;
    for (const std::string& name : names) accept += " " + field("accept_exact", name);
    const bool one = names.size() == 1;
    return input_error(
        format("insensitive columns are released as they are, and may tell people apart whatever k is: {}; more than "
               "{:.4g} % is refused: make {} ({}), leave {} out ({}), or accept that whoever knows these values of "
               "a person finds the person's record:{}",
               join(found, ", "), 100 * most.to_double(), one ? "it a quasi-identifier" : "them quasi-identifiers",
               field("qi"), one ? "it" : "them", field("drop"), accept));
}

std::vector<std::string> exact_words(const ExactReport& report, std::string_view members) {
    std::vector<const ExactColumn*> columns;
    for (const ExactColumn& column : report.columns)
        if ((column.role == Role::sensitive ? column.alone : column.with_quasi_identifiers) > 0)
            columns.push_back(&column);
    std::stable_sort(columns.begin(), columns.end(), [](const ExactColumn* a, const ExactColumn* b) {
        return std::pair(a->alone, a->with_quasi_identifiers) > std::pair(b->alone, b->with_quasi_identifiers);
    });
    std::vector<std::string> words;
    std::size_t insensitive = 0;
    for (const ExactColumn* column : columns) {
        insensitive += column->role == Role::insensitive;
        words.push_back(format("{} ({}) singles out {} of {}, with the quasi-identifiers {}", quoted(column->name),
                               role_name(column->role), share_text(column->alone, report.people), members,
                               share_text(column->with_quasi_identifiers, report.people)));
    }
    if (insensitive > 1)
        words.push_back(format("all insensitive columns together with the quasi-identifiers single out {}",
                               share_text(report.together, report.people)));
    return words;
}

}  // namespace scrim::risk
