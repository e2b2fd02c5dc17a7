// Whose records a view's tuples are, and who counts towards a group.
#include "methods/views/recoding/view_recoding.h"

#include <algorithm>
#include <numeric>

namespace scrim::views {
namespace {

DomainPtr numbered(std::uint32_t size) {
    std::vector<Int128> units(size);
    std::iota(units.begin(), units.end(), Int128{0});
    return std::make_shared<const Domain>(Domain::of_numbers(std::move(units), 0));
}

// Tuples of equal quasi-identifiers, k and block, which are shown alike, follow each other in `order`.
struct ShownAlike {
    const ViewTuples& tuples;
    int compare(std::uint32_t a, std::uint32_t b) const {
        for (const auto& values : tuples.values)
            if (values[a] != values[b]) return values[a] < values[b] ? -1 : 1;
        if (tuples.k[a] != tuples.k[b]) return tuples.k[a] < tuples.k[b] ? -1 : 1;
        if (tuples.blocks.empty() || tuples.blocks[a] == tuples.blocks[b]) return 0;
        return tuples.blocks[a] < tuples.blocks[b] ? -1 : 1;
    }
};

void hide_what_is_nobodys(ViewTuples& tuples) {
    std::vector<std::uint32_t> order(tuples.size());
    std::iota(order.begin(), order.end(), 0u);
    const ShownAlike alike{tuples};
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return alike.compare(a, b) < 0; });
    std::vector<char> hide(tuples.size(), 0);
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        bool nobodys = false;
        for (; end < order.size() && alike.compare(order[begin], order[end]) == 0; ++end)
            nobodys |= tuples.persons[order[end]] == tuples.nobody();
        for (; begin < end; ++begin) hide[order[begin]] = nobodys;
    }
    for (std::uint32_t t = 0; t < tuples.size(); ++t)
        if (hide[t] && tuples.k[t] >= 2) tuples.k[t] = ViewTuples::no_profile;
}

}  // namespace

void ViewTuples::set_persons(std::vector<std::uint32_t> person_of, std::uint32_t count) {
    person_domain = numbered(count + 1);
    std::vector<char> seen_exactly(count, 0);
    for (std::uint32_t t = 0; t < size(); ++t)
        if (person_of[t] != unknown && k[t] <= 1) seen_exactly[person_of[t]] = 1;
    for (std::uint32_t& person : person_of)
        if (person == unknown || seen_exactly[person]) person = nobody();
    persons = std::move(person_of);
    if (!sensitive.empty()) hide_what_is_nobodys(*this);
}

void ViewTuples::set_persons(const Column& person_of) {
    const Code count = person_of.domain().values();
    std::vector<std::uint32_t> numbers(person_of.size());
    person_of.visit([&](auto codes) {
        std::transform(codes.begin(), codes.end(), numbers.begin(),
                       [&](Code code) { return code == count ? unknown : code; });
    });
    set_persons(std::move(numbers), count);
}

}  // namespace scrim::views
