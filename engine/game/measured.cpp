#include "game/measured.hpp"

#include <algorithm>

#include "base/shift.hpp"
#include "game/dealt_board.hpp"

namespace sapper {

namespace {

constexpr std::size_t LAYOUTS_A_TURN = 64;

struct MeasureWorker {
    Dealer dealer;
    Measurer measurer;
    DealtBoard dealt_board;
};

}  // namespace

Buffer<std::uint32_t> measure_seeds(const MeasureSpec& spec, std::span<const std::uint64_t> seeds,
                                    const Watch& watch) {
    Dealer checked(spec.shape, spec.layout);  // throws here rather than in a thread
    Buffer<std::uint32_t> values(seeds.size() * spec.wanted.size());
    std::size_t turns = (seeds.size() + LAYOUTS_A_TURN - 1) / LAYOUTS_A_TURN;
    Shift().run(turns, spec.threads, watch, [&] {
        std::unique_ptr<MeasureWorker> worker(new MeasureWorker{checked, Measurer(spec.wanted, spec.orders), {}});
        return [&, worker = std::move(worker)](std::size_t turn, const Watch& own) {
            std::size_t end = std::min(seeds.size(), (turn + 1) * LAYOUTS_A_TURN);
            for (std::size_t k = turn * LAYOUTS_A_TURN; k < end; ++k) {
                own.check();
                worker->dealt_board.lay(worker->dealer.deal(seeds[k], own));
                worker->measurer.measure(worker->dealt_board.field(), values.data() + k * spec.wanted.size(), own);
            }
        };
    });
    return values;
}

}  // namespace sapper
