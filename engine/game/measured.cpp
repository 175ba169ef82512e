#include "game/measured.hpp"

#include <algorithm>

#include "base/workers.hpp"
#include "game/dealt_board.hpp"

namespace sapper {

namespace {

constexpr std::size_t LAYOUTS_A_PIECE = 64;

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
    std::size_t pieces = (seeds.size() + LAYOUTS_A_PIECE - 1) / LAYOUTS_A_PIECE;
    share_work(pieces, spec.threads, watch, [&] {
        std::unique_ptr<MeasureWorker> worker(new MeasureWorker{checked, Measurer(spec.wanted, spec.orders), {}});
        return [&, worker = std::move(worker)](std::size_t piece, const Watch& own) {
            std::size_t end = std::min(seeds.size(), (piece + 1) * LAYOUTS_A_PIECE);
            for (std::size_t k = piece * LAYOUTS_A_PIECE; k < end; ++k) {
                own.check();
                worker->dealt_board.lay(worker->dealer.deal(seeds[k], own));
                worker->measurer.measure(worker->dealt_board.field(), values.data() + k * spec.wanted.size(), own);
            }
        };
    });
    return values;
}

}  // namespace sapper
