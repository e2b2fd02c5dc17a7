#include "report/html/chart.h"

#include "kernel/core/text.h"

#include <utility>

namespace scrim::report::html {
namespace {

std::string place(Across x) { return x.of_width ? fixed(100 * x.value) + "%" : fixed(x.value); }

}  // namespace

std::string fixed(double value) {
    std::string text = format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

Svg::Svg(std::string_view id, double height, std::string_view title, std::string_view description)
    : out_(format("<svg role=\"img\" aria-labelledby=\"{0}-title {0}-words\" width=\"100%\" height=\"{1}\">\n"
                  "<title id=\"{0}-title\">{2}</title>\n<desc id=\"{0}-words\">{3}</desc>\n",
                  id, fixed(height), title, description)) {}

void Svg::text(Across x, double y, std::string_view style, std::string_view words, double shift) {
    out_ += format("<text x=\"{}\" y=\"{}\"", place(x), fixed(y));
    if (shift != 0) out_ += format(" dx=\"{}\"", fixed(shift));
    out_ += format(" class=\"{}\">{}</text>\n", style, words);
}

void Svg::line(Across x1, double y1, Across x2, double y2, std::string_view style) {
    out_ += format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\" />\n", place(x1), fixed(y1), place(x2),
                   fixed(y2), style);
}

void Svg::bar(Across x, double y, Across width, double height, std::string_view style, double corner) {
    out_ +=
        format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", place(x), fixed(y), place(width), fixed(height));
    if (corner > 0) out_ += format(" rx=\"{}\"", fixed(corner));
    out_ += format(" class=\"{}\" />\n", style);
}

void Svg::dot(Across x, double y, double radius, std::string_view style) {
    out_ += format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"{}\" />\n", place(x), fixed(y), fixed(radius), style);
}

void Svg::bend(double x1, double y1, double x2, double y2, std::string_view style) {
    const std::string middle = fixed((x1 + x2) / 2);
    out_ += format("<path d=\"M{},{} C{},{} {},{} {},{}\" class=\"{}\" />\n", fixed(x1), fixed(y1), middle, fixed(y1),
                   middle, fixed(y2), fixed(x2), fixed(y2), style);
}

std::string Svg::finish() { return std::move(out_) + "</svg>\n"; }

}  // namespace scrim::report::html
