// A reader of our output who leaves early, as `scrim sql … | head` does: work is ended in order, without a word.
#pragma once

#include <iosfwd>

namespace scrim::cli {

// As long as one lives, writing to a reader who has left fails instead of ending the program.
class KeepOnBrokenPipe {
public:
    KeepOnBrokenPipe();
    ~KeepOnBrokenPipe();
    KeepOnBrokenPipe(const KeepOnBrokenPipe&) = delete;
    KeepOnBrokenPipe& operator=(const KeepOnBrokenPipe&) = delete;

private:
    void (*before_)(int);
};

// `out` is the program's standard output, a pipe or socket that nobody reads any more.
bool reader_left(const std::ostream& out);

}  // namespace scrim::cli
