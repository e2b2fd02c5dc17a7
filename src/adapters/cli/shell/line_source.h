// LineSource: where a shell's lines come from: a person (edited_lines.h), a file or pipe, a test.
#pragma once

#include <istream>
#include <string>
#include <string_view>

namespace scrim::cli {

struct Line {
    enum class Kind {
        text,
        end,          // no more: the file's end, Ctrl-D
        interrupted,  // Ctrl-C: what was begun is not wanted
    };
    Kind kind = Kind::end;
    std::string text = {};  // without its end
};

class LineSource {
public:
    virtual ~LineSource() = default;
    virtual Line next(std::string_view prompt) = 0;
};

// Lines of a file or pipe, without prompts; a byte order mark at the start does not count.
class StreamLines final : public LineSource {
public:
    explicit StreamLines(std::istream& in) : in_(in) {}

    Line next(std::string_view) override {
        Line line{Line::Kind::text};
        if (!std::getline(in_, line.text)) return {};
        if (first_ && line.text.starts_with("\xef\xbb\xbf")) line.text.erase(0, 3);
        first_ = false;
        return line;
    }

private:
    std::istream& in_;
    bool first_ = true;
};

}  // namespace scrim::cli
