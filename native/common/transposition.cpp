#include "common/transposition.h"

#include <cstdlib>
#include <cstring>

#include "common/threads.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace jungle {

namespace {

constexpr int kShallower = 3;         // a result this many plies shallower still replaces one of the same position
constexpr int kAgeWorth = 8;          // plies of depth that an entry loses for each search since it was written
constexpr int kEmpty = -1000;         // an unused entry is replaced first
constexpr std::size_t kSample = 250;  // buckets sampled to estimate how full the table is
constexpr std::size_t kHugePage = std::size_t{2} << 20;

// move 16 | score 16 | eval 16 | depth 8 | generation 6 | bound 2
std::uint64_t pack(const Stored& data, std::uint8_t generation) {
    return std::uint64_t{data.move} | std::uint64_t(std::uint16_t(data.score)) << 16 |
           std::uint64_t(std::uint16_t(data.eval)) << 32 | std::uint64_t(std::uint8_t(data.depth)) << 48 |
           std::uint64_t(generation << 2 | int(data.bound)) << 56;
}

Stored unpack(std::uint64_t word) {
    return {std::uint16_t(word), std::int16_t(word >> 16), std::int16_t(word >> 32), std::int8_t(word >> 48),
            Bound(word >> 56 & 3)};
}

int generation_of(std::uint64_t word) { return int(word >> 58); }

}  // namespace

void TranspositionTable::release() {
    std::free(buckets_);
    buckets_ = nullptr;
    count_ = 0;
}

void TranspositionTable::resize(std::size_t megabytes) {
    const std::size_t bytes = (megabytes ? megabytes : 1) << 20;
    const std::size_t rounded = (bytes + kHugePage - 1) / kHugePage * kHugePage;
    void* memory = std::aligned_alloc(rounded == bytes ? kHugePage : alignof(Bucket), bytes);
    if (!memory) out_of_memory();
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (rounded == bytes) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    release();
    buckets_ = static_cast<Bucket*>(memory);
    count_ = bytes / sizeof(Bucket);
    clear();
}

void TranspositionTable::track_changes() {
    clear();
    changes_.track();
}

void TranspositionTable::clear() {
    const auto empty = [](Entry& entry) {
        entry.data.store(0, std::memory_order_relaxed);
        entry.check.store(0, std::memory_order_relaxed);
    };
    if (!changes_.undo(empty)) std::memset(static_cast<void*>(buckets_), 0, count_ * sizeof(Bucket));
    generation_ = 0;
}

bool TranspositionTable::probe(Key key, Stored& found) const {
    for (const Entry& entry : bucket(key).entry) {
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && data) {
            found = unpack(data);
            return true;
        }
    }
    return false;
}

void TranspositionTable::store(Key key, const Stored& data) {
    Bucket& home = bucket(key);
    Entry* victim = nullptr;
    int least = 1 << 30;
    for (Entry& entry : home.entry) {
        const std::uint64_t old = entry.data.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ old) == key) {
            const Stored before = unpack(old);
            Stored merged = data;
            if (!merged.move) merged.move = before.move;
            // A shallow result must not push out a deep one of the same search.
            if (data.bound != Bound::Exact && data.depth < before.depth - kShallower &&
                generation_of(old) == generation_)
                return;
            const std::uint64_t word = pack(merged, generation_);
            entry.data.store(word, std::memory_order_relaxed);
            entry.check.store(key ^ word, std::memory_order_relaxed);
            return;
        }
        const int age = (generation_ - generation_of(old)) & kGenerations;
        const int keep = old ? unpack(old).depth - kAgeWorth * age : kEmpty;
        if (keep < least) {
            least = keep;
            victim = &entry;
        }
    }
    changes_.note(*victim);
    const std::uint64_t word = pack(data, generation_);
    victim->data.store(word, std::memory_order_relaxed);
    victim->check.store(key ^ word, std::memory_order_relaxed);
}

int TranspositionTable::per_mille() const {
    // After a short search, looking at the sample would take a good part of its time.
    if (changes_.is_known()) return int(changes_.count() * 1000 / (count_ * kEntries));
    int used = 0;
    const std::size_t sample = count_ < kSample ? count_ : kSample;
    for (std::size_t i = 0; i < sample; ++i)
        for (const Entry& entry : buckets_[i].entry) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            used += data && generation_of(data) == generation_;
        }
    return int(used * 1000 / (sample * kEntries));
}

}  // namespace jungle
