// Many games at once, for learning: steps them and writes what a player sees into arrays that the caller owns.
// The rules are those of the rest of the core; this file adds only planes, actions and seats.
#pragma once

#include <memory>
#include <span>

#include "flip/game.h"
#include "jungle/state.h"
#include "rl/level.h"
#include "rl/thread_pool.h"

namespace jungle::batch {

// The arrays of a batch, with one row per game.
struct Rows {
    // Planes × squares, as the player to move sees the board. The planes of the terrain are the caller's to fill.
    std::uint8_t* observations = nullptr;
    bool* masks = nullptr;           // the legal actions; none once the game is over
    float* rewards = nullptr;        // by seat, for the last step
    bool* ends = nullptr;            // did the last step end the game by the rules?
    std::int8_t* to_play = nullptr;  // the seat to move; seat 0 moves first
    std::int32_t* plies = nullptr;
    bool* truncations = nullptr;      // did the last step reach the limit of plies?
    std::int8_t* winners = nullptr;   // the seat that won by the last step, or -1
    std::uint8_t* reasons = nullptr;  // why the last step ended the game, see Ending
};

struct Options {
    std::uint64_t seed = 0;
    int threads = 1;
    int history = 0;  // earlier boards in the observation
    bool autoreset = true;
    float capture_reward = 0;  // for a capture that the captor survives, taken from the other player
    int max_plies = 0;         // after which a game is cut off; 0 for no limit
};

// Why a game ended: the reasons of the rules, with the same numbers, and two more.
enum class Ending : std::uint8_t {
    None = int(Reason::None),
    Den = int(Reason::Den),
    Capture = int(Reason::Capture),
    NoMoves = int(Reason::NoMoves),
    Repetition = int(Reason::Repetition),
    Quiet = int(Reason::Quiet),
    Illegal,
    MaxPlies,
};

// The end of a game for the player to move: 1, 0 or -1, and why.
struct Ended {
    int result = 0;
    Ending ending = Ending::None;
};

// SplitMix64, so that a seed deals the same on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }
    // A number from 0 to count - 1.
    std::size_t below(std::size_t count) { return std::size_t((next() >> 32) * count >> 32); }

private:
    std::uint64_t state_;
};

// Directions of actions as the mover sees the board; the order of `jungle.geometry.DIRECTIONS`.
enum Direction { kUp, kDown, kLeft, kRight, kDirections };

// The 7×9 game: a position with its past and the actions that are legal now.
class JungleGame {
public:
    using Rules = std::shared_ptr<const StepTable>;
    using Start = Position;
    using LevelPlayer = JungleLevelPlayer;
    using Board = std::array<std::uint8_t, kPieces>;  // where each piece stands: what a plane of the past needs

    static constexpr int kBoardSquares = kSquares;
    static constexpr int kBoardPlanes = kPieces;
    static constexpr int kPlanes = kPieces + 7;
    static constexpr int kActions = kSquares * kDirections;

    JungleGame(const Rules& rules, const Start& start, Random&) : state_(rules, start) { find_actions(); }

    std::span<const std::uint8_t> actions() const { return {actions_.data(), std::size_t(moves_.count)}; }
    // Plays the action of that number in actions(). Returns whether it captured something and survived.
    bool play(std::size_t number) {
        const Move move = moves_.moves[number];
        last_ = move.to;
        state_.play(move);
        find_actions();
        return move.is_capture() && !move.is_trade();
    }
    // Once there are no actions.
    Ended ended() const;

    Board board() const { return state_.position().square; }
    // All planes except the terrain, which never changes: rotated by 180° it looks the same to both players.
    void draw(std::uint8_t* planes) const;
    void draw_board(const Board& board, std::uint8_t* planes) const;
    std::span<const std::uint8_t> deal() const { return {}; }
    // The action of a level's move after this many plies; the game must not be over.
    std::uint8_t choose(LevelPlayer& player, const Level& level, std::size_t plies, std::uint64_t seed) const;

private:
    void find_actions();

    State state_;
    std::uint8_t last_ = kGone;  // where the last move ended
    MoveList moves_;
    std::array<std::uint8_t, kAnimals * kMaxSteps> actions_;
};

// The face-down 4×4 game with its deal, which only `play` looks at.
class FlipGame {
public:
    using Rules = flip::Rules;
    using Start = flip::Position;
    using LevelPlayer = FlipLevelPlayer;
    struct Board {
        std::array<std::uint8_t, flip::kSquares> codes;
    };

    static constexpr int kBoardSquares = flip::kSquares;
    static constexpr int kBoardPlanes = flip::kPieces + 1;
    static constexpr int kPlanes = kBoardPlanes + flip::kPieces + 2;
    static constexpr int kActions = flip::kSquares * (1 + kDirections);

    FlipGame(const Rules& rules, const Start& start, Random& random);

    std::span<const std::uint8_t> actions() const { return {actions_.data(), std::size_t(moves_.count)}; }
    bool play(std::size_t number);
    Ended ended() const;

    Board board() const;
    void draw(std::uint8_t* planes) const;
    void draw_board(const Board& board, std::uint8_t* planes) const;
    // What lay face down at the start, by square; never part of an observation.
    std::span<const std::uint8_t> deal() const { return deal_; }
    std::uint8_t choose(LevelPlayer& player, const Level& level, std::size_t plies, std::uint64_t seed) const;

private:
    void find_actions();
    int viewer() const { return game_.position.side == flip::kNobody ? 0 : game_.position.side; }

    flip::Game game_;
    std::array<std::uint8_t, flip::kSquares> deal_{};
    flip::MoveList moves_;
    std::array<std::uint8_t, 48> actions_;
};

template <class Game>
class Batch {
public:
    Batch(const typename Game::Rules& rules, std::vector<typename Game::Start> starts, std::size_t count, Rows rows,
          const Options& options);
    // The same games, which from here on have their own arrays. The caller copies what is in them.
    Batch(const Batch& other, Rows rows);

    std::size_t size() const { return slots_.size(); }
    std::size_t planes() const {
        return std::size_t(Game::kPlanes) + Game::kBoardPlanes * std::size_t(options_.history);
    }

    // Each function takes the numbers of distinct games. Throws std::invalid_argument otherwise, and changes nothing.
    void reset(std::span<const std::int64_t> where);
    void restart(std::uint64_t seed);  // all games
    void step(std::span<const std::int64_t> actions, std::span<const std::int64_t> where);
    // A random legal action for each game, or -1 if it is over.
    void sample(std::span<const std::int64_t> where, std::span<std::int64_t> actions);
    // The move of a level for each game, or -1 if it is over. Each choice depends on the game and its seed alone.
    void choose(const Level& level, std::span<const std::int64_t> where, std::span<const std::uint64_t> seeds,
                std::span<std::int64_t> actions);
    void copy(std::span<const std::int64_t> sources, std::span<const std::int64_t> targets);

    // The number of the start and the actions since then.
    std::size_t start(std::size_t number) const { return slots_.at(number).start; }
    std::span<const std::uint8_t> played(std::size_t number) const { return slots_.at(number).played; }
    std::span<const std::uint8_t> deal(std::size_t number) const { return slots_.at(number).game.deal(); }

private:
    struct Slot {
        Game game;
        std::size_t start = 0;
        bool is_over = false;
        std::vector<std::uint8_t> played;
        std::vector<typename Game::Board> past;  // the boards before, as many as the history shows, the latest first
    };

    // Each game has its own numbers, so that results depend neither on other games nor on threads.
    Random random(std::size_t number, std::uint64_t count) const;
    Slot new_slot(std::size_t number);
    void check(std::span<const std::int64_t> numbers);
    template <class Work>
    void for_each(std::size_t count, Work work);
    void step_one(std::size_t number, std::int64_t action);
    void write(std::size_t number);
    // The result of the last step: the reward of a seat, and how it ended the game for that seat, if it did.
    void write_end(std::size_t number, int seat = 0, float reward = 0, Ended ended = {});

    typename Game::Rules rules_;
    std::vector<typename Game::Start> starts_;
    Rows rows_;
    Options options_;
    std::vector<std::uint32_t> begun_, sampled_;  // games and samples of each number
    std::vector<std::uint8_t> listed_;            // scratch for check(): bytes, which are faster than bits
    std::vector<Slot> slots_;
    ThreadPool pool_;
    std::vector<std::unique_ptr<typename Game::LevelPlayer>> players_;  // of each thread, made when first needed
};

extern template class Batch<JungleGame>;
extern template class Batch<FlipGame>;

}  // namespace jungle::batch
