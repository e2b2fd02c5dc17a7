#include "kernel/core/text.h"
#include "report/html/chart.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/report_sections.h"

#include <algorithm>

namespace scrim::report::html {
namespace {

// Sizes from … to - 1.
struct Bin {
    std::uint64_t from = 0, to = 0;
    std::uint64_t classes = 0, members = 0;
};

std::uint64_t width(const Bin& bin) { return bin.to - bin.from; }

constexpr std::uint64_t most_bins = 10;

// 1, 2, 5, 10, … with three steps in a factor of ten, or 1, 3, 10, … with two, or 1, 10, …
std::vector<std::uint64_t> round_edges(std::uint64_t least, std::uint64_t most,
                                       const std::vector<std::uint64_t>& steps) {
    std::vector<std::uint64_t> edges{least};
    for (std::uint64_t ten = 1; edges.back() <= most && ten <= UINT64_MAX / 100; ten *= 10)
        for (const std::uint64_t step : steps)
            if (ten * step > least && edges.back() <= most) edges.push_back(ten * step);
    return edges;
}

// Where bins begin, and the end of the last: single sizes for a narrow range, equal steps for a wider one, steps that
// grow for a wide one.
std::vector<std::uint64_t> edges_of(std::uint64_t least, std::uint64_t most) {
    if (most / 10 > least) {
        for (const std::vector<std::uint64_t>& steps : {std::vector<std::uint64_t>{1, 2, 5}, {1, 3}})
            if (auto edges = round_edges(least, most, steps); edges.size() <= most_bins + 1) return edges;
        return round_edges(least, most, {1});
    }
    std::uint64_t step = 1;
    for (std::uint64_t i = 0; (most - least) / step >= most_bins; ++i) step = step * (i % 3 == 1 ? 5 : 4) / 2;
    std::vector<std::uint64_t> edges{least};
    while (edges.back() <= most) edges.push_back(edges.back() + step);
    return edges;
}

std::string size_text(const Bin& bin) {
    if (width(bin) == 1) return with_thousands(bin.from);
    return format("{} – {}", with_thousands(bin.from), with_thousands(bin.to - 1));
}

std::string short_number(std::uint64_t number) {
    if (number >= 1'000'000 && number % 100'000 == 0) return decimal(static_cast<double>(number) / 1e6) + "M";
    if (number >= 10'000 && number % 1'000 == 0) return with_thousands(number / 1000) + "k";
    return with_thousands(number);
}

// The sizes that no class may have come first, as one bin, so that it can be seen to be empty.
std::vector<Bin> bins_of(const release::Measured& measured, std::uint64_t least_allowed) {
    const auto& sizes = measured.class_sizes;
    const bool has_limit = least_allowed > 1;
    const std::uint64_t least = has_limit ? least_allowed : sizes.front().first;
    const std::vector<std::uint64_t> edges = edges_of(least, std::max(least, sizes.back().first));
    std::vector<Bin> bins;
    if (has_limit) bins.push_back({1, least, 0, 0});
    for (std::size_t e = 0; e + 1 < edges.size(); ++e) bins.push_back({edges[e], edges[e + 1], 0, 0});
    for (const auto& [size, classes] : sizes)
        for (Bin& bin : bins)
            if (bin.from <= size && size < bin.to) {
                bin.classes += classes;
                bin.members += size * classes;
            }
    return bins;
}

std::string picture(const ReportInput& input, const std::vector<Bin>& bins, std::uint64_t least_allowed) {
    constexpr double top = 44, base = 204, height = 232;
    std::string words;
    std::uint64_t most = 1;
    for (const Bin& bin : bins) {
        most = std::max(most, bin.classes);
        words +=
            format("{}: {}. ", size_text(bin), counted(bin.classes, input.class_word(false), input.class_word(true)));
    }
    Svg svg("size-picture", height, format("How many {} there are of each size", input.class_word(true)), words);
    const double slot = 1.0 / static_cast<double>(bins.size());
    const bool single =
        std::all_of(bins.begin() + (least_allowed > 1), bins.end(), [](const Bin& bin) { return width(bin) == 1; });
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const Bin& bin = bins[i];
        const double left = slot * static_cast<double>(i);
        const double tall = static_cast<double>(bin.classes) / static_cast<double>(most) * (base - top);
        const double shown = bin.classes > 0 ? std::max(tall, 2.0) : 0;
        if (bin.classes > 0) svg.bar(share(left + 0.06 * slot), base - shown, share(0.88 * slot), shown, "full", 1.5);
        svg.text(share(left + slot / 2), base - shown - 7, bin.classes > 0 ? "strong middle" : "soft middle",
                 short_number(bin.classes));
        if (single && (i > 0 || least_allowed <= 1))
            svg.text(share(left + slot / 2), base + 20, "tick middle", short_number(bin.from));
        else if (!single && (i > 0 || least_allowed <= 1))
            svg.text(share(left), base + 20, left == 0 ? "tick" : "tick middle", short_number(bin.from));
        else
            svg.text(share(0), base + 20, "tick", "fewer");
    }
    if (!single) svg.text(share(1), base + 20, "tick end", short_number(bins.back().to));
    svg.line(share(0), base, share(1), base, "axis");
    if (least_allowed > 1) {
        svg.line(share(slot), 4, share(slot), base, "mark");
        svg.text(share(slot), 15, "key", format("at least {} required", with_thousands(least_allowed)), 8);
    }
    return svg.finish();
}

}  // namespace

std::string size_section(const ReportInput& input) {
    const std::string heading = input.generalized() ? "Class sizes" : "Group sizes";
    const auto& sizes = input.measured.class_sizes;
    if (sizes.empty()) return section("sizes", heading, paragraph("No record was released, so there are none."));
    const std::uint64_t least_allowed = input.problem().demands.least_records();
    const std::vector<Bin> bins = bins_of(input.measured, least_allowed);
    const std::string many = input.class_word(true), members = input.member_word(true);
    std::string body = paragraph(format(
        "{} The smallest has {}, the largest {}.",
        input.generalized()
            ? "A class is all records that print the same quasi-identifiers; nobody can tell them apart by these."
            : "Within a group, nobody can tell which sensitive value belongs to whom.",
        counted(sizes.front().first, input.member_word(false), members), with_thousands(sizes.back().first)));
    body += figure(picture(input, bins, least_allowed),
                   format("Number of {} by their size in {}.{}", many, members,
                          width(bins.back()) > width(bins[least_allowed > 1]) ? " Steps grow to the right." : ""));
    DataTable table({"Size", format(">{}", input.generalized() ? "Classes" : "Groups"),
                     input.counts_people() ? ">People" : ">Records", ">Share"});
    std::uint64_t all = 0;
    for (const Bin& bin : bins) all += bin.members;
    for (const Bin& bin : bins)
        table.row(
            {size_text(bin), with_thousands(bin.classes), with_thousands(bin.members), percent(bin.members, all)});
    return section("sizes", heading, body + table.finish());
}

}  // namespace scrim::report::html
