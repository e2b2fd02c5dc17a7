// The algorithm that a policy names, with its arguments. (Where it names none, see default_algorithm.h.)
#pragma once

#include "kernel/recode/recoder.h"

#include <string>

namespace scrim::release {

// What a parameter names as a file is read.
struct Chosen {
    const recode::RecoderSpec* recoder = nullptr;
    models::Arguments arguments;
    Requirement text;  // as given, for print
};
Result<Chosen> choose_recoder(const std::string& text);
// The same for a release that is written, whose report may tell more (Parameter::when_written).
Result<Chosen> choose_for_release(const std::string& text);

}  // namespace scrim::release
