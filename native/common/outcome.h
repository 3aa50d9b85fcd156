// The ways in which a game of any kind ends.
#pragma once

namespace jungle {

enum class Reason { None = 0, Den = 1, Capture = 2, NoMoves = 3, Repetition = 4, Quiet = 5 };

struct Outcome {
    enum class Result { Ongoing = 0, Blue = 1, Red = 2, Draw = 3 };
    Result result = Result::Ongoing;
    Reason reason = Reason::None;

    // A game that this side has won; -1 for a draw.
    static Outcome won_by(int winner, Reason reason) {
        return {winner < 0 ? Result::Draw : winner ? Result::Red : Result::Blue, reason};
    }

    bool is_over() const { return result != Result::Ongoing; }
    // The side that has won, or -1.
    int winner() const { return result == Result::Blue ? 0 : result == Result::Red ? 1 : -1; }
};

}  // namespace jungle
