#include "kernel/recode/perturb/r_gather.h"

#include "kernel/core/parallel.h"
#include "kernel/recode/perturb/blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrim::recode::perturb {
namespace {

constexpr std::uint32_t nobody = UINT32_MAX;

// The points of one block, with all their distances. Points are numbered within it.
class Gatherer {
public:
    Gatherer(const PointSet& points, const std::vector<std::uint32_t>& members, std::uint32_t r, std::uint32_t most_out)
        : size_(static_cast<std::uint32_t>(members.size())), r_(r), most_out_(most_out) {
        distances_.resize(std::size_t{size_} * size_);
        for (std::uint32_t a = 0; a < size_; ++a)
            for (std::uint32_t b = 0; b < a; ++b)
                distances_[std::size_t{a} * size_ + b] = distances_[std::size_t{b} * size_ + a] =
                    squared_distance(points[members[a]], points[members[b]], points.dimensions());
    }

    // The cluster of each point, or nobody, by the shortest distance that works. All points as one cluster do.
    void run() {
        std::vector<double> lengths = distances_;
        std::sort(lengths.begin(), lengths.end());
        lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
        std::size_t fails = 0, works = lengths.size();  // works: one past the first that is known to
        std::vector<std::uint32_t> best_of, best_centers;
        while (fails < works) {
            const std::size_t middle = (fails + works) / 2;
            if (try_length(lengths[middle])) {
                best_of = cluster_of;
                best_centers = centers;
                works = middle;
            } else {
                fails = middle + 1;
            }
        }
        cluster_of = std::move(best_of);
        centers = std::move(best_centers);
    }

    // Each cluster's center becomes the point from which its farthest is nearest: no radius grows.
    void recenter() {
        std::vector<std::vector<std::uint32_t>> clusters(centers.size());
        for (std::uint32_t p = 0; p < size_; ++p)
            if (cluster_of[p] != nobody) clusters[cluster_of[p]].push_back(p);
        for (std::size_t c = 0; c < centers.size(); ++c) {
            double least = std::numeric_limits<double>::infinity();
            for (const std::uint32_t center : clusters[c]) {
                double most = 0;
                for (const std::uint32_t p : clusters[c]) most = std::max(most, distance(center, p));
                if (most < least) least = most, centers[c] = center;
            }
        }
    }

    double distance(std::uint32_t a, std::uint32_t b) const { return distances_[std::size_t{a} * size_ + b]; }

    std::vector<std::uint32_t> cluster_of, centers;

private:
    bool try_length(double length) {
        cluster_of.assign(size_, nobody);
        centers.clear();
        return most_out_ == 0 ? cover(length) && fill(length) && assign_rest(length) : leave_out(length);
    }

    // Centers farther than `length` from each other, and no point farther than that from all of them.
    bool cover(double length) {
        std::vector<char> covered(size_, 0);
        for (std::uint32_t p = 0; p < size_; ++p) {
            if (covered[p] != 0) continue;
            std::uint32_t near = 0;
            for (std::uint32_t q = 0; q < size_; ++q)
                if (distance(p, q) <= length) {
                    covered[q] = 1;
                    ++near;
                }
            if (near < r_) return false;
            centers.push_back(p);
        }
        return std::size_t{r_} * centers.size() <= size_;
    }

    // Gives each center r points within `length`; a flow, by one shortest augmenting path for each point given.
    bool fill(double length) {
        for (std::uint32_t c = 0; c < centers.size(); ++c) cluster_of[centers[c]] = c;  // no other center is that near
        for (std::uint32_t c = 0; c < centers.size(); ++c)
            for (std::uint32_t given = 1; given < r_; ++given)
                if (!augment(c, length)) return false;
        return true;
    }

    bool augment(std::uint32_t start, double length) {
        std::vector<std::uint32_t> queue{start}, entered(centers.size(), nobody), reached_by(size_, nobody);
        for (std::size_t next = 0; next < queue.size(); ++next) {
            const std::uint32_t center = queue[next];
            for (std::uint32_t p = 0; p < size_; ++p) {
                if (reached_by[p] != nobody || distance(centers[center], p) > length) continue;
                reached_by[p] = center;
                const std::uint32_t owner = cluster_of[p];
                if (owner == nobody) {
                    hand_over(p, start, reached_by, entered);
                    return true;
                }
                if (owner == start || entered[owner] != nobody || p == centers[owner]) continue;
                entered[owner] = p;
                queue.push_back(owner);
            }
        }
        return false;
    }

    // Each center on the way takes a point and gives up the one that it was entered by.
    void hand_over(std::uint32_t point, std::uint32_t start, const std::vector<std::uint32_t>& reached_by,
                   const std::vector<std::uint32_t>& entered) {
        for (;;) {
            const std::uint32_t taker = reached_by[point];
            cluster_of[point] = taker;
            if (taker == start) return;
            point = entered[taker];
        }
    }

    bool assign_rest(double length) {
        for (std::uint32_t p = 0; p < size_; ++p)
            if (cluster_of[p] == nobody && !to_nearest(p, length)) return false;
        return true;
    }

    bool to_nearest(std::uint32_t point, double length) {
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t c = 0; c < centers.size(); ++c)
            if (distance(point, centers[c]) <= length && distance(point, centers[c]) < least) {
                least = distance(point, centers[c]);
                cluster_of[point] = c;
            }
        return cluster_of[point] != nobody;
    }

    // Clusters around every point that still has r points within `length`, itself included; what is left joins a center
    // within twice that, and every cluster of the best clustering has a point that was taken, so that what it does not
    // leave out is that near.
    bool leave_out(double length) {
        for (std::uint32_t p = 0; p < size_; ++p) {
            if (cluster_of[p] != nobody) continue;
            std::vector<std::uint32_t> near;
            for (std::uint32_t q = 0; q < size_; ++q)
                if (cluster_of[q] == nobody && distance(p, q) <= length) near.push_back(q);
            if (near.size() < r_) continue;
            for (const std::uint32_t q : near) cluster_of[q] = static_cast<std::uint32_t>(centers.size());
            centers.push_back(p);
        }
        std::uint32_t out = 0;
        for (std::uint32_t p = 0; p < size_; ++p)
            if (cluster_of[p] == nobody && !to_nearest(p, 4 * length)) ++out;  // squares
        return out <= most_out_ && !centers.empty();
    }

    std::uint32_t size_, r_, most_out_;
    std::vector<double> distances_;  // squared
};

std::uint32_t share_of(const Ratio& share, std::size_t points) {
    return static_cast<std::uint32_t>(share.numerator() * static_cast<Int128>(points) / share.denominator());
}

}  // namespace

Result<Gathering> r_gather(const PointSet& points, std::uint32_t r, const Ratio& share_out, Progress& progress) {
    progress.stage("gathering", points.size());
    const auto blocks = near_blocks(points, std::max(most_gathered, 4 * r), 0);
    std::vector<Gathering> parts(blocks.size());
    parallel_for(0, blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end && !progress.cancelled(); ++b) {
            const std::vector<std::uint32_t>& members = blocks[b];
            Gatherer work(points, members, r, share_of(share_out, members.size()));
            work.run();
            work.recenter();
            std::vector<std::vector<std::uint32_t>> clusters(work.centers.size());
            parts[b].radius.assign(work.centers.size(), 0.0);
            for (std::uint32_t p = 0; p < members.size(); ++p) {
                const std::uint32_t cluster = work.cluster_of[p];
                if (cluster == nobody) continue;
                clusters[cluster].push_back(members[p]);
                double& radius = parts[b].radius[cluster];
                radius = std::max(radius, std::sqrt(work.distance(p, work.centers[cluster])));
            }
            for (const auto& cluster : clusters) parts[b].clusters.add(cluster);
            for (const std::uint32_t center : work.centers) parts[b].centers.push_back(members[center]);
            progress.advance(members.size());
        }
    });
    if (progress.cancelled()) return cancelled_error();
    Gathering all;
    for (const Gathering& part : parts) {
        for (std::size_t c = 0; c < part.clusters.size(); ++c) all.clusters.add(part.clusters[c]);
        all.centers.insert(all.centers.end(), part.centers.begin(), part.centers.end());
        all.radius.insert(all.radius.end(), part.radius.begin(), part.radius.end());
    }
    return all;
}

}  // namespace scrim::recode::perturb
