// Runs a fuzz target without libFuzzer: on its examples, and on each of them changed by chance, the same each time. One
// program has all targets, each under the name of its file (tests/CMakeLists.txt says so to the compiler).
//
//   fuzz_replay certificate_fuzz tests/fuzz/seeds/certificate_fuzz 2000
#include "kernel/core/random.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#define SCRIM_FUZZ_TARGET(name) extern "C" int name(const std::uint8_t* data, std::size_t size);
#include "fuzz_targets.def"
#undef SCRIM_FUZZ_TARGET

namespace {

using Target = int (*)(const std::uint8_t* data, std::size_t size);

Target find_target(const std::string& wanted) {
#define SCRIM_FUZZ_TARGET(name) \
    if (wanted == #name) return name;
#include "fuzz_targets.def"
#undef SCRIM_FUZZ_TARGET
    return nullptr;
}

// A few bytes changed, removed, repeated, or replaced by some of another example.
std::string changed(std::string bytes, const std::vector<std::string>& examples, scrim::Random& random) {
    for (std::uint64_t times = 1 + random.below(4); times > 0; --times) {
        const std::size_t at = random.below(bytes.size() + 1), length = random.below(16);
        switch (random.below(4)) {
            case 0:
                if (at < bytes.size()) bytes[at] = static_cast<char>(random.below(256));
                break;
            case 1: bytes.erase(at, length); break;
            case 2: bytes.insert(at, bytes.substr(at, length)); break;
            default: {
                const std::string& other = examples[random.below(examples.size())];
                bytes.insert(at, other.substr(random.below(other.size() + 1), length));
            }
        }
    }
    return bytes.substr(0, 4096);
}

}  // namespace

int main(int argc, char** argv) {
    const Target target = argc == 4 ? find_target(argv[1]) : nullptr;
    if (!target) return 2;
    const auto run = [&](const std::string& bytes) {
        target(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    };
    std::vector<std::string> examples;
    for (const auto& entry : std::filesystem::directory_iterator(argv[2])) {
        std::ifstream file(entry.path(), std::ios::binary);
        examples.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    if (examples.empty()) return 2;
    scrim::SeededRandom random(1);
    for (const std::string& example : examples) run(example);
    for (int round = 0; round < std::atoi(argv[3]); ++round)
        run(changed(examples[random.below(examples.size())], examples, random));
    std::printf("%zu examples, %s changed ones\n", examples.size(), argv[3]);
    return 0;
}
