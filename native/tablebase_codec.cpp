#include "tablebase_codec.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace jungle {

namespace {

constexpr std::uint32_t kLow = 1u << 16;  // the coder's state stays from here to 2^32
constexpr std::int64_t kBit = 256;         // logarithms are counted in parts of a bit
constexpr std::int64_t kSymbolCost = 20 * kBit;  // of a symbol in a written model

// The logarithm to base 2, in whole numbers, so that every machine writes the same file.
std::int64_t log2(std::uint64_t number) {
    const int whole = std::bit_width(number) - 1;
    std::uint64_t part = whole > 31 ? number >> (whole - 31) : number << (31 - whole);  // from 2^31 to 2^32
    std::int64_t log = 0;
    for (std::int64_t unit = kBit / 2; unit; unit /= 2) {
        part = part * part >> 31;
        if (part >> 32) {
            part >>= 1;
            log += unit;
        }
    }
    return whole * kBit + log;
}

void write_number(std::vector<std::uint8_t>& out, std::uint32_t number) {
    for (; number >= 0x80; number >>= 7) out.push_back(std::uint8_t(number | 0x80));
    out.push_back(std::uint8_t(number));
}

constexpr std::uint32_t kNoNumber = ~0u;

std::uint32_t read_byte(ByteSpan& in) {
    if (in.empty()) return kNoNumber;
    const std::uint8_t byte = in[0];
    in = in.subspan(1);
    return byte;
}

std::uint32_t read_number(ByteSpan& in) {
    std::uint32_t number = 0;
    for (int shift = 0; shift < 28; shift += 7) {
        const std::uint32_t byte = read_byte(in);
        if (byte == kNoNumber) return kNoNumber;
        number |= (byte & 0x7f) << shift;
        if (byte < 0x80) return number;
    }
    return kNoNumber;
}

}  // namespace

std::uint32_t TableModel::context(const std::uint8_t* value, std::uint32_t index, std::uint32_t row) {
    if (index < row) return (index ? value[-1] : 0) * kNear + kFarthest;  // nothing is above: the one before stands in
    const int above = *(value - row);
    if (index == row) return std::uint32_t(above * kNear + kFarthest);
    const int change = int(value[-1]) - *(value - row - 1);
    return std::uint32_t(above * kNear + std::clamp(change, -kFarthest, kFarthest) + kFarthest);
}

TableModel::TableModel(ByteSpan values, std::uint32_t row, std::uint32_t block) {
    std::vector<std::uint32_t> seen(std::size_t{kContexts} * 256);
    for (std::size_t begin = 0; begin < values.size(); begin += block) {
        const auto size = std::uint32_t(std::min<std::size_t>(block, values.size() - begin));
        for (std::uint32_t i = 0; i < size; ++i) {
            const std::uint8_t* value = &values[begin + i];
            ++seen[std::size_t{context(value, i, row)} * 256 + *value];
        }
    }
    const auto total = [](std::span<const std::uint32_t> counts) {
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    };
    for (std::uint32_t above = 0; above < 256; ++above) {
        std::array<std::uint32_t, 256> together{}, rest{};
        const std::uint32_t* own = &seen[std::size_t{above} * kNear * 256];
        for (std::size_t i = 0; i < std::size_t{kNear} * 256; ++i) together[i % 256] += own[i];
        if (!total(together)) continue;
        const std::int64_t all = log2(total(together));
        for (std::uint32_t near = 0; near < kNear; ++near) {
            const std::span<const std::uint32_t> counts(own + std::size_t{near} * 256, 256);
            if (!total(counts)) continue;
            // Own frequencies must save more than they cost.
            const std::int64_t here = log2(total(counts));
            std::int64_t saved = 0;
            for (int value = 0; value < 256; ++value)
                if (counts[value])
                    saved += counts[value] * (log2(counts[value]) - here + all - log2(together[value])) - kSymbolCost;
            if (saved > 0)
                add(above * kNear + near, counts);
            else
                for (int value = 0; value < 256; ++value) rest[value] += counts[value];
        }
        if (total(rest)) add(kAbove + above, rest);
    }
    close();
}

// Scales counts to kOne in all.
void TableModel::add(std::uint32_t number, std::span<const std::uint32_t> seen) {
    using Pair = std::pair<std::uint8_t, std::uint32_t>;
    std::vector<Pair> counts;
    std::uint64_t all = 0;
    for (int value = 0; value < 256; ++value)
        if (seen[value]) counts.emplace_back(std::uint8_t(value), seen[value]), all += seen[value];
    std::int64_t left = kOne;
    for (auto& [value, count] : counts) {
        count = std::max<std::uint32_t>(1, std::uint32_t(std::uint64_t{count} * kOne / all));
        left -= count;
    }
    std::ranges::stable_sort(counts, std::ranges::greater{}, &Pair::second);
    // What rounding left over goes to the most frequent, or comes from those that have some to spare.
    if (left > 0) counts[0].second += std::uint32_t(left);
    for (std::size_t i = 0; left < 0; i = (i + 1) % counts.size())
        if (counts[i].second > 1) {
            const auto taken = std::min<std::int64_t>(-left, counts[i].second / 2);
            counts[i].second -= std::uint32_t(taken);
            left += taken;
        }
    std::ranges::stable_sort(counts, std::ranges::greater{}, &Pair::second);
    numbers_.push_back(number);
    first_.push_back(std::uint32_t(symbols_.size()));
    std::uint32_t start = 0;
    for (const auto& [value, count] : counts) {
        symbols_.push_back({std::uint16_t(start), std::uint16_t(count % kOne), value});
        start += count;
    }
}

void TableModel::close() {
    first_.push_back(std::uint32_t(symbols_.size()));
    place_.assign(kContexts, 0);
    std::array<std::uint32_t, 256> above{};
    for (std::size_t i = 0; i < numbers_.size(); ++i)
        if (numbers_[i] >= kAbove)
            above[numbers_[i] - kAbove] = first_[i] + 1;
        else
            place_[numbers_[i]] = first_[i] + 1;
    for (std::uint32_t context = 0; context < kContexts; ++context)
        if (!place_[context]) place_[context] = above[context / kNear];
}

void TableModel::write(std::vector<std::uint8_t>& out) const {
    write_number(out, std::uint32_t(numbers_.size()));
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        write_number(out, numbers_[i]);
        write_number(out, first_[i + 1] - first_[i]);
        for (std::uint32_t at = first_[i]; at < first_[i + 1]; ++at) {
            out.push_back(symbols_[at].value);
            // The last one gets what is left.
            if (at + 1 < first_[i + 1]) write_number(out, symbols_[at].count);
        }
    }
}

bool TableModel::read(ByteSpan& written) {
    const std::uint32_t count = read_number(written);
    if (count > kAll) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t number = read_number(written), size = read_number(written);
        if (number >= kAll || !size || size > 256) return false;
        numbers_.push_back(number);
        first_.push_back(std::uint32_t(symbols_.size()));
        std::uint32_t start = 0;
        for (std::uint32_t at = 0; at < size; ++at) {
            const std::uint32_t value = read_byte(written);
            const std::uint32_t share = at + 1 < size ? read_number(written) : kOne - start;
            if (value > 255 || !share || share > kOne - start || (share == kOne && size > 1)) return false;
            symbols_.push_back({std::uint16_t(start), std::uint16_t(share % kOne), std::uint8_t(value)});
            start += share;
        }
    }
    close();
    return true;
}

void TableModel::pack(ByteSpan values, std::uint32_t row, std::vector<std::uint8_t>& out) const {
    // The coder is a stack: it is filled from the end.
    std::vector<std::uint16_t> words;
    words.reserve(values.size() / 4);
    std::uint32_t state = kLow;
    for (auto i = std::uint32_t(values.size()); i-- > 0;) {
        const std::uint8_t* value = &values[i];
        const Symbol* symbol = &symbols_[place_[context(value, i, row)] - 1];
        while (symbol->value != *value) ++symbol;
        const std::uint32_t count = symbol->count ? symbol->count : kOne;
        if (state >= std::uint64_t{count} << (32 - kBits)) {
            words.push_back(std::uint16_t(state));
            state >>= 16;
        }
        state = (state / count << kBits) + state % count + symbol->start;
    }
    for (int shift = 0; shift < 32; shift += 8) out.push_back(std::uint8_t(state >> shift));
    for (std::size_t i = words.size(); i-- > 0;) {
        out.push_back(std::uint8_t(words[i]));
        out.push_back(std::uint8_t(words[i] >> 8));
    }
}

bool TableModel::unpack(ByteSpan packed, std::uint32_t row, std::span<std::uint8_t> values) const {
    if (packed.size() < 4) return false;
    const std::uint8_t *next = packed.data() + 4, *end = packed.data() + packed.size();
    std::uint32_t state = packed[0] | packed[1] << 8 | packed[2] << 16 | std::uint32_t(packed[3]) << 24;
    const auto size = std::uint32_t(values.size());
    for (std::uint32_t i = 0; i < size; ++i) {
        std::uint8_t* value = &values[i];
        const std::uint32_t place = place_[context(value, i, row)];
        if (!place) return false;
        const Symbol* symbol = &symbols_[place - 1];
        const std::uint32_t slot = state & (kOne - 1);
        if (!symbol->count) {
            *value = symbol->value;
            continue;  // certain: it costs nothing
        }
        while (slot - symbol->start >= symbol->count) ++symbol;
        state = symbol->count * (state >> kBits) + slot - symbol->start;
        *value = symbol->value;
        if (state < kLow) {
            if (end - next < 2) return false;
            state = state << 16 | next[0] | next[1] << 8;
            next += 2;
        }
    }
    return next == end && state == kLow;
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
