// The transposition table: shared by all threads without locks, sized in megabytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "common/changes.h"
#include "common/key.h"

namespace jungle {

enum class Bound : std::uint8_t { None = 0, Upper = 1, Lower = 2, Exact = 3 };

struct Stored {
    std::uint16_t move = 0;
    std::int16_t score = 0;
    std::int16_t eval = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::None;

    // Does a score with this bound settle a window?
    bool settles(int found, int alpha, int beta) const {
        return bound == Bound::Exact || (bound == Bound::Lower && found >= beta) ||
               (bound == Bound::Upper && found <= alpha);
    }
    // Is the score more precise than this evaluation?
    bool improves(int evaluation) const {
        return bound == Bound::Exact || (bound == Bound::Lower && score > evaluation) ||
               (bound == Bound::Upper && score < evaluation);
    }
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes) { resize(megabytes); }
    TranspositionTable(const TranspositionTable&) = delete;
    TranspositionTable& operator=(const TranspositionTable&) = delete;
    ~TranspositionTable() { release(); }

    void resize(std::size_t megabytes);
    void clear();
    // Clearing is cheap from now on while little is stored in between. For searches by one thread.
    void track_changes();
    void new_search() { generation_ = (generation_ + 1) & kGenerations; }

    bool probe(Key key, Stored& found) const;
    void store(Key key, const Stored& data);
    void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }
    int per_mille() const;  // how much of it this search has filled

private:
    // Two words, written separately: the key is stored xor the data, so that a torn entry is a miss.
    struct Entry {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };
    static constexpr int kEntries = 4;
    static constexpr std::uint8_t kGenerations = 63;
    struct alignas(64) Bucket {
        Entry entry[kEntries];
    };

    Bucket& bucket(Key key) const {
        return buckets_[std::size_t((static_cast<unsigned __int128>(key) * count_) >> 64)];
    }
    void release();

    Bucket* buckets_ = nullptr;
    std::size_t count_ = 0;
    std::uint8_t generation_ = 0;
    Changes<Entry> changes_;
};

}  // namespace jungle
