#include "wasm/stream.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace sapper::wasm {

namespace {

[[noreturn]] void throw_wrong() {
    throw InputError("the call has arguments of other types than the engine reads");
}

}  // namespace

std::span<const std::uint8_t> Reader::take(std::size_t count) {
    if (count > bytes_.size() - at_) throw_wrong();
    at_ += count;
    return bytes_.subspan(at_ - count, count);
}

template <class T>
T Reader::raw() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
}

Tag Reader::next() const {
    if (at_ == bytes_.size()) throw_wrong();
    return static_cast<Tag>(bytes_[at_]);
}

void Reader::expect(Tag tag) {
    if (next() != tag) throw_wrong();
    ++at_;
}

bool Reader::none() {
    if (next() != Tag::NONE) return false;
    ++at_;
    return true;
}

bool Reader::end() {
    if (next() != Tag::END) return false;
    ++at_;
    return true;
}

bool Reader::flag() {
    bool yes = next() == Tag::YES;
    expect(yes ? Tag::YES : Tag::NO);
    return yes;
}

double Reader::number() {
    expect(Tag::NUMBER);
    return raw<double>();
}

std::int64_t Reader::whole() {
    if (next() == Tag::WHOLE) {
        ++at_;
        return static_cast<std::int64_t>(raw<std::uint64_t>());
    }
    constexpr double LARGEST = 1ull << 53;
    double value = number();
    if (!(std::abs(value) <= LARGEST) || value != std::floor(value)) throw_wrong();
    return static_cast<std::int64_t>(value);
}

std::string Reader::text() {
    expect(Tag::TEXT);
    auto raw_text = take(raw<std::uint32_t>());
    return {reinterpret_cast<const char*>(raw_text.data()), raw_text.size()};
}

std::span<const std::uint8_t> Reader::array(Tag tag, std::size_t width) {
    expect(tag);
    return take(raw<std::uint32_t>() * width);
}

std::vector<Cell> Reader::cells() {
    auto bytes = array(Tag::CELLS, sizeof(Cell));
    std::vector<Cell> out(bytes.size() / sizeof(Cell));
    if (!bytes.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
}

void Writer::clear() {
    constexpr std::size_t KEPT = 1 << 22;  // the memory of a larger answer is given back
    if (room_ > KEPT) {
        bytes_.reset();
        room_ = 0;
    }
    size_ = 0;
}

void Writer::append(const void* data, std::size_t count) {
    if (count > room_ - size_) {
        std::size_t room = std::max(2 * room_, size_ + count);
        std::unique_ptr<std::uint8_t[]> larger(new std::uint8_t[room]);
        if (size_ > 0) std::memcpy(larger.get(), bytes_.get(), size_);
        bytes_ = std::move(larger);
        room_ = room;
    }
    if (count > 0) std::memcpy(bytes_.get() + size_, data, count);
    size_ += count;
}

Writer& Writer::tag(Tag value) {
    append(&value, 1);
    return *this;
}

Writer& Writer::number(double value) {
    tag(Tag::NUMBER);
    append(&value, sizeof value);
    return *this;
}

Writer& Writer::whole(std::uint64_t value) {
    tag(Tag::WHOLE);
    append(&value, sizeof value);
    return *this;
}

Writer& Writer::text(std::string_view value) {
    return array(Tag::TEXT, value.data(), value.size(), 1);
}

Writer& Writer::array(Tag kind, const void* data, std::size_t count, std::size_t width) {
    tag(kind);
    auto length = static_cast<std::uint32_t>(count);
    append(&length, sizeof length);
    append(data, count * width);
    return *this;
}

}  // namespace sapper::wasm
