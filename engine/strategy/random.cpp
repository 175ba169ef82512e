// Any hidden cell that is not known to be a mine, each as likely as the others.
#include "strategy/registration.hpp"

namespace sapper {

namespace {

struct NoSettings {};

class RandomGuesser : public Guesser {
  public:
    explicit RandomGuesser(const NoSettings&) {}

  private:
    Move guess(const Position& position, const Outlook& outlook, Resources& resources) override {
        if (resources.recorders.weighed) weigh_open_cells(position, outlook, resources);
        std::uint32_t left = resources.rng.below(position.open_count);
        Cell chosen = 0;
        while (position.cells[chosen].mark != Mark::OPEN || left-- > 0) ++chosen;
        return {chosen, &reasons::RANDOM, 1 - mine_probability(outlook, chosen)};
    }

    Move guess_by_estimate(const Position& position, const Outlook& outlook, Resources& resources) override {
        return guess(position, outlook, resources);
    }
};

}  // namespace

Strategy random_strategy() {
    return register_strategy<RandomGuesser>(Registration<NoSettings>{
        .name = "random",
        .reasons = {&reasons::RANDOM},
        .gallery = {{"random", "random"}},
    });
}

}  // namespace sapper
