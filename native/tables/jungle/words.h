// The positions of a class as words of bits: all pieces but the last find the word, the last one's squares are its
// bits.
#pragma once

#include <span>

#include "tables/jungle/solver.h"

namespace jungle {

// Where all pieces but the last stand.
struct Place {
    std::array<std::uint32_t, kMostTablebasePieces> digit{};  // the set of squares of each group
    std::array<Bits, 2> occupied{};                           // by side
    bool broken = false;                                      // do two pieces stand on one square?
};

class Words {
public:
    Words(const MaterialClasses& classes, const MaterialClass& of);

    const StepTable& table() const { return table_; }
    std::uint32_t count() const { return count_; }
    Place place(std::uint32_t word) const;
    // The squares of a place by slot; the last slot is left alone.
    void squares(const Place& place, SlotSquares& where) const;
    // The word and the bit of a position, given as the class numbers them.
    void find(std::uint64_t place, std::uint32_t number, std::uint32_t& word, int& square) const;

    // Sets of squares of the last piece: where it may stand, …
    Bits valid(const Place& place) const;
    // … with which a side can step into the den, …
    Bits enters_den(const Place& place, int side) const;
    // … with which it has a step to an empty square, …
    Bits can_move(const Place& place, int side) const;
    // … or even one to a position outside a set.
    Bits can_avoid(std::uint32_t word, int side, const std::vector<Bits>& set) const;

    // Calls found(word, bits) for the positions from which a step of `side` to an empty square leads to these.
    template <class Found>
    void each_before(std::uint32_t word, int side, Bits bits, const Found& found) const {
        const Place here = place(word);
        if (side == side_) found(word, steps_into(here, bits));
        for (std::size_t i = 0; i < digits_.size(); ++i) {
            const Digit& digit = digits_[i];
            if (digit.side != side) continue;
            for (const Way& way : digit.back(here.digit[i])) {
                if (is_shut(way, here, i, way.flips)) continue;
                const Bits from = (way.flips ? mirrored(bits) : bits) & ~way.shut[side_ ^ side];
                if (from) found(joined(word, here, i, way), from);
            }
        }
    }

private:
    // A step of one piece of a group, to or from another set of squares.
    struct Way {
        std::uint32_t to;
        bool flips;                // mirror the board afterwards
        std::array<Bits, 2> shut;  // squares that must be free of own pieces, and of enemy pieces
    };
    struct Digit {
        Group group;
        int side = 0;
        std::uint32_t places = 0;
        std::uint32_t stride = 0;
        std::vector<Bits> mask;               // the squares
        std::vector<std::uint32_t> mirror;    // the number of the mirrored set; not for the first
        std::vector<std::uint8_t> enters;     // can one of the pieces step into the den?
        std::vector<std::uint32_t> first[2];  // of the ways ahead and back
        std::vector<Way> ways[2];

        std::span<const Way> ahead(std::uint32_t number) const { return range(0, number); }
        std::span<const Way> back(std::uint32_t number) const { return range(1, number); }
        std::span<const Way> range(int which, std::uint32_t number) const {
            return {ways[which].data() + first[which][number], ways[which].data() + first[which][number + 1]};
        }
    };
    // Steps of the last piece by their length, from these squares.
    struct Shift {
        int by;
        Bits from;
    };
    struct Jump {
        std::uint8_t from, to;
        Bits over;
    };

    void add_digit(const Group& group, int piece, const MaterialClass* folded);
    void add_ways(Digit& digit, int piece, const MaterialClass* folded);
    Bits blockers(const Place& place, int side) const {
        return (table_.own_blocks ? place.occupied[side] : 0) | (table_.enemy_blocks ? place.occupied[side ^ 1] : 0);
    }
    // Is a piece of another group in the way, on this board or the mirrored one?
    bool is_shut(const Way& way, const Place& place, std::size_t digit, bool flips) const {
        const int side = digits_[digit].side;
        Bits own = place.occupied[side] & ~digits_[digit].mask[place.digit[digit]], enemy = place.occupied[side ^ 1];
        if (flips) own = mirrored(own), enemy = mirrored(enemy);
        return (own & way.shut[0]) | (enemy & way.shut[1]);
    }
    std::uint32_t joined(std::uint32_t word, const Place& place, std::size_t digit, const Way& way) const {
        if (!way.flips) return word + (way.to - place.digit[digit]) * digits_[digit].stride;
        std::uint32_t to = way.to * digits_[0].stride;
        for (std::size_t i = 1; i < digits_.size(); ++i) to += digits_[i].mirror[place.digit[i]] * digits_[i].stride;
        return to;
    }
    // The squares from which the last piece steps into a set.
    Bits steps_into(const Place& place, Bits set) const;

    const StepTable& table_;
    std::vector<Digit> digits_;
    std::uint32_t count_ = 1;
    std::uint32_t rest_ = 0;  // sets of the last group's other pieces, if it has any
    const Group* last_;
    int side_;  // of the last piece
    Bits home_ = 0;
    std::vector<Shift> shifts_, leaps_;  // leaps: the jumps, if the water is free
    std::vector<Jump> jumps_;
    Bits water_ = 0;  // that some piece jumps over
    Bits den_from_ = 0;
};

}  // namespace jungle
