// Strategies as JavaScript names them.
#pragma once

#include "strategy/registration.hpp"
#include "wasm/held.hpp"

namespace sapper::wasm {

// A strategy by its name. Throws InputError for an unknown one, and for one of a published system on other shapes
// than squares.
const Strategy& read_strategy(Reader& in, const HeldShape& held);

// Settings as a record from names to a truth value, a number or a word.
SettingValues read_settings(Reader& in);

}  // namespace sapper::wasm
