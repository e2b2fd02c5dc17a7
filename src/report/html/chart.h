// A picture as inline SVG that is as wide as its column: places across are shares of the width, places down and sizes
// of text are pixels, so that nothing shrinks on a small screen.
//
//   Svg svg("risk", 120, "Risk", "Highest risk: 100 % before, 20 % after.");
//   svg.line(share(0), 40, share(1), 40, "axis");
//   svg.text(share(1), 30, "end", "20 %");
//   page += svg.finish();
#pragma once

#include <string>
#include <string_view>

namespace scrim::report::html {

// A place or width across.
struct Across {
    double value = 0;
    bool of_width = false;  // a share of the width, else pixels
};
constexpr Across share(double part) { return {part, true}; }
constexpr Across px(double pixels) { return {pixels, false}; }

// The colors of `style` are classes of the page's style sheet. Texts are HTML: escape what comes from data.
class Svg {
public:
    // `id` is unique on the page; title and description are for who cannot see the picture.
    Svg(std::string_view id, double height, std::string_view title, std::string_view description);

    void text(Across x, double y, std::string_view style, std::string_view words, double shift = 0);
    void line(Across x1, double y1, Across x2, double y2, std::string_view style);
    void bar(Across x, double y, Across width, double height, std::string_view style, double corner = 0);
    void dot(Across x, double y, double radius, std::string_view style);
    // A curve that leaves and arrives level; pixels only.
    void bend(double x1, double y1, double x2, double y2, std::string_view style);
    std::string finish();

private:
    std::string out_;
};

// At most two decimals, the same in every locale.
std::string fixed(double value);

}  // namespace scrim::report::html
