#include "kernel/recode/perturb/window.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::recode::perturb {

std::optional<Window> Window::parse(const std::string& text) {
    const bool percent = text.ends_with('%');
    const auto number = Ratio::parse(percent ? text.substr(0, text.size() - 1) : text);
    if (!number || number->infinite() || *number <= Ratio(0)) return std::nullopt;
    if (!percent) return number->is_integer() ? std::optional(Window{*number, false}) : std::nullopt;
    if (*number > Ratio(100)) return std::nullopt;
    return Window{Ratio(number->numerator(), number->denominator() * 100), true};
}

Result<std::uint64_t> Window::ranks(const std::string& column, std::uint64_t values) const {
    if (share) {
        const Int128 reach = static_cast<Int128>(values) * size.numerator() / size.denominator();
        if (reach < 1)
            return input_error(
                format("rank_swap: a window of {} of the {} of column {} reaches no other value; at "
                       "least one value must be in it",
                       share_text(size.to_double()), counted(values, "value", "values"), quoted(column)));
        return static_cast<std::uint64_t>(std::min<Int128>(reach, static_cast<Int128>(values) - 1));
    }
    if (size >= Ratio(static_cast<Int128>(values)))
        return input_error(format("rank_swap: a window of {} ranks is larger than the table: column {} has {}",
                                  size.to_string(), quoted(column), counted(values, "value", "values")));
    return static_cast<std::uint64_t>(size.numerator() / size.denominator());
}

}  // namespace scrim::recode::perturb
