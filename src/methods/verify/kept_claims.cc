#include "methods/verify/kept_claims.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"
#include "methods/verify/exact_moments.h"
#include "methods/verify/same_values.h"

#include <algorithm>
#include <set>

namespace scrim::verifier {
namespace {

using What = ClaimedKept::What;

std::string subject_of(const ClaimedKept& kept) {
    const std::string names = list_some(kept.columns, 8);
    switch (kept.what) {
        case What::margin: return format("how often each value of {} occurs", names);
        case What::mean: return format("the mean of {}", names);
        case What::covariance: return format("the covariance of {}", names);
        case What::values: return format("the values of {}", names);
        case What::subset: return format("the records on {}", names);
        case What::apart: return format("that no record is as in the original on {}", names);
    }
    return {};
}

std::vector<std::size_t> places(const Tuples& rows, const std::vector<std::string>& names) {
    std::vector<std::size_t> found;
    for (const std::string& name : names) found.push_back(rows.table.find(name).value());
    return found;
}

// Rows of two tables under the same codes: those of one that the other has no values for are left out.
struct Pair {
    Tuples released, original, both;  // `both`: the original in the release's terms
};

Pair pair_of(const ClaimedKept& kept, const Tuples& released, const Tuples& original) {
    Pair pair{distinct_tuples(released, places(released, kept.columns)),
              distinct_tuples(original, places(original, kept.columns)),
              {}};
    std::vector<Recoded> recoded;
    for (std::size_t c = 0; c < kept.columns.size(); ++c)
        recoded.push_back({same_values(pair.original.table[c].domain(), pair.released.table[c].domain()),
                           pair.released.table[c].domain_ptr()});
    pair.both = in_terms_of(pair.original, recoded);
    return pair;
}

// Walks both in their order; f(row of the release, how often the original has it).
template <class F>
void each_row(const Pair& pair, F f) {
    const std::size_t width = pair.released.table.width();
    std::size_t o = 0;
    for (std::size_t r = 0; r < pair.released.size(); ++r) {
        while (o < pair.both.size() && compare_rows(pair.both.table, o, pair.released.table, r, width) < 0) ++o;
        const bool same = o < pair.both.size() && compare_rows(pair.both.table, o, pair.released.table, r, width) == 0;
        f(r, same ? pair.both.weights[o] : 0);
    }
}

std::string against_rows(const ClaimedKept& kept, const Pair& pair) {
    std::string against;
    each_row(pair, [&](std::size_t r, std::uint32_t there) {
        const std::uint32_t here = pair.released.weights[r];
        const bool wrong = kept.what == What::margin   ? here != there
                           : kept.what == What::subset ? here > there
                           : kept.what == What::apart  ? there > 0
                                                       : there == 0;
        if (wrong && against.empty())
            against = format("{} occurs {} in the release and {} in the original", row_text(pair.released.table, r),
                             counted(here, "time", "times"), counted(there, "time", "times"));
    });
    if (against.empty() && kept.what == What::margin && pair.both.total != pair.original.total)
        against = "the original has values that the release lacks";
    return against;
}

std::string against_itself(const ClaimedKept& kept, const Tuples& released) {
    const std::vector<std::size_t> columns = places(released, kept.columns);
    if (kept.what == What::margin || kept.what == What::values) {
        const std::size_t different = distinct_tuples(released, columns).size();
        return different == kept.different ? ""
                                           : format("there are {} different ones, the certificate says {}",
                                                    with_thousands(different), with_thousands(kept.different));
    }
    if (kept.what != What::mean && kept.what != What::covariance) return {};
    const auto found =
        kept.what == What::mean ? exact_mean(released, columns[0]) : exact_covariance(released, columns[0], columns[1]);
    if (!found) return "it cannot be computed of this release";
    return *found == kept.released ? ""
                                   : format("it is {} in the release, the certificate says {}", found->to_string(),
                                            kept.released.to_string());
}

void compare_moment(const ClaimedKept& kept, const Tuples& original, const std::string& what, Ledger& ledger) {
    const std::vector<std::size_t> columns = places(original, kept.columns);
    const auto of_original =
        kept.what == What::mean ? exact_mean(original, columns[0]) : exact_covariance(original, columns[0], columns[1]);
    if (!of_original) {
        ledger.fails(what, "it cannot be computed of the original");
        return;
    }
    const auto near = within(kept.released, kept.factor, *of_original, kept.tolerance);
    if (!near) {
        ledger.unchecked(what, "the numbers are too large to compare exactly");
        return;
    }
    const std::string times = kept.factor == Ratio(1) ? "" : format(", times {}", kept.factor.to_string());
    const std::string both = format("{:.6g} in the release, {:.6g} in the original{}", kept.released.to_double(),
                                    of_original->to_double(), times);
    ledger.settle(what, *near ? "" : format("it is {}, further apart than {}", both, kept.tolerance.to_string()),
                  format("{}: within {}", both, kept.tolerance.to_string()));
}

}  // namespace

void check_kept(const ClaimedRelease& claimed, const Tuples& released, const Tuples* original, Ledger& ledger) {
    for (const ClaimedKept& kept : claimed.perturbation->kept) {
        const std::string what = format("kept: {}", subject_of(kept));
        if (const std::string against = against_itself(kept, released); !against.empty()) {
            ledger.fails(what, against);
            continue;
        }
        if (!original) {
            ledger.unchecked(what, format("{}to compare with the original, give {}",
                                          kept.what == What::subset || kept.what == What::apart
                                              ? ""
                                              : "the release is as the certificate says; ",
                                          field("original")));
            continue;
        }
        if (kept.what == What::mean || kept.what == What::covariance) {
            compare_moment(kept, *original, what, ledger);
            continue;
        }
        const Pair pair = pair_of(kept, released, *original);
        ledger.settle(what, against_rows(kept, pair), counted(pair.released.size(), "different one", "different ones"));
    }
}

void check_transitions(const ClaimedRelease& claimed, const Tuples& released, Ledger& ledger) {
    for (const ClaimedTransition& transition : claimed.perturbation->transitions) {
        const Domain& domain = released.table[released.table.find(transition.column).value()].domain();
        std::set<std::string> known;
        bool null = false;
        for (const auto& value : transition.values)
            if (value)
                known.insert(*value);
            else
                null = true;
        std::string against;
        for (Code code = 0; code < domain.values() && against.empty(); ++code)
            if (!known.contains(domain.label(code))) against = format("{} is none of them", quoted(domain.label(code)));
        if (domain.has_null() && !null) against = "a missing value is none of them";
        ledger.settle(format("values of {} are those that chance draws from", quoted(transition.column)), against,
                      counted(transition.values.size(), "value", "values"));
    }
}

void check_unchanged(const ClaimedRelease& claimed, const Tuples& released, Ledger& ledger) {
    std::vector<std::string> names;
    for (const ClaimedColumn& column : claimed.columns)
        if (column.role == Role::quasi_identifier && !column.changed) names.push_back(column.name);
    const std::uint64_t alone = names.empty() ? 0 : risk::singled_out(released, places(released, names), std::nullopt);
    const std::uint64_t stated = claimed.perturbation->alone_by_unchanged;
    if (names.empty() && stated == 0) return;
    ledger.settle(
        "records alone with their unchanged quasi-identifiers",
        alone == stated ? "" : format("{} are, the certificate says {}", with_thousands(alone), with_thousands(stated)),
        format("{} of {}", with_thousands(alone), with_thousands(released.total)));
}

}  // namespace scrim::verifier
