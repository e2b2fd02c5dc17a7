// How many threads work at once, in everything that begins from now on: one per processor unless told, and one is the
// calling thread alone.
//
//   set_threads(1);
#pragma once

#include <cstddef>

#pragma GCC visibility push(default)
namespace scrim {

void set_threads(std::size_t threads);  // 0: one per processor
std::size_t threads();                  // 0 as well

}  // namespace scrim
#pragma GCC visibility pop
