#include "formats/utf8.hpp"

#include <cstdint>

namespace sapper::formats {

namespace {

// The bytes of the character that begins here; 0 where none does.
std::size_t read_character(std::string_view text) {
    auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
    unsigned first = byte(0);
    if (first < 0x80) return 1;
    std::size_t size = first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : 4;
    if (first < 0xC2 || first > 0xF4) return 0;
    // No longer form of a character that has a shorter one, none beyond the last, and no half of a pair.
    unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte(1) < least || byte(1) > most) return 0;
    for (std::size_t k = 2; k < size; ++k)
        if (byte(k) < 0x80 || byte(k) > 0xBF) return 0;
    return size;
}

}  // namespace

std::optional<std::size_t> find_no_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t size = read_character(text.substr(at, 4));
        if (size == 0) return at;
        at += size;
    }
    return {};
}

PlainText::PlainText(std::string_view given) : view_(given) {
    if (view_.starts_with(MARK)) view_.remove_prefix(MARK.size());
    if (view_.find('\r') == view_.npos) return;
    own_.reserve(view_.size());
    for (std::size_t k = 0; k < view_.size(); ++k) {
        bool pair = view_[k] == '\r' && k + 1 < view_.size() && view_[k + 1] == '\n';
        if (!pair) own_ += view_[k] == '\r' ? '\n' : view_[k];
    }
    view_ = own_;
}

}  // namespace sapper::formats
