// What the engine says, as Python reads it: a dict of the values, with the entry of the catalogue as "say".
#pragma once

#include "base/said.hpp"
#include "bind/grid.hpp"

namespace sapper::bind {

using SaidDict = nb::typed<nb::dict, nb::str, nb::any>;

SaidDict name_said(const Grid& grid, const Said& said);

}  // namespace sapper::bind
