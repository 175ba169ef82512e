#include "formats/recording.hpp"

namespace sapper::formats {

void check_size(std::uint64_t rows, std::uint64_t cols, std::uint64_t mines, std::size_t at) {
    if (rows == 0 || cols == 0 || mines > rows * cols)
        throw fault_at_byte("no_board", at, {whole(rows), whole(cols), whole(mines)});
}

std::vector<Cell> read_mines(const MineList& list, std::uint32_t rows, std::uint32_t cols) {
    std::vector<Cell> mines;
    mines.reserve(list.listed.size() / 2);
    std::vector<bool> seen(rows * cols);
    for (std::size_t k = 0; k + 1 < list.listed.size(); k += 2) {
        std::int64_t row = list.listed[k + (list.across ? 1 : 0)] - list.first;
        std::int64_t col = list.listed[k + (list.across ? 0 : 1)] - list.first;
        if (row < 0 || row >= rows || col < 0 || col >= cols)
            throw fault_at_byte("mine_outside", list.at + k, {row, col, whole(rows), whole(cols)});
        Cell cell = static_cast<Cell>(row) * cols + static_cast<Cell>(col);
        if (seen[cell]) throw fault_at_byte("mine_twice", list.at + k, {row, col});
        seen[cell] = true;
        mines.push_back(cell);
    }
    return mines;
}

}  // namespace sapper::formats
