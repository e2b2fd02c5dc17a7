// A program with the library that has no engine: a table of its own in two parts, each counted, planned for together,
// released apart and judged together; and a file, which is refused.
#include <scrim.h>
#include <scrim/check.h>
#include <scrim/evidence.h>
#include <scrim/plan.h>
#include <scrim/publish.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

void expect(bool holds, const std::string& what) {
    if (holds) return;
    std::cerr << "of_core: not so: " << what << "\n";
    std::exit(1);
}

// A column of integers, as a stream of one batch.
struct Ages {
    std::vector<int64_t> cells;
    const void* buffers[2] = {nullptr, nullptr};
    const void* no_buffers[1] = {nullptr};
    ArrowArray column{};
    ArrowArray* columns[1] = {&column};
    ArrowSchema schema{};
    ArrowSchema* schemas[1] = {&schema};
    bool given = false;
};

template <class T>
void release(T* what) {
    what->release = nullptr;
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    Ages& ages = *static_cast<Ages*>(stream->private_data);
    ages.schema = {"l", "age", nullptr, 0, 0, nullptr, nullptr, release<ArrowSchema>, nullptr};
    *out = {"+s", "", nullptr, 0, 1, ages.schemas, nullptr, release<ArrowSchema>, nullptr};
    return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
    Ages& ages = *static_cast<Ages*>(stream->private_data);
    *out = {};
    if (ages.given) return 0;
    ages.given = true;
    const auto rows = static_cast<int64_t>(ages.cells.size());
    ages.buffers[1] = ages.cells.data();
    ages.column = {rows, 0, 0, 2, 0, ages.buffers, nullptr, nullptr, release<ArrowArray>, nullptr};
    *out = {rows, 0, 0, 1, 1, ages.no_buffers, ages.columns, nullptr, release<ArrowArray>, nullptr};
    return 0;
}

scrim::TableInput table_of(Ages& ages) {
    ArrowArrayStream stream = {get_schema, get_next, [](ArrowArrayStream*) -> const char* { return nullptr; },
                               release<ArrowArrayStream>, &ages};
    const auto frame = scrim::Frame::from_arrow(&stream);
    expect(frame.ok(), "a table is taken over");
    scrim::TableInput input;
    input.frame = *frame;
    return input;
}

template <class T>
T got(scrim::Result<T> result, const std::string& what) {
    expect(result.ok(), what + (result.ok() ? "" : ": " + result.error().message));
    return *std::move(result);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace scrim;
    expect(argc == 3, "a table and a policy are named");
    Ages one{.cells = {30, 31, 31, 44}}, other{.cells = {30, 45, 46, 47}};
    const std::vector<TableInput> parts = {table_of(one), table_of(other)};
    const Policy policy =
        got(parse_policy("columns: {age: quasi_identifier}\nrequire: [k_anonymity(k=4)]"), "a policy is read");

    std::vector<Histogram> histograms;
    for (const TableInput& part : parts)
        histograms.push_back(got(Histogram::of(part, policy, no_progress()), "a part is counted"));
    PublishRequest request;
    request.table.histogram = got(Histogram::merged(histograms), "the parts are merged");
    request.policy = policy;
    request.policy.algorithm = "mondrian";
    const Plan plan =
        got(Plan::parse(got(Plan::make(request, no_progress()), "a plan is made").serialize()), "the plan is carried");
    expect(plan.classes() == 2 && !plan.owner_only(), "it has two classes, and nothing that is not released");
    std::vector<Evidence> evidence;
    for (const TableInput& part : parts) {
        const AppliedFrame made = got(plan.apply(part, no_progress()), "it is applied");
        expect(made.records == 4, "all records are released");
        TableInput released;
        released.frame = made.frame;
        evidence.push_back(got(Evidence::of(released, policy, no_progress()), "evidence is collected"));
    }
    const CheckReport report =
        got(got(Evidence::merged(evidence), "it is merged").judge(policy, no_progress()), "it is judged");
    expect(report.holds() && report.rows == 8 && report.classes == 2, "the release of all parts holds");

    CheckRequest file;
    file.table.path = argv[1];
    file.policy = got(read_policy(argv[2]), "a policy file is read");
    const auto refused = check(file, no_progress());
    expect(!refused.ok() && refused.error().message.find("without an engine") != std::string::npos,
           "a table in a file is refused");
    request.out = "release_of_core";
    expect(!publish(request, no_progress()).ok(), "nothing is written to files");
    std::cout << scrim_version() << ": " << report.rows << " rows in " << report.classes << " classes\n";
    return std::string(scrim_version()).find("no engine") == std::string::npos;
}
