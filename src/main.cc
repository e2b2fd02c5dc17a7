#include "adapters/cli/cli.h"

#include <malloc.h>

#include <iostream>

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    ::mallopt(M_MMAP_THRESHOLD, 1 << 20);  // large columns go back to the system as soon as they are freed
    return scrim::cli::run({argv + 1, argv + argc}, std::cout, std::cerr);
}
