#include "kernel/metrics/bisecting_k_means.h"

#include "kernel/core/parallel.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace scrim::metrics {
namespace {

constexpr int most_rounds = 30;

double distance(const SpacePoint& point, const Center& center) {
    double sum = center.square;
    for (const Place* place : point.places) {
        sum += place->square;
        for (const auto& [coordinate, amount] : place->amounts) sum -= 2 * amount * center.at[coordinate];
    }
    return std::max(sum, 0.0);
}

// Some of the points, by their numbers.
class Some {
public:
    Some(std::span<const SpacePoint> points, std::uint32_t coordinates, std::vector<std::uint32_t> members)
        : points_(points), coordinates_(coordinates), members_(std::move(members)) {}

    Center center() const {
        Center center{std::vector<double>(coordinates_, 0), 0};
        double all = 0;
        for (const std::uint32_t i : members_) {
            for (const Place* place : points_[i].places)
                for (const auto& [coordinate, amount] : place->amounts)
                    center.at[coordinate] += points_[i].weight * amount;
            all += points_[i].weight;
        }
        for (double& amount : center.at) {
            if (all > 0) amount /= all;
            center.square += amount * amount;
        }
        return center;
    }
    double error() const {
        const Center at = center();
        double sum = 0;
        for (const std::uint32_t i : members_) sum += points_[i].weight * distance(points_[i], at);
        return sum;
    }
    std::uint32_t farthest(const Center& from) const {
        std::uint32_t found = members_.front();
        double most = -1;
        for (const std::uint32_t i : members_)
            if (const double far = distance(points_[i], from); far > most + 1e-12) {
                most = far;
                found = i;
            }
        return found;
    }
    Center at(std::uint32_t i) const { return Some(points_, coordinates_, {i}).center(); }
    const std::vector<std::uint32_t>& members() const { return members_; }
    Some part(std::vector<std::uint32_t> members) const { return {points_, coordinates_, std::move(members)}; }

    // Every member to the nearest center, until nobody moves. A center that nobody is near stays where it is.
    std::vector<Some> divided(std::vector<Center> centers) const {
        std::vector<Some> parts;
        std::vector<std::uint32_t> to(members_.size(), UINT32_MAX);
        for (int round = 0; round < most_rounds; ++round) {
            std::vector<std::uint32_t> next(members_.size());
            parallel_for(0, members_.size(), 4096, [&](std::size_t begin, std::size_t end) {
                for (std::size_t m = begin; m < end; ++m) next[m] = nearest(centers, points_[members_[m]]);
            });
            if (next == to) break;
            to = std::move(next);
            std::vector<std::vector<std::uint32_t>> members(centers.size());
            for (std::size_t m = 0; m < members_.size(); ++m) members[to[m]].push_back(members_[m]);
            parts.clear();
            for (std::size_t c = 0; c < centers.size(); ++c) {
                parts.push_back(part(std::move(members[c])));
                if (!parts.back().members().empty()) centers[c] = parts.back().center();
            }
        }
        std::erase_if(parts, [](const Some& one) { return one.members().empty(); });
        return parts;
    }

private:
    std::span<const SpacePoint> points_;
    std::uint32_t coordinates_;
    std::vector<std::uint32_t> members_;
};

}  // namespace

std::uint32_t nearest(std::span<const Center> centers, const SpacePoint& point) {
    std::uint32_t found = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t c = 0; c < centers.size(); ++c)
        if (const double far = distance(point, centers[c]); far < least) {
            least = far;
            found = c;
        }
    return found;
}

Clusters bisecting_k_means(std::span<const SpacePoint> points, std::uint32_t coordinates, std::size_t k) {
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0u);
    const Some everybody(points, coordinates, all);
    std::vector<Some> clusters = {everybody};
    std::vector<double> errors = {everybody.error()};
    while (clusters.size() < k) {
        const auto worst = static_cast<std::size_t>(std::max_element(errors.begin(), errors.end()) - errors.begin());
        if (errors[worst] <= 1e-9) break;  // every cluster is one point
        const Some cluster = clusters[worst];
        const Center one = cluster.at(cluster.farthest(cluster.center()));
        std::vector<Some> parts = cluster.divided({one, cluster.at(cluster.farthest(one))});
        if (parts.size() < 2) {
            errors[worst] = 0;
            continue;
        }
        clusters[worst] = parts[0];
        errors[worst] = parts[0].error();
        clusters.push_back(parts[1]);
        errors.push_back(parts[1].error());
    }
    std::vector<Center> centers;
    for (const Some& cluster : clusters) centers.push_back(cluster.center());
    Clusters made{{}, std::vector<std::uint32_t>(points.size(), 0)};
    for (const Some& cluster : everybody.divided(std::move(centers))) {
        for (const std::uint32_t i : cluster.members()) made.of[i] = static_cast<std::uint32_t>(made.centers.size());
        made.centers.push_back(cluster.center());
    }
    return made;
}

double error_of(std::span<const SpacePoint> points, const Clusters& clusters) {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        sum += points[i].weight * distance(points[i], clusters.centers[clusters.of[i]]);
    return sum;
}

double f_measure(const std::vector<std::vector<double>>& together) {
    std::vector<double> found(together.empty() ? 0 : together.front().size(), 0);
    double all = 0, sum = 0;
    for (const auto& row : together)
        for (std::size_t j = 0; j < row.size(); ++j) {
            found[j] += row[j];
            all += row[j];
        }
    for (const auto& row : together) {
        const double size = std::accumulate(row.begin(), row.end(), 0.0);
        double best = 0;
        for (std::size_t j = 0; j < row.size(); ++j)
            if (size + found[j] > 0) best = std::max(best, 2 * row[j] / (size + found[j]));
        sum += size * best;
    }
    return all > 0 ? sum / all : 1;
}

double f_measure(std::span<const SpacePoint> points, std::span<const std::uint32_t> first,
                 std::span<const std::uint32_t> second) {
    const std::size_t rows = first.empty() ? 0 : *std::max_element(first.begin(), first.end()) + 1;
    const std::size_t columns = second.empty() ? 0 : *std::max_element(second.begin(), second.end()) + 1;
    std::vector<std::vector<double>> together(rows, std::vector<double>(columns, 0));
    for (std::size_t i = 0; i < first.size(); ++i) together[first[i]][second[i]] += points[i].weight;
    return f_measure(together);
}

}  // namespace scrim::metrics
