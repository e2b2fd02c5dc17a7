#include "methods/republish/diversity.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim::republication {
namespace {

std::uint64_t sum(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

// The largest limit to which counts can be cut so that none is more than a share of 1 / parts of what is left.
std::uint32_t eligible_limit(const Counts& counts, std::uint32_t parts) {
    Counts sorted = counts;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    std::uint64_t below = sum(sorted);  // of the counts that are not cut
    for (std::size_t cut = 0; cut <= sorted.size(); ++cut) {
        // The `cut` largest become `limit`, which is at least the next one; parts * limit <= cut * limit + below.
        const std::uint64_t next = cut < sorted.size() ? sorted[cut] : 0;
        const std::uint64_t first = cut == 0 ? next : sorted[cut - 1];
        const std::uint64_t limit = cut >= parts ? first : std::min<std::uint64_t>(first, below / (parts - cut));
        if (limit >= next && (cut > 0 || parts * next <= below)) return static_cast<std::uint32_t>(limit);
        if (cut < sorted.size()) below -= sorted[cut];
    }
    return 0;
}

void cut_to(Counts& counts, std::uint32_t limit) {
    for (std::uint32_t& count : counts) count = std::min(count, limit);
}

// The values of one category, and how many records hold them.
struct Category {
    std::vector<std::uint32_t> values;
    Counts counts;

    std::uint32_t blocks(std::uint32_t tau) const { return static_cast<std::uint32_t>(sum(counts) / tau); }
};

std::vector<Category> categories_of(const Counts& counts, const Diversity& diversity) {
    std::map<std::uint32_t, Category> by_number;
    for (std::uint32_t v = 0; v < counts.size(); ++v) {
        if (counts[v] == 0) continue;
        Category& category = by_number[diversity.category_of[v]];
        category.values.push_back(v);
        category.counts.push_back(counts[v]);
    }
    std::vector<Category> categories;
    for (auto& [number, category] : by_number) categories.push_back(std::move(category));
    return categories;
}

Counts blocks_of(const std::vector<Category>& categories, std::uint32_t tau) {
    Counts blocks;
    for (const Category& category : categories) blocks.push_back(category.blocks(tau));
    return blocks;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
    return format("{:.3g} % of the {}", 100.0 * static_cast<double>(part) / static_cast<double>(whole),
                  counted(whole, "record", "records"));
}

}  // namespace

bool Diversity::satisfied_by(std::span<const std::uint32_t> signature) const {
    if (category_of.empty()) return signature.size() >= least_records();
    std::map<std::uint32_t, std::uint32_t> values;
    for (const std::uint32_t value : signature) ++values[category_of[value]];
    return values.size() >= lambda &&
           std::all_of(values.begin(), values.end(), [&](const auto& category) { return category.second >= tau; });
}

bool is_eligible(const Counts& counts, const Diversity& diversity) {
    if (diversity.category_of.empty()) return deal::is_eligible(std::span(counts), diversity.least_records());
    const auto categories = categories_of(counts, diversity);
    return std::all_of(categories.begin(), categories.end(),
                       [&](const Category& category) {
                           return deal::is_eligible(std::span(category.counts), diversity.tau) &&
                                  category.blocks(diversity.tau) > 0;
                       }) &&
           deal::is_eligible(std::span<const std::uint32_t>(blocks_of(categories, diversity.tau)), diversity.lambda);
}

std::string why_not_eligible(const Counts& counts, const Diversity& diversity,
                             const std::function<std::string(std::uint32_t)>& label_of) {
    if (is_eligible(counts, diversity)) return {};
    const std::uint64_t records = sum(counts);
    if (records < diversity.least_records())
        return format("{} left, and a group needs {}",
                      records == 1 ? "one record is" : format("{} records are", records), diversity.least_records());
    if (diversity.category_of.empty()) {
        const auto most = std::max_element(counts.begin(), counts.end());
        const std::uint32_t value = static_cast<std::uint32_t>(most - counts.begin());
        return format(
            "value {} is held by {}, and a share of 1/{} is the most that groups of {} different values can "
            "hide; the largest number possible is {}",
            quoted(label_of(value)), share(*most, records), diversity.least_records(), diversity.least_records(),
            records / *most);
    }
    const Category* largest = nullptr;
    const auto categories = categories_of(counts, diversity);
    for (const Category& category : categories) {
        const auto most = std::max_element(category.counts.begin(), category.counts.end());
        const std::uint64_t held = sum(category.counts);
        const std::uint32_t value = category.values[static_cast<std::size_t>(most - category.counts.begin())];
        if (std::uint64_t{*most} * diversity.tau > held)
            return format("value {} is held by {} of the {} of its category, and a share of 1/{} (tau) is the most",
                          quoted(label_of(value)), with_thousands(*most), counted(held, "record", "records"),
                          diversity.tau);
        if (!largest || sum(largest->counts) < held) largest = &category;
    }
    return format("the category of {} is held by {}, and a share of 1/{} (lambda) is the most",
                  quoted(label_of(largest->values.front())), share(sum(largest->counts), records), diversity.lambda);
}

Counts eligible_part(const Counts& counts, const Diversity& diversity) {
    Counts part = counts;
    if (diversity.category_of.empty()) {
        cut_to(part, eligible_limit(counts, diversity.least_records()));
        return part;
    }
    // Cutting a category can make another too frequent.
    while (!is_eligible(part, diversity)) {
        auto categories = categories_of(part, diversity);
        for (Category& category : categories) cut_to(category.counts, eligible_limit(category.counts, diversity.tau));
        const std::uint32_t limit = eligible_limit(blocks_of(categories, diversity.tau), diversity.lambda);
        std::fill(part.begin(), part.end(), 0);
        for (Category& category : categories) {
            while (category.blocks(diversity.tau) > limit)
                --*std::max_element(category.counts.begin(), category.counts.end());
            if (category.blocks(diversity.tau) == 0) continue;
            for (std::size_t i = 0; i < category.values.size(); ++i) part[category.values[i]] = category.counts[i];
        }
    }
    return part;
}

deal::SignaturePlan plan_signatures(const Counts& counts, const Diversity& diversity) {
    if (diversity.category_of.empty()) return deal::plan_neighbors(counts, diversity.least_records());
    // Each category's records become blocks of tau values or more; blocks of lambda categories or more become groups.
    const auto categories = categories_of(counts, diversity);
    std::vector<deal::SignaturePlan> blocks;
    for (const Category& category : categories) blocks.push_back(deal::plan_neighbors(category.counts, diversity.tau));
    deal::SignaturePlan plan;
    for (deal::PlannedSignature together :
         deal::plan_neighbors(blocks_of(categories, diversity.tau), diversity.lambda)) {
        while (together.groups > 0) {
            deal::PlannedSignature next{{}, together.groups};
            for (const std::uint32_t c : together.values) next.groups = std::min(next.groups, blocks[c].back().groups);
            for (const std::uint32_t c : together.values) {
                for (const std::uint32_t i : blocks[c].back().values) next.values.push_back(categories[c].values[i]);
                if ((blocks[c].back().groups -= next.groups) == 0) blocks[c].pop_back();
            }
            std::sort(next.values.begin(), next.values.end());
            together.groups -= next.groups;
            plan.push_back(std::move(next));
        }
    }
    return plan;
}

}  // namespace scrim::republication
