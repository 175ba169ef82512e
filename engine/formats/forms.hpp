// Texts and files of boards of other programs -> their content, and back. Cost and memory are linear in the text and
// in the board that it tells, which is at most 500x500 cells where few characters tell many. A text is plain
// (PlainText), and a reader is only given one that it recognises. What is wrong is thrown as a Refusal that names
// line and column, or the byte.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "formats/content.hpp"

namespace sapper::formats {

// Whether bytes are no text in UTF-8.
bool is_binary(Bytes data);

// MBF and ABF: width u8, height u8, mines u16, then x u8 and y u8 of every mine, from 0; or as hexadecimal digits.
bool is_mbf(Bytes data);
Content read_mbf(Bytes data);
bool is_hex(std::string_view text);
Content read_hex(std::string_view text);
std::string write_mbf(const Content& content);  // bytes; mines column by column

// Links that hold a layout, of the PTT ZiNi calculator and of LlamaSweeper: b=SIZE&m=MINES[&c=CLICKS], after any
// address or alone. SIZE is 1, 2 or 3 for 9x9, 16x16 and 30x16, otherwise width and height with equally many digits.
// MINES has five cells a digit (0-9, a-v), row by row. CLICKS is a string of bits in base64url: two bits of the kind,
// then the number of the cell, column by column.
bool is_link(std::string_view text);
Content read_link(std::string_view text);
std::string write_link(const Content& content);  // what follows the address

// The parameters of a link, as pieces of its text; none where the text is no link.
std::map<std::string_view, std::string_view> find_parameters(std::string_view text);

// A link without a board, which is refused.
bool is_address(std::string_view text);
Content read_address(std::string_view text);

// The parameter `analysis` of JSMinesweeper's links. Width and height have two digits each and the mines four, in
// base
// 62. Then follow the cells as runs of equal cells: each kind has digits of its own, so a run is the number of its
// cells in those digits. Flags (F) and proved mines (I) lower the numbers beside them by one each; an O is a flag
// that does not.
bool is_analysis(std::string_view text);
Content read_analysis(std::string_view text);
std::string write_analysis(const Content& content);

// Text positions of JSMinesweeper: WIDTHxHEIGHTxMINES, then one line a row. Where the flags and mines are as many as
// the first line says, the text is a layout too.
bool is_mine_text(std::string_view text);
Content read_mine_text(std::string_view text);
std::string write_mine_text(const Content& content);

// MINESWEEPER-BOARD v0.1: entries, then a layout, a position or both.
bool is_board_text(std::string_view text);
Content read_board_text(std::string_view text);
std::string write_board_text(const Content& content);

// The board of a replay in RAWVF.
Content read_rawvf_text(std::string_view text);
std::string write_rawvf_text(const Content& content);

// Game IDs of Simon Tatham's Mines: WIDTHxHEIGHT[nMINES]:[X,Y,][m|u]HEX with four cells a digit. After `m` the bits
// are masked, so that the mines cannot be read off the text.
bool is_tatham(std::string_view text);
Content read_tatham(std::string_view text);
std::string write_tatham(const Content& content);

// The form of a text, or of a file: "board", "mine", "rawvf", "ptta", "tatham", "mbf", "analysis", or "link" of one
// without a board; "" where it is none. `file` says whether bytes that are no text may be MBF.
std::string_view recognise_form(Bytes given, bool file);

// What a text or file says. Refuses one of no form.
Content read_form(Bytes given, bool file);

// The content in a form: a text, or the bytes of MBF. Refuses an unknown form, and one that cannot hold the content.
std::string write_form(const Content& content, std::string_view form);

}  // namespace sapper::formats
