// One thread is the calling thread alone, whatever is read and made; with more there are more.
#include "scrim/threads.h"
#include "scrim/check.h"
#include "scrim/frame.h"
#include "scrim/publish.h"
#include "scrim/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

namespace scrim::testing {
namespace threads_test {

namespace fs = std::filesystem;

std::size_t threads_of_process() {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator()));
}

// The most threads that there are while `work` runs, without the one that counts them.
template <class Work>
std::size_t most_threads(Work work) {
    std::atomic<bool> done = false;
    std::size_t most = 0;
    std::thread counting([&] {
        while (!done) {
            most = std::max(most, threads_of_process());
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
    });
    work();
    done = true;
    counting.join();
    return most - 1;
}

template <class T>
T got(Result<T> result) {
    if (result) return *std::move(result);
    std::cerr << result.error().message << "\n";
    std::exit(2);
}

// A file and the same in memory, checked, published and verified.
void work(const fs::path& folder) {
    const std::string path = folder / "t.csv";
    std::ofstream file(path);
    file << "x,y,s\n";
    for (int i = 0; i < 3000; ++i) file << i * 7919 % 3000 << ',' << i << ',' << i % 7 << '\n';
    file.close();
    PublishRequest request;
    request.table.path = path;
    for (const auto& [name, role] :
         {std::pair{"x", Role::quasi_identifier}, {"y", Role::quasi_identifier}, {"s", Role::sensitive}}) {
        request.policy.columns.push_back({.name = name, .role = role});
    }
    request.policy.rows_are_persons = true;
    request.policy.require = {*parse_requirement("k_anonymity(k=3)")};
    request.table.frame = got(read_frame(request.table, no_progress()));
    for (const char* algorithm : {"mondrian", "cluster"}) {
        request.policy.algorithm = algorithm;
        request.out = folder / algorithm;
        request.format = "parquet";
        got(publish(request, no_progress()));
        VerifyRequest verifying;
        verifying.folder = request.out;
        if (!got(verify(verifying, no_progress())).holds()) std::exit(2);
        request.table.frame = {};
    }
}

// In a process of its own: threads of other tests stay for a while.
int count_threads(std::size_t wanted) {
    set_threads(wanted);
    std::string name = (fs::temp_directory_path() / "scrim-threads-XXXXXX").string();
    const fs::path folder = ::mkdtemp(name.data());
    const std::size_t before = threads_of_process();
    const std::size_t most = most_threads([&] { work(folder); });
    fs::remove_all(folder);
    std::cerr << most - before << " more threads\n";
    return wanted == 1 ? most != before : most <= before;
}

TEST(ThreadsDeathTest, OneIsTheCallingThreadAlone) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(std::exit(count_threads(1)), ::testing::ExitedWithCode(0), "0 more threads");
    EXPECT_EXIT(std::exit(count_threads(3)), ::testing::ExitedWithCode(0), "more threads");
}

}  // namespace threads_test
}  // namespace scrim::testing
