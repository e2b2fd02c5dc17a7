// Any bytes as an .audit file: refused in one line, or a program whose numbers mean something, which reads back from
// what it is written as, and which is audited or refused, but never crashes.
#include "methods/audit/databases/reader.h"
#include "methods/audit/databases/typed_program.h"
#include "scrim/audit.h"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace scrim;
using namespace scrim::audit::databases;

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

void require_mendable(const Error& error) {
    require(error.kind == Error::Kind::input, "a refusal is the user's to mend");
    require(error.message.find('\n') == std::string::npos, "a message is one line");
}

void require_atoms(const scrim::audit::databases::AuditProgram& program,
                   const scrim::audit::databases::Conjunction& conjunction) {
    for (const scrim::audit::databases::Atom& atom : conjunction.atoms) {
        require(atom.relation < program.relations.size(), "an atom is of a relation");
        require(atom.terms.size() == program.relations[atom.relation].attributes.size(), "an atom has its arity");
    }
}

void require_sound(const scrim::audit::databases::AuditProgram& program) {
    for (const auto* queries : {&program.secrets, &program.published, &program.planned})
        for (const scrim::audit::databases::Query& query : *queries)
            for (const scrim::audit::databases::Rule& rule : query.rules) {
                require(rule.head.size() == query.arity, "rules of one name have one arity");
                require_atoms(program, rule.body);
            }
    for (const scrim::audit::databases::Constraint& constraint : program.constraints) {
        require_atoms(program, constraint.body);
        for (const scrim::audit::databases::Conjunction& head : constraint.heads) require_atoms(program, head);
    }
    for (const scrim::audit::databases::Fact& fact : program.facts)
        require(fact.values.size() == program.relations.at(fact.relation).attributes.size(), "a fact has its arity");
    for (const scrim::audit::databases::TupleProbability& some : program.probabilities)
        require(scrim::Ratio(0) <= some.probability && some.probability <= scrim::Ratio(1),
                "a probability is from 0 to 1");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto program = scrim::audit::databases::read_audit_program(text, "fuzz.audit");
    if (!program) {
        require_mendable(program.error());
        return 0;
    }
    require_sound(*program);
    const std::string written = to_text(*program);
    const auto again = scrim::audit::databases::read_audit_program(written, "fuzz.audit");
    require(again.ok(), "a program can be read as it is written");
    require(to_text(*again) == written, "and is the same then");

    const auto typed = scrim::audit::databases::type_program(
        *program, [](std::size_t) { return 1u; }, "fuzz.audit");
    if (!typed) {
        require_mendable(typed.error());
        return 0;
    }
    if (typed->space.size() > 12) return 0;  // enough for every path, and quick
    ViewAuditRequest request;
    request.path = "fuzz.audit";
    request.text = text;
    request.time_limit = 0.05;
    const auto report = audit_views(request, no_progress());
    if (!report) {
        require_mendable(report.error());
        return 0;
    }
    require(!to_text(*report).empty() && !to_json(*report).empty(), "a report can be written");
    return 0;
}
