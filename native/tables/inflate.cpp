#include "tables/inflate.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace jungle {

namespace {

constexpr int kLongestCode = 15;  // bits of a code
constexpr int kFast = 9;          // bits looked up in one step
constexpr int kLiteralCodes = 288;
constexpr int kDistanceCodes = 30;
constexpr int kEnd = 256;

// Reads bits, the lowest of a byte first. Beyond the end they are 0; `is_whole` says whether that happened.
class BitReader {
public:
    explicit BitReader(ByteSpan bytes) : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    // At least 32 bits, the next one lowest.
    std::uint64_t peek() {
        while (count_ <= 56) {
            if (next_ != end_)
                held_ |= std::uint64_t{*next_++} << count_;
            else
                ++missing_;
            count_ += 8;
        }
        return held_;
    }
    void drop(int count) {
        held_ >>= count;
        count_ -= count;
    }
    std::uint32_t take(int count) {
        const auto bits = std::uint32_t(peek() & ((std::uint64_t{1} << count) - 1));
        drop(count);
        return bits;
    }
    void to_next_byte() { drop(count_ % 8); }
    // False if bits beyond the end were taken.
    bool is_sound() const { return count_ >= 8 * missing_; }
    // Is nothing left but the rest of the last byte?
    bool is_whole() const { return is_sound() && next_ == end_ && count_ - 8 * missing_ < 8; }

private:
    const std::uint8_t *next_, *end_;
    std::uint64_t held_ = 0;
    int count_ = 0;
    int missing_ = 0;  // bytes beyond the end, held or taken
};

// A prefix code, given by the length of every symbol's code.
class Code {
public:
    bool build(std::span<const std::uint8_t> lengths) {
        count_.fill(0);
        for (const std::uint8_t length : lengths) ++count_[length];
        count_[0] = 0;
        int left = 1;
        std::array<std::uint16_t, kLongestCode + 2> place{}, code{};
        for (int length = 1; length <= kLongestCode; ++length) {
            left = 2 * left - count_[length];
            if (left < 0) return false;
            place[length + 1] = std::uint16_t(place[length] + count_[length]);
            code[length + 1] = std::uint16_t((code[length] + count_[length]) << 1);
        }
        // Only a code of a single symbol may leave bits unused.
        if (left && place[kLongestCode + 1] > 1) return false;
        fast_.fill(0);
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
            const int length = lengths[symbol];
            if (!length) continue;
            symbols_[place[length]++] = std::uint16_t(symbol);
            const int own = code[length]++;
            if (length > kFast) continue;
            std::size_t reversed = 0;
            for (int bit = 0; bit < length; ++bit) reversed |= std::size_t(own >> bit & 1) << (length - 1 - bit);
            for (; reversed < fast_.size(); reversed += std::size_t{1} << length)
                fast_[reversed] = std::uint16_t(symbol << 4 | std::size_t(length));
        }
        return true;
    }

    // The next symbol; -1 if the bits are not a code.
    int read(BitReader& bits) const {
        const std::uint64_t next = bits.peek();
        if (const int found = fast_[next & (fast_.size() - 1)]) {
            bits.drop(found & 15);
            return found >> 4;
        }
        int code = 0, first = 0, place = 0;
        for (int length = 1; length <= kLongestCode; ++length) {
            code |= int(next >> (length - 1) & 1);
            const int count = count_[length];
            if (code - first < count) {
                bits.drop(length);
                return symbols_[std::size_t(place + code - first)];
            }
            place += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        return -1;
    }

private:
    std::array<std::uint16_t, std::size_t{1} << kFast> fast_;  // symbol and length, by the next bits
    std::array<std::uint16_t, kLongestCode + 1> count_;        // of each length
    std::array<std::uint16_t, kLiteralCodes> symbols_;         // in the order of their codes
};

// Where values go, from the first to the last.
struct Output {
    std::span<std::uint8_t> values;
    std::size_t size = 0;
};

bool copy_stored(BitReader& bits, Output& out) {
    bits.to_next_byte();
    const std::uint32_t length = bits.take(16);
    if ((bits.take(16) ^ length) != 0xffff || length > out.values.size() - out.size) return false;
    for (std::uint32_t i = 0; i < length; ++i) out.values[out.size++] = std::uint8_t(bits.take(8));
    return bits.is_sound();
}

bool unpack(BitReader& bits, const Code& literals, const Code& distances, Output& out) {
    static constexpr std::uint16_t kLength[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                                31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static constexpr std::uint8_t kLengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static constexpr std::uint16_t kDistance[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                                  33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                                  1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (bits.is_sound()) {
        const int symbol = literals.read(bits);
        if (symbol == kEnd) return true;
        if (symbol < 0 || symbol > kEnd + 29) return false;
        if (symbol < kEnd) {
            if (out.size == out.values.size()) return false;
            out.values[out.size++] = std::uint8_t(symbol);
            continue;
        }
        const int kind = symbol - kEnd - 1;
        const std::size_t length = kLength[kind] + bits.take(kLengthBits[kind]);
        const int far = distances.read(bits);
        if (far < 0 || far >= kDistanceCodes) return false;
        const std::size_t distance = kDistance[far] + bits.take(far < 2 ? 0 : far / 2 - 1);
        if (distance > out.size || length > out.values.size() - out.size) return false;
        // One by one: what is copied may overlap what it is copied to.
        std::uint8_t* to = out.values.data() + out.size;
        for (std::size_t i = 0; i < length; ++i) to[i] = to[std::ptrdiff_t(i) - std::ptrdiff_t(distance)];
        out.size += length;
    }
    return false;
}

bool read_codes(BitReader& bits, Code& literals, Code& distances) {
    static constexpr std::uint8_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const std::size_t literal_count = bits.take(5) + 257, distance_count = bits.take(5) + 1, used = bits.take(4) + 4;
    if (literal_count > 286 || distance_count > kDistanceCodes) return false;
    std::array<std::uint8_t, kLiteralCodes + kDistanceCodes> lengths{};
    for (std::size_t i = 0; i < used; ++i) lengths[kOrder[i]] = std::uint8_t(bits.take(3));
    Code& code = literals;  // for the lengths first
    if (!code.build(std::span(lengths).first(19))) return false;
    lengths.fill(0);
    const std::size_t all = literal_count + distance_count;
    for (std::size_t i = 0; i < all;) {
        const int symbol = code.read(bits);
        if (symbol < 0) return false;
        if (symbol < 16) {
            lengths[i++] = std::uint8_t(symbol);
            continue;
        }
        if (symbol == 16 && !i) return false;
        const std::uint8_t repeated = symbol == 16 ? lengths[i - 1] : 0;
        const std::size_t count = symbol == 16 ? 3 + bits.take(2) : symbol == 17 ? 3 + bits.take(3) : 11 + bits.take(7);
        if (count > all - i) return false;
        std::fill_n(lengths.begin() + std::ptrdiff_t(i), count, repeated);
        i += count;
    }
    return lengths[kEnd] && literals.build(std::span(lengths).first(literal_count)) &&
           distances.build(std::span(lengths).subspan(literal_count, distance_count));
}

bool set_codes(Code& literals, Code& distances) {
    std::array<std::uint8_t, kLiteralCodes> lengths;
    for (int i = 0; i < kLiteralCodes; ++i) lengths[std::size_t(i)] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    std::array<std::uint8_t, 32> five;
    five.fill(5);
    return literals.build(lengths) && distances.build(five);
}

}  // namespace

bool inflate(ByteSpan packed, std::span<std::uint8_t> values) {
    BitReader bits(packed);
    Output out{values};
    Code literals, distances;
    for (bool is_last = false; !is_last;) {
        is_last = bits.take(1);
        const std::uint32_t kind = bits.take(2);
        if (kind == 3) return false;
        if (kind == 0) {
            if (!copy_stored(bits, out)) return false;
        } else {
            if (!(kind == 1 ? set_codes(literals, distances) : read_codes(bits, literals, distances))) return false;
            if (!unpack(bits, literals, distances, out)) return false;
        }
        if (!bits.is_sound()) return false;
    }
    return out.size == values.size() && bits.is_whole();
}

std::uint32_t crc32(ByteSpan bytes) {
    static constexpr auto kTable = [] {
        std::array<std::array<std::uint32_t, 256>, 4> table{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t value = i;
            for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xedb88320 : 0);
            table[0][i] = value;
        }
        for (std::size_t slice = 1; slice < 4; ++slice)
            for (std::size_t i = 0; i < 256; ++i)
                table[slice][i] = table[slice - 1][i] >> 8 ^ table[0][table[slice - 1][i] & 0xff];
        return table;
    }();
    std::uint32_t crc = ~0u;
    std::size_t i = 0;
    for (; i + 4 <= bytes.size(); i += 4) {
        crc ^= bytes[i] | bytes[i + 1] << 8 | bytes[i + 2] << 16 | std::uint32_t(bytes[i + 3]) << 24;
        crc = kTable[3][crc & 0xff] ^ kTable[2][crc >> 8 & 0xff] ^ kTable[1][crc >> 16 & 0xff] ^ kTable[0][crc >> 24];
    }
    for (; i < bytes.size(); ++i) crc = crc >> 8 ^ kTable[0][(crc ^ bytes[i]) & 0xff];
    return ~crc;
}

}  // namespace jungle
