#include "jungle/reasons.h"

#include <algorithm>
#include <cstdlib>

namespace jungle {

namespace {

constexpr int kWorse = 30;  // centi-cats that make a line clearly worse
constexpr int kNear = 6;    // steps from a den that make an enemy worth guarding against
constexpr std::size_t kSoon = 6;  // plies after which two lines are compared

MoveList captures_of(const StepTable& table, const Position& position) {
    MoveList list;
    position.generate<Position::Kind::Captures>(table, list);
    return list;
}

Position passed(Position position) {
    position.pass();
    return position;
}

bool is_jump(const Move& move) {
    return std::abs(move.from - move.to) != 1 && std::abs(move.from - move.to) != kFiles;
}

// Where the piece that ends a line in the enemy's den stood at the root; kGone if no piece of that side does.
// A line may end as soon as the race is decided: then it is the piece that gets there in the plies that are left.
int runner_of(const StepTable& table, Position position, const SeenLine& line, int side) {
    std::array<std::uint8_t, kSquares + 1> came_from;
    for (int square = 0; square <= kSquares; ++square) came_from[std::size_t(square)] = std::uint8_t(square);
    for (const std::uint16_t code : line.pv) {
        Move move;
        if (!position.find_move(table, code, move)) return kGone;
        if (position.side == side && move.to == kDens[std::size_t(side ^ 1)]) return came_from[move.from];
        came_from[move.to] = came_from[move.from];
        position.play(move);
    }
    const int plies = std::abs(line.win_in) - int(line.pv.size());
    int steps = (plies + (position.side == side)) / 2, runner = kGone;
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int square = position.square[std::size_t(side * kAnimals + animal)];
        if (square != kGone && table.den_distance[std::size_t(side)][std::size_t(animal)][std::size_t(square)] <= steps) {
            steps = table.den_distance[std::size_t(side)][std::size_t(animal)][std::size_t(square)];
            runner = came_from[std::size_t(square)];
        }
    }
    return runner;
}

// What a line wins and loses: the most valuable capture of each side, by where both pieces stood at the root.
struct Material {
    int balance = 0;                         // centi-cats, for the side that moves at the root
    int taken = 0, lost = 0;                 // the worth of those captures
    Explanation capture{Why::WinsPiece}, loss{Why::LosesPiece};
};

Material material_of(const StepTable& table, Position position, const SeenLine& line) {
    const int side = position.side;
    Material found;
    std::array<std::uint8_t, kSquares + 1> came_from;
    for (int square = 0; square <= kSquares; ++square) came_from[std::size_t(square)] = std::uint8_t(square);
    int ply = 0;
    for (const std::uint16_t code : line.pv) {
        Move move;
        if (!position.find_move(table, code, move)) break;
        ++ply;
        const bool is_own = position.side == side;
        if (move.is_capture()) {
            const int worth = table.worth[std::size_t(move.victim())];
            const int paid = move.is_trade() ? table.worth[move.animal] : 0;
            found.balance += is_own ? worth - paid : paid - worth;
            const int captor = came_from[move.from], victim = came_from[move.to];
            if (is_own && worth > found.taken)
                found.taken = worth, found.capture = {Why::WinsPiece, captor, victim, ply};
            if (!is_own && worth > found.lost)
                found.lost = worth, found.loss = {Why::LosesPiece, victim, captor, ply};
        }
        came_from[move.to] = came_from[move.from];
        position.play(move);
    }
    return found;
}

// The enemy that is nearest to the den of this side after this many plies of a line, by its square at the root, and its steps.
struct Runner {
    int steps = kSquares, square = kGone;
};

Runner nearest_runner(const StepTable& table, Position position, const SeenLine& line, std::size_t plies, int enemy) {
    std::array<std::uint8_t, kSquares + 1> came_from;
    for (int square = 0; square <= kSquares; ++square) came_from[std::size_t(square)] = std::uint8_t(square);
    for (std::size_t ply = 0; ply < std::min(plies, line.pv.size()); ++ply) {
        Move move;
        if (!position.find_move(table, line.pv[ply], move)) break;
        came_from[move.to] = came_from[move.from];
        position.play(move);
    }
    Runner nearest;
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int square = position.square[std::size_t(enemy * kAnimals + animal)];
        if (square == kGone) continue;
        const int steps = table.den_distance[std::size_t(enemy)][std::size_t(animal)][std::size_t(square)];
        if (steps < nearest.steps) nearest = {steps, came_from[std::size_t(square)]};
    }
    return nearest;
}

int straight_distance(int one, int other) {
    return std::abs(one % kFiles - other % kFiles) + std::abs(one / kFiles - other / kFiles);
}

class Comparison {
public:
    Comparison(const StepTable& table, const Position& position, const Move& best)
        : table_(table), before_(position), best_(best), after_(position.after(best)) {}

    // The most valuable piece that the enemy could take next, if this move saves it.
    Explanation saved() const {
        Explanation found;
        int most = 0;
        const Position threatened = passed(before_);
        for (const Move& threat : captures_of(table_, threatened)) {
            const int worth = table_.worth[std::size_t(threat.victim())];
            if (worth <= most || is_answered(threatened, threat)) continue;
            const auto replies = captures_of(table_, after_);
            if (std::any_of(replies.begin(), replies.end(), [&](const Move& reply) { return reply.victim() == threat.victim(); }))
                continue;
            most = worth;
            found = {Why::Saves, threat.to, threat.from, 0};
        }
        return found;
    }

    // An enemy's jump that was possible and is not after the move.
    Explanation blocked() const {
        MoveList before, after;
        passed(before_).generate<Position::Kind::All>(table_, before);
        after_.generate<Position::Kind::All>(table_, after);
        for (const Move& jump : before) {
            if (!is_jump(jump) || jump.from == best_.to) continue;
            if (std::none_of(after.begin(), after.end(), [&](const Move& left) { return left.code() == jump.code(); }))
                if (crosses(jump, best_.to)) return {Why::BlocksJump, best_.from, jump.from, 0};
        }
        return {};
    }

    // A swimmer that keeps an enemy from jumping, if the lines in which it leaves are worse.
    Explanation kept(std::span<const SeenLine> lines) const {
        const int enemy = before_.side ^ 1;
        for (const SeenLine& line : lines.subspan(1)) {
            Move leaving;
            if (!before_.find_move(table_, line.pv[0], leaving) || leaving.from == best_.from ||
                line.score > lines[0].score - kWorse)
                continue;
            const Position left = before_.after(leaving);
            MoveList jumps;
            left.generate<Position::Kind::All>(table_, jumps);
            for (const Move& jump : jumps)
                if (is_jump(jump) && left.side == enemy && crosses(jump, leaving.from))
                    return {Why::KeepsBlock, leaving.from, jump.from, 0};
        }
        return {};
    }

    // What the piece that moved attacks, and did not before.
    Explanation attacked() const {
        Explanation found;
        int most = 0, count = 0;
        const auto known = captures_of(table_, before_);
        for (const Move& threat : captures_of(table_, passed(after_))) {
            if (threat.from != best_.to || threat.is_trade()) continue;
            if (std::any_of(known.begin(), known.end(), [&](const Move& old) {
                    return old.animal == threat.animal && old.victim() == threat.victim();
                }))
                continue;
            ++count;
            const int worth = table_.worth[std::size_t(threat.victim())];
            if (worth > most) most = worth, found = {Why::Attacks, best_.from, threat.to, 0};
        }
        if (count > 1) found.why = Why::Forks;
        return found;
    }

    // What the move brings nearer: a den, or the square from which a jump leads there.
    Explanation approached() const {
        const auto& distance = table_.den_distance[before_.side][best_.animal];
        const int den = kDens[std::size_t(before_.side ^ 1)], home = kDens[before_.side];
        if (distance[best_.to] < distance[best_.from]) {
            const bool is_straight = straight_distance(best_.to, den) < straight_distance(best_.from, den);
            return {is_straight ? Why::Nearer : Why::LinesUpJump, best_.from, kGone, 0};
        }
        const Runner runner = nearest_runner(table_, before_, SeenLine{}, 0, before_.side ^ 1);
        if (runner.steps <= kNear && straight_distance(best_.to, home) < straight_distance(best_.from, home))
            return {Why::Guards, best_.from, runner.square, 0};
        return {Why::Improves, best_.from, kGone, 0};
    }

private:
    // Could the captor be taken in return, and is it worth as much?
    bool is_answered(const Position& threatened, const Move& threat) const {
        if (threat.is_trade()) return true;
        if (table_.worth[threat.animal] < table_.worth[std::size_t(threat.victim())]) return false;
        const auto answers = captures_of(table_, threatened.after(threat));
        return std::any_of(answers.begin(), answers.end(), [&](const Move& answer) { return answer.to == threat.to; });
    }

    bool crosses(const Move& jump, int square) const {
        for (const Step& step : table_.steps[before_.side ^ 1][jump.animal][jump.from])
            if (step.to == jump.to) return step.over >> square & 1;
        return false;
    }

    const StepTable& table_;
    const Position& before_;
    const Move best_;
    const Position after_;
};

}  // namespace

Explanation explain(const StepTable& table, const Position& position, std::span<const SeenLine> lines) {
    Move best;
    if (lines.empty() || !position.find_move(table, lines[0].pv[0], best)) return {};
    const int side = position.side;
    const SeenLine& first = lines[0];
    if (best.to == kDens[std::size_t(side ^ 1)]) return {Why::EntersDen, best.from, kGone, 1};
    if (first.win_in > 0) {
        const int runner = runner_of(table, position, first, side);
        return {runner == kGone ? Why::Wins : Why::OpensDen, runner == kGone ? int(best.from) : runner, kGone, first.win_in};
    }
    if (first.win_in < 0) return {Why::HoldsOut, best.from, kGone, -first.win_in};
    if (lines.size() > 1 && lines[1].win_in < 0) {
        const int runner = runner_of(table, position, lines[1], side ^ 1);
        return {runner == kGone ? Why::OnlyMove : Why::StopsDen, best.from, runner, -lines[1].win_in};
    }
    if (best.is_capture()) {
        if (best.is_trade()) return {Why::Trades, best.from, best.to, 0};
        const bool by_rank = table.takes[best.animal] >> best.victim() & 1;
        return {by_rank ? Why::Takes : Why::TakesTrapped, best.from, best.to, 0};
    }
    const Comparison comparison(table, position, best);
    for (const Explanation& found :
         {comparison.saved(), comparison.blocked(), comparison.kept(lines), comparison.attacked()})
        if (found.why != Why::None) return found;
    const Material material = material_of(table, position, first);
    if (material.balance >= kWorse && material.taken) return material.capture;
    return comparison.approached();
}

Explanation find_fault(const StepTable& table, const Position& position, const SeenLine& played, const SeenLine& better) {
    Move move, reply, best;
    if (!position.find_move(table, played.pv[0], move)) return {};
    if (better.win_in > 0 && played.win_in <= 0) {
        const int runner = runner_of(table, position, better, position.side);
        return {Why::MissesWin, runner, kGone, better.win_in};
    }
    const Position after = position.after(move);
    if (played.win_in < 0) {
        const int runner = runner_of(table, position, played, position.side ^ 1);
        if (runner != kGone) return {Why::AllowsDen, kGone, runner, -played.win_in};
    }
    if (played.pv.size() > 1 && after.find_move(table, played.pv[1], reply) && reply.is_capture()) {
        // Given by their squares before the move.
        const int own = reply.to == move.to ? move.from : reply.to;
        return {Why::Hangs, own, reply.from, 0};
    }
    if (position.find_move(table, better.pv[0], best) && best.is_capture() && !move.is_capture())
        return {Why::MissesPrey, best.from, best.to, 0};
    if (played.win_in < 0) return {Why::Loses, move.from, kGone, -played.win_in};
    const Material got = material_of(table, position, played), missed = material_of(table, position, better);
    if (got.balance + kWorse <= missed.balance) {
        if (got.lost && got.balance < 0) return got.loss;
        if (missed.taken) return {Why::MissesPiece, missed.capture.own, missed.capture.enemy, missed.capture.plies};
    }
    const int enemy = position.side ^ 1;
    const Runner comes = nearest_runner(table, position, played, kSoon, enemy);
    if (comes.square != kGone && comes.steps <= kNear && comes.steps < nearest_runner(table, position, better, kSoon, enemy).steps)
        return {Why::LetsCloser, move.from, comes.square, 0};
    return {Why::Worse, move.from, kGone, 0};
}

}  // namespace jungle
