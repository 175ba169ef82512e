// Few worlds left, on the whole board or in an area that nothing outside can help: they are listed, and the move that
// wins in the most of them is searched for.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "endgame/rows.hpp"
#include "endgame/search.hpp"
#include "strategy/settings.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

struct EndgameSettings {
    std::uint32_t worlds = 0;  // positions and areas with at most so many worlds are searched; 0: never
    std::uint32_t nodes = 0;   // nodes of such a search at most; one in any case
};
SettingList<EndgameSettings> endgame_settings();

// An area that nothing outside can help: a component with a fixed number of mines, closed to all other open cells.
struct ClosedArea {
    std::size_t place = 0;             // in outlook.parts
    std::span<const Cell> cells;       // until other worlds are listed
    const Endgame* endgame = nullptr;  // its worlds; until others are listed
};

// The listed worlds in which the cell of a column is safe.
std::uint32_t count_safe(const Endgame& endgame, std::uint32_t column);

class WorldSearch {
  public:
    enum class Moves : std::uint8_t { ONE_BEST, ALL_BEST };  // which of equally good moves a search returns

    explicit WorldSearch(const EndgameSettings& settings, Moves moves = Moves::ONE_BEST)
        : settings_(settings), moves_(moves) {}

    // The first area with few worlds whose place in outlook.parts is not before `from`.
    std::optional<ClosedArea> find_area(const Position& position, const Outlook& outlook, const Resources& resources,
                                        std::size_t from = 0);

    // All worlds of a position, until others are listed; null when there are too many.
    const Endgame* list_all(const Position& position, const Outlook& outlook, const Watch& watch);

    // Searches listed worlds. The result is kept until the next search.
    const SearchResult& search(const Endgame& endgame, Resources& resources);

    // Adds every cell of listed worlds to the table that the resources ask for, with what it wins; at least so much,
    // where the nodes of a search do not suffice for one cell.
    void weigh(const Endgame& endgame, const Resources& resources);

    // The share of listed worlds that can be won.
    double value_of(const Endgame& endgame, Resources& resources) {
        return search(endgame, resources).low / endgame.worlds;
    }

    // The best move in the first area, or else on the whole board; without a cell where there are too many worlds.
    Move guess(const Position& position, const Outlook& outlook, Resources& resources);

  private:
    bool is_closed(const Position& position);
    SearchLimits limits(const Resources& resources) const;
    Move best_move(const Endgame& endgame, const Reason& reason, Resources& resources);

    const EndgameSettings settings_;
    const Moves moves_;
    Endgame endgame_;
    std::vector<Cell> cells_;           // of the listed worlds
    std::vector<std::uint8_t> listed_;  // a cell: 1 while it is looked up whether it is one of them
    RowsScratch rows_;
    SearchResult found_;
    SearchScratch scratch_;
};

}  // namespace sapper
