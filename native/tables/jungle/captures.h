// Captures inside a class: what they lead to is solved already.
#pragma once

#include "tables/jungle/words.h"

namespace jungle {

// The best capture of each position, by what the solved classes say.
class Captures {
public:
    Captures(const MaterialClasses& classes, const MaterialClass& of, const TablebaseSource& solved);

    // Of the positions `bits` of a place, those with captures; the codes of the best go into `row`, by square.
    Bits look(const Words& words, const Place& place, int side, Bits bits, std::uint8_t* row) const;

private:
    // A piece fewer: where the others stand in the class of what is left.
    struct Left {
        const MaterialClass* of = nullptr;  // none: the side has lost its last piece
        const std::uint8_t* values = nullptr;
        bool swapped = false;
        std::array<std::uint8_t, kMostTablebasePieces> slot{};
    };
    std::uint8_t code(const Left& left, const SlotSquares& where, int side) const;

    const StepTable& table_;
    const MaterialClass& of_;
    std::array<Left, kMostTablebasePieces> left_;  // by the slot of the captured
};

}  // namespace jungle
