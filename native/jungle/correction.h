// Remembers how far the evaluation was off in earlier nodes, by material and by the placement of each side's pieces.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "common/changes.h"
#include "jungle/position.h"

namespace jungle {

class Correction {
public:
    static constexpr int kLimit = 1024;
    static constexpr int kShare = 48, kWhole = 512;  // the fraction of the remembered error that is applied
    static constexpr int kDepthScale = 8;

    void clear() {
        if (changes_.undo([](std::int16_t& value) { value = 0; })) return;
        for (auto& side : material_) side.fill(0);
        for (auto& side : places_)
            for (auto& owner : side) owner.fill(0);
    }
    void track_changes() {
        clear();
        changes_.track();
    }

    int adjust(const Position& position) const {
        const int side = position.side;
        const int remembered = material_[side][material_index(position)] + places_[side][0][place_index(position, 0)] +
                               places_[side][1][place_index(position, 1)];
        return remembered * kShare / kWhole;
    }

    void learn(const Position& position, int error, int depth) {
        const int side = position.side;
        const int bonus = std::clamp(error * depth / kDepthScale, -kLimit / 4, kLimit / 4);
        pull(material_[side][material_index(position)], bonus);
        for (int owner = 0; owner < 2; ++owner) pull(places_[side][owner][place_index(position, owner)], bonus);
    }

private:
    static constexpr int kPlaceBits = 14;

    static std::size_t material_index(const Position& position) {
        std::size_t mask = 0;
        for (int piece = 0; piece < kPieces; ++piece) mask |= std::size_t(position.has(piece)) << piece;
        return mask;
    }
    static std::size_t place_index(const Position& position, int owner) {
        std::uint64_t squares;
        std::memcpy(&squares, position.square.data() + owner * kAnimals, sizeof squares);
        return std::size_t(squares * 0x9e3779b97f4a7c15 >> (64 - kPlaceBits));
    }
    void pull(std::int16_t& value, int bonus) {
        changes_.note(value);
        value = std::int16_t(value + bonus - value * std::abs(bonus) / kLimit);
    }

    std::array<std::array<std::int16_t, 1 << kPieces>, 2> material_{};
    std::array<std::array<std::array<std::int16_t, 1 << kPlaceBits>, 2>, 2> places_{};
    Changes<std::int16_t> changes_;
};

}  // namespace jungle
