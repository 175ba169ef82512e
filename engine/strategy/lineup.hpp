// Candidates for a guess, from the outlook to the few best: which cells to look at, the value of the next position
// after each of them, and which are close to the best.
//
// Lookahead: the value of a candidate is the sum, over the numbers it may show, of their probability times the safety
// of the safest cell afterwards. So a slightly riskier cell that reveals more can be best. Dead cells, which show the
// same number in every world, give no information and are left out. Candidates close to the best are rated by
// instinct too.
#pragma once

#include <vector>

#include "strategy/hazard.hpp"
#include "strategy/instinct.hpp"
#include "strategy/runner.hpp"
#include "strategy/settings.hpp"
#include "strategy/strategy.hpp"

namespace sapper {

struct LookaheadSettings {
    double candidates = 0.9;            // cells at least as safe as this share of the safest are looked at
    double floating_candidates = 0.95;  // the same for cells beside no clue
    double second = 0;                  // weight of the second safest cell afterwards, beside the safest
    double fifty = 0;                   // weight of the hazard of unavoidable guesses
    double instinct = 0;                // weight of instinct
    double close = 0.08;                // candidates within this share of the best are rated by instinct
};
SettingList<LookaheadSettings> lookahead_settings();

class Lookahead {
  public:
    explicit Lookahead(const LookaheadSettings& settings) : settings_(settings) {}

    struct Foreseen {
        double worth = 0;  // or a value not above `enough`, and then the glimpse is undefined
        Glimpse glimpse;
    };
    // Looks at a candidate until it is known not to be worth more than `enough`.
    Foreseen look_at(const Position& position, const Outlook& outlook, const Candidate& candidate, double enough,
                     Resources& resources);
    // No candidate is worth more than this.
    double most_worth(const Candidate& candidate) const;

    // The best candidate; where all are dead, the safest cell. Asks neither hazards nor instinct.
    Move reveal_best(const Position& position, const Outlook& outlook, Resources& resources);

    const LookaheadSettings& settings() const { return settings_; }

  private:
    const LookaheadSettings settings_;
    std::vector<Candidate> candidates_;
    Position child_;
    NumberOutlooks numbers_;
    Outlook next_;
};

// Cells that are nearly as safe as the safest, the safest first.
void list_candidates(const Position& position, const Outlook& outlook, const LookaheadSettings& settings,
                     std::vector<Candidate>& out);

class LineUp {
  public:
    explicit LineUp(const LookaheadSettings& settings) : lookahead_(settings) {}

    struct Wanted {
        std::size_t most = 1;    // candidates
        bool close = false;      // whether those close to the best are wanted besides it; always so with instinct
        bool described = false;  // whether their traits are wanted; always so with instinct
    };
    // Lists the candidates worth nearly as much as the best, the best first; none where all are dead.
    void run(const Position& position, const Outlook& outlook, const Wanted& wanted, Resources& resources,
             std::vector<Runner>& out);

  private:
    void weigh(const Position& position, const Outlook& outlook, const std::vector<Runner>& close,
               Resources& resources);

    Lookahead lookahead_;
    Hazards hazards_;
    Surroundings surroundings_;
    std::vector<Candidate> candidates_;
    std::vector<double> risk_, hazard_;  // a cell
};

// Reveals the first in the line-up; where all candidates are dead there is none, and the safest cell is revealed.
Move reveal_first(const Position& position, const Outlook& outlook, const std::vector<Runner>& runners);

}  // namespace sapper
