#include "methods/republish/series_folder.h"

#include "kernel/core/field.h"
#include "kernel/core/json_depth.h"
#include "kernel/core/text.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/files/sync_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace scrim::republication {
namespace {

namespace fs = std::filesystem;

Error cannot(std::string_view verb, const std::string& path, int number) {
    return input_error(format("cannot {} {}: {}", verb, quoted(path), std::strerror(number)));
}

Result<void> make_folder(const std::string& path, mode_t mode) {
    if (::mkdir(path.c_str(), mode) == 0 || errno == EEXIST) return {};
    return cannot("make the folder", path, errno);
}

Result<void> move(const std::string& from, const std::string& to) {
    if (::rename(from.c_str(), to.c_str()) == 0) return {};
    return cannot("move a folder to", to, errno);
}

Error damaged(const std::string& what) {
    return input_error(
        format("the history of this series cannot be trusted: {}; restore it from a copy, or start a new "
               "series for new people",
               what));
}

}  // namespace

std::string SeriesFolder::numbered(std::string_view what, std::uint64_t number) const {
    return format("{}/owner/{}-{}", path_, what, number);
}
std::string SeriesFolder::release_folder(std::uint64_t number) const { return format("{}/public/{}", path_, number); }
std::string SeriesFolder::history_folder() const { return numbered("history", record_->release); }

SeriesFolder::SeriesFolder(SeriesFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::exchange(other.lock_, -1)),
      made_(std::exchange(other.made_, false)),
      read_only_(other.read_only_),
      record_(std::move(other.record_)) {}

SeriesFolder::~SeriesFolder() {
    if (lock_ < 0) return;
    std::error_code ignored;
    if (!read_only_) fs::remove_all(path_ + "/owner/staged", ignored);
    if (made_ && !record_ && !read_only_) {
        fs::remove_all(path_ + "/owner", ignored);
        fs::remove(path_ + "/public", ignored);
        fs::remove(path_, ignored);
    }
    ::close(lock_);
}

Result<SeriesFolder> SeriesFolder::open(const std::string& path, bool read_only) {
    std::string place = path;
    while (place.size() > 1 && place.ends_with('/')) place.pop_back();
    if (place.empty()) return input_error("no folder is given for the series; name one with " + field("series"));
    std::error_code error;
    const bool there = fs::is_directory(place + "/owner", error);
    if (!there && read_only) return SeriesFolder(std::move(place), -1, false, true);  // new, and nothing is made
    if (!there && fs::exists(place, error) && (!fs::is_directory(place, error) || !fs::is_empty(place, error)))
        return input_error(format(
            "{} is there already and is no series (it has no folder 'owner'); choose another name", quoted(place)));
    if (!there) {
        SCRIM_CHECK(make_folder(place, 0777));
        SCRIM_CHECK(make_folder(place + "/owner", 0700));
    }
    const std::string lock_file = place + "/owner/lock";
    const int lock = ::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) return cannot("open", lock_file, errno);
    if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
        const int number = errno;
        ::close(lock);
        if (number != EWOULDBLOCK) return cannot("lock", lock_file, number);
        return input_error(format("{} is being republished by another process; wait until it is done", quoted(place)));
    }
    SeriesFolder folder(std::move(place), lock, !there, read_only);
    SCRIM_CHECK(folder.read_record());
    if (!read_only) {
        if (folder.record_) folder.made_ = false;
        SCRIM_CHECK(make_folder(folder.public_folder(), 0777));
        SCRIM_CHECK(folder.finish());
    } else if (folder.record_ && !fs::exists(folder.release_folder(folder.record_->release), error)) {
        return input_error("the last release was recorded and is not visible yet: run republish once without " +
                           field("dry_run"));
    }
    return folder;
}

Result<void> SeriesFolder::read_record() {
    const std::string file = path_ + "/owner/current";
    std::error_code error;
    if (!fs::exists(file, error)) {
        // A series that has releases has a record of them.
        const bool releases = fs::is_directory(public_folder(), error) && !fs::is_empty(public_folder(), error);
        if (releases) return damaged("'owner/current' is missing");
        made_ = true;
        return {};
    }
    SCRIM_TRY(const std::string text, files::read_file(file, 1 << 16));
    const Json json = parse_json(text);
    const auto is_text = [&](const char* key) { return json.contains(key) && json[key].is_string(); };
    if (!json.is_object() || json.value("scrim_series", 0) != 1 || !json.contains("release") ||
        !json["release"].is_number_unsigned() || !is_text("certificate") || !is_text("history"))
        return damaged("'owner/current' is not what was written");
    record_ = Record{json["release"].get<std::uint64_t>(), json["certificate"].get<std::string>(),
                     json["history"].get<std::string>()};
    const auto history = files::sha256_of_file(history_folder() + "/history.json");
    if (!history) return damaged(format("'{}' is missing", history_folder().substr(path_.size() + 1)));
    if (*history != record_->history) return damaged("'history.json' is not what was written");
    return {};
}

Result<void> SeriesFolder::finish() {
    std::error_code error;
    const std::string owner = path_ + "/owner";
    fs::remove_all(owner + "/staged", error);
    if (record_) {
        const std::string waiting = numbered("release", record_->release), place = release_folder(record_->release);
        if (!fs::exists(place, error)) {
            const auto certificate = files::sha256_of_file(waiting + "/certificate.json");
            if (!certificate || *certificate != record_->certificate)
                return damaged(
                    format("release {} is recorded, and neither it nor its copy is there", record_->release));
            SCRIM_CHECK(move(waiting, place));
            SCRIM_CHECK(files::sync_folder(public_folder()));
        }
        const auto certificate = files::sha256_of_file(place + "/certificate.json");
        if (!certificate || *certificate != record_->certificate)
            return damaged(format("release {} is not the one that was recorded", record_->release));
    }
    // What was never recorded, and what is no longer needed.
    std::vector<fs::path> stale;
    for (const auto& entry : fs::directory_iterator(owner, error)) {
        const std::string name = entry.path().filename().string();
        const bool numbered_one = name.starts_with("history-") || name.starts_with("release-");
        if (numbered_one && (!record_ || name != format("history-{}", record_->release))) stale.push_back(entry.path());
    }
    for (const fs::path& path : stale) fs::remove_all(path, error);
    return {};
}

Result<void> SeriesFolder::stage() {
    SCRIM_CHECK(make_folder(path_ + "/owner/staged", 0700));
    SCRIM_CHECK(make_folder(staged_release(), 0777));
    SCRIM_CHECK(make_folder(staged_history(), 0700));
    return {};
}

Result<void> SeriesFolder::commit(const Record& record) {
    const std::string owner = path_ + "/owner";
    SCRIM_CHECK(files::sync_tree(staged_release()));
    SCRIM_CHECK(files::sync_tree(staged_history()));
    SCRIM_CHECK(move(staged_history(), numbered("history", record.release)));
    SCRIM_CHECK(move(staged_release(), numbered("release", record.release)));
    SCRIM_CHECK(files::sync_folder(owner));
    const Json json{{"scrim_series", 1},
                    {"release", record.release},
                    {"certificate", record.certificate},
                    {"history", record.history}};
    // From here on the release counts as made.
    SCRIM_CHECK(files::write_private_file(owner + "/current", json.dump(2) + "\n"));
    record_ = record;
    made_ = false;
    return finish();
}

}  // namespace scrim::republication
