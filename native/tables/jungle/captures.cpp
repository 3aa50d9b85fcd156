#include "tables/jungle/captures.h"

#include <algorithm>
#include <cassert>

namespace jungle {

Captures::Captures(const MaterialClasses& classes, const MaterialClass& of, const TablebaseSource& solved)
    : table_(classes.table()), of_(of) {
    for (int victim = 0; victim < of.pieces; ++victim) {
        const MaterialClasses::Place& place = classes.place(std::uint16_t(of.material & ~(1u << of.piece[victim])));
        if (place.id < 0) continue;
        Left& left = left_[victim];
        left.of = &classes.at(place.id);
        left.values = solved(place.id);
        left.swapped = place.swapped;
        for (int slot = 0; slot < left.of->pieces; ++slot)
            left.slot[slot] = std::uint8_t(std::ranges::find(of.piece, place.piece[slot]) - of.piece.begin());
    }
}

// What a capture is worth to the side that makes it.
std::uint8_t Captures::code(const Left& left, const SlotSquares& where, int side) const {
    if (!left.of) return 2;  // the last enemy is gone: won in one ply
    SlotSquares squares{};
    for (int slot = 0; slot < left.of->pieces; ++slot) {
        const int square = where[left.slot[slot]];
        squares[slot] = std::uint8_t(left.swapped ? rotate_square(square) : square);
    }
    const int mover = side ^ 1 ^ int(left.swapped);
    const std::uint8_t answer = left.values[std::uint64_t(mover) * left.of->size + left.of->index(squares)];
    assert(answer != kTablebaseBroken);
    return answer == kTablebaseDraw ? answer : std::uint8_t(answer + 1);
}

Bits Captures::look(const Words& words, const Place& place, int side, Bits bits, std::uint8_t* row) const {
    const int last = of_.pieces - 1, last_side = of_.piece[last] / kAnimals;
    const Bits blocked =
        (table_.own_blocks ? place.occupied[side] : 0) | (table_.enemy_blocks ? place.occupied[side ^ 1] : 0);
    const bool last_blocks = last_side == side ? table_.own_blocks : table_.enemy_blocks;
    SlotSquares where{};
    words.squares(place, where);
    Bits found = 0;
    const auto offer = [&](int square, std::uint8_t code) {
        if (!(found >> square & 1) || tablebase_rank(code) > tablebase_rank(row[square])) row[square] = code;
        found |= bit(square);
    };
    for (int hunter = 0; hunter < of_.pieces; ++hunter) {
        if (of_.piece[hunter] / kAnimals != side) continue;
        const auto& steps = table_.steps[side][of_.piece[hunter] % kAnimals];
        for (int victim = 0; victim < of_.pieces; ++victim) {
            if (of_.piece[victim] / kAnimals == side) continue;
            const int prey = of_.piece[victim] % kAnimals;
            const Left& left = left_[victim];
            SlotSquares after = where;
            if (hunter == last) {
                for (Bits from = bits; from; from &= from - 1)
                    for (const Step& step : steps[lowest(from)]) {
                        if (step.to != where[victim] || !(step.prey >> prey & 1) || (step.over & blocked)) continue;
                        after[hunter] = step.to;
                        offer(lowest(from), code(left, after, side));
                    }
                continue;
            }
            for (const Step& step : steps[where[hunter]]) {
                if (!(step.prey >> prey & 1) || (step.over & blocked)) continue;
                after[hunter] = step.to;
                if (victim == last) {
                    if (bits >> step.to & 1) offer(step.to, code(left, after, side));
                } else if (step.to == where[victim]) {
                    for (Bits at = bits & (last_blocks ? ~step.over : ~Bits{0}); at; at &= at - 1) {
                        after[last] = std::uint8_t(lowest(at));
                        offer(lowest(at), code(left, after, side));
                    }
                }
            }
        }
    }
    return found;
}

}  // namespace jungle
