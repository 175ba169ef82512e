// Analyses that JavaScript asks questions about. Probabilities alone cost less than keeping an analysis, so a board
// is held only when the first question is asked.
#pragma once

#include <memory>

#include "base/limits.hpp"
#include "count/board_analysis.hpp"
#include "count/question.hpp"
#include "wasm/held.hpp"

namespace sapper::wasm {

struct HeldAnalysis {
    HeldShape shape;
    Board board;  // with trusted flags already turned into known mines
    Limits limits;
    BoardAnalysis found;

    Questioner& questioner();

  private:
    std::unique_ptr<Questioner> questioner_;  // made for the first question
};

// A board, whether its flags are trusted, and the limit of states or null.
struct AnalysisRequest {
    HeldBoard held;
    Limits limits;
};
AnalysisRequest read_request(Reader& in);

// The analysis of a board that the next argument names.
HeldAnalysis& read_analysis(Reader& in);

// The same, or solved rules: those have no board and no shape.
HeldAnalysis& read_counted(Reader& in);

// Statements as a list of (lo, hi, unknown cells).
Statements read_statements(Reader& in, std::uint32_t cell_count);

}  // namespace sapper::wasm
