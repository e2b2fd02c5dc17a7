#include "methods/check/needed_columns.h"

#include "kernel/subject/persons.h"
#include "kernel/subject/subject.h"

#include <algorithm>

namespace scrim::checking {

Result<Asked> models_to_ask(const Policy& policy) {
    Asked asked;
    for (const models::ModelSpec* spec : models::models()) {
        SCRIM_TRY(std::unique_ptr<models::Model> model, models::make_model(Requirement{spec->name, {}}));
        asked.models.push_back(std::move(model));
    }
    asked.measured = asked.models.size();
    for (const Requirement& requirement : policy.require) {
        SCRIM_CHECK(validate(requirement));
        SCRIM_TRY(std::unique_ptr<models::Model> model, models::make_model(requirement));
        asked.models.push_back(std::move(model));
    }
    return asked;
}

Result<Needed> columns_to_read(const Asked& asked, const CheckRequest& request, const TableSource& source) {
    Needed needed;
    const auto quasi_identifiers = request.policy.columns_in(Role::quasi_identifier);
    for (const std::string& column : quasi_identifiers) needed.add(column);
    for (const ColumnPolicy& column : request.policy.columns)
        if (column.role == Role::sensitive) {
            needed.add(column.name);
            if (!column.guard.empty()) needed.add(column.guard);
        }
    if (!request.target.empty()) needed.add(request.target);
    if (subject::has_person(source, request.policy)) needed.add(request.policy.person);
    for (const auto& model : asked.models)
        for (const models::Question& question : model->questions(quasi_identifiers)) {
            for (const std::string& column : question.x) needed.add(column);
            for (const std::string& column : question.y) needed.add(column);
            if (question.y.size() > 1) needed.joined.push_back(question.y);
        }
    if (std::any_of(asked.models.begin(), asked.models.end(), [](const auto& m) { return m->against_original(); }))
        needed.distributions = request.policy.columns_in(Role::sensitive);
    for (const std::string& column : needed.columns) {
        const auto& there = source.columns();
        if (std::find(there.begin(), there.end(), column) == there.end())
            return subject::no_such_column(source, column);
    }
    return needed;
}

std::vector<std::string> original_columns(const Needed& needed, const Policy& policy) {
    std::vector<std::string> columns = policy.columns_in(Role::quasi_identifier);
    columns.insert(columns.end(), needed.distributions.begin(), needed.distributions.end());
    return columns;
}

std::vector<std::string> with_measured(std::vector<std::string> columns, const CheckRequest& request,
                                       const TableSource& source) {
    for (const std::string& name : source.columns()) {
        const ColumnPolicy* column = request.policy.find(name);
        if (!column || column->role != Role::insensitive) continue;
        if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    }
    for (const std::string& name : {request.policy.sample_weight, request.policy.household})
        if (!name.empty() && std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    return columns;
}

}  // namespace scrim::checking
