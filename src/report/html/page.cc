#include "report/html/page.h"

#include "kernel/core/text.h"
#include "report/html/html_text.h"

#include <utility>

namespace scrim::report::html {
namespace {

// One accent; everything else is ink in three strengths. On paper the page is always light.
constexpr std::string_view page_style = R"css(
:root{color-scheme:light dark;--page:#fcfbf9;--ink:#20242a;--soft:#59616b;--line:#dfdcd5;--track:#eceae4;
--accent:#0b6660;--tint:#9ecbc5}
@media screen and (prefers-color-scheme:dark){:root{--page:#14171a;--ink:#e7e7e3;--soft:#a3abb3;--line:#31373d;
--track:#262b30;--accent:#6bcabf;--tint:#2f6963}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue","Noto Sans",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
main{max-width:46rem;margin:0 auto;padding:clamp(2rem,7vw,5rem) 1.5rem 3rem}
h1,h2,h3{line-height:1.25;font-weight:600;letter-spacing:-.01em;text-wrap:balance}
h1,dd,code,.name{overflow-wrap:anywhere}
h1{font-size:clamp(1.6rem,5vw,2.25rem);margin:.25rem 0 1.25rem}
h2{font-size:1.3rem;margin:0 0 .75rem}
h3{font-size:1rem;margin:2.25rem 0 .5rem}
p{margin:0 0 1rem;max-width:40rem}
.eyebrow{margin:0;color:var(--accent);font-size:.8125rem;font-weight:600;letter-spacing:.06em;text-transform:uppercase}
.lead{font-size:1.1875rem;line-height:1.55;margin-bottom:2rem}
.note,figcaption,footer,small{color:var(--soft);font-size:.875rem;line-height:1.5}
small{display:block;font-weight:400}
section{margin-top:4rem}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.25rem,1fr));gap:1.25rem 2rem;margin:0;padding:1.5rem 0;
border:solid var(--line);border-width:1px 0}
dt{color:var(--soft);font-size:.8125rem}
dd{margin:0}
ul{margin:0;padding:0;list-style:none;max-width:40rem}
li{padding:.6rem 0 .6rem 1.25rem;position:relative;font-size:.9375rem;line-height:1.55}
li::before{content:"";position:absolute;left:0;top:1.2rem;width:.55rem;border-top:2px solid var(--tint)}
code,pre,.mono{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
pre{margin:0 0 1rem;padding:1rem 1.25rem;background:var(--track);border-radius:6px;white-space:pre-wrap;line-height:1.7}
pre code{font-size:inherit}
figure{margin:1.75rem 0 1.5rem}
figcaption{margin-top:.75rem;max-width:40rem}
table{width:100%;border-collapse:collapse;font-size:.9375rem;line-height:1.5;margin:0 0 1rem}
.promises thead th:first-child{width:30%}
.promises thead th:nth-child(2){width:19%}
th,td{text-align:left;vertical-align:top;padding:.6rem 1rem .6rem 0;border-bottom:1px solid var(--line)}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--soft);font-size:.8125rem;font-weight:500;vertical-align:bottom}
tbody th{font-weight:500}
.n{text-align:right}
td.n,.short{white-space:nowrap}
.n+*{padding-left:.5rem}
.bad{color:var(--ink);font-weight:700}
footer{margin-top:4rem;padding-top:1.25rem;border-top:1px solid var(--line)}
svg{display:block;overflow:visible;font-size:13px}
svg text{fill:var(--ink)}
svg .soft,svg .tick{fill:var(--soft)}
svg .tick{font-size:12px}
svg .strong{font-weight:600}
svg .key{fill:var(--accent);font-weight:600}
svg .end{text-anchor:end}
svg .middle{text-anchor:middle}
svg .axis{stroke:var(--soft);stroke-width:1}
svg .grid{stroke:var(--line);stroke-width:1}
svg .mark{stroke:var(--accent);stroke-width:1.5;stroke-dasharray:4 3}
svg .way{stroke:var(--tint);stroke-width:4;stroke-linecap:round}
svg .curve{fill:none;stroke:var(--line);stroke-width:1.5}
svg .track{fill:var(--track)}
svg .full{fill:var(--accent)}
svg .pale{fill:var(--tint)}
svg .none{fill:var(--line)}
svg .hollow{fill:var(--page);stroke:var(--soft);stroke-width:1.75}
svg .ring{fill:none;stroke:var(--accent);stroke-width:1.5}
@media (max-width:34rem){.wide{display:none}th,td{padding-right:.75rem}table{font-size:.875rem}section{margin-top:3rem}}
@media print{body{font-size:10.5pt}main{max-width:none;padding:0}section{margin-top:2.25rem}
figure,tr,li,pre{break-inside:avoid}h2,h3{break-after:avoid}
svg *{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)css";

}  // namespace

std::string page(std::string_view title, std::string_view body) {
    return format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\" />\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
        "<meta name=\"referrer\" content=\"no-referrer\" />\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}"
        "<footer>Made by Scrim. This page loads nothing and runs no script.</footer>\n</main>\n</body>\n</html>\n",
        escaped(title), page_style, body);
}

std::string section(std::string_view id, std::string_view heading, std::string_view body) {
    return format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n", id, heading, body);
}

std::string paragraph(std::string_view words, std::string_view style_class) {
    if (style_class.empty()) return format("<p>{}</p>\n", words);
    return format("<p class=\"{}\">{}</p>\n", style_class, words);
}

std::string figure(std::string_view picture, std::string_view caption) {
    return format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", picture, caption);
}

std::string facts(const std::vector<std::pair<std::string, std::string>>& facts) {
    std::string out = "<dl>\n";
    for (const auto& [name, value] : facts) out += format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
    return out + "</dl>\n";
}

std::string list(const std::vector<std::string>& items) {
    std::string out = "<ul>\n";
    for (const std::string& item : items) out += format("<li>{}</li>\n", item);
    return out + "</ul>\n";
}

DataTable::DataTable(const std::vector<std::string>& headings, std::string_view style_class) {
    out_ = style_class.empty() ? "<table>\n" : format("<table class=\"{}\">\n", style_class);
    out_ += "<thead><tr>";
    for (const std::string& heading : headings) {
        const bool numeric = heading.starts_with('>');
        numeric_.push_back(numeric);
        out_ += format("<th scope=\"col\"{}>{}</th>", numeric ? " class=\"n\"" : "",
                       std::string_view(heading).substr(numeric ? 1 : 0));
    }
    out_ += "</tr></thead>\n<tbody>\n";
}

void DataTable::row(const std::vector<std::string>& cells) {
    out_ += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i)
        out_ += i == 0 ? format("<th scope=\"row\">{}</th>", cells[i])
                       : format("<td{}>{}</td>", numeric_[i] ? " class=\"n\"" : "", cells[i]);
    out_ += "</tr>\n";
}

std::string DataTable::finish() { return std::move(out_) + "</tbody>\n</table>\n"; }

}  // namespace scrim::report::html
