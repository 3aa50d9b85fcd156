// The constants of the search.
#pragma once

#include <array>
#include <cstdint>

namespace jungle {

constexpr int kReverseFutilityDepth = 7;
constexpr int kReverseFutilityMargin = 90;  // a ply
constexpr int kThreatSteps = 2;             // from the den: there an enemy may be about to break in
constexpr int kNullDepth = 3;
constexpr int kNullPieces = 3;       // fewer own pieces: zugzwang is too likely
constexpr int kNullReduction = 3;    // plies by which it is searched less deep, …
constexpr int kNullDepthShare = 4;   // … one more for each this much of the depth, …
constexpr int kNullEvalShare = 200;  // … and one more for each this many centi-cats above beta, …
constexpr int kNullEvalMost = 3;     // … up to this
constexpr int kNullVerifyDepth = 9;  // from here on a null move's cut is searched again without it
constexpr int kUnorderedDepth = 4;   // from here on a node without a move to try first is searched less deep
constexpr int kFutilityDepth = 6;
constexpr int kFutilityBase = 120;
constexpr int kFutilityMargin = 90;  // a ply
constexpr int kLateMovesDepth = 6;
constexpr int kLateMovesBase = 5;
constexpr int kDangerPruneDepth = 3;
constexpr int kBadCapturePruneDepth = 4;
constexpr int kQuietMost = 200;  // plies without a capture that count
constexpr int kQuietFade = 500;  // after as many an advantage would be gone
constexpr int kQuietNear = 60;   // plies before the limit of quiet plies at which a search may run into it
constexpr std::uint64_t kQuietMixer = 0x9e3779b97f4a7c15;  // tells keys of different counts apart
constexpr int kReduceDepth = 3;
constexpr int kReduceFrom = 3;  // the move number that may be reduced
constexpr double kReduceBase = 0.5;
constexpr double kReduceScale = 2.1;
constexpr int kReduceHistory = 5000;   // history worth one ply of reduction, …
constexpr int kReduceHistoryMost = 2;  // … up to this
constexpr int kReduceDenAttack = 2;    // plies that an attack on the den is reduced less
constexpr int kDeltaMargin = 250;      // a capture cannot win more than the victim and this
constexpr int kAspirationDepth = 5;
constexpr int kAspirationWindow = 25;
constexpr int kAspirationWidest = 1000;  // beyond it the window is opened
constexpr int kSkippedFrom = 3;          // depth from which helpers skip one in kSkippedEach
constexpr int kSkippedEach = 3;
constexpr int kForcedDepth = 8;  // deep enough if there is only one move
constexpr int kHistoryDepthBonus = 150;
constexpr int kHistoryMaxBonus = 1600;
constexpr int kEscapeBonus = 6000;
constexpr int kHangPenalty = 9000;
constexpr int kDangerWorth = 4;   // times the animal's worth, added to these two
constexpr int kCaptureWorth = 8;  // times the gain of a capture, and the part of the captor's worth against it

// The share of the soft deadline after which no new depth is begun: the longer the best move stands, the sooner.
constexpr int kStable = 2, kVeryStable = 5;  // depths
constexpr double kUnstableShare = 1.1, kStableShare = 0.8, kVeryStableShare = 0.6;

// Plies by which a late move is searched less deep, by depth and move number.
constexpr int kReductionLimit = 63;
extern const std::array<std::array<std::int8_t, kReductionLimit + 1>, kReductionLimit + 1> kReductions;

inline int reduction_of(int depth, int number) {
    return kReductions[std::size_t(depth < kReductionLimit ? depth : kReductionLimit)]
                      [std::size_t(number < kReductionLimit ? number : kReductionLimit)];
}

// Endgame tables: positions with this few pieces are always looked up, others only with this much depth left, since a
// block that is not in the cache costs as much as a hundred nodes.
constexpr int kTablebasePieces = 3;
constexpr int kTablebaseDepth = 2;
constexpr std::size_t kTablebaseBlocks = 1 << 13;

}  // namespace jungle
