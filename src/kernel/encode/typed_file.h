// TypedRows as bytes: whole, in one way only, and believed in nothing that was not looked at.
#pragma once

#include "kernel/core/sealed_bytes.h"
#include "kernel/encode/typed_rows.h"

namespace scrim::encode {

void write_values(ByteWriter& out, const TypedValues& values);
// Fails the reader where values are not ascending, or are none that a source could hold.
TypedValues take_values(ByteReader& in);

void write_rows(ByteWriter& out, const TypedRows& rows);
// The same of rows: sorted, different, and with codes that their columns have.
TypedRows take_rows(ByteReader& in);

}  // namespace scrim::encode
