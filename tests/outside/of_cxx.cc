// A program in C++: the functions of include/scrim.
#include <scrim/call.h>
#include <scrim/catalogue.h>
#include <scrim/check.h>
#include <scrim/publish.h>
#include <scrim/query.h>
#include <scrim/sql.h>
#include <scrim/statdb.h>
#include <scrim/verify.h>

#include <iostream>

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    using namespace scrim;
    CheckRequest request;
    request.table.path = argv[1];
    auto policy = read_policy(argv[2]);
    if (!policy) return std::cerr << policy.error().message << "\n", 1;
    request.policy = *policy;
    const auto report = check(request, no_progress());
    if (!report) return std::cerr << worded(report.error().message, Wording::json) << "\n", 1;
    const auto frame = read_frame(request.table, no_progress());
    if (!frame || frame->rows() != report->rows) return std::cerr << "the frame has other rows\n", 1;
    request.table = {};
    request.table.frame = *frame;
    const auto again = check(request, no_progress());
    if (!again || again->classes != report->classes) return std::cerr << "the frame is judged in another way\n", 1;
    std::cout << version_text() << ": " << report->rows << " rows in " << report->classes << " classes\n";
    return list_models().empty();
}
