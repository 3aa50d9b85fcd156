#include "flip/reasons.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace jungle::flip {

namespace {

constexpr int kAhead = 15;          // centi-cats that make a lead
constexpr int kSureWin = 8000;      // centi-cats that only a certain win has
constexpr int kPatience = 8;        // plies without a flip or capture after which a hint makes progress if it can
constexpr int kPatienceCosts = 80;  // centi-cats that this may cost

bool may_win(const Rules& rules, int hunter, int prey) {
    return (rules.takes[std::size_t(hunter & 7)] >> (prey & 7) & 1) &&
           !(rules.trades[std::size_t(hunter & 7)] >> (prey & 7) & 1);
}

// Returns how much an animal is worth to its owner, by the number of kinds it takes.
int worth(const Rules& rules, int piece) { return std::popcount(rules.takes[std::size_t(piece & 7)]); }

// The outcomes of a flip, counted over everything that may turn up.
struct Prospects {
    int risks = 0, gains = 0, exposures = 0, hidden = 0;
    int threatened = kNoSquare;  // the own piece that most of the risks are about
    int enemy = kNoSquare;       // the enemy that could take an own piece that turns up
};

Prospects prospects(const Rules& rules, const Position& position, int square) {
    Prospects found;
    const int own = position.side, enemy = own ^ 1;
    const Mask around = kNeighbours[std::size_t(square)];
    std::array<int, kSquares> risked{};
    for (Mask pieces = position.hidden; pieces; pieces &= Mask(pieces - 1)) {
        const int piece = lowest(pieces), owner = piece >> 3;
        ++found.hidden;
        bool wins = false, loses = false;
        for (Mask beside = around & (position.up[0] | position.up[1]); beside; beside &= Mask(beside - 1)) {
            const int other = lowest(beside), standing = position.piece_on(other);
            if ((standing >> 3) == owner) continue;
            // The enemy moves next.
            if (owner == enemy && may_win(rules, piece, standing)) loses = true, ++risked[std::size_t(other)];
            if (owner == enemy && may_win(rules, standing, piece)) wins = true;
            if (owner == own && may_win(rules, standing, piece)) {
                ++found.exposures;
                found.enemy = other;
                loses = true;
            }
            if (owner == own && may_win(rules, piece, standing)) wins = true;
        }
        if (owner == enemy && loses) ++found.risks;
        if (wins && !loses) ++found.gains;
    }
    const auto most = std::ranges::max_element(risked);
    if (*most) found.threatened = int(most - risked.begin());
    // Only risks to this piece are counted with it.
    if (*most) found.risks = *most;
    return found;
}

bool is_reckless(const Prospects& prospects) { return prospects.risks + prospects.exposures > prospects.gains; }

// Returns an enemy that could take the piece on a square next and gain by it, or kNoSquare if there is none.
int hunter_of(const Rules& rules, const Position& position, int square) {
    const int piece = position.piece_on(square);
    const Mask enemies = position.up[std::size_t(piece >> 3 ^ 1)];
    for (Mask from = kNeighbours[std::size_t(square)] & enemies; from; from &= Mask(from - 1))
        if (may_win(rules, position.piece_on(lowest(from)), piece)) return lowest(from);
    return kNoSquare;
}

// Steps from one square to another across empty squares; a large number if there is no way.
int way(const Position& position, int from, int to) {
    Mask seen = bit(from), edge = seen;
    for (int steps = 1; edge; ++steps) {
        edge = Mask(beside(edge) & ~seen);
        if (edge >> to & 1) return steps;
        edge &= position.empty();
        seen |= edge;
    }
    return kSquares;
}

// The captures of a line up to its first flip. Squares are those before the line.
struct Followed {
    int balance = 0;  // by worth, for the side that moves first
    int plies = 0;    // to the most valuable capture of that side
    int captor = kNoSquare, prize = kNoSquare;
    int hunter = kNoSquare, loss = kNoSquare, loss_plies = 0;  // the most valuable piece it loses, and to which enemy
};

Followed follow(const Rules& rules, Position position, const std::vector<Move>& line) {
    Followed found;
    std::array<int, kSquares> came_from;
    std::iota(came_from.begin(), came_from.end(), 0);
    const int own = position.side;
    int won = 0, lost = 0, ply = 0;
    for (const Move& move : line) {
        ++ply;
        const bool is_step = !move.is_flip() && (position.up[position.side & 1] >> move.from & 1);
        if (!is_step || position.side == kNobody) break;
        const std::size_t from = move.from, to = move.to;
        if (position.is_capture(move)) {
            const int gain = worth(rules, position.piece_on(move.to));
            const int paid =
                position.is_trade(rules, move.from, move.to) ? worth(rules, position.piece_on(move.from)) : 0;
            if (position.side == own) {
                found.balance += gain - paid;
                if (gain > won)
                    won = gain, found.captor = came_from[from], found.prize = came_from[to], found.plies = ply;
            } else {
                found.balance += paid - gain;
                if (gain > lost)
                    lost = gain, found.hunter = came_from[from], found.loss = came_from[to], found.loss_plies = ply;
            }
        }
        came_from[to] = came_from[from];
        position.step(rules, move);
    }
    return found;
}

// Explains a step by what happens later in its line, or by what the next best line loses.
Explanation line_reason(const Game& game, std::span<const ScoredLine> lines) {
    const Followed best = follow(game.rules, game.position, lines[0].line);
    if (best.captor != kNoSquare && best.balance > 0) return {Why::WinsPiece, best.captor, best.prize, best.plies};
    if (lines.size() < 2 || lines[1].move.is_flip() || lines[1].score > lines[0].score - kAhead) return {};
    const Followed other = follow(game.rules, game.position, lines[1].line);
    if (other.loss == kNoSquare || other.balance >= best.balance) return {};
    return {Why::KeepsPiece, other.loss, other.hunter};
}

// Explains what a move does to the result where every result is known.
Explanation known_reason(std::span<const ScoredLine> lines, int from) {
    const ScoredLine& best = lines[0];
    const ScoredLine* next = lines.size() > 1 ? &lines[1] : nullptr;
    if (best.score >= kSureWin)
        return {next && !next->win_in && next->score < kSureWin ? Why::OnlyWin : Why::KeepsWin, from};
    if (best.score <= -kSureWin) return {Why::HoldsOn, from};
    if (best.score) return {};
    return {next && (next->win_in < 0 || next->score <= -kSureWin) ? Why::HoldsDraw : Why::DeadDraw, from};
}

Explanation flip_reason(const Rules& rules, const Position& position, int square) {
    if (position.side == kNobody) return {Why::FlipFirst};
    const Prospects found = prospects(rules, position, square);
    const auto told = [&](Why why, int own, int enemy, int risks) {
        return Explanation{why, own, enemy, 0, risks, found.gains, found.hidden};
    };
    if (found.risks && found.gains) return told(Why::FlipBoth, found.threatened, kNoSquare, found.risks);
    if (found.risks) return told(Why::FlipRisks, found.threatened, kNoSquare, found.risks);
    if (found.exposures && !found.gains) return told(Why::FlipExposes, kNoSquare, found.enemy, found.exposures);
    if (found.gains) return told(Why::FlipGains, kNoSquare, kNoSquare, 0);
    return told(Why::FlipSafe, kNoSquare, kNoSquare, 0);
}

Explanation step_reason(const Rules& rules, const Position& position, Move move) {
    const Position after = position.after(rules, move);
    const int own = position.side, piece = position.piece_on(move.from);
    const int danger = hunter_of(rules, position, move.from);
    if (danger != kNoSquare && hunter_of(rules, after, move.to) == kNoSquare) return {Why::Saves, move.from, danger};
    // Finds prey beside the new square that cannot get away.
    Explanation attack;
    for (Mask prey = kNeighbours[move.to] & after.up[std::size_t(own ^ 1)]; prey; prey &= Mask(prey - 1)) {
        const int square = lowest(prey);
        if (!may_win(rules, piece, after.piece_on(square))) continue;
        if (kNeighbours[move.from] >> square & 1) continue;
        const bool is_cornered = !(kNeighbours[std::size_t(square)] & after.empty());
        if (attack.why == Why::None || is_cornered)
            attack = {is_cornered ? Why::Corners : Why::Attacks, move.from, square};
    }
    if (attack.why != Why::None) return attack;
    int least = kSquares, victim = kNoSquare;
    for (Mask prey = position.up[std::size_t(own ^ 1)]; prey; prey &= Mask(prey - 1)) {
        const int square = lowest(prey);
        if (!may_win(rules, piece, position.piece_on(square))) continue;
        const int steps = way(after, move.to, square);
        if (steps < way(position, move.from, square) && steps < least) least = steps, victim = square;
    }
    if (victim != kNoSquare) return {Why::Hunts, move.from, victim};
    for (Mask hunters = position.up[std::size_t(own ^ 1)]; hunters; hunters &= Mask(hunters - 1)) {
        const int square = lowest(hunters);
        if (!may_win(rules, position.piece_on(square), piece)) continue;
        const int before = way(position, square, move.from);
        if (before <= 4 && way(after, square, move.to) > before) return {Why::KeepsAway, move.from, square};
    }
    // Finds an own piece that the move shields from an enemy.
    for (Mask mine = position.up[own] & Mask(~bit(move.from)); mine; mine &= Mask(mine - 1)) {
        const int square = lowest(mine);
        for (Mask hunters = position.up[std::size_t(own ^ 1)]; hunters; hunters &= Mask(hunters - 1)) {
            const int hunter = lowest(hunters);
            if (!may_win(rules, position.piece_on(hunter), position.piece_on(square))) continue;
            const int before = way(position, hunter, square);
            if (before <= 4 && way(after, hunter, square) > before) return {Why::Blocks, square, hunter};
        }
    }
    if (!position.down) return {Why::Waits, move.from};
    const auto every = [&](auto&& test) {
        for (Mask squares = position.down; squares; squares &= Mask(squares - 1))
            if (!test(prospects(rules, position, lowest(squares)))) return false;
        return true;
    };
    return {every(is_reckless) ? Why::FlipWaits : Why::LeavesFlip, move.from};
}

}  // namespace

ScoredLine scored_line(int score, int win_in, std::span<const std::uint16_t> pv) {
    std::vector<Move> line;
    for (const std::uint16_t code : pv) line.push_back(Move::of_wide(code));
    return {score, win_in, line[0], std::move(line)};
}

int advise(const Game& game, std::span<const ScoredLine> lines) {
    const ScoredLine& first = lines[0];
    if (first.win_in || first.score < kAhead || first.move.is_flip() || game.position.is_capture(first.move)) return 0;
    const auto is_progress = [&](const ScoredLine& line) {
        return line.move.is_flip() || game.position.is_capture(line.move);
    };
    const auto repeats = [&](const ScoredLine& line) {
        if (is_progress(line)) return false;
        const Key key = game.position.after(game.rules, line.move).key;
        return key == game.position.key || std::ranges::count(game.past, key) > 0;
    };
    const bool is_stuck = game.position.quiet >= kPatience;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const ScoredLine& line = lines[i];
        if (line.win_in < 0 || line.score < kAhead) break;
        if (is_stuck && is_progress(line) && first.score - line.score <= kPatienceCosts) return int(i);
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const ScoredLine& line = lines[i];
        if (line.win_in < 0 || line.score <= 0) break;
        if (!repeats(line)) return int(i);
    }
    return 0;
}

Explanation explain(const Game& game, std::span<const ScoredLine> lines) {
    const Rules& rules = game.rules;
    const Position& position = game.position;
    const ScoredLine& best = lines[0];
    const int from = best.move.from, to = best.move.to;
    if (best.win_in > 0) return {Why::Wins, best.move.is_flip() ? kNoSquare : from, kNoSquare, best.win_in};
    if (best.win_in < 0) return {Why::HoldsOut, best.move.is_flip() ? kNoSquare : from, kNoSquare, -best.win_in};
    if (best.move.is_flip()) return flip_reason(rules, position, from);
    if (position.is_capture(best.move)) {
        if (position.is_trade(rules, from, to)) return {Why::Trades, from, to};
        const Position after = position.after(rules, best.move);
        const int answer = hunter_of(rules, after, to);
        return {answer == kNoSquare ? Why::TakesSafely : Why::TakesAnyway, from, answer == kNoSquare ? to : answer};
    }
    if (const Explanation found = step_reason(rules, position, best.move); found.why == Why::Saves) return found;
    if (!position.down && (best.score == 0 || std::abs(best.score) >= kSureWin))
        if (const Explanation found = known_reason(lines, from); found.why != Why::None && found.why != Why::KeepsWin)
            return found;
    const Explanation step = step_reason(rules, position, best.move);
    if (step.why != Why::Waits && step.why != Why::LeavesFlip) return step;
    if (const Explanation found = line_reason(game, lines); found.why != Why::None) return found;
    if (!position.down && best.score >= kSureWin) return {Why::KeepsWin, from};
    return step;
}

Explanation find_fault(const Game& game, const ScoredLine& played, const ScoredLine& better) {
    const Rules& rules = game.rules;
    const Position& position = game.position;
    if (better.win_in > 0 && played.win_in <= 0)
        return {Why::MissesWin, better.move.is_flip() ? kNoSquare : int(better.move.from), kNoSquare, better.win_in};
    if (position.is_capture(better.move)) {
        if (!position.is_capture(played.move)) return {Why::MissesPrey, better.move.from, better.move.to};
        if (played.move.to != better.move.to) return {Why::WrongPrey, better.move.from, better.move.to};
        if (played.move.from != better.move.from) return {Why::WrongTaker, better.move.from, better.move.to};
    }
    if (played.move.is_flip()) {
        const Explanation found = flip_reason(rules, position, played.move.from);
        if (found.risks && found.own != kNoSquare)
            return {Why::FlipRisked, found.own, found.enemy, 0, found.risks, found.gains, found.hidden};
    } else {
        const Position after = position.after(rules, played.move);
        int most = 0;
        Explanation loss;
        for (Mask own = after.up[position.side]; own; own &= Mask(own - 1)) {
            const int square = lowest(own), hunter = hunter_of(rules, after, square);
            if (hunter == kNoSquare || worth(rules, after.piece_on(square)) <= most) continue;
            most = worth(rules, after.piece_on(square));
            loss = {Why::Hangs, square == played.move.to ? int(played.move.from) : square, hunter};
        }
        if (most) return loss;
    }
    if (played.win_in < 0)
        return {Why::Loses, played.move.is_flip() ? kNoSquare : int(played.move.from), kNoSquare, -played.win_in};
    // Finds a piece that was in danger and still is.
    for (Mask own = position.side == kNobody ? Mask(0) : position.up[position.side]; own; own &= Mask(own - 1)) {
        const int square = lowest(own), hunter = hunter_of(rules, position, square);
        if (hunter != kNoSquare && played.move.is_flip()) return {Why::Hangs, square, hunter};
    }
    const int piece = played.move.is_flip() ? kNoSquare : int(played.move.from);
    if (better.score >= kSureWin && played.score < kSureWin) return {Why::GivesWinAway, piece};
    if (better.score >= 0 && played.score <= -kSureWin) return {Why::GivesDrawAway, piece};
    const Followed got = follow(rules, position, played.line), other = follow(rules, position, better.line);
    if (got.loss != kNoSquare && got.balance < other.balance)
        return {Why::LosesPiece, got.loss, got.hunter, got.loss_plies};
    if (other.prize != kNoSquare && got.balance < other.balance)
        return {Why::MissesPiece, other.captor, other.prize, other.plies};
    if (better.move.is_flip()) return {Why::MissesFlip, kNoSquare, kNoSquare};
    const Explanation plan = step_reason(rules, position, better.move);
    if (plan.why == Why::Hunts || plan.why == Why::Attacks || plan.why == Why::Corners)
        return {Why::MissesHunt, plan.own, plan.enemy};
    if (plan.why == Why::Saves) return {Why::Hangs, plan.own, plan.enemy};
    if (plan.why == Why::Blocks) return {Why::Hangs, plan.own, plan.enemy};
    return {Why::Worse, piece};
}

}  // namespace jungle::flip
