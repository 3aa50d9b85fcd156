// Packs bytes of which each is like its neighbours, in blocks that can be unpacked alone. Knows nothing of any game.
//
// Values stand in rows. Each is coded by a range coder of the ANS kind, with the frequencies of its context: the value
// above it, and the difference between the value left of it and the one above that.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace jungle {

using ByteSpan = std::span<const std::uint8_t>;

class TableModel {
public:
    TableModel() = default;
    // The frequencies in a plane of values.
    TableModel(ByteSpan values, std::uint32_t row, std::uint32_t block);
    void write(std::vector<std::uint8_t>& out) const;
    // Into an empty one; takes what it reads off the span. False for what nobody wrote.
    bool read(ByteSpan& written);

    // Both begin at the start of a row.
    void pack(ByteSpan values, std::uint32_t row, std::vector<std::uint8_t>& out) const;
    // False where these bytes were not packed with this model.
    bool unpack(ByteSpan packed, std::uint32_t row, std::span<std::uint8_t> values) const;

private:
    static constexpr int kBits = 14;
    static constexpr std::uint32_t kOne = 1u << kBits;
    static constexpr int kFarthest = 6;                  // differences beyond are alike
    static constexpr int kNear = 2 * kFarthest + 1;
    static constexpr std::uint32_t kContexts = 256 * kNear;
    static constexpr std::uint32_t kAbove = kContexts;   // contexts from here on: the value above alone
    static constexpr std::uint32_t kAll = kContexts + 256;

    struct Symbol {
        std::uint16_t start;
        std::uint16_t count;  // of kOne; 0 stands for all of it
        std::uint8_t value;
    };

    static std::uint32_t context(const std::uint8_t* value, std::uint32_t index, std::uint32_t row);
    void add(std::uint32_t context, std::span<const std::uint32_t> counts);  // by value
    void close();

    // The frequent contexts and those that stand in for the others, by number, then their symbols, most frequent first.
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint32_t> first_;
    std::vector<Symbol> symbols_;
    std::vector<std::uint32_t> place_;  // of each context in `symbols_`, plus one
};

// The checksum that zlib computes too.
std::uint32_t crc32(ByteSpan bytes);

}  // namespace jungle
