// An analysis as Python holds it: rules over numbered unknown cells, with everything that can be asked of them.
// Boards put names on the cells; rule sets use them as they are.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>

#include "../analysis.hpp"
#include "../question.hpp"
#include "../tally.hpp"

namespace sapper::bind {

struct Solved {
    Analysis analysis;
    Limits limits;

    // The questioner, made on first use; hold `lock` while using it, its working memory is shared.
    Questioner& questioner() {
        if (!made_) made_ = std::make_unique<Questioner>(analysis, limits);
        return *made_;
    }
    std::mutex lock;

  private:
    std::unique_ptr<Questioner> made_;
};

// Statements from Python: a list of (lo, hi, [unknown cells]).
Statements read_statements(nanobind::handle list, std::uint32_t cell_count);

}  // namespace sapper::bind
