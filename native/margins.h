// The constants of the search.
#pragma once

#include <array>
#include <cstdint>

namespace jungle {

constexpr int kReverseFutilityDepth = 7;
constexpr int kReverseFutilityMargin = 90;  // a ply
constexpr int kNullDepth = 3;
constexpr int kNullPieces = 3;         // fewer own pieces: zugzwang is too likely
constexpr int kNullVerifyDepth = 9;    // from here on a null move's cut is searched again without it
constexpr int kFutilityDepth = 6;
constexpr int kFutilityBase = 120;
constexpr int kFutilityMargin = 90;  // a ply
constexpr int kLateMovesDepth = 6;
constexpr int kLateMovesBase = 5;
constexpr int kDangerPruneDepth = 3;
constexpr int kBadCapturePruneDepth = 4;
constexpr int kQuietMost = 200;          // plies without a capture that count
constexpr int kQuietFade = 500;          // after as many an advantage would be gone
constexpr int kQuietNear = 60;           // plies before the limit of quiet ones from which a search may run into it
constexpr std::uint64_t kQuietMixer = 0x9e3779b97f4a7c15;  // tells keys of different counts apart
constexpr int kReduceDepth = 3;
constexpr int kReduceFrom = 3;           // the move number that may be reduced
constexpr double kReduceBase = 0.5;
constexpr double kReduceScale = 2.1;
constexpr int kReduceHistory = 5000;     // history worth one ply of reduction
constexpr int kDeltaMargin = 250;        // a capture cannot win more than the victim and this
constexpr int kAspirationDepth = 5;
constexpr int kAspirationWindow = 25;
constexpr int kHistoryDepthBonus = 150;
constexpr int kHistoryMaxBonus = 1600;
constexpr int kEscapeBonus = 6000;
constexpr int kHangPenalty = 9000;
constexpr std::uint64_t kClockNodes = 511;  // look at the clock when these bits of the node count are zero

// Plies by which a late move is searched less deep, by depth and move number.
constexpr int kReductionLimit = 63;
extern const std::array<std::array<std::int8_t, kReductionLimit + 1>, kReductionLimit + 1> kReductions;

inline int reduction_of(int depth, int number) {
    return kReductions[std::size_t(depth < kReductionLimit ? depth : kReductionLimit)]
                      [std::size_t(number < kReductionLimit ? number : kReductionLimit)];
}

// Endgame tables: so few pieces are looked up everywhere, more only where so much depth is left, for a block that is
// not in the cache costs as much as a hundred nodes.
constexpr int kTablePieces = 3;
constexpr int kTableDepth = 2;
constexpr std::size_t kTableBlocks = 1 << 13;

}  // namespace jungle
