#include "jungle/reasons.h"

#include <algorithm>

namespace jungle {

namespace {

constexpr std::size_t kSoon = 6;                          // plies after which two lines are compared
constexpr std::size_t kShortHunt = 3, kShortRatHunt = 4;  // steps within which a hunt is the first thing to mention
constexpr int kDanger = 3;                                // steps within which an enemy is a danger

// The pieces that are nearer to a den at the end of one line than of another, by their squares before the lines.
struct RaceDifference {
    int own = kGone;    // the own piece that the first line brings near the enemy's den
    int enemy = kGone;  // the enemy that the second line lets near the own den
};

RaceDifference compare_races(const StepTable& table, const Position& position, const SeenLine& line,
                             const SeenLine& other) {
    const Followed first = follow(table, position, line), second = follow(table, position, other);
    const int side = position.side, enemy = side ^ 1;
    const Runner gains = nearest_runner(table, first.end, side), loses = nearest_runner(table, second.end, enemy);
    RaceDifference found;
    if (gains.steps <= kGuardedFrom && gains.steps < nearest_runner(table, second.end, side).steps)
        found.own = first.came_from[std::size_t(gains.square)];
    if (loses.steps <= kGuardedFrom && loses.steps < nearest_runner(table, first.end, enemy).steps)
        found.enemy = second.came_from[std::size_t(loses.square)];
    return found;
}

class Comparison {
public:
    Comparison(const StepTable& table, const Position& position, const Move& best)
        : table_(table), before_(position), best_(best), after_(position.after(best)) {}

    // Finds the most valuable piece that the enemy could take next and that this move saves.
    Explanation saved() const {
        Explanation found;
        int most = 0;
        const Position threatened = passed(before_);
        for (const Move& threat : captures_of(table_, threatened)) {
            const int worth = table_.worth[std::size_t(threat.victim())];
            if (worth <= most || is_answered(table_, threatened, threat)) continue;
            const auto replies = captures_of(table_, after_);
            if (std::any_of(replies.begin(), replies.end(),
                            [&](const Move& reply) { return reply.victim() == threat.victim(); }))
                continue;
            most = worth;
            found = {Why::Saves, threat.to, threat.from, 0};
        }
        return found;
    }

    // Finds an enemy's jump that the move makes impossible.
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

    // Finds a swimmer that keeps an enemy from jumping, if the lines in which it leaves are worse.
    Explanation kept(std::span<const SeenLine> lines) const {
        const int enemy = before_.side ^ 1;
        for (const SeenLine& line : lines.subspan(1)) {
            Move leaving;
            if (!before_.find_move(table_, line.pv[0], leaving) || leaving.from == best_.from ||
                line.score > lines[0].score - kClearlyWorse)
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

    // Finds what the piece that moved attacks now and did not before.
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

    // Explains a quiet move by the plan it belongs to. A long hunt is mentioned only if `is_long`.
    Explanation planned(const SeenLine& line, bool is_long) const {
        const Plan plan = plan_of(table_, before_, line);
        const std::size_t soon = plan.kind == PlanKind::MeetElephant ? kShortRatHunt : kShortHunt;
        const bool is_hunt = plan.kind == PlanKind::Hunt || plan.kind == PlanKind::MeetElephant;
        if ((is_hunt && plan.steps.size() > soon) != is_long) return {};
        switch (plan.kind) {
            case PlanKind::Run: return run(plan);
            case PlanKind::Hunt: return {Why::Hunts, plan.piece, plan.enemy, 0};
            case PlanKind::OpenJump:
                return {plan.piece == best_.from ? Why::LinesUpJump : Why::OpensJump, plan.piece, kGone, 0};
            case PlanKind::BlockJump: return {Why::BlocksJump, plan.piece, plan.enemy, 0};
            case PlanKind::MeetElephant: return {Why::MeetsElephant, plan.piece, plan.enemy, 0};
            case PlanKind::Guard: return {Why::Guards, plan.piece, plan.enemy, 0};
            case PlanKind::Exchange: return {Why::Exchanges, plan.piece, plan.enemy, 0};
            default: return {};
        }
    }

    // Finds what clearly worse lines lose and the first does not.
    Explanation prevented(std::span<const SeenLine> lines) const {
        if (lines.size() < 2 || lines[1].score > lines[0].score - kClearlyWorse) return {};
        const Followed own = follow(table_, before_, lines[0]), other = follow(table_, before_, lines[1]);
        const LineCapture* loss = other.best_capture(false);
        if (loss && other.balance + kClearlyWorse <= own.balance)
            return {Why::KeepsPiece, loss->victim, loss->captor, 0};
        const int enemy = before_.side ^ 1;
        const Runner held = nearest_runner(table_, follow(table_, before_, lines[0], kSoon).end, enemy);
        const Followed soon = follow(table_, before_, lines[1], kSoon);
        const Runner comes = nearest_runner(table_, soon.end, enemy);
        if (comes.steps <= kGuardedFrom && comes.steps < held.steps)
            return {Why::HoldsBack, best_.from, soon.came_from[std::size_t(comes.square)], 0};
        return {};
    }

    // Explains the move by what the piece does on its new square.
    Explanation placed() const {
        const int side = before_.side, enemy = side ^ 1;
        const Runner runner = nearest_runner(table_, before_, enemy);
        const auto& way = table_.den_distance[std::size_t(enemy)];
        if (runner.steps <= kSquares && runner.animal >= 0) {
            const auto& distance = way[std::size_t(runner.animal)];
            if (distance[best_.to] < runner.steps &&
                distance[best_.to] + steps_between(table_, enemy, runner.animal, runner.square, best_.to) ==
                    runner.steps)
                return {Why::Obstructs, best_.from, runner.square, 0};
        }
        // A piece that an enemy could reach in a move is protected if the captor could be taken there.
        for (int animal = 0; animal < kAnimals; ++animal) {
            const int square = before_.square[std::size_t(side * kAnimals + animal)];
            if (square == kGone || animal == best_.animal) continue;
            if (!reaches(best_.animal, best_.to, square) || reaches(best_.animal, best_.from, square)) continue;
            for (int hunter = 0; hunter < kAnimals; ++hunter) {
                const int from = before_.square[std::size_t(enemy * kAnimals + hunter)];
                if (from == kGone || !(table_.takes[std::size_t(hunter)] >> animal & 1)) continue;
                if (!(table_.takes[best_.animal] >> hunter & 1)) continue;
                if (steps_between(table_, enemy, hunter, from, square) <= kDanger)
                    return {Why::Protects, square, from, 0};
            }
        }
        return {};
    }

    // Finds an enemy that could take the piece and that it gets away from.
    Explanation retreated() const {
        const int enemy = before_.side ^ 1;
        for (int hunter = kAnimals - 1; hunter >= 0; --hunter) {
            const int from = before_.square[std::size_t(enemy * kAnimals + hunter)];
            if (from == kGone || !(table_.takes[std::size_t(hunter)] >> best_.animal & 1)) continue;
            const int old = steps_between(table_, enemy, hunter, from, best_.from);
            if (old <= kDanger && steps_between(table_, enemy, hunter, from, best_.to) > old)
                return {Why::KeepsAway, best_.from, from, 0};
        }
        return {};
    }

    // Finds another own piece that goes where this one stood.
    Explanation makes_way(const SeenLine& line) const {
        Position position = before_;
        std::array<std::uint8_t, kSquares + 1> came_from = follow(table_, before_, SeenLine{}).came_from;
        for (const std::uint16_t code : line.pv) {
            Move move;
            if (!position.find_move(table_, code, move)) break;
            if (position.side == before_.side && move.to == best_.from && came_from[move.from] != best_.from)
                return {Why::MakesWay, came_from[move.from], kGone, 0};
            came_from[move.to] = came_from[move.from];
            position.play(move);
        }
        return {};
    }

    // Explains the move by the plan that the next own move of the line belongs to.
    Explanation prepared(const SeenLine& line) const {
        if (line.pv.size() < 3) return {};
        const Followed soon = follow(table_, before_, line, 2);
        if (soon.plies < 2 || soon.end.side != before_.side) return {};
        const SeenLine rest{line.score, 0, {line.pv.begin() + 2, line.pv.end()}};
        const Plan next = plan_of(table_, soon.end, rest);
        if (next.kind == PlanKind::None || next.piece == kGone) return {};
        const int own = soon.came_from[std::size_t(next.piece)];
        if (next.kind == PlanKind::Run) return {Why::PreparesRun, own, kGone, 0};
        if ((next.kind == PlanKind::Hunt || next.kind == PlanKind::MeetElephant) && next.enemy != kGone)
            return {own == best_.from ? Why::Hunts : Why::PreparesHunt, own, soon.came_from[std::size_t(next.enemy)],
                    0};
        return {};
    }

    // Finds who gets near a den in this line and not in the next best one, or the reverse.
    Explanation raced(std::span<const SeenLine> lines) const {
        if (lines.size() < 2) return {};
        const RaceDifference race = compare_races(table_, before_, lines[0], lines[1]);
        if (race.enemy != kGone) return {Why::HoldsBack, best_.from, race.enemy, 0};
        return race.own == kGone ? Explanation{} : Explanation{Why::PreparesRun, race.own, kGone, 0};
    }

    // Notices a piece that leaves the square where it stood at the beginning of the game.
    Explanation developed() const {
        constexpr std::array<std::uint8_t, kAnimals> home = {20, 8, 12, 16, 18, 0, 6, 14};
        const int start = before_.side ? kSquares - 1 - home[best_.animal] : int(home[best_.animal]);
        return best_.from == start ? Explanation{Why::Develops, best_.from, kGone, 0} : Explanation{};
    }

    Explanation advanced() const {
        const auto& distance = table_.den_distance[before_.side][best_.animal];
        return {distance[best_.to] < distance[best_.from] ? Why::Advances : Why::Waits, best_.from, kGone, 0};
    }

private:
    // Explains a run. The enemies that can still meet it decide what it is worth.
    Explanation run(const Plan& plan) const {
        const int plies = 2 * int(plan.steps.size()) - 1;
        if (plan.enemy != kGone) return {Why::NearerPast, plan.piece, plan.enemy, plies};
        const Runner guard = nearest_guard();
        return {Why::Nearer, plan.piece, guard.square, plies};
    }

    // Returns the enemy that stands nearest to its own den.
    Runner nearest_guard() const {
        const int enemy = before_.side ^ 1;
        Runner nearest;
        for (int animal = 0; animal < kAnimals; ++animal) {
            const int square = before_.square[std::size_t(enemy * kAnimals + animal)];
            if (square == kGone) continue;
            const int steps = straight_distance(square, kDens[std::size_t(enemy)]);
            if (steps < nearest.steps) nearest = {steps, square, animal};
        }
        return nearest;
    }

    bool reaches(int animal, int from, int to) const {
        return table_.plain[before_.side][std::size_t(animal)][std::size_t(from)] >> to & 1;
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
        return {runner == kGone ? Why::Wins : Why::OpensDen, runner == kGone ? int(best.from) : runner, kGone,
                first.win_in};
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
    const Followed followed = follow(table, position, first);
    const LineCapture* prize = followed.best_capture(true);
    if (prize && followed.balance >= kClearlyWorse) return {Why::WinsPiece, prize->captor, prize->victim, prize->ply};
    for (const Explanation& found :
         {comparison.prevented(lines), comparison.retreated(), comparison.planned(first, false),
          comparison.makes_way(first), comparison.placed(), comparison.planned(first, true), comparison.prepared(first),
          comparison.raced(lines), comparison.developed()})
        if (found.why != Why::None) return found;
    return comparison.advanced();
}

namespace {

// Explains what a quiet move should have done, by the plan of the better line.
Explanation missed(const StepTable& table, const Position& position, const SeenLine& better) {
    const Plan plan = plan_of(table, position, better);
    switch (plan.kind) {
        case PlanKind::Run: return {Why::MissesRun, plan.piece, kGone, 2 * int(plan.steps.size()) - 1};
        case PlanKind::OpenJump: return {Why::MissesRun, plan.piece, kGone, 0};
        case PlanKind::Hunt:
        case PlanKind::MeetElephant: return {Why::MissesHunt, plan.piece, plan.enemy, 0};
        case PlanKind::BlockJump: return {Why::MissesBlock, plan.piece, plan.enemy, 0};
        case PlanKind::Guard: return {Why::MissesGuard, plan.piece, plan.enemy, 0};
        default: return {};
    }
}

// Finds what the move allows the enemy to do.
Explanation allowed(const StepTable& table, const Position& position, const Move& move, const SeenLine& played) {
    const int side = position.side, enemy = side ^ 1;
    const Position after = position.after(move);
    const MoveList before = moves_of(table, passed(position));
    for (const Move& jump : moves_of(table, after)) {
        const auto& distance = table.den_distance[std::size_t(enemy)][jump.animal];
        if (!is_jump(jump) || distance[jump.to] >= distance[jump.from]) continue;
        if (std::none_of(before.begin(), before.end(), [&](const Move& old) { return old.code() == jump.code(); }))
            return {Why::OpensEnemyJump, move.from, jump.from, 0};
    }
    Move reply;
    if (played.pv.size() > 1 && after.find_move(table, played.pv[1], reply)) {
        const Position answered = after.after(reply);
        for (const Move& threat : captures_of(table, passed(answered))) {
            if (threat.from != reply.to || is_answered(table, passed(answered), threat)) continue;
            const int stood = threat.to == move.to ? move.from : threat.to;
            return {Why::LetsAttack, stood, reply.from, 0};
        }
    }
    const Runner runner = nearest_runner(table, position, enemy);
    const int home = kDens[std::size_t(side)];
    const int away = straight_distance(move.from, home);
    if (runner.steps <= kGuardedFrom && away < runner.steps && straight_distance(move.to, home) > away)
        return {Why::LeavesDen, move.from, runner.square, 0};
    return {};
}

}  // namespace

Explanation find_fault(const StepTable& table, const Position& position, const SeenLine& played,
                       const SeenLine& better) {
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
        // Pieces are given by their squares before the move.
        const int own = reply.to == move.to ? move.from : reply.to;
        return {Why::Hangs, own, reply.from, 0};
    }
    if (position.find_move(table, better.pv[0], best) && best.is_capture() && !move.is_capture())
        return {Why::MissesPrey, best.from, best.to, 0};
    if (played.win_in < 0) return {Why::Loses, move.from, kGone, -played.win_in};
    const Followed got = follow(table, position, played), other = follow(table, position, better);
    if (got.balance + kClearlyWorse <= other.balance) {
        const LineCapture* loss = got.best_capture(false);
        const LineCapture* prize = other.best_capture(true);
        if (loss && got.balance < 0) return {Why::LosesPiece, loss->victim, loss->captor, loss->ply};
        if (prize) return {Why::MissesPiece, prize->captor, prize->victim, prize->ply};
    }
    const int enemy = position.side ^ 1;
    const Followed soon = follow(table, position, played, kSoon);
    const Runner comes = nearest_runner(table, soon.end, enemy);
    const Runner held = nearest_runner(table, follow(table, position, better, kSoon).end, enemy);
    if (comes.square != kGone && comes.steps <= kGuardedFrom && comes.steps < held.steps)
        return {Why::LetsCloser, move.from, soon.came_from[std::size_t(comes.square)], 0};
    for (const Explanation& found : {allowed(table, position, move, played), missed(table, position, better)})
        if (found.why != Why::None) return found;
    const RaceDifference race = compare_races(table, position, better, played);
    if (race.enemy != kGone) return {Why::LetsCloser, move.from, race.enemy, 0};
    if (race.own != kGone) return {Why::MissesRun, race.own, kGone, 0};
    const auto& distance = table.den_distance[position.side][move.animal];
    if (distance[move.to] > distance[move.from]) return {Why::LosesTime, move.from, kGone, 0};
    return {Why::Worse, move.from, kGone, 0};
}

}  // namespace jungle
