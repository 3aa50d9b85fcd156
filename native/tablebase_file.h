// The file of one solved class, of any game: a head, what its maker says of it, and the values in packed blocks.
//
// All numbers are little-endian.
//
//    0  "jungletb"      8  version 1 (u16), planes (u16)     12  values in a row (u32)
//   16  fingerprint of the rules (u64)                       24  values in a plane (u64)
//   32  values in a block (u32), a multiple of the row       36  blocks in a plane (u32)
//   40  length of the description (u32)                      44  length of the models (u32)
//   48  length of the file (u64)                             56  CRC-32 of all before the blocks, this field as 0
//   60  0 (u32)
//   64  the description: JSON in UTF-8
//       the models, one a plane (see tablebase_codec)
//       for each block: where it ends (u32, counted from the first block), and its CRC-32 (u32)
//       the blocks, plane after plane
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "tablebase_codec.h"

namespace jungle {

struct TableHead {
    std::uint16_t planes = 1;
    std::uint32_t row = 1;
    std::uint64_t fingerprint = 0;
    std::uint64_t size = 0;  // values in a plane
    std::uint32_t block = 0;
    std::uint32_t blocks = 0;  // in a plane
    std::string description;
};

// The bytes of a file. `values` has the planes one after the other; where `unused` is, nobody will ever ask, and the
// value may become any other.
std::vector<std::uint8_t> pack_table(TableHead head, std::vector<std::uint8_t> values, int unused = -1);

// A file's bytes: mapped where the system can, read otherwise.
class FileBytes {
public:
    explicit FileBytes(const std::string& path);  // throws std::runtime_error
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;
    ~FileBytes();
    ByteSpan bytes() const { return bytes_; }

private:
    ByteSpan bytes_;
    std::vector<std::uint8_t> read_;
    bool mapped_ = false;
};

// Unpacked blocks, of the files that were asked last. One thread's own.
class TableCache {
public:
    explicit TableCache(std::size_t blocks = 2048) : slots_(blocks) {}

private:
    friend class TableFile;
    struct Slot {
        std::uint64_t key = 0;
        std::vector<std::uint8_t> values;
    };
    std::vector<Slot> slots_;
};

class TableFile {
public:
    // Checks the head at once and each block when it is read. Throws std::runtime_error, with the reason in one line.
    explicit TableFile(const std::string& path);
    // The same over bytes that outlive it.
    explicit TableFile(ByteSpan bytes) { open(bytes); }

    const TableHead& head() const { return head_; }
    // One value; -1 where the block is damaged.
    int value(std::uint32_t plane, std::uint64_t index, TableCache& cache) const;
    // A whole plane. Throws std::runtime_error.
    std::vector<std::uint8_t> plane(std::uint32_t plane) const;

private:
    void open(ByteSpan bytes);
    bool unpack(std::uint32_t plane, std::uint32_t block, std::vector<std::uint8_t>& values) const;

    std::unique_ptr<FileBytes> file_;
    TableHead head_;
    std::vector<TableModel> models_;
    ByteSpan index_, blocks_;
    std::uint64_t number_ = 0;  // among all that were ever opened
};

}  // namespace jungle
