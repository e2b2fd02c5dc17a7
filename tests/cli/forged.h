// Releases with something changed, whose checksums fit again: what verify has to find by itself.
#pragma once

#include "kernel/core/json.h"
#include "methods/files/digest.h"
#include "tests/cli/scratch_folder.h"

#include <functional>
#include <string>

namespace scrim::testing {

// Changes a file of the release and its certificate.
inline void forge(const ScratchFolder& folder, const std::string& release, const std::string& name,
                  const std::function<void(std::string& data, Json& certificate)>& change) {
    std::string data = folder.read(release + "/" + name);
    Json certificate = Json::parse(folder.read(release + "/certificate.json"));
    change(data, certificate);
    folder.write(release + "/" + name, data);
    for (Json& file : certificate["files"])
        if (file["name"] == name) {
            file["bytes"] = data.size();
            file["sha256"] = files::sha256(data);
        }
    folder.write(release + "/certificate.json", certificate.dump(2) + "\n");
}

}  // namespace scrim::testing
