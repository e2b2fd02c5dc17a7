// Version: a view for one purpose and recipient and one state of the data: its recoding, and the labels of every
// combination of quasi-identifiers. The same for every query until the data change.
//
//   auto version = Version::make(view, "research", "lab", server, algebra);
//   RowLabels labels(version, …);
#pragma once

#include "adapters/postgres/kept_groups.h"
#include "adapters/postgres/label_algebra.h"
#include "adapters/postgres/tuple_index.h"
#include "adapters/postgres/value_codes.h"
#include "adapters/postgres/view_sql.h"
#include "kernel/core/groups.h"
#include "methods/views/recoding/view_labels.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::postgres {

class Version {
public:
    // The images of a column's labels, as the server stores them.
    struct Images {
        std::vector<std::string> bytes;  // by label
        LabelImage image(std::size_t label) const { return LabelImage::read(bytes[label].data(), bytes[label].size()); }
    };
    struct Sensitive {
        std::unique_ptr<views::ViewAttribute> attribute;  // null without a DGH
        std::unique_ptr<views::LabelMap> map;
        ValueCodes codes;
        Images images;
    };

    static std::shared_ptr<const Version> make(View view, const std::string& purpose, const std::string& recipient,
                                               Server& server);

    const View& view() const { return view_; }
    ViewSql sql() const;
    // Nobody's consent has ended since it was made, and no clock has been turned back.
    bool holds_at(std::int64_t moment) const { return moment >= moment_ && moment < ends_; }

    const std::shared_ptr<const views::Labels>& labels(std::size_t attribute) const {
        return kept_ ? kept_->labels(attribute) : labels_->labels(attribute);
    }
    std::size_t tuples() const { return shown_.size() / (images_.size() + 1); }
    // Of a materialized view: tuples are its groups; null otherwise.
    const KeptGroups* kept() const { return kept_.get(); }
    // What a tuple shows in each quasi-identifier, side by side; ViewLabels::none for NULL.
    std::span<const views::LabelId> shown(std::uint32_t tuple) const {
        const std::size_t width = images_.size() + 1;
        return {shown_.data() + tuple * width, width - 1};
    }
    bool is_hidden(std::uint32_t tuple) const { return shown_[(tuple + 1) * (images_.size() + 1) - 1] != 0; }
    const Images& images(std::size_t attribute) const { return images_[attribute]; }
    const ValueCodes& codes(std::size_t attribute) const { return codes_[attribute]; }
    const Sensitive& sensitive(std::size_t attribute) const { return sensitive_[attribute]; }
    // Combinations of leaves, k and block.
    const TupleIndex& index() const { return index_; }

    // Which tuples may satisfy the conditions, by what they show; and what of the base they can be found by, "" where
    // that would not help.
    struct Condition {
        std::size_t attribute = 0;
        std::vector<char> passes;  // by label
    };
    std::vector<std::uint32_t> matching(std::span<const Condition> conditions) const;
    std::string reach(std::span<const std::uint32_t> matching) const;

private:
    explicit Version(View view) : view_(std::move(view)) {}
    views::ViewTuples read_tuples(Server& server, bool persons);
    void recode(views::ViewTuples tuples, Server& server);
    // False where nothing is kept, because nobody has agreed to this purpose.
    bool keep(Server& server);
    std::string reach_groups(std::span<const std::uint32_t> matching) const;
    void lay_out_tuples(std::size_t count, const std::function<views::LabelId(std::size_t, std::uint32_t)>& label,
                        const std::function<bool(std::uint32_t)>& is_hidden);
    static Images images_of(const views::Labels& labels, const Dgh* dgh, const Server& server);
    void read_sensitive(std::size_t attribute, Server& server);

    View view_;
    std::string purpose_, recipient_;
    std::int64_t moment_ = 0, ends_ = std::numeric_limits<std::int64_t>::max();
    bool unique_profiles_ = true;
    std::vector<ValueCodes> codes_;
    std::unique_ptr<views::ViewLabels> labels_;
    std::vector<Images> images_;
    std::vector<Sensitive> sensitive_;
    TupleIndex index_;
    std::optional<std::uint32_t> kept_number_;
    std::unique_ptr<KeptGroups> kept_;
    std::vector<Groups<std::uint32_t>> tuples_of_;  // per quasi-identifier and label
    std::vector<views::LabelId> shown_;             // per tuple its labels, and whether it is hidden
};

}  // namespace scrim::postgres
