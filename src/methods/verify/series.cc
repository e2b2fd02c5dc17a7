#include "methods/verify/series.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/models/m_uniqueness.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/verify/series_history.h"
#include "methods/verify/strict_json.h"
#include "methods/verify/verify_folder.h"

#include <algorithm>
#include <filesystem>

namespace scrim::verifier {
namespace {

namespace fs = std::filesystem;

std::string without_slashes(std::string path) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path;
}

bool is_number(const std::string& name) {
    return !name.empty() && name.size() < 10 && name.front() != '0' &&
           name.find_first_not_of("0123456789") == std::string::npos;
}

// The different values that a release promises of each group.
std::uint64_t promised_m(const ClaimedRelease& claimed) {
    std::uint64_t most = 0;
    for (const ClaimedPromise& promise : claimed.promises) {
        const auto requirement = parse_requirement(promise.requirement);
        if (requirement) most = std::max(most, models::required_uniqueness(*requirement).value_or(0));
    }
    return most;
}

class SeriesVerification {
public:
    SeriesVerification(const VerifyRequest& request, const OpenSource& open, Progress& progress)
        : request_(request), reading_{open, request.memory, progress}, folder_(without_slashes(request.folder)) {
        std::error_code error;
        const bool whole = fs::is_directory(folder_ + "/public", error);
        public_ = whole ? folder_ + "/public" : folder_;
        if (whole && !request.public_only && fs::is_directory(folder_ + "/owner", error)) owner_ = folder_ + "/owner";
    }

    Result<VerifyReport> run() {
        if (request_.original || request_.policy || request_.population)
            return input_error(format("a series is verified from its own files: {}, {} and {} are for single releases",
                                      field("original"), field("policy"), field("population")));
        list_releases();
        for (std::uint64_t number = 1; number <= releases_; ++number) SCRIM_CHECK(check_release(number));
        if (releases_ > 0 && !owner_.empty()) SCRIM_CHECK(check_owner());
        if (owner_.empty())
            ledger_.unchecked("whoever is in several releases has the same signature in all of them",
                              "only the owner knows who is in which; scrim check-series attacks releases from outside");
        return VerifyReport{request_.folder, ledger_.take()};
    }

private:
    std::string release(std::uint64_t number) const { return format("{}/{}", public_, number); }

    void list_releases() {
        std::error_code error;
        std::vector<std::string> others;
        std::set<std::uint64_t> numbers;
        for (const auto& entry : fs::directory_iterator(public_, error)) {
            const std::string name = entry.path().filename().string();
            if (is_number(name))
                numbers.insert(std::stoull(name));
            else if (name != "report.html")
                others.push_back(name);
        }
        std::sort(others.begin(), others.end());
        releases_ = numbers.empty() ? 0 : *numbers.rbegin();
        std::string against;
        if (numbers.empty()) against = "there is none";
        for (std::uint64_t number = 1; number <= releases_ && against.empty(); ++number)
            if (!numbers.contains(number)) against = format("release {} is missing", number);
        if (!against.empty()) releases_ = 0;
        ledger_.settle("all releases are there", against, counted(releases_, "release", "releases"));
        ledger_.settle("nothing else is among the releases", others.empty() ? "" : list_some(others));
    }

    Result<void> check_release(std::uint64_t number) {
        reading_.progress.stage(format("release {} of {}", number, releases_), 0);
        VerifyRequest one;
        one.folder = release(number);
        one.memory = request_.memory;
        SCRIM_TRY(const VerifyReport report, verify_folder(one, reading_.open, reading_.progress));
        std::uint64_t held = 0, unchecked = 0;
        for (const VerifyClaim& claim : report.claims) {
            if (claim.outcome == VerifyClaim::Outcome::fails)
                ledger_.fails(format("release {}: {}", number, claim.what), claim.detail);
            held += claim.outcome == VerifyClaim::Outcome::holds;
            unchecked += claim.outcome == VerifyClaim::Outcome::unchecked;
        }
        if (report.holds())
            ledger_.holds(format("release {} is as safe as its certificate says", number),
                          format("{} hold, {} could not be checked", counted(held, "claim", "claims"), unchecked));
        check_place(number);
        return {};
    }

    // What a certificate says about its place in the series.
    void check_place(std::uint64_t number) {
        Ledger aside;
        const auto claimed = read_certificate(release(number), aside);
        if (!claimed) return;  // said above
        const std::string what = format("release {} follows the one before", number);
        std::string against;
        if (!claimed->series)
            against = "it is no release of a series";
        else if (claimed->series->number != number)
            against = format("it says that it is release {}", claimed->series->number);
        else if (claimed->series->previous != last_certificate_)
            against = "it follows another release";
        else if (last_ && (claimed->series->method != last_->method))
            against = format("it is of {}, the one before of {}", claimed->series->method->name, last_->method->name);
        else if (last_ && claimed->series->lambda * claimed->series->tau < last_->lambda * last_->tau)
            against = "it promises less than the one before";
        else if (promised_m(*claimed) < claimed->series->lambda * claimed->series->tau)
            against = "it does not promise that groups have so many different values";
        ledger_.settle(what, against,
                       claimed->series ? format("{}, {} different values", claimed->series->method->name,
                                                claimed->series->lambda * claimed->series->tau)
                                       : "");
        if (const auto digest = files::sha256_of_file(release(number) + "/certificate.json"))
            last_certificate_ = *digest;
        last_ = claimed->series;
    }

    // owner/current: which release and which history were recorded last.
    Result<void> check_owner() {
        const auto text = files::read_file(owner_ + "/current", 1 << 16);
        const auto json = text ? parse_strict_json(*text) : Result<Json>(text.error());
        auto root = json ? JsonObject::of(*json, "") : Result<JsonObject>(json.error());
        const auto recorded = root ? root->count("release") : Result<std::uint64_t>(root.error());
        const auto certificate = root ? root->text("certificate") : Result<std::string>(root.error());
        const auto stated = root ? root->text("history") : Result<std::string>(root.error());
        if (!recorded || !certificate || !stated) {
            ledger_.fails("the owner's record can be read", "it is missing or damaged");
            return {};
        }
        ledger_.settle("the last release is the one recorded",
                       *recorded != releases_              ? format("release {} was recorded", *recorded)
                       : *certificate != last_certificate_ ? "its certificate is another"
                                                           : "");
        const std::string folder = format("{}/history-{}", owner_, *recorded);
        const auto digest = files::sha256_of_file(folder + "/history.json");
        ledger_.settle("the history is the one recorded", !digest              ? "it is missing"
                                                          : *digest != *stated ? "it is not what was written"
                                                                               : "");
        if (!digest || *recorded != releases_) return {};
        SCRIM_TRY(const auto history, read_series_history(folder, reading_, ledger_));
        if (!history) return {};
        SCRIM_CHECK(check_last_release(*history, release(releases_), reading_, ledger_));
        ledger_.unchecked("signatures between earlier releases",
                          "each was compared with the release before when it was made; that history is not kept");
        return {};
    }

    const VerifyRequest& request_;
    const Reading reading_;
    std::string folder_, public_, owner_;
    Ledger ledger_;
    std::uint64_t releases_ = 0;
    std::string last_certificate_;
    std::optional<ClaimedSeries> last_;
};

}  // namespace

bool is_series(const std::string& folder) {
    std::error_code error;
    const std::string place = without_slashes(folder);
    if (fs::exists(place + "/certificate.json", error)) return false;
    return fs::is_directory(place + "/public", error) || fs::exists(place + "/1/certificate.json", error);
}

Result<VerifyReport> verify_series(const VerifyRequest& request, const OpenSource& open, Progress& progress) {
    return SeriesVerification(request, open, progress).run();
}

Result<void> verify_step(const std::string& release, const std::string& history, const std::string& before,
                         const OpenSource& open, Progress& progress) {
    Ledger ledger;
    const Reading reading{open, 0, progress};
    SCRIM_TRY(const auto now, read_series_history(history, reading, ledger));
    if (now) {
        SCRIM_CHECK(check_last_release(*now, release, reading, ledger));
        if (!before.empty()) {
            SCRIM_TRY(const auto earlier, read_series_history(before, reading, ledger));
            if (earlier) check_signatures_kept(*now, *earlier, ledger);
        }
    }
    for (const VerifyClaim& claim : ledger.take())
        if (claim.outcome == VerifyClaim::Outcome::fails) return input_error(claim.what + ": " + claim.detail);
    return {};
}

}  // namespace scrim::verifier
