#include "kernel/recode/subtree/asked_columns.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim::recode::subtree {
namespace {

// A model that asks one of its questions only, as if the columns of the question were the whole quasi-identifier.
class OneQuestion final : public models::Model {
public:
    OneQuestion(std::shared_ptr<const models::Model> model, std::vector<std::string> y)
        : models::Model(model->info(), model->arguments()), model_(std::move(model)), y_(std::move(y)) {
        restrict_to(model_->attribute());
    }

    Result<void> check_attributes(std::span<const models::Sensitive* const> attributes) const override {
        return model_->check_attributes(attributes);
    }
    std::vector<models::Question> questions(const std::vector<std::string>&) const override { return {{{}, y_}}; }
    models::Levels measure(const models::ClassView& view) const override { return model_->measure(view); }
    models::Verdict decide(const models::ClassView& view) const override { return model_->decide(view); }

private:
    std::shared_ptr<const models::Model> model_;
    std::vector<std::string> y_;
};

std::vector<std::size_t> columns_of(const Problem& problem, const models::Question& question) {
    std::vector<std::size_t> columns;
    for (const std::string& name : question.x) columns.push_back(problem.tuples->table.find(name).value());
    if (columns.empty()) {
        columns.resize(problem.dimensions());
        std::iota(columns.begin(), columns.end(), std::size_t{0});
    }
    std::sort(columns.begin(), columns.end());
    return columns;
}

}  // namespace

Result<std::vector<AskedColumns>> AskedColumns::of(const Problem& problem) {
    const DemandRoles& roles = problem.demands.roles();
    std::map<std::vector<std::size_t>, std::vector<std::shared_ptr<const models::Model>>> models;
    for (const auto& model : problem.demands.models())
        for (const models::Question& question : model->questions(roles.quasi_identifiers))
            models[columns_of(problem, question)].push_back(std::make_shared<OneQuestion>(model, question.y));
    if (!roles.own_k.empty()) models[columns_of(problem, {})];  // asked by the tuples themselves
    std::vector<AskedColumns> all;
    for (const auto& [columns, asking] : models) {
        SCRIM_TRY(Demands demands, Demands::make(problem.tuples, roles, asking));
        all.push_back(AskedColumns(columns, std::move(demands)));
        std::vector<std::shared_ptr<const models::Model>> of_absent;
        for (const auto& model : asking)
            if (model->info().traits.needs_population) of_absent.push_back(model);
        if (of_absent.empty()) continue;
        SCRIM_TRY(all.back().of_absent_, Demands::make(problem.tuples, roles, std::move(of_absent)));
    }
    return all;
}

bool AskedColumns::contains(std::size_t column) const {
    return std::binary_search(columns_.begin(), columns_.end(), column);
}

bool AskedColumns::holds(std::span<const Member> members, Demands::Scratch& scratch) const {
    const bool absent =
        std::all_of(members.begin(), members.end(), [](const Member& member) { return member.records == 0; });
    if (absent) return !of_absent_ || of_absent_->holds(members, scratch);
    return demands_.holds(members, scratch);
}

void AskedColumns::set_overall(std::span<const Member> kept) {
    if (demands_.against_released()) demands_ = demands_.against(kept);
}

}  // namespace scrim::recode::subtree
