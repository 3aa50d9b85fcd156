#include "tablebase_file.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>

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
constexpr std::uint16_t kVersion = 1;
constexpr std::size_t kHeadSize = 64;
constexpr std::size_t kChecksumAt = 56;
constexpr std::size_t kIndexEntry = 8;
constexpr std::uint32_t kBlock = 2048;  // values, about: small enough to be unpacked within 100 µs
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

[[noreturn]] void refuse(const char* why) { throw std::runtime_error(why); }

// What nobody asks for is made like its neighbours, which costs next to nothing.
void fill(std::span<std::uint8_t> plane, std::uint32_t row, std::uint32_t block, std::uint8_t unused) {
    for (std::size_t i = 0; i < plane.size(); ++i)
        if (plane[i] == unused) plane[i] = i % block >= row ? plane[i - row] : i % block ? plane[i - 1] : 0;
}

std::uint32_t head_checksum(ByteSpan bytes) {
    std::vector<std::uint8_t> head(bytes.begin(), bytes.end());
    put(head, kChecksumAt, std::uint32_t{0});
    return crc32(head);
}

}  // namespace

std::vector<std::uint8_t> pack_table(TableHead head, std::vector<std::uint8_t> values, int unused) {
    head.block = std::max<std::uint32_t>(1, kBlock / head.row) * head.row;
    head.size = values.size() / head.planes;
    head.blocks = std::uint32_t((head.size + head.block - 1) / head.block);
    std::vector<std::uint8_t> models, index, blocks;
    for (std::uint32_t plane = 0; plane < head.planes; ++plane) {
        const std::span<std::uint8_t> own(values.data() + plane * head.size, head.size);
        if (unused >= 0) fill(own, head.row, head.block, std::uint8_t(unused));
        const TableModel model(own, head.row, head.block);
        model.write(models);
        for (std::size_t begin = 0; begin < own.size(); begin += head.block) {
            const std::size_t from = blocks.size();
            model.pack(own.subspan(begin, std::min<std::size_t>(head.block, own.size() - begin)), head.row, blocks);
            if (blocks.size() >> 32) refuse("more than four gigabytes do not fit one file");
            index.resize(index.size() + kIndexEntry);
            put(index, index.size() - kIndexEntry, std::uint32_t(blocks.size()));
            put(index, index.size() - kIndexEntry + 4, crc32(ByteSpan(blocks).subspan(from)));
        }
    }
    std::vector<std::uint8_t> out(kHeadSize);
    std::memcpy(out.data(), kMagic, 8);
    put(out, 8, kVersion);
    put(out, 10, head.planes);
    put(out, 12, head.row);
    put(out, 16, head.fingerprint);
    put(out, 24, head.size);
    put(out, 32, head.block);
    put(out, 36, head.blocks);
    put(out, 40, std::uint32_t(head.description.size()));
    put(out, 44, std::uint32_t(models.size()));
    put(out, 48, std::uint64_t(kHeadSize + head.description.size() + models.size() + index.size() + blocks.size()));
    out.insert(out.end(), head.description.begin(), head.description.end());
    out.insert(out.end(), models.begin(), models.end());
    out.insert(out.end(), index.begin(), index.end());
    put(out, kChecksumAt, head_checksum(out));
    out.insert(out.end(), blocks.begin(), blocks.end());
    return out;
}

FileBytes::FileBytes(const std::string& path) {
#ifdef JUNGLE_MAPS_FILES
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) refuse("the file cannot be opened");
    struct stat info{};
    void* at = MAP_FAILED;
    if (::fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
        at = ::mmap(nullptr, std::size_t(info.st_size), PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    if (at == MAP_FAILED) refuse("the file is empty, or no file at all");
    bytes_ = {static_cast<const std::uint8_t*>(at), std::size_t(info.st_size)};
    mapped_ = true;
#else
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) refuse("the file cannot be opened");
    std::array<std::uint8_t, 1 << 16> part;
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), file))
        read_.insert(read_.end(), part.begin(), part.begin() + std::ptrdiff_t(count));
    std::fclose(file);
    bytes_ = read_;
#endif
}

FileBytes::~FileBytes() {
#ifdef JUNGLE_MAPS_FILES
    if (mapped_) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
#endif
}

TableFile::TableFile(const std::string& path) : file_(std::make_unique<FileBytes>(path)) { open(file_->bytes()); }

void TableFile::open(ByteSpan bytes) {
    if (bytes.size() < kHeadSize || std::memcmp(bytes.data(), kMagic, 8) != 0) refuse("it is no endgame table");
    if (get<std::uint16_t>(bytes, 8) != kVersion) refuse("it is a table of another version");
    head_.planes = get<std::uint16_t>(bytes, 10);
    head_.row = get<std::uint32_t>(bytes, 12);
    head_.fingerprint = get<std::uint64_t>(bytes, 16);
    head_.size = get<std::uint64_t>(bytes, 24);
    head_.block = get<std::uint32_t>(bytes, 32);
    head_.blocks = get<std::uint32_t>(bytes, 36);
    const std::uint64_t description = get<std::uint32_t>(bytes, 40), models = get<std::uint32_t>(bytes, 44);
    const std::uint64_t index = std::uint64_t{head_.blocks} * head_.planes * kIndexEntry;
    const std::uint64_t before = kHeadSize + description + models + index;
    if (get<std::uint64_t>(bytes, 48) != bytes.size() || before > bytes.size()) refuse("its length is not what it says");
    if (head_checksum(bytes.first(before)) != get<std::uint32_t>(bytes, kChecksumAt)) refuse("its head is damaged");
    if (!head_.row || !head_.block || head_.block > kMostBlock || head_.block % head_.row ||
        (head_.size + head_.block - 1) / head_.block != head_.blocks)
        refuse("its head contradicts itself");
    head_.description.assign(reinterpret_cast<const char*>(bytes.data()) + kHeadSize, description);
    ByteSpan written = bytes.subspan(kHeadSize + description, models);
    for (int plane = 0; plane < head_.planes; ++plane) models_.emplace_back(written);
    index_ = bytes.subspan(kHeadSize + description + models, index);
    blocks_ = bytes.subspan(before);
    static std::atomic<std::uint64_t> opened{0};
    number_ = ++opened;
}

bool TableFile::unpack(std::uint32_t plane, std::uint32_t block, std::vector<std::uint8_t>& values) const {
    const std::size_t at = (std::size_t{plane} * head_.blocks + block) * kIndexEntry;
    const std::uint32_t begin = at ? get<std::uint32_t>(index_, at - kIndexEntry) : 0;
    const auto end = get<std::uint32_t>(index_, at);
    if (begin > end || end > blocks_.size()) return false;
    const ByteSpan packed = blocks_.subspan(begin, end - begin);
    if (crc32(packed) != get<std::uint32_t>(index_, at + 4)) return false;
    values.resize(std::min<std::uint64_t>(head_.block, head_.size - std::uint64_t{block} * head_.block));
    return models_[plane].unpack(packed, head_.row, values);
}

int TableFile::value(std::uint32_t plane, std::uint64_t index, TableCache& cache) const {
    const auto block = std::uint32_t(index / head_.block);
    const std::uint64_t key = number_ << 40 | std::uint64_t{plane} << 32 | block;
    TableCache::Slot& slot = cache.slots_[(key * 0x9e3779b97f4a7c15 >> 32) % cache.slots_.size()];
    if (slot.key != key) {
        slot.key = 0;
        if (!unpack(plane, block, slot.values)) return -1;
        slot.key = key;
    }
    return slot.values[index - std::uint64_t{block} * head_.block];
}

std::vector<std::uint8_t> TableFile::plane(std::uint32_t plane) const {
    std::vector<std::uint8_t> all, part;
    all.reserve(head_.size);
    for (std::uint32_t block = 0; block < head_.blocks; ++block) {
        if (!unpack(plane, block, part)) refuse("a block of it is damaged");
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

}  // namespace jungle
