// The parameters of the search.
#pragma once

#include <array>
#include <cstdint>

namespace jungle {

// Reverse futility pruning
constexpr int kReverseFutilityDepth = 7;
constexpr int kReverseFutilityMargin = 90;  // per ply
constexpr int kThreatSteps = 2;             // An enemy this close to the den may be about to break in.

// Null move pruning. A null move is reduced by kNullReduction plies, by one more for every kNullDepthShare plies of
// depth, and by one more for every kNullEvalShare centi-cats above beta, but at most kNullEvalMost of these.
constexpr int kNullDepth = 3;
constexpr int kNullPieces = 3;  // With fewer own pieces zugzwang is too likely.
constexpr int kNullReduction = 3;
constexpr int kNullDepthShare = 4;
constexpr int kNullEvalShare = 200;
constexpr int kNullEvalMost = 3;
constexpr int kNullVerifyDepth = 9;  // From this depth on, a cutoff is verified by a search without the null move.

// Internal iterative reduction: from this depth on, a node without a hash move is reduced.
constexpr int kUnorderedDepth = 4;

// Futility pruning
constexpr int kFutilityDepth = 6;
constexpr int kFutilityBase = 120;
constexpr int kFutilityMargin = 90;  // per ply

// Late move pruning, and pruning of moves that lose a piece
constexpr int kLateMovesDepth = 6;
constexpr int kLateMovesBase = 5;
constexpr int kDangerPruneDepth = 3;
constexpr int kBadCapturePruneDepth = 4;

// Quiet plies: an advantage fades as they go by.
constexpr int kQuietMost = 200;  // More plies without a capture count as this many.
constexpr int kQuietFade = 500;  // After this many an advantage would be gone.
constexpr int kQuietNear = 60;   // This close to the limit of quiet plies, a search may run into it.
constexpr std::uint64_t kQuietMixer = 0x9e3779b97f4a7c15;  // separates the keys of different counts

// Late move reductions. History changes a reduction by one ply per kReduceHistory, by at most kReduceHistoryMost.
constexpr int kReduceDepth = 3;
constexpr int kReduceFrom = 3;  // the number of the first move that may be reduced
constexpr double kReduceBase = 0.5;
constexpr double kReduceScale = 2.1;
constexpr int kReduceHistory = 5000;
constexpr int kReduceHistoryMost = 2;
constexpr int kReduceDenAttack = 2;  // An attack on the den is reduced by this much less.

// Delta pruning: a capture cannot gain more than the victim and this.
constexpr int kDeltaMargin = 250;

// Aspiration windows
constexpr int kAspirationDepth = 5;
constexpr int kAspirationWindow = 25;
constexpr int kAspirationWidest = 1000;  // A wider window is opened completely.

// A forced move is searched no deeper than this on a clock.
constexpr int kForcedDepth = 8;

// Move ordering. The worth of the animal, times kDangerWorth, is added to the bonus for an escape and to the penalty
// for a hanging piece. A capture counts kCaptureWorth times its gain, less the captor's worth divided by it.
constexpr int kHistoryDepthBonus = 150;
constexpr int kHistoryMaxBonus = 1600;
constexpr int kEscapeBonus = 6000;
constexpr int kHangPenalty = 9000;
constexpr int kDangerWorth = 4;
constexpr int kCaptureWorth = 8;

// Time management: the share of the soft deadline after which no new depth is begun, by the number of depths for which
// the best move has stood.
constexpr int kStable = 2, kVeryStable = 5;
constexpr double kUnstableShare = 1.1, kStableShare = 0.8, kVeryStableShare = 0.6;

// The reduction of a late move in plies, by depth and move number.
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
