#include <algorithm>
#include <array>

#include "formats/forms.hpp"
#include "formats/scan.hpp"

namespace sapper::formats {

namespace {

constexpr std::string_view DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr std::size_t HEADER = 8;  // characters before the cells
constexpr std::uint64_t MOST_MINES = 62 * 62 * 62 * 62 - 1;
constexpr std::uint32_t MOST_SIDE = 500;  // a few characters can tell millions of cells

// Kinds of cells, each with its digits: so many, beginning with a number among all digits.
struct Kind {
    char letter;
    std::size_t base, first;
};
constexpr Kind KINDS[] = {{'0', 10, 0},  {'1', 7, 10}, {'2', 5, 17}, {'3', 5, 22}, {'4', 4, 27},
                          {'5', 3, 31},  {'6', 3, 34}, {'7', 1, 37}, {'8', 1, 38}, {'I', 4, 39},
                          {'H', 10, 43}, {'F', 8, 53}, {'O', 1, 61}};

const Kind& kind_of_digit(char digit) {
    std::size_t number = DIGITS.find(digit);
    const Kind* kind = std::begin(KINDS);
    while (number >= kind->first + kind->base) ++kind;
    return *kind;
}

const Kind& kind_of_letter(char letter) {
    const Kind* kind = std::begin(KINDS);
    while (kind->letter != letter) ++kind;
    return *kind;
}

bool is_clue_letter(char letter) {
    return is_digit(letter);
}

std::uint64_t number_of(std::string_view digits) {
    std::uint64_t number = 0;
    for (char digit : digits) number = number * DIGITS.size() + DIGITS.find(digit);
    return number;
}

std::string spell_number(std::uint64_t number, std::size_t width) {
    std::string digits(width, 'a');
    for (std::size_t k = width; k-- > 0; number /= DIGITS.size()) digits[k] = DIGITS[number % DIGITS.size()];
    return digits;
}

// The value of the parameter, in a link or alone.
std::string_view find_coded(std::string_view text) {
    auto found = find_parameters(text);
    return found.contains("analysis") ? found["analysis"] : strip(text);
}

// One letter a cell; a count is read only as far as the board goes.
std::string read_cells(std::string_view text, std::string_view coded, std::size_t at, std::size_t cells) {
    std::string letters;
    for (std::size_t place = HEADER; place < coded.size();) {
        const Kind& kind = kind_of_digit(coded[place]);
        std::size_t end = place;
        while (end < coded.size() && &kind_of_digit(coded[end]) == &kind) ++end;
        std::size_t length = 0;
        for (std::size_t k = place; k < end; ++k) {
            length = kind.base > 1 ? length * kind.base + DIGITS.find(coded[k]) - kind.first : end - place;
            if (letters.size() + length > cells) throw fault_in_text("cells_more", text, at + place, {whole(cells)});
        }
        letters.append(length, kind.letter);
        place = end;
    }
    if (letters.size() != cells)
        throw fault_in_text("cells_differ", text, at + coded.size(), {whole(letters.size()), whole(cells)});
    return letters;
}

// Lowers the clues beside a marked cell by one; false, and nothing changed, if one of them is 0.
bool lower_clues(std::string& letters, const Content& content, Cell cell) {
    std::vector<Cell> beside = list_beside(cell, content.rows, content.cols);
    if (std::any_of(beside.begin(), beside.end(), [&](Cell near) { return letters[near] == '0'; })) return false;
    for (Cell near : beside)
        if (is_clue_letter(letters[near])) --letters[near];
    return true;
}

std::string write_run(char letter, std::size_t length) {
    const Kind& kind = kind_of_letter(letter);
    if (kind.base == 1) return std::string(length, DIGITS[kind.first]);
    std::string digits;
    for (; length > 0; length /= kind.base) digits += DIGITS[kind.first + length % kind.base];
    return {digits.rbegin(), digits.rend()};
}

}  // namespace

bool is_analysis(std::string_view text) {
    if (find_parameters(text).contains("analysis")) return true;
    std::string_view coded = strip(text);
    if (coded.size() <= HEADER || coded.find_first_not_of(DIGITS) != coded.npos) return false;
    try {
        read_analysis(text);
    } catch (const Refusal&) {
        return false;
    }
    return true;
}

Content read_analysis(std::string_view text) {
    std::string_view coded = find_coded(text);
    auto at = static_cast<std::size_t>(coded.data() - text.data());
    std::size_t stranger = coded.find_first_not_of(DIGITS);
    if (stranger != coded.npos)
        throw fault_in_text("analysis_digit", text, at + stranger,
                            {spell(first_characters(coded.substr(stranger), 1))});
    if (coded.size() <= HEADER) throw fault_in_text("analysis_short", text, at);
    std::uint64_t cols = number_of(coded.substr(0, 2)), rows = number_of(coded.substr(2, 2));
    if (cols == 0 || rows == 0) throw fault_in_text("no_cells", text, at, {whole(cols), whole(rows)});
    if (std::max(cols, rows) > MOST_SIDE)
        throw Refusal(Refusal::Kind::LIMIT, "link_large", {whole(MOST_SIDE), whole(cols), whole(rows)});
    Content content;
    content.form = "analysis";
    content.rows = static_cast<std::uint32_t>(rows);
    content.cols = static_cast<std::uint32_t>(cols);
    content.mines = number_of(coded.substr(4, 4));
    std::string letters = read_cells(text, coded, at, content.rows * content.cols);
    for (Cell cell = 0; cell < letters.size(); ++cell) {
        if (letters[cell] != 'F' && letters[cell] != 'I') continue;
        for (Cell near : list_beside(cell, content.rows, content.cols)) {
            if (!is_clue_letter(letters[near])) continue;
            if (letters[near] == '8')
                throw fault_in_text("clue_above", text, at, {whole(near / content.cols), whole(near % content.cols)});
            ++letters[near];
        }
    }
    for (char letter : letters) content.view += sign_of_letter(letter);
    content.layout = find_layout(content.view, content.mines);
    content.row_at.assign(content.rows, count_characters(text.substr(0, at)));
    content.along = false;
    return content;
}

std::string write_analysis(const Content& content) {
    check_sides(content, "analysis", MOST_SIDE);
    if (content.mines > MOST_MINES) throw fault_of_value("analysis_mines", {whole(MOST_MINES), whole(content.mines)});
    std::string letters = write_letters(content, "analysis");
    std::replace(letters.begin(), letters.end(), '?', 'I');
    // Proved mines first: a flag that no longer fits has a sign of its own.
    for (char wanted : {'I', 'F'})
        for (Cell cell = 0; cell < letters.size(); ++cell) {
            if (letters[cell] != wanted || lower_clues(letters, content, cell)) continue;
            if (wanted == 'I') throw fault_of_value("no_sign_mine", {}, place_of_cell(content, cell));
            letters[cell] = 'O';
        }
    std::string text = spell_number(content.cols, 2) + spell_number(content.rows, 2) + spell_number(content.mines, 4);
    for (std::size_t first = 0; first < letters.size();) {
        std::size_t end = std::min(letters.find_first_not_of(letters[first], first), letters.size());
        text += write_run(letters[first], end - first);
        first = end;
    }
    return text;
}

}  // namespace sapper::formats
