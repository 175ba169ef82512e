#include "formats/cursor.hpp"

namespace sapper::formats {

Bytes Cursor::take(std::size_t count, std::string_view what) {
    if (count > left()) {
        // A place behind the end, where a header is not even complete, counts too.
        std::size_t missing = at_ + count - data_.size();
        throw fault_at_byte("ends_early", data_.size(), {std::string(what), whole(missing)});
    }
    at_ += count;
    return data_.subspan(at_ - count, count);
}

std::uint64_t Cursor::number(std::size_t size) {
    std::uint64_t value = 0;
    for (std::uint8_t byte : take(size)) value = value << 8 | byte;
    return value;
}

std::string_view Cursor::string(std::string_view what) {
    std::string_view rest = signs_of(data_.subspan(at_ < data_.size() ? at_ : data_.size()));
    std::size_t end = rest.find('\0');
    if (end == rest.npos) throw fault_at_byte("no_end", at_, {std::string(what)});
    at_ += end + 1;
    return rest.substr(0, end);
}

}  // namespace sapper::formats
