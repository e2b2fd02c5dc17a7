// scrim._scrim: the library's calls for Python. Tables come and go as Arrow streams in capsules, requests and reports
// as JSON; what people see of it is made in src/scrim.
#include "interruptible.h"
#include "scrim/call.h"
#include "scrim/catalogue.h"
#include "scrim/evidence.h"
#include "scrim/frame.h"
#include "scrim/histogram.h"
#include "scrim/lists.h"
#include "scrim/plan.h"
#include "scrim/policy.h"
#include "scrim/sql.h"
#include "scrim/statdb.h"
#include "scrim/threads.h"
#include "scrim/verify.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace scrim::python {
namespace {

namespace nb = nanobind;
using Reply = std::tuple<std::string, std::string, std::string>;  // JSON, text, page

[[noreturn]] void raise(const Error& error) {
    if (error.kind == Error::Kind::cancelled) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
    const char* name = error.kind == Error::Kind::input ? "InputError" : "Fault";
    const nb::object type = nb::module_::import_("scrim._errors").attr(name);
    const nb::object made = type(worded(error.message, Wording::keyword), keyword_of(error.field()));
    PyErr_SetObject(type.ptr(), made.ptr());
    throw nb::python_error();
}

// The value of what `work`, a Result, gives; the exception where it gives none.
template <class T>
T value_of(std::optional<Result<T>>&& result) {
    if (!result->ok()) raise(result->error());
    return **std::move(result);
}

template <class T>
T worked(const nb::object& progress, const std::function<Result<T>(Progress&)>& work) {
    std::optional<Result<T>> result;
    run_interruptibly(progress, [&](Progress& shown) { result.emplace(work(shown)); });
    return value_of(std::move(result));
}

constexpr const char* stream_name = "arrow_array_stream";

void release_stream(PyObject* capsule) noexcept {
    auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, stream_name));
    if (!stream) return PyErr_Clear();
    if (stream->release) stream->release(stream);
    delete stream;
}

Frame frame_of(const nb::object& capsule) {
    auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), stream_name));
    if (!stream) throw nb::python_error();
    // In the calling thread with the interpreter's lock: the stream may be a Python generator's.
    auto frame = Frame::from_arrow(stream);
    if (PyErr_Occurred()) throw nb::python_error();
    if (!frame) raise(frame.error());
    return *std::move(frame);
}

nb::object capsule_of(const Frame& frame) {
    auto stream = std::make_unique<ArrowArrayStream>();
    stream->release = nullptr;
    if (const auto made = frame.to_arrow(stream.get()); !made) raise(made.error());
    PyObject* capsule = PyCapsule_New(stream.get(), stream_name, release_stream);
    if (!capsule) {
        stream->release(stream.get());
        throw nb::python_error();
    }
    stream.release();
    return nb::steal(capsule);
}

// Messages in reports name fields, too.
Reply reply_of(const CallReply& reply) {
    return {worded(reply.json, Wording::keyword), worded(reply.text, Wording::keyword),
            worded(reply.html, Wording::keyword)};
}

template <class Value>
Value value_or_raise(Result<Value> result) {
    if (!result) raise(result.error());
    return *std::move(result);
}

TableInput input_of(const Frame& frame) {
    TableInput input;
    input.frame = frame;
    return input;
}

// As bytes and back: what parts of a table are carried as.
template <class Value, class Class>
void add_bytes(Class& made) {
    made.def_static("parse",
                    [](const nb::bytes& bytes) {
                        return value_or_raise(Value::parse({static_cast<const char*>(bytes.data()), bytes.size()}));
                    })
        .def("serialize", [](const Value& value) {
            std::string bytes;
            {
                const nb::gil_scoped_release release;
                bytes = value.serialize();
            }
            return nb::bytes(bytes.data(), bytes.size());
        });
}

void add_parts(nb::module_& module) {
    nb::class_<Histogram> histogram(module, "Histogram");
    histogram
        .def_static(
            "of",
            [](const Frame& part, const std::string& policy, const nb::object& progress) {
                const Policy read = value_or_raise(policy_of_json(policy));
                return worked<Histogram>(progress,
                                         [&](Progress& shown) { return Histogram::of(input_of(part), read, shown); });
            },
            nb::arg("part"), nb::arg("policy"), nb::arg("progress").none())
        .def_static(
            "counted",
            [](const Frame& part, const std::string& counts, const std::string& policy, const nb::object& progress) {
                const Policy read = value_or_raise(policy_of_json(policy));
                return worked<Histogram>(
                    progress, [&](Progress& shown) { return Histogram::counted(input_of(part), counts, read, shown); });
            },
            nb::arg("part"), nb::arg("counts"), nb::arg("policy"), nb::arg("progress").none())
        .def_static("merged",
                    [](const std::vector<Histogram>& parts) {
                        std::optional<Result<Histogram>> made;
                        {
                            const nb::gil_scoped_release release;
                            made.emplace(Histogram::merged(parts));
                        }
                        return value_of(std::move(made));
                    })
        .def_prop_ro("records", &Histogram::records)
        .def_prop_ro("rows", &Histogram::rows)
        .def_prop_ro("columns", [](const Histogram& own) { return own.columns(); })
        .def_prop_ro("left_out", [](const Histogram& own) { return own.left_out(); });
    add_bytes<Histogram>(histogram);

    nb::class_<Plan> plan(module, "Plan");
    plan.def_static(
            "make",
            [](const std::string& request, const std::vector<Frame>& frames, const std::vector<Histogram>& histograms,
               const nb::object& progress) {
                const PublishRequest read = value_or_raise(publish_request_of_json(request, {frames, histograms}));
                return worked<Plan>(progress, [&](Progress& shown) { return Plan::make(read, shown); });
            },
            nb::arg("request"), nb::arg("frames"), nb::arg("histograms"), nb::arg("progress").none())
        .def(
            "apply",
            [](const Plan& own, const Frame& part, const nb::object& progress) {
                AppliedFrame made =
                    worked<AppliedFrame>(progress, [&](Progress& shown) { return own.apply(input_of(part), shown); });
                return std::make_tuple(std::move(made.frame), made.records, made.suppressed, made.unknown);
            },
            nb::arg("part"), nb::arg("progress").none())
        .def(
            "evidence",
            [](const Plan& own, const Frame& part, const std::string& policy, const nb::object& progress) {
                const Policy read = value_or_raise(policy_of_json(policy));
                return worked<Evidence>(progress,
                                        [&](Progress& shown) { return own.evidence(input_of(part), read, shown); });
            },
            nb::arg("part"), nb::arg("policy"), nb::arg("progress").none())
        .def(
            "shares",
            [](const Plan& own, const std::vector<Histogram>& parts, const nb::object& progress) {
                return worked<std::vector<Plan>>(progress, [&](Progress& shown) { return own.shares(parts, shown); });
            },
            nb::arg("parts"), nb::arg("progress").none())
        .def(
            "divided",
            [](const Plan& own, const Frame& part, const nb::object& progress) {
                DividedRows made =
                    worked<DividedRows>(progress, [&](Progress& shown) { return own.divided(input_of(part), shown); });
                return std::make_tuple(std::move(made.files), made.records, made.suppressed, made.unknown);
            },
            nb::arg("part"), nb::arg("progress").none())
        .def("write_file",
             [](const Plan& own, const Histogram& rows, const std::string& path) {
                 std::optional<Result<void>> written;
                 run_interruptibly(nb::none(), [&](Progress&) { written.emplace(own.write_file(rows, path)); });
                 if (!*written) raise(written->error());
             })
        .def_prop_ro("files", &Plan::files)
        .def_prop_ro("has_shares", &Plan::has_shares)
        .def_prop_ro("has_values", &Plan::has_values)
        .def("values", [](const Plan& own) { return value_or_raise(own.values()); })
        .def_prop_ro("raw_columns", [](const Plan& own) { return own.raw_columns(); })
        .def_prop_ro("algorithm", [](const Plan& own) { return own.algorithm(); })
        .def_prop_ro("classes", &Plan::classes)
        .def_prop_ro("records", &Plan::records)
        .def_prop_ro("suppressed", &Plan::suppressed)
        .def_prop_ro("columns", &Plan::columns);
    add_bytes<Plan>(plan);

    nb::class_<Evidence> evidence(module, "Evidence");
    evidence
        .def_static(
            "of",
            [](const Frame& part, const std::string& policy, bool models_only, const nb::object& progress) {
                const Policy read = value_or_raise(policy_of_json(policy));
                return worked<Evidence>(progress, [&](Progress& shown) {
                    return Evidence::of(input_of(part), read, shown,
                                        models_only ? Evidence::Of::models : Evidence::Of::everything);
                });
            },
            nb::arg("part"), nb::arg("policy"), nb::arg("models_only"), nb::arg("progress").none())
        .def_static("merged",
                    [](const std::vector<Evidence>& parts) { return value_or_raise(Evidence::merged(parts)); })
        .def(
            "judge",
            [](const Evidence& own, const std::string& request, const nb::object& progress) {
                const CheckRequest read = value_or_raise(check_request_of_json(request));
                const CheckReport report =
                    worked<CheckReport>(progress, [&](Progress& shown) { return own.judge(read, shown); });
                return Reply{to_json(report), to_text(report), ""};
            },
            nb::arg("request"), nb::arg("progress").none())
        .def_prop_ro("records", &Evidence::records);
    add_bytes<Evidence>(evidence);
}

// publish_parts(), whose `write` is Python's: it gets the plan and the folder, in the thread that works.
Reply publish_in_parts(const std::string& request, const std::vector<Frame>& frames,
                       const std::vector<Histogram>& histograms, std::uint64_t records_per_file,
                       const nb::object& write, const nb::object& progress) {
    const PublishRequest read = value_or_raise(publish_request_of_json(request, {frames, histograms}));
    std::exception_ptr thrown;
    const WriteParts written = [&](const Plan& plan, const std::string& folder) -> Result<void> {
        const nb::gil_scoped_acquire acquire;
        try {
            write(plan, folder);
            return {};
        } catch (...) {
            thrown = std::current_exception();
            return input_error("the data were not written");
        }
    };
    std::optional<Result<PublishReport>> report;
    run_interruptibly(progress,
                      [&](Progress& shown) { report.emplace(publish_parts(read, records_per_file, written, shown)); });
    if (thrown) std::rethrow_exception(thrown);
    const PublishReport made = value_of(std::move(report));
    return reply_of({to_json(made), to_text(made), ""});
}

// What it takes to read the columns as a policy says: its roles, types and missing values, without files.
nb::dict reading_of(const std::string& policy, const std::vector<std::string>& columns) {
    const Policy read = with_defaults(value_or_raise(policy_of_json(policy)), columns);
    nb::dict all, made;
    for (const ColumnPolicy& column : read.columns) {
        nb::dict said;
        said["role"] = std::string(role_name(column.role));
        if (column.type != ColumnType::found) said["type"] = std::string(column_type_name(column.type));
        if (!column.missing.empty()) said["missing"] = column.missing;
        if (!column.guard.empty()) said["guard"] = column.guard;
        all[column.name.c_str()] = said;
    }
    made["columns"] = all;
    for (const auto& [name, value] :
         {std::pair{"person", &read.person}, {"sample_weight", &read.sample_weight}, {"household", &read.household}})
        if (!value->empty()) made[name] = *value;
    if (read.rows_are_persons) made["rows_are_persons"] = true;
    if (!read.missing.empty()) made["missing"] = read.missing;
    return made;
}

// A database and one session of it; closed when the last reference to it is gone, or before. Threads take turns.
class Connection {
public:
    Connection(const std::string& path, const std::string& grantee) {
        check_not_forked();
        SqlOptions options;
        options.path = path;
        options.must_exist = !grantee.empty();
        SqlDatabase opened = worked<SqlDatabase>(nb::none(), [&](Progress&) { return SqlDatabase::open(options); });
        auto session = opened.session(grantee);
        if (!session) raise(session.error());
        session_.emplace(*std::move(session));
    }
    std::tuple<std::optional<Frame>, std::string> run(const std::string& sql, const std::string& intervals,
                                                      const nb::object& progress) {
        if (caller_ == std::this_thread::get_id())  // from its own progress
            raise(input_error("the connection is in the middle of a statement"));
        const std::thread::id caller = std::this_thread::get_id();
        SqlOutcome outcome = worked<SqlOutcome>(progress, [&](Progress& shown) -> Result<SqlOutcome> {
            std::unique_lock turn(turns_, std::defer_lock);
            while (!turn.try_lock_for(std::chrono::milliseconds(20)))
                if (shown.cancelled()) return cancelled_error();
            if (!session_) return input_error("the connection is closed");
            caller_ = caller;
            auto done = run_all(*session_, sql, shown, intervals);
            caller_ = std::thread::id();
            return done;
        });
        return {std::move(outcome.rows), worded(outcome.message, Wording::keyword)};
    }
    void close() {
        if (caller_ == std::this_thread::get_id()) raise(input_error("the connection is in the middle of a statement"));
        closed_ = true;
        if (keep_of_parent()) return;
        const nb::gil_scoped_release release;
        const std::lock_guard turn(turns_);
        session_.reset();
    }
    ~Connection() { keep_of_parent(); }
    bool closed() const { return closed_; }

private:
    // In a process that was forked, the threads of the engine are gone and the file is the parent's: nothing is closed.
    bool keep_of_parent() {
        if (::getpid() == opened_by_) return false;
        if (session_) new SqlSession(*std::move(session_));
        session_.reset();
        return true;
    }

    const pid_t opened_by_ = ::getpid();
    std::timed_mutex turns_;
    std::atomic<std::thread::id> caller_;  // whose statement runs
    std::atomic<bool> closed_ = false;
    std::optional<SqlSession> session_;
};

}  // namespace

NB_MODULE(_scrim, module) {
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(stop_all_work));

    nb::class_<Frame>(module, "Frame")
        .def_static("from_capsule", frame_of, nb::arg("capsule"))
        .def_static(
            "read",
            [](const std::string& table, const std::string& intervals, const nb::object& progress) {
                const Result<TableInput> input = table_of_json(table);
                if (!input) raise(input.error());
                return worked<Frame>(progress, [&](Progress& shown) { return read_frame(*input, shown, intervals); });
            },
            nb::arg("table"), nb::arg("intervals"), nb::arg("progress").none())
        .def(
            "__arrow_c_stream__", [](const Frame& frame, const nb::object&) { return capsule_of(frame); },
            nb::arg("requested_schema").none() = nb::none())
        .def("__len__", &Frame::rows)
        .def(
            "with_lists_of",
            [](const Frame& shown, const Frame& original, const nb::object& progress) {
                return worked<Frame>(progress, [&](Progress&) { return with_lists_of(shown, original); });
            },
            nb::arg("original"), nb::arg("progress").none())
        .def_prop_ro("has_lists", &has_lists)
        .def_prop_ro("columns", [](const Frame& frame) { return frame.columns(); });

    add_parts(module);

    module.def(
        "call",
        [](const std::string& function, const std::string& request, const std::vector<Frame>& frames,
           const nb::object& progress, const std::vector<Histogram>& histograms) {
            return reply_of(worked<CallReply>(progress, [&](Progress& shown) {
                return call(function, request, CallTables{frames, histograms}, shown);
            }));
        },
        nb::arg("function"), nb::arg("request"), nb::arg("frames"), nb::arg("progress").none(),
        nb::arg("histograms") = std::vector<Histogram>());

    module.def("publish_parts", publish_in_parts, nb::arg("request"), nb::arg("frames"), nb::arg("histograms"),
               nb::arg("records_per_file"), nb::arg("write"), nb::arg("progress").none());
    module.def(
        "seen_file",
        [](const std::string& folder, const std::string& name) {
            const std::string bytes = worked<SeenFile>(nb::none(), [&](Progress& shown) {
                                          return SeenFile::of(folder, name, shown);
                                      }).serialize();
            return nb::bytes(bytes.data(), bytes.size());
        },
        nb::arg("folder"), nb::arg("name"));
    module.def(
        "verify_seen",
        [](const std::string& folder, const std::vector<nb::bytes>& seen, const std::string& policy,
           const std::optional<Histogram>& original, const nb::object& progress) {
            VerifyRequest request;
            request.folder = folder;
            for (const nb::bytes& bytes : seen)
                request.seen.push_back(
                    value_or_raise(SeenFile::parse({static_cast<const char*>(bytes.data()), bytes.size()})));
            if (!policy.empty()) request.policy = value_or_raise(policy_of_json(policy));
            if (original) request.original.emplace().histogram = *original;
            const VerifyReport report =
                worked<VerifyReport>(progress, [&](Progress& shown) { return verify(request, shown); });
            return reply_of({to_json(report), to_text(report), ""});
        },
        nb::arg("folder"), nb::arg("seen"), nb::arg("policy"), nb::arg("original").none(), nb::arg("progress").none());
    module.def("reading_of", reading_of, nb::arg("policy"), nb::arg("columns"));

    nb::class_<StatDb>(module, "StatDb")
        .def_static("open",
                    [](const std::string& path) {
                        auto opened = StatDb::open(path);
                        if (!opened) raise(opened.error());
                        return *std::move(opened);
                    })
        .def(
            "ask",
            [](const StatDb& statdb, const std::string& sql, const std::string& framework, const nb::object& progress) {
                const StatAnswer answer =
                    worked<StatAnswer>(progress, [&](Progress& shown) { return statdb.ask(sql, framework, shown); });
                return reply_of({to_json(answer, true), to_text(answer, false), ""});
            },
            nb::arg("sql"), nb::arg("framework"), nb::arg("progress").none())
        .def("info", [](const StatDb& statdb) {
            const StatInfo info = statdb.info();
            return reply_of({to_json(info), to_text(info), ""});
        });

    nb::class_<Connection>(module, "Connection")
        .def(nb::init<const std::string&, const std::string&>(), nb::arg("path"), nb::arg("grantee"))
        .def("run", &Connection::run, nb::arg("sql"), nb::arg("intervals"), nb::arg("progress").none())
        .def("close", &Connection::close)
        .def_prop_ro("closed", &Connection::closed);

    module.def("set_threads", &set_threads, nb::arg("threads"));
    module.def("version", &version_text);
}

}  // namespace scrim::python
