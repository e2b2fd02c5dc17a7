// report.html: what a release keeps and what it hides, as pictures. One file, readable without a network.
//
// It is public, like the certificate: nothing in it helps to undo the release. What neighboring nodes of the lattice
// would have cost is shown only where the requirements look at quasi-identifiers alone; otherwise it would tell
// something about sensitive values.
#pragma once

#include "methods/release/certificate.h"
#include "methods/release/chosen_algorithm.h"
#include "methods/release/perturbed_release.h"

#include <string>

namespace scrim::report {

std::string report_html(const PublishRequest& request, const release::Prepared& prepared, const release::Chosen& chosen,
                        const recode::Recoding& recoding, const release::Measured& measured);
// Of a release whose values were changed instead of generalized.
std::string perturbed_html(const release::PerturbedRelease& release);

}  // namespace scrim::report
