// A view's definition as the options of a foreign table and of its columns, and back. The options are fragments of the
// statement's own grammar, which reads them.
//
//   CREATE FOREIGN TABLE patient_av (
//       name text OPTIONS (role 'identifier'),
//       zip scrim.label OPTIONS (role 'quasi_identifier', dgh 'zip_dgh'),
//       disease scrim.label OPTIONS (role 'sensitive', dgh 'disease_dgh'))
//     SERVER scrim OPTIONS (query 'SELECT name, zip, disease FROM public.patient', k '5', require
//     'l_diversity_distinct(l=2)');
#pragma once

#include "methods/views/language/definition.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::postgres {

using Options = std::vector<std::pair<std::string, std::string>>;  // name, value

struct OptionColumn {
    std::string name;
    Options options;
};

// Throws Refused for an option that there is not, or a value that no option of this name can have.
void check_table_option(std::string_view name, std::string_view value);
void check_column_option(std::string_view name, std::string_view value);

views::ViewDefinition definition_of(const std::string& name, const Options& table,
                                    const std::vector<OptionColumn>& columns);
Options table_options(const views::ViewDefinition& view);
Options column_options(const views::ViewDefinition& view, std::string_view column);

// All options as one text: a materialized view is kept for what it said.
std::string said(const Options& table, const std::vector<OptionColumn>& columns);

// Names as PostgreSQL folds them.
std::string folded_name(std::string_view name);
bool same_name(std::string_view a, std::string_view b);

}  // namespace scrim::postgres
