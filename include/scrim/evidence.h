// Evidence: what it takes to judge a table against its policy, of any of its parts. Merged, it judges as check() would
// judge the whole table, figure by figure.
//
//   SCRIM_TRY(Evidence one, Evidence::of(released_part, policy, progress));   // where the parts are
//   …
//   SCRIM_TRY(Evidence all, Evidence::merged(parts));                         // in one place
//   SCRIM_TRY(CheckReport report, all.judge(policy, progress));
//   report.holds();
//
// It is the histogram of the columns that the policy's models ask about: the quasi-identifiers as they are printed, the
// sensitive columns, guards, the person's column where the table has it, and what a model names. Of a release it tells
// what the release tells; of any other table it is the owner's.
//
// With Evidence::Of::models, insensitive columns are left out, which makes it small; then whom these columns single out
// (CheckReport::exact) is not known, nor what is known of a sample. judge() refuses a policy whose models ask about a
// column that is not there.
#pragma once

#include "scrim/check.h"
#include "scrim/histogram.h"
#include "scrim/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace scrim {

class Evidence {
public:
    enum class Of {
        everything,  // that check() looks at
        models,      // that the policy's models look at
    };

    Evidence() = default;  // none
    explicit operator bool() const { return static_cast<bool>(histogram_); }

    static Result<Evidence> of(const TableInput& part, const Policy& policy, Progress& progress,
                               Of what = Of::everything);
    // At least one part.
    static Result<Evidence> merged(std::span<const Evidence> parts);
    // What check() reports of all records. `request`: as for check(), without its table.
    Result<CheckReport> judge(const CheckRequest& request, Progress& progress) const;
    Result<CheckReport> judge(const Policy& policy, Progress& progress) const;

    std::uint64_t records() const { return histogram_.records(); }
    const Histogram& histogram() const { return histogram_; }

    std::string serialize() const;
    // Refuses anything but whole, unchanged bytes of serialize().
    static Result<Evidence> parse(std::string_view bytes);

private:
    explicit Evidence(Histogram histogram) : histogram_(std::move(histogram)) {}
    Histogram histogram_;
};

}  // namespace scrim
#pragma GCC visibility pop
