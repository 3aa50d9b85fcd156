// The file of one solved class, of any game: a header, a description, and the values in compressed blocks.
//
// All numbers are little-endian.
//
//    0  "jungletb"      8  version 2 (u16), planes (u16)     12  values in a row (u32)
//   16  fingerprint of the rules (u64)                       24  values in a plane (u64)
//   32  values in a block (u32), a multiple of the row       36  blocks in a plane (u32)
//   40  length of the description (u32)                      44  CRC-32 of all before the blocks, this field as 0
//   48  length of the file (u64)
//   56  the description: JSON in UTF-8
//       for each block: where it ends (u32, counted from the first block), and its CRC-32 (u32)
//       the blocks, plane after plane, each a raw deflate stream
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "common/refuse.h"
#include "tables/inflate.h"

namespace jungle {

struct TablebaseHead {
    std::uint16_t planes = 1;
    std::uint32_t row = 1;
    std::uint64_t fingerprint = 0;
    std::uint64_t size = 0;  // values in a plane
    std::uint32_t block = 0;
    std::uint32_t blocks = 0;  // in a plane
    std::string description;
};

// Packs one block. The core unpacks only: zlib packs best, and every Python has it.
using Deflate = std::function<std::vector<std::uint8_t>(ByteSpan)>;

// The bytes of a file. `values` has the planes one after the other. A value equal to `unused` is never read and may be
// replaced by any other.
std::vector<std::uint8_t> pack_tablebase(TablebaseHead head, std::vector<std::uint8_t> values, const Deflate& deflate,
                                         int unused = -1);

// A file's bytes: memory-mapped if the system can, otherwise read.
class FileBytes {
public:
    FileBytes() = default;
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;
    ~FileBytes();
    // Call once. Returns what is wrong, or an empty string.
    std::string open(const std::string& path);
    ByteSpan bytes() const { return bytes_; }

private:
    ByteSpan bytes_;
    std::vector<std::uint8_t> read_;  // if files cannot be mapped
};

// Recently used blocks, unpacked. Not shared between threads.
class TablebaseCache {
public:
    explicit TablebaseCache(std::size_t blocks = 2048) : buckets_((blocks + kSlots - 1) / kSlots) {}

private:
    friend class TablebaseFile;
    static constexpr std::size_t kSlots = 4;
    struct Bucket {
        std::array<std::uint64_t, kSlots> keys{};
        std::array<std::vector<std::uint8_t>, kSlots> values;
        std::size_t oldest = 0;
    };
    std::vector<Bucket> buckets_;
};

class TablebaseFile {
public:
    TablebaseFile() = default;
    // Throws if `open` would fail.
    explicit TablebaseFile(const std::string& path);
    explicit TablebaseFile(ByteSpan bytes);
    // Call once, with a file or bytes that outlive this object. Checks the header now and each block when it is read.
    // Returns what is wrong, in one line, or an empty string.
    std::string open(const std::string& path);
    std::string open(ByteSpan bytes);

    const TablebaseHead& head() const { return head_; }
    // One value; -1 if its block is damaged.
    int value(std::uint32_t plane, std::uint64_t index, TablebaseCache& cache) const;
    // A whole plane. Throws if it is damaged.
    std::vector<std::uint8_t> plane(std::uint32_t plane) const;

private:
    bool unpack(std::uint32_t plane, std::uint32_t block, std::vector<std::uint8_t>& values) const;

    FileBytes file_;
    TablebaseHead head_;
    ByteSpan index_, blocks_;
    std::uint64_t number_ = 0;  // unique among all files opened so far
};

}  // namespace jungle
