// Unpacks raw deflate (RFC 1951), which zlib writes and Python reads, without a library.
#pragma once

#include <cstdint>
#include <span>

namespace jungle {

using ByteSpan = std::span<const std::uint8_t>;

// False unless the bytes are one complete stream that unpacks to exactly this many values. Never reads or writes beyond
// either span, whatever the bytes are. The values are undefined if it returns false.
bool inflate(ByteSpan packed, std::span<std::uint8_t> values);

// The checksum that zlib computes too.
std::uint32_t crc32(ByteSpan bytes);

}  // namespace jungle
