// A response as it is sent, in one piece.
#pragma once

#include "adapters/http/http_message.h"

#include <string>

namespace scrim::server {

// `old`: to a client of HTTP/1.0. `keep`: the connection stays open. `head`: the request was HEAD, which gets what GET
// would, without the body.
std::string response_text(const HttpResponse& response, bool old, bool keep, bool head);

}  // namespace scrim::server
