#include "formats/scan.hpp"

#include <algorithm>

namespace sapper::formats {

namespace {

constexpr std::size_t MOST_DIGITS = 18;  // of a number that fits in 64 bits

}  // namespace

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

std::string_view strip_end(std::string_view text, std::string_view signs) {
    return text.substr(0, text.find_last_not_of(signs) + 1);
}

std::string_view strip(std::string_view text, std::string_view signs) {
    text.remove_prefix(std::min(text.find_first_not_of(signs), text.size()));
    return strip_end(text, signs);
}

std::optional<std::int64_t> read_digits(std::string_view text) {
    if (text.empty() || text.size() > MOST_DIGITS || !std::all_of(text.begin(), text.end(), is_digit)) return {};
    std::int64_t number = 0;
    for (char digit : text) number = 10 * number + (digit - '0');
    return number;
}

std::size_t Scanner::skip(std::string_view signs) {
    std::size_t begin = at_;
    at_ = std::min(text_.find_first_not_of(signs, at_), text_.size());
    return at_ - begin;
}

bool Scanner::pass(std::string_view signs) {
    bool found = !ended() && signs.find(text_[at_]) != signs.npos;
    at_ += found;
    return found;
}

bool Scanner::pass_word(std::string_view word) {
    bool found = lowered(text_.substr(at_, word.size())) == word;
    at_ += found ? word.size() : 0;
    return found;
}

std::string_view Scanner::digits(std::size_t most) {
    std::size_t begin = at_;
    while (!ended() && at_ - begin < most && is_digit(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
}

std::string_view Scanner::line() {
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view found = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    return found;
}

}  // namespace sapper::formats
