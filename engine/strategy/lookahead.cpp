// The candidate that lookahead and instinct say is best, after a search of areas and endgames.
#include "strategy/lineup.hpp"
#include "strategy/registration.hpp"
#include "strategy/world_search.hpp"

namespace sapper {

namespace {

struct Settings {
    EndgameSettings endgame;
    LookaheadSettings ahead;
};

class LookaheadGuesser : public Guesser {
  public:
    explicit LookaheadGuesser(const Settings& settings) : search_(settings.endgame), line_up_(settings.ahead) {}

  private:
    Move guess(const Position& position, const Outlook& outlook, Resources& resources) override {
        if (Move move = search_.guess(position, outlook, resources); move.cell != NO_CELL) return move;
        line_up_.run(position, outlook, {}, resources, runners_);
        return reveal_first(position, outlook, runners_);
    }

    WorldSearch search_;
    LineUp line_up_;
    std::vector<Runner> runners_;
};

SettingList<Settings> list_settings() {
    SettingList<Settings> all;
    add_settings(all, &Settings::endgame, endgame_settings());
    add_settings(all, &Settings::ahead, lookahead_settings());
    return all;
}

}  // namespace

Strategy lookahead_strategy() {
    return register_strategy<LookaheadGuesser>(Registration<Settings>{
        .name = "lookahead",
        .settings = list_settings(),
        .fast = {.endgame = {100, 300}, .ahead = {}},
        .normal =
            {.endgame = {900, 5000},
             .ahead = {.candidates = 0.85, .floating_candidates = 0.98, .second = 0.3, .instinct = 1, .close = 0.05}},
        .deep = {.endgame = {20'000, 100'000},
                 .ahead = {.candidates = 0.85, .second = 0.3, .fifty = 0.3, .instinct = 1, .close = 0.1}},
        .reasons = {&reasons::LOOKAHEAD, &reasons::SAFEST, &reasons::ENDGAME, &reasons::AREA},
        .gallery = {{"lookahead@fast", "lookahead@fast"}, {"lookahead", "lookahead"}},
    });
}

}  // namespace sapper
