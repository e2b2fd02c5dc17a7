#include "methods/statdb/query/spans.h"

namespace scrim::statdb::query {

Spans united(Spans spans) {
    std::sort(spans.begin(), spans.end());
    Spans out;
    for (const Span span : spans) {
        if (span.empty()) continue;
        if (!out.empty() && span.lo <= out.back().hi)
            out.back().hi = std::max(out.back().hi, span.hi);
        else
            out.push_back(span);
    }
    return out;
}

Spans complement(const Spans& spans, Code size) {
    Spans out;
    Code next = 0;
    for (const Span span : spans) {
        if (next < span.lo) out.push_back({next, span.lo});
        next = span.hi;
    }
    if (next < size) out.push_back({next, size});
    return out;
}

// What no complement holds: one sort, however many sets there are.
Spans intersected(const std::vector<Spans>& sets, Code size) {
    Spans outside;
    for (const Spans& set : sets)
        for (const Span span : complement(set, size)) outside.push_back(span);
    return complement(united(std::move(outside)), size);
}

}  // namespace scrim::statdb::query
