#include "methods/verify/exact_claims.h"

#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

// What people cannot be, given the records: a record that is alone belongs to somebody who is.
std::string ruled_out(std::uint64_t claimed, std::uint64_t records_alone, std::uint64_t people, std::string_view what) {
    if (claimed == 0 && records_alone > 0)
        return format("nobody is claimed to be singled out by {}, and {} alone there", what,
                      records_alone == 1 ? "one record is" : with_thousands(records_alone) + " records are");
    if (claimed > people)
        return format("{} people are claimed to be singled out by {}, and there are {}", with_thousands(claimed), what,
                      with_thousands(people));
    return {};
}

std::string differs(std::uint64_t claimed, std::uint64_t found, std::string_view what) {
    if (claimed == found) return {};
    return format("{} single{} out {}, the certificate says {}", what, what == "all insensitive columns" ? "" : "s",
                  with_thousands(found), with_thousands(claimed));
}

}  // namespace

ExactReport exact_columns_of(const ClaimedRelease& claimed, const Tuples& rows, std::optional<std::size_t> person) {
    risk::ExactSubject subject{.rows = rows, .quasi_identifiers = {}, .person = person};
    for (const ClaimedColumn& column : claimed.columns) {
        const std::size_t place = rows.table.find(column.name).value();
        if (column.changed || column.added) continue;
        if (column.role == Role::quasi_identifier && claimed.perturbation) continue;
        if (column.role == Role::quasi_identifier)
            subject.quasi_identifiers.push_back(place);
        else
            subject.exact.push_back({place, column.name, column.role, false});
    }
    return risk::measure_exact(subject);
}

void check_exact(const ClaimedRelease& claimed, const Tuples& rows, std::optional<std::size_t> person,
                 const std::string& uncounted, Ledger& ledger) {
    const std::string what = "whom columns single out that are printed as they are";
    const ExactReport found = exact_columns_of(claimed, rows, person);
    if (found.columns.empty() && !claimed.singled_out) return;
    const bool known = person || !claimed.counts_people;
    const auto words = risk::exact_words(found, claimed.counts_people ? "people" : "records");
    if (!claimed.singled_out) {  // the reader is told all the same
        if (known) ledger.holds(what, words.empty() ? "nobody" : join(words, "; "));
        return;
    }
    std::string against;
    const auto compare = [&](std::uint64_t stated, std::uint64_t is, const std::string& by) {
        if (!against.empty()) return;
        against = known ? differs(stated, is, by) : ruled_out(stated, is, claimed.released_people, by);
    };
    const auto& stated = claimed.singled_out->columns;
    if (stated.size() != found.columns.size()) against = "it is not about the columns that are printed as they are";
    for (std::size_t c = 0; c < found.columns.size() && against.empty(); ++c) {
        const ExactColumn& column = found.columns[c];
        if (stated[c].name != column.name) against = "it is not about the columns that are printed as they are";
        compare(stated[c].alone, column.alone, quoted(column.name));
        compare(stated[c].with_quasi_identifiers, column.with_quasi_identifiers,
                quoted(column.name) + " with the quasi-identifiers");
    }
    compare(claimed.singled_out->together, found.together, "all insensitive columns");
    if (against.empty() && !known)
        ledger.unchecked(what, uncounted);
    else
        ledger.settle(what, against, words.empty() ? "nobody" : join(words, "; "));
}

}  // namespace scrim::verifier
