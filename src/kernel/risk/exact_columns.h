// Exact columns: whom does a release single out by the columns that it prints as they are?
//
// k-anonymity looks at quasi-identifiers alone. A column that nobody called one, such as the minute of an admission,
// may tell people apart all the same. Measured here, of any table: people who are alone with their values, by each such
// column, by each together with the quasi-identifiers, and by all of them.
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/core/tuples.h"
#include "scrim/check.h"

#include <optional>
#include <string>
#include <vector>

namespace scrim::risk {

// What is measured: columns of one table, by their place there.
struct ExactSubject {
    struct Exact {
        std::size_t column = 0;
        std::string name;
        Role role = Role::insensitive;
        bool accepted = false;
    };
    const Tuples& rows;
    std::vector<std::size_t> quasi_identifiers;  // as they are printed
    std::vector<Exact> exact = {};
    std::optional<std::size_t> person = {};  // nothing where each record is another person's

    // Adds what the rows have of the policy's sensitive and insensitive columns.
    void add_exact(const Policy& policy);
};

// People whom nobody equals on the columns, in one of their records at least.
std::uint64_t singled_out(const Tuples& rows, std::vector<std::size_t> columns, std::optional<std::size_t> person);

ExactReport measure_exact(const ExactSubject& subject);

// The largest share of people whom an exact column may single out: the policy's, or 1 %.
Result<Ratio> most_singled_out(const Policy& policy);
// Every column that the policy accepts as it is is an insensitive one.
Result<void> check_accepted(const Policy& policy);
// Refuses insensitive columns that single out more people than that, alone, with the quasi-identifiers or together,
// unless they are accepted. At least `certain` people fewer must be left over: those who may yet be suppressed.
Result<void> refuse_exact(const ExactReport& report, const Policy& policy, std::uint64_t certain = 0);

// "'admitted' (insensitive) singles out 96.9 % of people, with the quasi-identifiers 100.0 %": a line for each column
// that singles anybody out, the worst first; `members` is what is counted, people or records. Of sensitive columns only
// those that do it alone: that classes hold different values is what diversity asks for.
std::vector<std::string> exact_words(const ExactReport& report, std::string_view members);

}  // namespace scrim::risk
