// Values that cross between JavaScript and the engine, as one stream of bytes in the memory that both see. A value is
// a tag of one byte and what belongs to it, in the byte order of WebAssembly, little-endian and not aligned; lists
// and records end with a tag of their own. `src/sapper/web/static/engine/stream.js` reads and writes the same.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace sapper::wasm {

enum class Tag : std::uint8_t {
    END,     // of a list or a record
    NONE,    // null
    NO,      // false
    YES,     // true
    NUMBER,  // a double
    WHOLE,   // 64 bits without a sign: a bigint
    TEXT,    // 32 bits: the length in bytes; UTF-8
    LIST,    // values up to END
    RECORD,  // texts and values in turn up to END
    CELLS,   // 32 bits: how many; 32 bits each: an array of numbers. Typed arrays follow, with their number before
    INT8,
    UINT8,
    INT32,
    UINT32,
    FLOAT64,
    UINT64,
};

// The arguments of a call, read in their order. Throws InputError for a value of another type than the one asked for:
// JavaScript checks what users pass, so this is a mistake of the caller.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool none();  // whether the next value is null, which is then read
    bool flag();
    double number();
    std::int64_t whole();
    std::uint64_t seed() { return static_cast<std::uint64_t>(whole()); }
    std::uint32_t count() { return static_cast<std::uint32_t>(whole()); }
    std::string text();
    std::vector<Cell> cells();

    // A typed array, copied: it need not be aligned.
    template <class T>
    std::vector<T> array() {
        std::span<const std::uint8_t> raw = array(tag_of<T>(), sizeof(T));
        std::vector<T> out(raw.size() / sizeof(T));
        if (!raw.empty()) std::memcpy(out.data(), raw.data(), raw.size());
        return out;
    }

    void begin_list() { expect(Tag::LIST); }
    void begin_record() { expect(Tag::RECORD); }
    bool end();  // whether a list or a record ends here; its end is then read
    Tag next() const;

    template <class T>
    static constexpr Tag tag_of() {
        if constexpr (std::is_same_v<T, std::int8_t> || std::is_same_v<T, View>) return Tag::INT8;
        if constexpr (std::is_same_v<T, std::uint8_t>) return Tag::UINT8;
        if constexpr (std::is_same_v<T, std::int32_t>) return Tag::INT32;
        if constexpr (std::is_same_v<T, std::uint32_t>) return Tag::UINT32;
        if constexpr (std::is_same_v<T, double>) return Tag::FLOAT64;
        if constexpr (std::is_same_v<T, std::uint64_t>) return Tag::UINT64;
    }

  private:
    void expect(Tag tag);
    std::span<const std::uint8_t> take(std::size_t count);
    std::span<const std::uint8_t> array(Tag tag, std::size_t width);
    template <class T>
    T raw();

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

// The answer of a call.
class Writer {
  public:
    Writer& none() { return tag(Tag::NONE); }
    Writer& flag(bool value) { return tag(value ? Tag::YES : Tag::NO); }
    Writer& number(double value);
    Writer& whole(std::uint64_t value);
    Writer& text(std::string_view value);
    Writer& cells(std::span<const Cell> values) {
        return array(Tag::CELLS, values.data(), values.size(), sizeof(Cell));
    }

    // A number, or null for NaN and for no cell.
    Writer& known(double value) { return std::isnan(value) ? none() : number(value); }
    Writer& cell(Cell value) { return value == NO_CELL ? none() : number(value); }

    template <class Range>
    Writer& array(const Range& values) {
        using T = std::remove_cvref_t<decltype(*values.data())>;
        return array(Reader::tag_of<T>(), values.data(), values.size(), sizeof(T));
    }

    // An array of so many values, which the caller then adds piece by piece.
    template <class T>
    Writer& begin_array(std::size_t count) {
        return array(Reader::tag_of<T>(), nullptr, count, 0);
    }
    template <class T>
    Writer& add(std::span<const T> values) {
        append(values.data(), values.size_bytes());
        return *this;
    }

    Writer& list() { return tag(Tag::LIST); }
    Writer& record() { return tag(Tag::RECORD); }
    Writer& end() { return tag(Tag::END); }
    Writer& key(std::string_view name) { return text(name); }

    void clear();
    std::span<const std::uint8_t> bytes() const { return {bytes_.get(), size_}; }

  private:
    Writer& tag(Tag value);
    Writer& array(Tag tag, const void* data, std::size_t count, std::size_t width);
    void append(const void* data, std::size_t count);

    // Not a vector: that writes and clears its elements one by one.
    std::unique_ptr<std::uint8_t[]> bytes_;
    std::size_t size_ = 0, room_ = 0;
};

}  // namespace sapper::wasm
