// An analysis as Python holds it: rules over numbered unknown cells, with all questions about them. Boards give the
// cells names; rule sets use the numbers.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "bind/watch.hpp"
#include "count/analysis.hpp"
#include "count/question.hpp"
#include "count/tally.hpp"

namespace sapper::bind {

struct Solved {
    Solved(std::shared_ptr<const Analysis> solved, const Limits& allowed)
        : analysis(std::move(solved)), limits(allowed) {}

    std::shared_ptr<const Analysis> analysis;
    Limits limits;

    // Runs call(questioner, watch) without the interpreter lock, stoppable by Ctrl-C. One call at a time: the
    // questioner, made on first use, has working memory. The interpreter lock is released first, so that
    // the thread that holds the questioner can take it to check for signals.
    template <class Call>
    auto ask(Call&& call) {
        return interruptible([&](Watch watch) {
            std::scoped_lock hold(lock_);
            if (!questioner_) questioner_ = std::make_unique<Questioner>(*analysis, limits);
            questioner_->set_watch(watch);
            return call(*questioner_, watch);
        });
    }

  private:
    std::mutex lock_;
    std::unique_ptr<Questioner> questioner_;
};

// A statement as Python sees it: (lo, hi, [unknown cells]).
using StatementTuple = std::tuple<std::int32_t, std::int32_t, std::vector<std::uint32_t>>;

// Statements from a list of them.
Statements read_statements(nanobind::handle list, std::uint32_t cell_count);

}  // namespace sapper::bind
