#include "methods/verify/cluster_claims.h"

#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/parallel.h"
#include "kernel/core/partition.h"
#include "kernel/core/text.h"
#include "methods/verify/box_tree.h"
#include "methods/verify/cluster_distance.h"
#include "methods/verify/flow.h"
#include "methods/verify/same_values.h"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace scrim::verifier {
namespace {

// Rows as (other columns, columns of the center), and of the release also (size, radius).
std::vector<std::size_t> places(const Table& table, const ClaimedClusters& claimed, bool released) {
    std::vector<std::size_t> others, centers;
    for (std::size_t c = 0; c < table.width(); ++c) {
        const std::string& name = table.name(c);
        if (contains(claimed.columns, name))
            centers.push_back(c);
        else if (name != claimed.size && name != claimed.radius)
            others.push_back(c);
    }
    others.insert(others.end(), centers.begin(), centers.end());
    if (released) others.insert(others.end(), {table.find(claimed.size).value(), table.find(claimed.radius).value()});
    return others;
}

// Rows of the release that print the same center, size and radius: one cluster or several.
struct Printed {
    std::uint64_t records = 0, size = 0;
    Ratio radius = {};
    std::vector<Code> center = {};  // in the original's codes
    std::uint32_t row = 0;          // one of them
};

class ClusterCheck {
public:
    ClusterCheck(const ClaimedClusters& claimed, const Tuples& released)
        : claimed_(claimed),
          released_(distinct_tuples(released, places(released.table, claimed, true))),
          width_(released_.table.width() - 2),
          others_(width_ - claimed.columns.size()),
          groups_(group_by(released_.table, columns_between(others_, width_ + 2))),
          group_of_row_(released_.size()) {
        for (std::uint32_t g = 0; g < groups_.size(); ++g)
            for (const std::uint32_t row : groups_[g]) group_of_row_[row] = g;
    }

    // What the files say by themselves.
    std::string against_sizes() {
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            Printed cluster{.row = groups_[g].front()};
            for (const std::uint32_t row : groups_[g]) cluster.records += released_.weights[row];
            const auto size = number(width_, cluster.row), radius = number(width_ + 1, cluster.row);
            const std::string where = row_text(released_.table, cluster.row);
            if (!size || !size->is_integer() || *size < Ratio(1)) return format("no size of a cluster: {}", where);
            if (!radius || *radius < Ratio(0)) return format("no radius of a cluster: {}", where);
            const Ratio whole = size->reduced();
            if (Ratio(static_cast<Int128>(claimed_.least)) > whole)
                return format("a cluster has fewer than {} records: {}", claimed_.least, where);
            if (static_cast<Int128>(cluster.records) % whole.numerator() != 0)
                return format("{} {} the same center and radius and cannot be clusters of that size: {}",
                              counted(cluster.records, "record", "records"), cluster.records == 1 ? "prints" : "print",
                              where);
            cluster.size = static_cast<std::uint64_t>(whole.numerator());
            cluster.radius = radius->reduced();
            clusters_.push_back(std::move(cluster));
        }
        return {};
    }

    std::string sizes_text() const {
        std::uint64_t clusters = 0, least = UINT64_MAX, most = 0;
        for (const Printed& cluster : clusters_) {
            clusters += cluster.records / cluster.size;
            least = std::min(least, cluster.size);
            most = std::max(most, cluster.size);
        }
        return format("{} of {} to {} records", counted(clusters, "cluster", "clusters"), with_thousands(least),
                      with_thousands(most));
    }

    struct Found {
        std::string against_centers, against_radii;
        bool undecided = false;
    };

    Result<Found> against(const Tuples& original, const std::vector<const hierarchy::Hierarchy*>& hierarchies,
                          std::size_t most, Progress& progress) {
        const Tuples ordered = distinct_tuples(original, places(original.table, claimed_, false));
        const std::vector<std::size_t> centers = columns_between(others_, width_);
        SCRIM_TRY(const ClusterDistance distance, ClusterDistance::of(ordered, centers, hierarchies));
        Found found;
        if (std::string lost = locate_centers(ordered); !lost.empty()) {
            found.against_centers = lost;
            return found;
        }
        const Tuples records = in_terms_of(ordered, terms(ordered));
        const Partition points = group_by(records.table, centers);
        std::vector<std::uint32_t> point_of_row(records.size());
        for (std::uint32_t p = 0; p < points.size(); ++p)
            for (const std::uint32_t row : points[p]) point_of_row[row] = p;
        progress.stage("measuring clusters", points.size());
        if (!reach(records, points, distance, most, progress)) {
            if (progress.cancelled()) return cancelled_error();
            found.undecided = true;
            return found;
        }
        pair(records, point_of_row, progress);
        if (progress.cancelled()) return cancelled_error();
        for (std::size_t g = 0; g < groups_.size() && found.against_centers.empty(); ++g)
            if (!centered_[g])
                found.against_centers = format(
                    "no record of the original has these values and could be in this "
                    "cluster: {}",
                    row_text(released_.table, clusters_[g].row));
        if (unpaired_ > 0)
            found.against_radii = format("{} of {} cannot be paired with records that are so near, for example: {}",
                                         with_thousands(unpaired_), counted(released_.total, "record", "records"),
                                         row_text(released_.table, example_));
        return found;
    }

private:
    std::optional<Ratio> number(std::size_t column, std::size_t row) const {
        const Domain& domain = released_.table[column].domain();
        const Code code = released_.table[column][row];
        if (!domain.is_numeric() || code >= domain.values()) return std::nullopt;
        const auto scale = power_of_ten(domain.scale());
        return scale ? std::optional(Ratio(domain.units(code), *scale)) : std::nullopt;
    }

    // The printed centers in the original's codes; says which value the original lacks.
    std::string locate_centers(const Tuples& original) {
        for (std::size_t c = others_; c < width_; ++c) {
            const std::vector<Code> codes = same_values(released_.table[c].domain(), original.table[c].domain());
            for (Printed& cluster : clusters_) {
                const Code code = codes[released_.table[c][cluster.row]];
                if (code == no_code)
                    return format("the original has no such value: {}", row_text(released_.table, cluster.row));
                cluster.center.push_back(code);
            }
        }
        return {};
    }

    // Other columns by the release's codes, those of centers by the original's.
    std::vector<Recoded> terms(const Tuples& original) const {
        std::vector<Recoded> columns;
        for (std::size_t c = 0; c < width_; ++c) {
            const Column& from = original.table[c];
            if (c < others_) {
                columns.push_back(
                    {same_values(from.domain(), released_.table[c].domain()), released_.table[c].domain_ptr()});
                continue;
            }
            std::vector<Code> same(from.domain().size());
            std::iota(same.begin(), same.end(), Code{0});
            columns.push_back({std::move(same), from.domain_ptr()});
        }
        return columns;
    }

    // For each different point, the clusters that it is near enough to; false where they are more than `most` in all.
    bool reach(const Tuples& records, const Partition& points, const ClusterDistance& distance, std::size_t most,
               Progress& progress) {
        const std::size_t dimensions = width_ - others_;
        std::vector<Span> boxes;
        for (const Printed& cluster : clusters_)
            for (std::size_t d = 0; d < dimensions; ++d)
                boxes.push_back(distance.around(d, cluster.center, cluster.radius));
        const BoxTree tree(std::move(boxes), dimensions);
        near_.assign(points.size(), {});
        std::atomic<std::size_t> pairs = 0;
        parallel_for(0, points.size(), 64, [&](std::size_t begin, std::size_t end) {
            std::vector<Code> point(dimensions);
            for (std::size_t p = begin; p < end && pairs <= most && !progress.cancelled(); ++p) {
                for (std::size_t d = 0; d < dimensions; ++d) point[d] = records.table[others_ + d][points[p].front()];
                tree.find(point, near_[p]);
                std::erase_if(near_[p], [&](std::uint32_t g) {
                    return !distance.within(point, clusters_[g].center, clusters_[g].radius);
                });
                pairs += near_[p].size() * points[p].size();
            }
            progress.advance(end - begin);
        });
        return pairs <= most && !progress.cancelled();
    }

    // Within each group of equal other columns.
    void pair(const Tuples& records, const std::vector<std::uint32_t>& point_of_row, Progress& progress) {
        centered_.assign(groups_.size(), 0);
        row_of_group_.assign(groups_.size(), none);
        const auto runs = run_offsets(released_, others_), supplies = run_offsets(records, others_);
        std::size_t s = 0;
        progress.stage("pairing records with originals", runs.size() - 1);
        for (std::size_t r = 0; r + 1 < runs.size() && !progress.cancelled(); ++r) {
            const auto order = [&] {
                return compare_rows(records.table, supplies[s], released_.table, runs[r], others_);
            };
            while (s + 1 < supplies.size() && order() < 0) ++s;
            const bool same = s + 1 < supplies.size() && order() == 0;
            pair_run(records, point_of_row, same ? supplies[s] : 0, same ? supplies[s + 1] : 0, runs[r], runs[r + 1]);
            progress.advance(1);
        }
    }

    void pair_run(const Tuples& records, const std::vector<std::uint32_t>& point_of_row, std::uint32_t first,
                  std::uint32_t last, std::uint32_t begin, std::uint32_t end) {
        const std::uint32_t rows = end - begin, sources = last - first;
        const Flow::Node source = rows + sources, sink = source + 1;
        for (std::uint32_t row = begin; row < end; ++row) row_of_group_[group_of_row_[row]] = row - begin;
        flow_.reset(sink + 1);
        std::uint64_t wanted = 0;
        for (std::uint32_t row = 0; row < rows; ++row) {
            flow_.add(row, sink, released_.weights[begin + row]);
            wanted += released_.weights[begin + row];
        }
        for (std::uint32_t t = 0; t < sources; ++t) {
            flow_.add(source, rows + t, records.weights[first + t]);
            for (const std::uint32_t g : near_[point_of_row[first + t]]) {
                const std::uint32_t row = row_of_group_[g];
                if (row == none) continue;
                flow_.add(rows + t, row, std::min(records.weights[first + t], released_.weights[begin + row]));
                centered_[g] |= is_center(records, first + t, g) ? 1 : 0;
            }
        }
        const std::uint64_t paired = flow_.run(source, sink);
        for (std::uint32_t row = 0; row < rows; ++row) {
            row_of_group_[group_of_row_[begin + row]] = none;
            if (unpaired_ == 0 && paired < wanted && flow_.through(row) < released_.weights[begin + row])
                example_ = begin + row;
        }
        unpaired_ += wanted - paired;
    }

    bool is_center(const Tuples& records, std::uint32_t row, std::uint32_t g) const {
        for (std::size_t c = others_; c < width_; ++c)
            if (records.table[c][row] != clusters_[g].center[c - others_]) return false;
        return true;
    }

    static constexpr std::uint32_t none = UINT32_MAX;

    const ClaimedClusters& claimed_;
    Tuples released_;
    std::size_t width_, others_;  // columns that the original has, and those of them that are no center's
    Partition groups_;
    std::vector<std::uint32_t> group_of_row_;
    std::vector<Printed> clusters_;                 // by group
    std::vector<std::vector<std::uint32_t>> near_;  // by point of the original, of groups
    std::vector<char> centered_;                    // by group: a record that has its values could be in it
    std::vector<std::uint32_t> row_of_group_;       // of the rows that are being paired
    Flow flow_;
    std::uint64_t unpaired_ = 0;
    std::uint32_t example_ = 0;
};

std::string against_left_out(const ClaimedRelease& claimed) {
    if (claimed.released > claimed.original) return "there are more records than the original has";
    const std::uint64_t out = claimed.original - claimed.released;
    const Ratio share(static_cast<Int128>(out), static_cast<Int128>(std::max<std::uint64_t>(claimed.original, 1)));
    if (share <= claimed.perturbation->clusters->left_out) return {};
    return format("{} of {} are, more than {} of them", with_thousands(out),
                  counted(claimed.original, "record", "records"), claimed.perturbation->clusters->left_out.to_string());
}

}  // namespace

Result<void> check_clusters(const ClaimedRelease& claimed, const Tuples& released, const Tuples* original,
                            const std::optional<hierarchy::Hierarchies>& hierarchies, std::size_t most, Ledger& ledger,
                            Progress& progress) {
    if (!claimed.perturbation->clusters) return {};
    const ClaimedClusters& clusters = *claimed.perturbation->clusters;
    ledger.settle("records in no cluster", against_left_out(claimed),
                  format("{} of {}", with_thousands(claimed.original - std::min(claimed.original, claimed.released)),
                         with_thousands(claimed.original)));
    ClusterCheck check(clusters, released);
    const std::string against = check.against_sizes();
    ledger.settle("sizes of clusters", against, against.empty() ? check.sizes_text() : "");
    if (!against.empty()) return {};
    const std::string centers = "the center of each cluster is one of its records",
                      radii = "no record is farther from its center than the radius";
    const auto unchecked = [&](const std::string& why) {
        ledger.unchecked(centers, why);
        ledger.unchecked(radii, why);
    };
    if (original == nullptr) {
        unchecked(format("to measure the original, give {}", field("original")));
        return {};
    }
    std::vector<const hierarchy::Hierarchy*> known;
    for (std::size_t c = 0; c < released.table.width(); ++c) {
        const std::string& name = released.table.name(c);
        if (!contains(clusters.columns, name)) continue;
        known.push_back(nullptr);
        if (!contains(clusters.by_hierarchy, name)) continue;
        const auto found = hierarchies ? hierarchies->find(name) : hierarchy::Hierarchies::const_iterator();
        if (!hierarchies || found == hierarchies->end()) {
            unchecked(format("how far apart the values of {} are is said by a hierarchy: give {}", quoted(name),
                             field("policy")));
            return {};
        }
        known.back() = found->second.get();
    }
    const auto found = check.against(*original, known, most, progress);
    if (!found && found.error().kind != Error::Kind::input) return found.error();
    if (!found) {
        unchecked(found.error().message);
        return {};
    }
    if (found->undecided) {
        unchecked("clusters overlap so much that pairing records would take more memory than there is");
        return {};
    }
    ledger.settle(centers, found->against_centers);
    if (!found->against_centers.empty() && found->against_radii.empty())
        ledger.unchecked(radii, "a center that is none comes first");
    else
        ledger.settle(radii, found->against_radii,
                      format("each of {}, paired with different ones of the original",
                             counted(released.total, "record", "records")));
    return {};
}

}  // namespace scrim::verifier
