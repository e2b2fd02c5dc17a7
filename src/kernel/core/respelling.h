// Dates and numbers as some countries write them, respelled as everything else reads them: 31.12.2020 as 2020-12-31,
// 1.234,56 as 1234.56. Nothing where the text is none such.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scrim {

// 31.12.2020, 31/12/2020, 31-12-2020, 1.2.2020, each maybe with a time of day after a space.
std::optional<std::string> respell_day_first(std::string_view text);
// 12/31/2020 and 12-31-2020; nobody writes months first with dots.
std::optional<std::string> respell_month_first(std::string_view text);
// 3,5 and 1.234.567,8: a comma before the decimals; dots, apostrophes or spaces between thousands.
std::optional<std::string> respell_decimal_comma(std::string_view text);
// 3.5 and 1,234,567.8.
std::optional<std::string> respell_decimal_point(std::string_view text);

}  // namespace scrim
