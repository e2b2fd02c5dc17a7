// How the audit of views grows with the number of potential tuples. Prints one line per size.
//
//   audit_views_bench
//
// A hospital PDA(patient, doctor, ailment) with two facts per patient; published are the patients and the ailments,
// planned are patients with doctors and doctors with ailments. NDE, NSE and NFBR (against everybody) up to 2,000
// potential tuples; BBR and BFBR 1/10 against an attacker with independent tuples up to 60.
#include "scrim/audit.h"
#include "steps.h"

#include <cstdio>
#include <string>
#include <tuple>
#include <vector>

using namespace scrim;

namespace {

std::string domain(const char* attribute, const char* letter, int size) {
    std::string text = std::string("domain ") + attribute + " {";
    for (int i = 0; i < size; ++i) text += (i > 0 ? ", " : "") + std::string(letter) + std::to_string(i);
    return text + "}.\n";
}

// Exactly patients · doctors · ailments potential tuples.
std::string hospital(int patients, int doctors, int ailments) {
    std::string text = "relation PDA(patient, doctor, ailment).\n" + domain("patient", "p", patients) +
                       domain("doctor", "d", doctors) + domain("ailment", "a", ailments);
    unsigned state = 7;
    const auto next = [&](int below) {
        state = state * 1664525u + 1013904223u;
        return static_cast<int>((state >> 16) % static_cast<unsigned>(below));
    };
    for (int p = 0; p < patients; ++p)
        for (int i = 0; i < 2; ++i)
            text += "fact PDA(p" + std::to_string(p) + ", d" + std::to_string(next(doctors)) + ", a" +
                    std::to_string(next(ailments)) + ").\n";
    return text +
           "secret S(p, a) :- PDA(p, d, a).\n"
           "published Vp(p) :- PDA(p, d, a). published Va(a) :- PDA(p, d, a).\n"
           "planned Vpd(p, d) :- PDA(p, d, a). planned Vda(d, a) :- PDA(p, d, a).\n"
           "probability PDA(_, d0, _) = 1/10. probability PDA(p0, d1, _) = 1/5.\n";
}

void row(const char* question, int patients, int doctors, int ailments, const std::vector<std::string>& guarantees,
         const char* attacker) {
    ViewAuditRequest request;
    request.path = "hospital";
    request.text = hospital(patients, doctors, ailments);
    request.guarantees = guarantees;
    request.attacker = attacker;
    const auto start = bench::Clock::now();
    const ViewAuditReport report = bench::take(audit_views(request, no_progress()));
    const double seconds = bench::since(start);
    std::printf("%-16s %6d tuples %9.3f s ", question, patients * doctors * ailments, seconds);
    for (const ViewGuarantee& some : report.guarantees)
        std::printf(" %s %s", some.name.c_str(),
                    some.verdict == ViewVerdict::holds      ? "holds"
                    : some.verdict == ViewVerdict::breached ? "breached"
                                                            : some.reason.c_str());
    std::printf("\n");
}

}  // namespace

int main() {
    const std::vector<std::string> exposure = {"NDE", "NSE", "NFBR"};
    for (const auto& [p, d, a] : {std::tuple(3, 3, 3), std::tuple(5, 5, 5), std::tuple(5, 10, 10),
                                  std::tuple(10, 10, 10), std::tuple(10, 10, 20), std::tuple(20, 20, 20)})
        row("NDE NSE NFBR", p, d, a, exposure, "all");
    for (const auto& [p, d, a] : {std::tuple(2, 2, 2), std::tuple(3, 2, 3), std::tuple(3, 3, 3), std::tuple(4, 3, 3),
                                  std::tuple(4, 3, 4), std::tuple(4, 3, 5), std::tuple(5, 3, 4)})
        row("BBR BFBR 1/10", p, d, a, {"BBR 1/10", "BFBR 1/10"}, "independent");
    return 0;
}
