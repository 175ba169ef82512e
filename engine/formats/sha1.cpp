#include "formats/sha1.hpp"

#include <bit>
#include <string>

namespace sapper::formats {

namespace {

constexpr std::size_t BLOCK = 64;  // bytes

void add_block(const unsigned char* block, std::array<std::uint32_t, 5>& state) {
    std::uint32_t words[80];
    for (int k = 0; k < 16; ++k)
        words[k] = static_cast<std::uint32_t>(block[4 * k] << 24 | block[4 * k + 1] << 16 | block[4 * k + 2] << 8 |
                                              block[4 * k + 3]);
    for (int k = 16; k < 80; ++k)
        words[k] = std::rotl(words[k - 3] ^ words[k - 8] ^ words[k - 14] ^ words[k - 16], 1);
    auto [a, b, c, d, e] = state;
    for (int k = 0; k < 80; ++k) {
        std::uint32_t mixed = k < 20   ? ((b & c) | (~b & d)) + 0x5A827999
                              : k < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                              : k < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC
                                       : (b ^ c ^ d) + 0xCA62C1D6;
        std::uint32_t next = std::rotl(a, 5) + mixed + e + words[k];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    const std::uint32_t made[] = {a, b, c, d, e};
    for (std::size_t k = 0; k < 5; ++k) state[k] += made[k];
}

}  // namespace

std::array<std::uint8_t, 20> digest_sha1(std::string_view text) {
    std::string padded(text);
    padded += '\x80';
    padded.append((BLOCK + BLOCK - 8 - padded.size() % BLOCK) % BLOCK, '\0');
    std::uint64_t bits = 8 * std::uint64_t{text.size()};
    for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 255);
    std::array<std::uint32_t, 5> state{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    for (std::size_t at = 0; at < padded.size(); at += BLOCK)
        add_block(reinterpret_cast<const unsigned char*>(padded.data()) + at, state);
    std::array<std::uint8_t, 20> digest{};
    for (std::size_t k = 0; k < digest.size(); ++k)
        digest[k] = static_cast<std::uint8_t>(state[k / 4] >> (24 - 8 * (k % 4)));
    return digest;
}

}  // namespace sapper::formats
