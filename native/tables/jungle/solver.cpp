// Positions are kept as sets. All pieces but one stand on squares that a word is found by; the bits of the word are the
// squares of the last one, which walks over the board by shifts, and a step of any other piece joins two words. So one
// operation works on up to 61 positions. A position is won when a step reaches a lost one, and is looked at for a loss
// when one of its steps reaches a position that has just turned out to be won.
#include "tables/jungle/solver.h"

#include <algorithm>
#include <utility>

#include "common/refuse.h"
#include "tables/jungle/captures.h"

namespace jungle {

namespace {

constexpr int kRow = 64;            // bytes of one word's values, by square
constexpr std::size_t kChunk = 64;  // words that share a mark
constexpr int kStopWords = 4096;    // between checks of `stopped`

class Solver {
public:
    Solver(const MaterialClasses& classes, const MaterialClass& of, const TablebaseSource& solved,
           const std::atomic<bool>& stopped)
        : words_(classes, of), of_(of), captures_(classes, of, solved), stopped_(stopped) {}

    bool run() {
        const std::size_t count = words_.count();
        for (int side = 0; side < 2; ++side) {
            for (auto* bits : {&won_[side], &lost_[side], &open_[side], &fresh_[side], &found_[side]})
                bits->assign(count, 0);
            marks_[side].assign(count / kChunk + 1, 0);
            values_[side].assign(count * kRow, 0);
        }
        valid_.assign(count, 0);
        if (!begin()) return false;
        for (int plies = 1; fresh_any_ || plies <= last_event_; ++plies) {
            if (plies > kMostTablebasePlies)
                refuse(of_.name + " has wins of more than " + std::to_string(kMostTablebasePlies) +
                       " plies, more than a table can hold");
            if (stopped_) return false;
            step(plies);
        }
        return true;
    }

    TablebaseValues values() const {
        TablebaseValues out(2 * of_.size, kTablebaseBroken);
        const Group& last = of_.groups.back();
        for (std::uint64_t index = 0, place = 0; index < of_.size; ++place)
            for (std::uint32_t number = 0; number < last.places; ++number, ++index) {
                std::uint32_t word;
                int square;
                words_.find(place, number, word, square);
                if (!(valid_[word] >> square & 1)) continue;
                for (int side = 0; side < 2; ++side)
                    out[std::size_t(side) * of_.size + index] =
                        (won_[side][word] | lost_[side][word]) >> square & 1
                            ? values_[side][std::size_t(word) * kRow + std::size_t(square)]
                            : kTablebaseDraw;
            }
        return out;
    }

private:
    // Everything that does not depend on other positions of the class: captures, dens, and sides that cannot move.
    bool begin() {
        for (std::uint32_t word = 0; word < words_.count(); ++word) {
            if (word % kStopWords == 0 && stopped_) return false;
            const Place place = words_.place(word);
            valid_[word] = words_.valid(place);
            if (valid_[word])
                for (int side = 0; side < 2; ++side) begin(place, word, side);
        }
        return true;
    }

    void begin(const Place& place, std::uint32_t word, int side) {
        std::uint8_t* row = &values_[side][std::size_t(word) * kRow];
        const Bits enters = words_.enters_den(place, side) & valid_[word];
        const Bits captures = captures_.look(words_, place, side, valid_[word] & ~enters, row);
        open_[side][word] = captures | enters;
        Bits dens = enters;
        for (; dens; dens &= dens - 1) row[lowest(dens)] = 2;
        // A word is listed once for each number of plies in it.
        std::array<Bits, 4> listed{};
        for (Bits bits = captures | enters; bits; bits &= bits - 1) {
            const std::uint8_t code = row[lowest(bits)];
            if (!code || listed[code >> 6] >> (code & 63) & 1) continue;
            listed[code >> 6] |= bit(code & 63);
            last_event_ = std::max<int>(last_event_, tablebase_plies(code));
            events_[side][tablebase_plies(code)].push_back(word);
        }
        if (!words_.table().stalemate_loses) return;
        const Bits stuck = valid_[word] & ~open_[side][word] & ~words_.can_move(place, side);
        if (stuck) settle(side, word, stuck, 0);
    }

    void settle(int side, std::uint32_t word, Bits bits, int plies) {
        (plies % 2 ? won_ : lost_)[side][word] |= bits;
        found_[side][word] |= bits;
        marks_[side][word / kChunk] = 1;
        fresh_any_ = true;
        std::uint8_t* row = &values_[side][std::size_t(word) * kRow];
        for (; bits; bits &= bits - 1) row[lowest(bits)] = std::uint8_t(plies + 1);
    }

    void step(int plies) {
        // What was found with one ply less is fresh now.
        std::swap(fresh_, found_);
        std::swap(fresh_marks_, marks_);
        for (int side = 0; side < 2; ++side) {
            marks_[side].assign(fresh_marks_[side].size(), 0);
            seen_[side].assign(fresh_marks_[side].size(), 0);
            if (reached_[side].empty()) reached_[side].assign(words_.count(), 0);
        }
        fresh_any_ = false;
        for (int side = 0; side < 2; ++side) {
            reach_back(side);
            for (const std::uint32_t word : events_[side][plies]) event(side, word, plies);
            events_[side][plies] = {};
        }
        for (int side = 0; side < 2; ++side) {
            for (std::size_t chunk = 0; chunk < fresh_marks_[side].size(); ++chunk) {
                if (!fresh_marks_[side][chunk]) continue;
                const std::size_t end = std::min((chunk + 1) * kChunk, std::size_t(words_.count()));
                std::fill(fresh_[side].begin() + std::ptrdiff_t(chunk * kChunk),
                          fresh_[side].begin() + std::ptrdiff_t(end), 0);
            }
            for (std::size_t chunk = 0; chunk < seen_[side].size(); ++chunk) {
                if (!seen_[side][chunk]) continue;
                const std::size_t end = std::min((chunk + 1) * kChunk, std::size_t(words_.count()));
                for (std::size_t word = chunk * kChunk; word < end; ++word) {
                    if (!reached_[side][word]) continue;
                    const Bits bits =
                        std::exchange(reached_[side][word], 0) & valid_[word] & ~won_[side][word] & ~lost_[side][word];
                    if (bits) judge(side, std::uint32_t(word), bits, plies);
                }
            }
        }
    }

    // Marks the positions from which `side` can step to one that has just been settled.
    void reach_back(int side) {
        const int other = side ^ 1;
        for (std::size_t chunk = 0; chunk < fresh_marks_[other].size(); ++chunk) {
            if (!fresh_marks_[other][chunk]) continue;
            const std::size_t end = std::min((chunk + 1) * kChunk, std::size_t(words_.count()));
            for (std::size_t word = chunk * kChunk; word < end; ++word)
                if (const Bits bits = fresh_[other][word])
                    words_.each_before(std::uint32_t(word), side, bits, [&](std::uint32_t before, Bits from) {
                        reached_[side][before] |= from;
                        seen_[side][before / kChunk] = 1;
                    });
        }
    }

    // A capture, or a step into the den, that wins now; or the last capture that did not lose by now does.
    void event(int side, std::uint32_t word, int plies) {
        const std::uint8_t* row = &values_[side][std::size_t(word) * kRow];
        Bits bits = 0;
        for (Bits left = open_[side][word] & ~won_[side][word] & ~lost_[side][word]; left; left &= left - 1)
            if (row[lowest(left)] == plies + 1) bits |= left & -left;
        if (!bits) return;
        if (plies % 2 == 0) open_[side][word] &= ~bits;
        reached_[side][word] |= bits;
        seen_[side][word / kChunk] = 1;
    }

    void judge(int side, std::uint32_t word, Bits bits, int plies) {
        if (plies % 2 == 0) {
            bits &= ~open_[side][word];
            if (bits) bits &= ~words_.can_avoid(word, side, won_[side ^ 1]);
        }
        if (bits) settle(side, word, bits, plies);
    }

    Words words_;
    const MaterialClass& of_;
    Captures captures_;
    const std::atomic<bool>& stopped_;
    std::vector<Bits> valid_;
    // By the side to move. `open_`: a capture that does not lose, as far as is known. `found_` becomes `fresh_`.
    std::array<std::vector<Bits>, 2> won_, lost_, open_, fresh_, found_, reached_;
    std::array<std::vector<std::uint8_t>, 2> marks_, fresh_marks_, seen_;
    // Codes by word and square: of what is settled, else of the best capture.
    std::array<std::vector<std::uint8_t>, 2> values_;
    std::array<std::array<std::vector<std::uint32_t>, 256>, 2> events_;
    int last_event_ = 0;
    bool fresh_any_ = false;
};

}  // namespace

TablebaseValues solve(const MaterialClasses& classes, const MaterialClass& of, const TablebaseSource& solved,
                      const std::atomic<bool>& stopped) {
    const auto solver = std::make_unique<Solver>(classes, of, solved, stopped);
    return solver->run() ? solver->values() : TablebaseValues{};
}

std::uint64_t solve_memory(const MaterialClass& of) {
    const Group& last = of.groups.back();
    const std::uint64_t words =
        of.size * std::uint64_t(last.count) / (last.squares.size() - std::size_t(last.count) + 1);
    constexpr std::uint64_t per_word = 2 * kRow + 13 * sizeof(Bits) + 8;  // eight for the events, as measured
    return words * per_word + 2 * of.size;
}

TablebaseCounts count_values(const MaterialClass& of, const TablebaseValues& values) {
    TablebaseCounts counts;
    const std::uint64_t per_first = of.size / of.unfolded.size();
    std::uint64_t orders = 1;  // in which alike animals stand on the squares of their group
    for (const Group& group : of.groups)
        for (int i = 2; i <= group.count; ++i) orders *= std::uint64_t(i);
    for (int side = 0; side < 2; ++side)
        for (std::size_t first = 0; first < of.unfolded.size(); ++first) {
            std::array<std::uint64_t, 256> seen{};
            const std::uint64_t begin = first * per_first;
            const std::uint8_t* from = values.data() + std::size_t(side) * of.size + begin;
            for (std::uint64_t i = 0; i < per_first; ++i) {
                ++seen[from[i]];
                if (from[i] != kTablebaseBroken && from[i] && tablebase_plies(from[i]) > counts.longest) {
                    counts.longest = tablebase_plies(from[i]);
                    counts.longest_side = side;
                    counts.longest_index = begin + i;
                }
            }
            std::array<std::uint8_t, kMostTablebasePieces> where{};
            of.groups[0].set(of.unfolded[first], where.data());
            for (int i = 0; i < of.groups[0].count; ++i) where[i] = std::uint8_t(mirror_square(where[i]));
            const std::uint64_t weight = orders * (of.groups[0].number(where.data()) == of.unfolded[first] ? 1 : 2);
            counts.draws[side] += seen[kTablebaseDraw] * weight;
            for (int code = 1; code < kTablebaseBroken; ++code)
                (is_tablebase_win(std::uint8_t(code)) ? counts.wins : counts.losses)[side] += seen[code] * weight;
        }
    return counts;
}

}  // namespace jungle
