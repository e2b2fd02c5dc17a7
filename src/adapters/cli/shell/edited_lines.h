// Lines that a person types, with editing and history by libedit. At most one may live at a time: libedit has one state
// for the whole program.
//
//   EditedLines lines(history_file());
//   while (lines.next("scrim> ").kind != Line::Kind::end) …
#pragma once

#include "adapters/cli/shell/line_source.h"

namespace scrim::cli {

class EditedLines final : public LineSource {
public:
    // `history`: a file that keeps the lines, readable for its owner only; "" for none.
    explicit EditedLines(std::string history);
    Line next(std::string_view prompt) override;

private:
    void remember(const std::string& line);

    std::string history_;
    std::string last_;
};

// $SCRIM_HISTORY, or .scrim_history in the home folder; "" for none.
std::string history_file();

}  // namespace scrim::cli
