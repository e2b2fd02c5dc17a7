// Plan: how the records of a table become those of its release, made in one place and applied where the data are.
//
//   PublishRequest request;                                        // as for publish(): the policy says what must hold
//   request.table.histogram = histogram;                           // of all parts, merged; or any table
//   request.policy = policy;
//   SCRIM_TRY(Plan plan, Plan::make(request, progress));
//   const std::string bytes = plan.serialize();                    // carried to where the parts are
//
//   SCRIM_TRY(Plan carried, Plan::parse(bytes));
//   SCRIM_TRY(AppliedFrame made, carried.apply(part, progress));   // the released columns of this part
//
// All parts together are then what publish() would have released, record by record. Evidence (evidence.h) of the parts
// shows that it satisfies the policy.
//
// Within a part rows are sorted by all that they show, so that their order tells nothing; identifiers are gone. A
// record that the plan does not know is left out and counted where the policy allows suppression, else refused by name.
// A number between the ends of an interval is in it, whether the histogram had it or not.
//
// Where classes are boxes of values that do not overlap, as Mondrian's and those of full-domain recodings, the plan is
// these boxes. Otherwise it lists which values go where, and is the owner's: see owner_only(). Where records of equal
// values go to several classes (has_shares()), each part needs to know how many of its own go where: shares() makes a
// plan for each part.
//
// Each part's rows tell which part they came from: whoever sees the parts apart, and knows in which one somebody is,
// sees smaller classes than were planned. Put the parts together before they are shown, unless what divides them is
// released.
//
// Of anatomized and permuted releases (anatomy, permutation) chance deals the sensitive values out once, when the plan
// is made; applied again, the plan deals alike. Each part gets its rows with their groups, and values() is the table of
// the groups' values, where there is one. Models were judged then: evidence of parts says nothing of groups.
//
// Algorithms that change values have no plan: it would be the released table.
//
// publish_parts() makes a whole release, with its certificate, whose data the makers of parts write:
//
//   PublishRequest asked;
//   asked.table.histogram = histogram;
//   asked.policy = policy;
//   asked.out = "release_in_parts";
//   const WriteParts write = [&](const Plan& shown, const std::string& folder) -> Result<void> {
//       SCRIM_TRY(DividedRows rows, shown.divided(part, progress));  // of every part, where it is
//       const Histogram& first = rows.files.front().second;          // of each file, merged from all parts
//       return shown.write_file(first, folder + "/part-00000.parquet");
//   };
//   SCRIM_TRY(PublishReport report, publish_parts(asked, 1'000'000, write, progress));
#pragma once

#include "scrim/evidence.h"
#include "scrim/frame.h"
#include "scrim/histogram.h"
#include "scrim/publish.h"
#include "scrim/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

namespace planning {
struct ReleasePlan;
}

struct AppliedCounts {
    std::uint64_t records = 0;     // released
    std::uint64_t suppressed = 0;  // left out as planned; where classes are boxes, also who is in none
    std::uint64_t unknown = 0;     // left out because the plan does not know their values
};

struct AppliedFrame : AppliedCounts {
    Frame frame;
};

// What a part became, divided among the files of the release.
struct DividedRows : AppliedCounts {
    std::vector<std::pair<std::uint64_t, Histogram>> files;  // by number, from 0 on; those without rows are left out
};

class Plan {
public:
    Plan() = default;  // none
    explicit operator bool() const { return plan_ != nullptr; }

    // Refuses what publish() refuses. What is about the release's folder (out, format, owner …) does not matter.
    static Result<Plan> make(const PublishRequest& request, Progress& progress);
    // `part` may be a file, a frame or a histogram. Columns that the plan does not need do not matter.
    Result<AppliedFrame> apply(const TableInput& part, Progress& progress) const;
    // The same, written to a file, whole or not at all: CSV, Parquet or JSON, by its name.
    Result<AppliedCounts> apply(const TableInput& part, const std::string& path, Progress& progress) const;

    // Evidence of what apply() makes of the part. Beside the released columns it keeps the person's and guards, which
    // models ask about and no release has: it is the owner's. Without such columns it equals Evidence::of the frame.
    Result<Evidence> evidence(const TableInput& part, const Policy& policy, Progress& progress) const;

    // Of a plan that publish_parts() hands out: how many files the data are, the released rows of a part for each of
    // them, and a file of all that parts have for it. Which rows are in which file depends on the released rows alone.
    std::uint64_t files() const;
    Result<DividedRows> divided(const TableInput& part, Progress& progress) const;
    Result<void> write_file(const Histogram& rows, const std::string& path) const;

    // Of an anatomized release: how often each group has each sensitive value, in all parts. It is released with them.
    bool has_values() const;
    Result<Frame> values() const;
    Result<void> write_values(const std::string& path) const;

    bool has_shares() const;
    // A plan for each part, in their order. `parts`: the histograms that were merged for this plan.
    Result<std::vector<Plan>> shares(std::span<const Histogram> parts, Progress& progress) const;

    // It holds values of the table that the release does not show, in these columns; such a plan is as private as the
    // table.
    bool owner_only() const { return !raw_columns().empty(); }
    const std::vector<std::string>& raw_columns() const;

    const std::string& algorithm() const;  // mondrian
    std::uint64_t classes() const;
    std::uint64_t records() const;             // that will be released, of all parts
    std::uint64_t suppressed() const;          // that will not
    std::vector<std::string> columns() const;  // of the release

    // With a version and a checksum; owner_only() says who may see it.
    std::string serialize() const;
    // Refuses anything but whole, unchanged bytes of serialize().
    static Result<Plan> parse(std::string_view bytes);

    // What implements it.
    explicit Plan(std::shared_ptr<const planning::ReleasePlan> plan) : plan_(std::move(plan)) {}

private:
    std::shared_ptr<const planning::ReleasePlan> plan_;
};

// Histograms, plans and evidence in files, where they are carried from command to command.
enum class PartFile { none, histogram, plan, evidence };
PartFile part_file(const std::string& path);  // by its first bytes
Result<std::string> read_part_file(const std::string& path);
// Whole or not at all. What is the owner's is readable for them alone, from its first byte on.
Result<void> write_part_file(const std::string& path, std::string_view bytes, bool owner_only);

// Writes the data of a release: part-00000.parquet and so on in that folder, which is there and empty, as many as the
// plan has files. Nothing else may be left in it.
using WriteParts = std::function<Result<void>(const Plan& plan, const std::string& folder)>;

// publish() of a table in parts, most often the histogram of all of them. The data are a folder of Parquet files of
// about so many records each, by `write`; then they are read back, judged and certified like any release. Where there
// is no plan, or one with shares, the data are one file, written here.
Result<PublishReport> publish_parts(const PublishRequest& request, std::uint64_t records_per_file,
                                    const WriteParts& write, Progress& progress);

}  // namespace scrim
#pragma GCC visibility pop
