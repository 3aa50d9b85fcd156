#include "tables/file.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define JUNGLE_MAPS_FILES 1
#endif

namespace jungle {

namespace {

constexpr char kMagic[] = "jungletb";
constexpr std::uint16_t kVersion = 2;
constexpr std::size_t kHeadSize = 56;
constexpr std::size_t kChecksumAt = 44;
constexpr std::size_t kIndexEntry = 8;
constexpr std::uint32_t kBlock = 4096;  // approximate number of values: small enough to unpack well within 100 µs
constexpr std::uint32_t kMostBlock = 1 << 20;

template <class Number>
void put(std::vector<std::uint8_t>& out, std::size_t at, Number number) {
    for (std::size_t i = 0; i < sizeof number; ++i) out[at + i] = std::uint8_t(std::uint64_t(number) >> (8 * i));
}

template <class Number>
Number get(ByteSpan in, std::size_t at) {
    std::uint64_t number = 0;
    for (std::size_t i = sizeof(Number); i-- > 0;) number = number << 8 | in[at + i];
    return Number(number);
}

// Unused values become like their neighbours, which compress to almost nothing.
void fill(std::span<std::uint8_t> plane, std::uint32_t row, std::uint32_t block, std::uint8_t unused) {
    for (std::size_t i = 0; i < plane.size(); ++i)
        if (plane[i] == unused) plane[i] = i % block >= row ? plane[i - row] : i % block ? plane[i - 1] : 0;
}

std::uint32_t head_checksum(ByteSpan bytes) {
    std::vector<std::uint8_t> head(bytes.begin(), bytes.end());
    if (head.size() < kHeadSize) return 0;
    put(head, kChecksumAt, std::uint32_t{0});
    return crc32(head);
}

}  // namespace

std::vector<std::uint8_t> pack_tablebase(TablebaseHead head, std::vector<std::uint8_t> values, const Deflate& deflate,
                                         int unused) {
    head.block = std::max<std::uint32_t>(1, kBlock / head.row) * head.row;
    head.size = values.size() / head.planes;
    head.blocks = std::uint32_t((head.size + head.block - 1) / head.block);
    std::vector<std::uint8_t> index, blocks;
    for (std::uint32_t plane = 0; plane < head.planes; ++plane) {
        const std::span<std::uint8_t> own(values.data() + plane * head.size, head.size);
        if (unused >= 0) fill(own, head.row, head.block, std::uint8_t(unused));
        for (std::size_t begin = 0; begin < own.size(); begin += head.block) {
            const std::size_t size = std::min<std::size_t>(head.block, own.size() - begin);
            const std::vector<std::uint8_t> packed = deflate(own.subspan(begin, size));
            blocks.insert(blocks.end(), packed.begin(), packed.end());
            if (std::uint64_t{blocks.size()} >> 32) refuse("more than four gigabytes do not fit one file");
            index.resize(index.size() + kIndexEntry);
            put(index, index.size() - kIndexEntry, std::uint32_t(blocks.size()));
            put(index, index.size() - kIndexEntry + 4, crc32(packed));
        }
    }
    const std::size_t length = kHeadSize + head.description.size() + index.size() + blocks.size();
    std::vector<std::uint8_t> out;
    out.reserve(length);
    out.resize(kHeadSize);
    std::copy_n(kMagic, 8, out.begin());
    put(out, 8, kVersion);
    put(out, 10, head.planes);
    put(out, 12, head.row);
    put(out, 16, head.fingerprint);
    put(out, 24, head.size);
    put(out, 32, head.block);
    put(out, 36, head.blocks);
    put(out, 40, std::uint32_t(head.description.size()));
    put(out, 48, std::uint64_t{length});
    out.insert(out.end(), head.description.begin(), head.description.end());
    out.insert(out.end(), index.begin(), index.end());
    put(out, kChecksumAt, head_checksum(out));
    out.insert(out.end(), blocks.begin(), blocks.end());
    return out;
}

std::string FileBytes::open(const std::string& path) {
#ifdef JUNGLE_MAPS_FILES
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return "the file cannot be opened";
    struct stat info{};
    void* at = MAP_FAILED;
    if (::fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
        at = ::mmap(nullptr, std::size_t(info.st_size), PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    if (at == MAP_FAILED) return "the file is empty, or no file at all";
    bytes_ = {static_cast<const std::uint8_t*>(at), std::size_t(info.st_size)};
#else
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return "the file cannot be opened";
    std::array<std::uint8_t, 1 << 16> part;
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), file))
        read_.insert(read_.end(), part.begin(), part.begin() + std::ptrdiff_t(count));
    std::fclose(file);
    bytes_ = read_;
#endif
    return {};
}

FileBytes::~FileBytes() {
#ifdef JUNGLE_MAPS_FILES
    if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
#endif
}

TablebaseFile::TablebaseFile(const std::string& path) {
    if (const std::string why = open(path); !why.empty()) refuse(why);
}

TablebaseFile::TablebaseFile(ByteSpan bytes) {
    if (const std::string why = open(bytes); !why.empty()) refuse(why);
}

std::string TablebaseFile::open(const std::string& path) {
    const std::string why = file_.open(path);
    return why.empty() ? open(file_.bytes()) : why;
}

std::string TablebaseFile::open(ByteSpan bytes) {
    if (bytes.size() < kHeadSize || std::memcmp(bytes.data(), kMagic, 8) != 0) return "it is no endgame table";
    if (get<std::uint16_t>(bytes, 8) != kVersion) return "it is a table of another version";
    head_.planes = get<std::uint16_t>(bytes, 10);
    head_.row = get<std::uint32_t>(bytes, 12);
    head_.fingerprint = get<std::uint64_t>(bytes, 16);
    head_.size = get<std::uint64_t>(bytes, 24);
    head_.block = get<std::uint32_t>(bytes, 32);
    head_.blocks = get<std::uint32_t>(bytes, 36);
    const std::uint64_t description = get<std::uint32_t>(bytes, 40);
    const std::uint64_t index = std::uint64_t{head_.blocks} * head_.planes * kIndexEntry;
    const std::uint64_t before = kHeadSize + description + index;
    if (get<std::uint64_t>(bytes, 48) != bytes.size() || before > bytes.size()) return "its length is not what it says";
    if (head_checksum(bytes.first(before)) != get<std::uint32_t>(bytes, kChecksumAt)) return "its head is damaged";
    if (!head_.row || !head_.block || head_.block > kMostBlock || head_.block % head_.row ||
        (head_.size + head_.block - 1) / head_.block != head_.blocks)
        return "its head contradicts itself";
    head_.description.assign(reinterpret_cast<const char*>(bytes.data()) + kHeadSize, description);
    index_ = bytes.subspan(kHeadSize + description, index);
    blocks_ = bytes.subspan(before);
    static std::atomic<std::uint64_t> opened{0};
    number_ = ++opened;
    return {};
}

bool TablebaseFile::unpack(std::uint32_t plane, std::uint32_t block, std::vector<std::uint8_t>& values) const {
    const std::size_t at = (std::size_t{plane} * head_.blocks + block) * kIndexEntry;
    const std::uint32_t begin = at ? get<std::uint32_t>(index_, at - kIndexEntry) : 0;
    const auto end = get<std::uint32_t>(index_, at);
    if (begin > end || end > blocks_.size()) return false;
    const ByteSpan packed = blocks_.subspan(begin, end - begin);
    if (crc32(packed) != get<std::uint32_t>(index_, at + 4)) return false;
    values.resize(std::min<std::uint64_t>(head_.block, head_.size - std::uint64_t{block} * head_.block));
    return inflate(packed, values);
}

int TablebaseFile::value(std::uint32_t plane, std::uint64_t index, TablebaseCache& cache) const {
    const auto block = std::uint32_t(index / head_.block);
    const std::uint64_t key = number_ << 40 | std::uint64_t{plane} << 32 | block;
    const std::uint64_t place = index - std::uint64_t{block} * head_.block;
    TablebaseCache::Bucket& bucket = cache.buckets_[(key * 0x9e3779b97f4a7c15 >> 32) % cache.buckets_.size()];
    for (std::size_t i = 0; i < TablebaseCache::kSlots; ++i)
        if (bucket.keys[i] == key) return bucket.values[i][place];
    const std::size_t slot = bucket.oldest++ % TablebaseCache::kSlots;
    bucket.keys[slot] = 0;
    if (!unpack(plane, block, bucket.values[slot])) return -1;
    bucket.keys[slot] = key;
    return bucket.values[slot][place];
}

std::vector<std::uint8_t> TablebaseFile::plane(std::uint32_t plane) const {
    std::vector<std::uint8_t> all, part;
    all.reserve(head_.size);
    for (std::uint32_t block = 0; block < head_.blocks; ++block) {
        if (!unpack(plane, block, part)) refuse("a block of it is damaged");
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

}  // namespace jungle
