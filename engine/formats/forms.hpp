// What tells boards of other programs apart.
#pragma once

#include "formats/cursor.hpp"

namespace sapper::formats {

// Whether bytes are no text in UTF-8.
bool is_binary(Bytes data);

// Whether bytes have the length that their number of mines asks for in MBF.
bool is_mbf(Bytes data);

}  // namespace sapper::formats
