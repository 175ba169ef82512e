// Numbers and texts read from bytes, one after the other. Numbers have their high byte first. The end of the bytes is
// a refusal that names the byte; what is missing there is named by a key of the sentences, such as "mines".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "formats/refusal.hpp"

namespace sapper::formats {

using Bytes = std::span<const std::uint8_t>;

class Cursor {
  public:
    explicit Cursor(Bytes data, std::size_t at = 0) : data_(data), at_(at) {}

    std::size_t at() const { return at_; }
    Bytes data() const { return data_; }
    bool ended() const { return at_ >= data_.size(); }
    std::size_t left() const { return ended() ? 0 : data_.size() - at_; }
    void move_to(std::size_t at) { at_ = at; }

    Bytes take(std::size_t count, std::string_view what = "file");
    std::uint64_t number(std::size_t size);
    std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t u24() { return static_cast<std::uint32_t>(number(3)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }

    // The bytes up to a zero, which is passed.
    std::string_view string(std::string_view what);

  private:
    Bytes data_;
    std::size_t at_;
};

// Bytes as characters of one byte, and back.
inline std::string_view signs_of(Bytes data) {
    return {reinterpret_cast<const char*>(data.data()), data.size()};
}
inline Bytes bytes_of(std::string_view signs) {
    return {reinterpret_cast<const std::uint8_t*>(signs.data()), signs.size()};
}

}  // namespace sapper::formats
