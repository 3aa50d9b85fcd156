// Which endings share a table, and where a position stands in it.
//
// Two materials belong to one class if their pieces move alike and take one another alike. This is read off the steps,
// so there are no rules here. A class keeps its pieces in slots; pieces of one side that no move can tell
// apart (a dog and a wolf that face a lion) form a group, whose squares are kept as a set.
#pragma once

#include <string>

#include "jungle/position.h"

namespace jungle {

constexpr int kMostTablebasePieces = 6;

using SlotSquares = std::array<std::uint8_t, kMostTablebasePieces>;

// The sets of squares on which a group of alike pieces may stand, numbered.
struct Group {
    int first = 0;  // of its slots
    int count = 1;
    std::vector<std::uint8_t> squares;              // where one piece of it may stand
    std::array<std::uint8_t, kSquares + 1> rank{};  // of a square in `squares`; kNowhere elsewhere
    std::uint32_t places = 0;                       // ways to choose `count` of them

    static constexpr std::uint8_t kNowhere = 255;

    // The number of a set of squares, given in any order; all of them must have a rank and differ.
    std::uint32_t number(const std::uint8_t* where) const;
    // The set of squares of that number, lowest rank first.
    void set(std::uint32_t number, std::uint8_t* where) const;
};

struct MaterialClass {
    int id = 0;
    int pieces = 0;
    std::uint16_t material = 0;     // of the representative: a bit for each piece, side * 8 + animal
    std::string name;               // of the same, such as "DC-L"
    std::uint64_t fingerprint = 0;  // equal if the pieces can do the same, under any rules
    bool swaps = false;             // is it the same class with the colours swapped?
    int materials = 0;              // how many belong to it
    std::array<std::uint8_t, kMostTablebasePieces> piece{};  // by slot, of the representative
    std::array<std::uint8_t, kMostTablebasePieces> order{};  // of its slots in the description that names it
    std::vector<Group> groups;                               // the first one is mirrored, the last one varies fastest
    // For the first group: the number among those sets that stand for themselves, and whether to mirror the board.
    std::vector<std::uint32_t> folded;
    std::vector<std::uint32_t> unfolded;  // and back
    std::uint64_t size = 0;               // positions with one side to move

    static constexpr std::uint32_t kMirrors = 1u << 31;
    static constexpr std::uint64_t kNoIndex = ~std::uint64_t{0};

    int row() const { return int(groups.back().places); }
    // Squares by slot, as the representative has them; kNoIndex if a piece is on a square it can never reach, or two
    // pieces of one group share a square.
    std::uint64_t index(SlotSquares squares) const;
    // The squares of an index, one of the positions that share it.
    SlotSquares squares(std::uint64_t index) const;
};

class MaterialClasses {
public:
    // How the pieces of some material take the slots of its class.
    struct Place {
        std::int16_t id = -1;  // of the class; -1 if there is none
        bool swapped = false;  // do Blue's pieces play Red's?
        std::array<std::uint8_t, kMostTablebasePieces> piece{};
    };

    // False if results depend on the past, or a capture may take both pieces.
    static bool can_solve(const StepTable& table);

    // All classes of 2 to `pieces` pieces, at most kMostTablebasePieces, under rules that can be solved.
    MaterialClasses(std::shared_ptr<const StepTable> table, int pieces);

    const StepTable& table() const { return *table_; }
    const std::shared_ptr<const StepTable>& shared_table() const { return table_; }
    int pieces() const { return pieces_; }
    const std::vector<MaterialClass>& classes() const { return classes_; }
    const MaterialClass& at(int id) const { return classes_[id]; }
    const MaterialClass* find(const std::string& name) const;
    const Place& place(std::uint16_t material) const { return places_[material]; }
    // The classes that captures in this one lead to.
    std::vector<int> successors(const MaterialClass& of) const;

private:
    void add(std::uint16_t material);
    void lay_out(MaterialClass& made) const;
    std::vector<std::uint8_t> home(int piece) const;

    std::shared_ptr<const StepTable> table_;
    int pieces_;
    std::vector<MaterialClass> classes_;
    std::vector<std::vector<std::uint64_t>> descriptions_;  // by class
    std::vector<Place> places_;
    // What each piece can do, as numbers that are equal when it is: its steps, and whom it takes where.
    std::array<std::uint64_t, kPieces> mover_{};
    std::array<std::array<std::uint64_t, kPieces>, kPieces> relation_{};
};

constexpr std::uint16_t material_of(const Position& position) {
    std::uint16_t material = 0;
    for (int piece = 0; piece < kPieces; ++piece)
        if (position.has(piece)) material |= std::uint16_t(1u << piece);
    return material;
}

// The name of a material: Blue's letters, a dash, Red's.
std::string material_name(std::uint16_t material);

constexpr Bits mirrored(Bits bits) {
    constexpr Bits file = 0x0102040810204081 & ((Bits{1} << kSquares) - 1);
    return (bits & file) << 6 | (bits & file << 1) << 4 | (bits & file << 2) << 2 | (bits & file << 3) |
           (bits >> 2 & file << 2) | (bits >> 4 & file << 1) | (bits >> 6 & file);
}

}  // namespace jungle
