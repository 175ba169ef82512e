// Layouts as JavaScript passes them: a shape and one byte a cell, 1 for a mine. A page can keep a layout and pass it
// again, so the engine holds none.
#pragma once

#include <memory>

#include "game/layout.hpp"
#include "wasm/held.hpp"

namespace sapper::wasm {

struct HeldLayout {
    const HeldShape& held;
    std::shared_ptr<const Layout> layout;
};
HeldLayout read_layout(Reader& in);

// A number of mines, a start, and a first-click rule by its number.
LayoutSpec read_layout_spec(Reader& in, const HeldShape& held);

// A board as JavaScript reads it: the views.
void write_views(const Board& board, Writer& out);

}  // namespace sapper::wasm
