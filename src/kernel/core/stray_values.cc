#include "kernel/core/stray_values.h"

#include "kernel/core/ascii.h"
#include "kernel/core/number_text.h"
#include "kernel/core/respelling.h"

#include <algorithm>

namespace scrim {
namespace {

bool is_date_or_time(std::string_view text) { return parse_date(text) || parse_timestamp(text); }

template <auto respell, auto parses>
bool respelled(std::string_view text) {
    const auto spelled = respell(text);
    return spelled && parses(*spelled);
}

bool is_decimal(std::string_view text) { return parse_decimal(text).has_value(); }

struct Reading {
    const char* name;
    bool (*fits)(std::string_view);
};
constexpr Reading readings[] = {
    {"numbers", is_decimal},
    {"dates", is_date_or_time},
    {"dates", respelled<respell_day_first, is_date_or_time>},
    {"dates", respelled<respell_month_first, is_date_or_time>},
    {"numbers", respelled<respell_decimal_comma, is_decimal>},
    {"numbers", respelled<respell_decimal_point, is_decimal>},
};

// What is text on purpose: a code of digits, a suppressed cell, an interval or a set.
bool is_meant(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_digit) || text.find('*') != std::string_view::npos ||
           text.starts_with('[') || text.starts_with('(') || text.starts_with('{');
}

}  // namespace

std::optional<StrayValues> stray_values(const Domain& domain, std::size_t one_in) {
    if (domain.is_numeric()) return std::nullopt;
    std::optional<StrayValues> best;
    std::size_t most = domain.values() / one_in;
    for (const Reading& reading : readings) {
        StrayValues strays{reading.name, {}};
        for (Code code = 0; code < domain.values() && strays.values.size() <= most; ++code)
            if (std::string label = domain.label(code); !reading.fits(label)) strays.values.push_back(std::move(label));
        if (strays.values.empty()) return std::nullopt;  // blanks between digits alone do not make a number
        if (strays.values.size() > most) continue;
        most = strays.values.size() - 1;  // the next one has to be better
        best = std::move(strays);
    }
    if (best && std::any_of(best->values.begin(), best->values.end(), is_meant)) return std::nullopt;
    return best;
}

}  // namespace scrim
