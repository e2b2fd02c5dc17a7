// The page itself: its style sheet, sections, tables. Written so that an XML parser can read it too.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::report::html {

// A whole document; `title` is plain text, `body` HTML.
std::string page(std::string_view title, std::string_view body);
std::string section(std::string_view id, std::string_view heading, std::string_view body);
std::string paragraph(std::string_view words, std::string_view style = "");
std::string figure(std::string_view picture, std::string_view caption);
// <dl> of facts.
std::string facts(const std::vector<std::pair<std::string, std::string>>& facts);
std::string list(const std::vector<std::string>& items);

// A table for reading. The first column names the row; columns are text or, with '>' before the heading, numbers.
class DataTable {
public:
    explicit DataTable(const std::vector<std::string>& headings, std::string_view style = "");
    void row(const std::vector<std::string>& cells);
    std::string finish();

private:
    std::string out_;
    std::vector<bool> numeric_;
};

}  // namespace scrim::report::html
