#include "rl/batch.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace jungle::batch {

namespace {

constexpr std::uint8_t kMostCounted = 255;  // counts in a plane end here
constexpr std::size_t kGamesTogether = 16;  // that a thread takes at a time

std::uint8_t counted(std::uint64_t count) { return std::uint8_t(std::min<std::uint64_t>(count, kMostCounted)); }

// Of a move along a file or rank of a board of this width; the squares are as the mover sees them.
constexpr int direction(int from, int to, int width) {
    const int way = to - from;
    return way >= width ? kUp : way <= -width ? kDown : way > 0 ? kRight : kLeft;
}

// As `jungle.players.levels.seed_of_choice`.
std::uint64_t seed_of_choice(std::uint64_t seed, std::size_t plies, Key key) {
    return Random(Random(seed).next() ^ Random(plies).next() ^ key).next();
}

Ended ended_for(int side, Outcome outcome) {
    const int winner = outcome.winner();
    return {winner < 0 ? 0 : winner == side ? 1 : -1, Ending(outcome.reason)};
}

}  // namespace

Ended JungleGame::ended() const { return ended_for(state_.position().side, state_.outcome()); }

void JungleGame::find_actions() {
    moves_ = state_.moves();
    const bool turned = state_.position().side == 1;
    for (int i = 0; i < moves_.count; ++i) {
        const Move& move = moves_.moves[std::size_t(i)];
        const int from = turned ? rotate_square(move.from) : move.from;
        const int to = turned ? rotate_square(move.to) : move.to;
        actions_[std::size_t(i)] = std::uint8_t(from * kDirections + direction(from, to, kFiles));
    }
}

std::uint8_t JungleGame::choose(LevelPlayer& player, const Level& level, std::size_t plies, std::uint64_t seed) const {
    const std::uint64_t mixed = seed_of_choice(seed, plies, state_.position().key);
    const MoveCode code = player.choose(level, state_, int(plies), last_, mixed);
    const auto found = std::ranges::find(moves_.begin(), moves_.end(), code, &Move::code);
    return actions_[std::size_t(found - moves_.begin())];
}

void JungleGame::draw_board(const Board& board, std::uint8_t* planes) const {
    std::fill_n(planes, kBoardPlanes * kSquares, std::uint8_t{0});
    const int side = state_.position().side;
    for (int piece = 0; piece < kPieces; ++piece, planes += kSquares) {
        const int square = board[std::size_t(piece ^ side * kAnimals)];
        if (square != kGone) planes[side ? rotate_square(square) : square] = 1;
    }
}

void JungleGame::draw(std::uint8_t* planes) const {
    draw_board(board(), planes);
    const Position& position = state_.position();
    std::uint8_t* counts = planes + (kPlanes - 2) * kSquares;
    std::fill_n(counts, kSquares, counted(std::uint64_t(state_.occurrences(position.key) - 1)));
    std::fill_n(counts + kSquares, kSquares, counted(position.quiet));
}

FlipGame::FlipGame(const Rules& rules, const Start& start, Random& random) : game_{rules, start} {
    std::array<std::uint8_t, flip::kPieces> hidden;
    std::size_t count = 0;
    for (flip::Mask pieces = start.hidden; pieces; pieces &= flip::Mask(pieces - 1))
        hidden[count++] = std::uint8_t(flip::lowest(pieces));
    for (flip::Mask squares = start.down; squares; squares &= flip::Mask(squares - 1)) {
        const std::size_t drawn = random.below(count);
        deal_[std::size_t(flip::lowest(squares))] = hidden[drawn];
        hidden[drawn] = hidden[--count];
    }
    find_actions();
}

void FlipGame::find_actions() {
    moves_ = game_.moves();
    for (int i = 0; i < moves_.count; ++i) {
        const auto [from, to] = moves_.moves[std::size_t(i)];
        actions_[std::size_t(i)] =
            from == to ? from : std::uint8_t(flip::kSquares + from * kDirections + direction(from, to, 4));
    }
}

std::uint8_t FlipGame::choose(LevelPlayer& player, const Level& level, std::size_t plies, std::uint64_t seed) const {
    const MoveCode code = player.choose(level, game_, int(plies), seed_of_choice(seed, plies, game_.position.key));
    const auto found = std::ranges::find(moves_.begin(), moves_.end(), code, &flip::Move::wide_code);
    return actions_[std::size_t(found - moves_.begin())];
}

bool FlipGame::play(std::size_t number) {
    const flip::Move move = moves_.moves[number];
    const flip::Position& position = game_.position;
    const bool gained = position.is_capture(move) && !position.is_trade(game_.rules, move.from, move.to);
    game_.play(move, deal_[move.from]);
    find_actions();
    return gained;
}

Ended FlipGame::ended() const { return ended_for(game_.position.side, game_.outcome()); }

FlipGame::Board FlipGame::board() const {
    Board board;
    for (int square = 0; square < flip::kSquares; ++square)
        board.codes[std::size_t(square)] = game_.position.code_on(square);
    return board;
}

void FlipGame::draw_board(const Board& board, std::uint8_t* planes) const {
    std::fill_n(planes, kBoardPlanes * flip::kSquares, std::uint8_t{0});
    const int turn = viewer() * flip::kAnimals;
    for (int square = 0; square < flip::kSquares; ++square) {
        const int code = board.codes[std::size_t(square)];
        if (!code) continue;
        const int plane = code > flip::kPieces ? flip::kPieces : (code - 1) ^ turn;
        planes[plane * flip::kSquares + square] = 1;
    }
}

void FlipGame::draw(std::uint8_t* planes) const {
    draw_board(board(), planes);
    planes += kBoardPlanes * flip::kSquares;
    const int turn = viewer() * flip::kAnimals;
    for (int piece = 0; piece < flip::kPieces; ++piece, planes += flip::kSquares)
        std::fill_n(planes, flip::kSquares, std::uint8_t(game_.position.hidden >> (piece ^ turn) & 1));
    std::fill_n(planes, flip::kSquares, counted(std::uint64_t(game_.occurrences() - 1)));
    std::fill_n(planes + flip::kSquares, flip::kSquares, counted(game_.position.quiet));
}

template <class Game>
Batch<Game>::Batch(const typename Game::Rules& rules, std::vector<typename Game::Start> starts, std::size_t count,
                   Rows rows, const Options& options)
    : rules_(rules),
      starts_(std::move(starts)),
      rows_(rows),
      options_(options),
      begun_(count),
      sampled_(count),
      listed_(count),
      pool_(options.threads) {
    slots_.reserve(count);
    for (std::size_t number = 0; number < count; ++number) {
        slots_.push_back(new_slot(number));
        write(number);
        write_end(number);
    }
}

template <class Game>
Batch<Game>::Batch(const Batch& other, Rows rows)
    : rules_(other.rules_),
      starts_(other.starts_),
      rows_(rows),
      options_(other.options_),
      begun_(other.begun_),
      sampled_(other.sampled_),
      listed_(other.listed_),
      slots_(other.slots_),
      pool_(other.options_.threads) {}

template <class Game>
Random Batch<Game>::random(std::size_t number, std::uint64_t count) const {
    Random seeds(options_.seed);
    Random mixed(seeds.next() ^ number);
    return Random(mixed.next() ^ count);
}

template <class Game>
auto Batch<Game>::new_slot(std::size_t number) -> Slot {
    Random random = this->random(number, begun_[number]++);
    const std::size_t start = starts_.size() == 1 ? 0 : random.below(starts_.size());
    return {Game(rules_, starts_[start], random), start, false, {}, {}};
}

template <class Game>
void Batch<Game>::check(std::span<const std::int64_t> numbers) {
    std::string wrong;
    std::size_t checked = 0;
    for (; checked < numbers.size() && wrong.empty(); ++checked) {
        const std::int64_t number = numbers[checked];
        if (number < 0 || std::size_t(number) >= size())
            wrong = "expected games from 0 to " + std::to_string(size() - 1) + ", got " + std::to_string(number);
        else if (listed_[std::size_t(number)])
            wrong = "game " + std::to_string(number) + " is listed twice";
        else
            listed_[std::size_t(number)] = true;
    }
    if (!wrong.empty()) --checked;
    for (std::size_t i = 0; i < checked; ++i) listed_[std::size_t(numbers[i])] = false;
    if (!wrong.empty()) throw std::invalid_argument(wrong);
}

template <class Game>
template <class Work>
void Batch<Game>::for_each(std::size_t count, Work work) {
    pool_.for_each(count, kGamesTogether, [&](std::size_t i, int) { work(i); });
}

template <class Game>
void Batch<Game>::reset(std::span<const std::int64_t> where) {
    check(where);
    for_each(where.size(), [&](std::size_t i) {
        const auto number = std::size_t(where[i]);
        slots_[number] = new_slot(number);
        write(number);
        write_end(number);
    });
}

template <class Game>
void Batch<Game>::restart(std::uint64_t seed) {
    options_.seed = seed;
    std::ranges::fill(begun_, 0u);
    std::ranges::fill(sampled_, 0u);
    std::vector<std::int64_t> all(size());
    for (std::size_t number = 0; number < size(); ++number) all[number] = std::int64_t(number);
    reset(all);
}

template <class Game>
void Batch<Game>::step(std::span<const std::int64_t> actions, std::span<const std::int64_t> where) {
    if (actions.size() != where.size())
        throw std::invalid_argument("expected " + std::to_string(where.size()) + " actions, got " +
                                    std::to_string(actions.size()));
    check(where);
    for_each(where.size(), [&](std::size_t i) { step_one(std::size_t(where[i]), actions[i]); });
}

template <class Game>
void Batch<Game>::sample(std::span<const std::int64_t> where, std::span<std::int64_t> actions) {
    constexpr std::uint64_t kSamples = std::uint64_t{1} << 32;  // apart from the numbers of games
    check(where);
    for_each(where.size(), [&](std::size_t i) {
        const auto number = std::size_t(where[i]);
        const Slot& slot = slots_[number];
        const auto legal = slot.game.actions();
        actions[i] = slot.is_over ? -1 : legal[random(number, kSamples | sampled_[number]++).below(legal.size())];
    });
}

template <class Game>
void Batch<Game>::choose(const Level& level, std::span<const std::int64_t> where, std::span<const std::uint64_t> seeds,
                         std::span<std::int64_t> actions) {
    check(where);
    players_.resize(std::size_t(options_.threads));
    pool_.for_each(where.size(), 1, [&](std::size_t i, int thread) {
        const Slot& slot = slots_[std::size_t(where[i])];
        auto& player = players_[std::size_t(thread)];
        if (!player || player->hash_mb() != level.hash_mb)
            player = std::make_unique<typename Game::LevelPlayer>(level.hash_mb);
        actions[i] = slot.is_over ? -1 : slot.game.choose(*player, level, slot.played.size(), seeds[i]);
    });
}

template <class Game>
void Batch<Game>::step_one(std::size_t number, std::int64_t action) {
    Slot& slot = slots_[number];
    if (slot.is_over) {
        write_end(number);
        return;
    }
    const int seat = int(slot.played.size() & 1);
    const auto actions = slot.game.actions();
    const auto found =
        action < 0 || action >= Game::kActions ? actions.end() : std::ranges::find(actions, std::uint8_t(action));
    if (found == actions.end()) {
        slot.is_over = true;
        write_end(number, seat, -1, {-1, Ending::Illegal});
    } else {
        if (options_.history) {
            if (slot.past.size() == std::size_t(options_.history)) slot.past.pop_back();
            slot.past.insert(slot.past.begin(), slot.game.board());
        }
        const bool gained = slot.game.play(std::size_t(found - actions.begin()));
        slot.played.push_back(std::uint8_t(action));
        slot.is_over = slot.game.actions().empty();
        Ended ended = slot.is_over ? slot.game.ended() : Ended{};
        if (!slot.is_over && options_.max_plies && slot.played.size() >= std::size_t(options_.max_plies)) {
            slot.is_over = true;
            ended.ending = Ending::MaxPlies;
        }
        ended.result = -ended.result;  // for the seat that moved
        write_end(number, seat, float(ended.result) + (gained ? options_.capture_reward : 0), ended);
    }
    if (slot.is_over && options_.autoreset) slot = new_slot(number);
    write(number);
}

template <class Game>
void Batch<Game>::write(std::size_t number) {
    const Slot& slot = slots_[number];
    std::uint8_t* planes = rows_.observations + number * this->planes() * Game::kBoardSquares;
    slot.game.draw(planes);
    planes += Game::kPlanes * Game::kBoardSquares;
    constexpr std::size_t board = std::size_t{Game::kBoardPlanes} * Game::kBoardSquares;
    for (const auto& earlier : slot.past) {
        slot.game.draw_board(earlier, planes);
        planes += board;
    }
    std::fill_n(planes, (std::size_t(options_.history) - slot.past.size()) * board, std::uint8_t{0});

    bool* mask = rows_.masks + number * std::size_t{Game::kActions};
    std::fill_n(mask, Game::kActions, false);
    if (!slot.is_over)
        for (const std::uint8_t action : slot.game.actions()) mask[action] = true;
    rows_.to_play[number] = std::int8_t(slot.played.size() & 1);
    rows_.plies[number] = std::int32_t(slot.played.size());
}

template <class Game>
void Batch<Game>::write_end(std::size_t number, int seat, float reward, Ended ended) {
    float* rewards = rows_.rewards + 2 * number;
    rewards[seat] = reward;
    rewards[seat ^ 1] = 0 - reward;  // not -0
    rows_.truncations[number] = ended.ending == Ending::MaxPlies;
    rows_.ends[number] = ended.ending != Ending::None && ended.ending != Ending::MaxPlies;
    rows_.winners[number] = std::int8_t(ended.result > 0 ? seat : ended.result < 0 ? seat ^ 1 : -1);
    rows_.reasons[number] = std::uint8_t(ended.ending);
}

template <class Game>
void Batch<Game>::copy(std::span<const std::int64_t> sources, std::span<const std::int64_t> targets) {
    if (sources.size() != targets.size())
        throw std::invalid_argument("expected as many sources as targets, got " + std::to_string(sources.size()) +
                                    " and " + std::to_string(targets.size()));
    check(targets);
    std::ranges::for_each(targets, [&](std::int64_t target) { listed_[std::size_t(target)] = true; });
    std::string wrong;
    for (const std::int64_t source : sources) {
        if (source < 0 || std::size_t(source) >= size())
            wrong = "expected games from 0 to " + std::to_string(size() - 1) + ", got " + std::to_string(source);
        else if (listed_[std::size_t(source)])
            wrong = "game " + std::to_string(source) + " is both a source and a target";
    }
    std::ranges::for_each(targets, [&](std::int64_t target) { listed_[std::size_t(target)] = false; });
    if (!wrong.empty()) throw std::invalid_argument(wrong);
    for_each(targets.size(), [&](std::size_t i) {
        const auto from = std::size_t(sources[i]), to = std::size_t(targets[i]);
        slots_[to] = slots_[from];
        const auto copy_row = [&](auto* rows, std::size_t width) {
            std::copy_n(rows + from * width, width, rows + to * width);
        };
        copy_row(rows_.observations, planes() * Game::kBoardSquares);
        copy_row(rows_.masks, std::size_t{Game::kActions});
        copy_row(rows_.rewards, 2);
        copy_row(rows_.ends, 1);
        copy_row(rows_.to_play, 1);
        copy_row(rows_.plies, 1);
        copy_row(rows_.truncations, 1);
        copy_row(rows_.winners, 1);
        copy_row(rows_.reasons, 1);
    });
}

template class Batch<JungleGame>;
template class Batch<FlipGame>;

}  // namespace jungle::batch
