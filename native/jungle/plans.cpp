#include "jungle/plans.h"

#include <algorithm>
#include <cstdlib>

#include "jungle/race.h"
#include "jungle/search.h"

namespace jungle {

namespace {

constexpr int kHuntSteps = 3;                        // the longest way after the move that counts as a hunt
constexpr int kRatHuntSteps = 4;                     // the same for the rat and the elephant
constexpr std::array<int, 3> kRunSteps = {7, 6, 3};  // the longest way that counts as a run, by the number of defenders
constexpr std::size_t kJumpSoon = 3;                 // steps of a way within which a jump is what the way is for
constexpr int kAtHome = 2;  // straight steps from a den: from here any piece takes what stands in its traps

// Finds the plan of the side to move.
class Planner {
public:
    Planner(const StepTable& table, const Position& position, const SeenLine& line)
        : table_(table), before_(position), line_(line), side_(position.side), enemy_(position.side ^ 1) {
        is_legal_ = position.find_move(table, line.pv[0], move_);
        if (is_legal_) after_ = position.after(move_);
    }

    Plan plan() const {
        if (!is_legal_) return {};
        if (Plan found = won_run(); found.kind != PlanKind::None) return found;
        if (Plan found = capture(); found.kind != PlanKind::None) return found;
        if (Plan found = jump(); found.kind != PlanKind::None) return found;
        if (Plan found = rat(); found.kind != PlanKind::None) return found;
        if (Plan found = guard(); found.kind != PlanKind::None) return found;
        if (Plan found = run(); found.kind != PlanKind::None) return found;
        if (Plan found = hunt(); found.kind != PlanKind::None) return found;
        return {PlanKind::Wait, move_.from, move_.to, kGone, {move_.to}};
    }

private:
    int den_steps(int animal, int square) const {
        return table_.den_distance[std::size_t(side_)][std::size_t(animal)][std::size_t(square)];
    }
    int animal_at(int side, int square) const { return before_.animal_on(side, square); }

    // Extends the squares that a piece has passed already to a whole way to the den.
    void complete(std::vector<std::uint8_t>& way, int animal, int from) const {
        int square = way.empty() ? from : way.back();
        while (den_steps(animal, square) > 0 && den_steps(animal, square) < StepTable::kFar) {
            int next = kGone;
            for (const Step& step : table_.steps[std::size_t(side_)][std::size_t(animal)][std::size_t(square)]) {
                if (den_steps(animal, step.to) != den_steps(animal, square) - 1) continue;
                // Empty squares are preferred.
                if (next == kGone || (before_.all() >> next & 1)) next = step.to;
            }
            if (next == kGone) return;
            way.push_back(std::uint8_t(next));
            square = next;
        }
    }

    // Returns the way of a piece to the den. It follows the line while the piece gets nearer, then takes the shortest
    // way.
    std::vector<std::uint8_t> way_to_den(int piece) const {
        const int animal = animal_at(side_, piece);
        std::vector<std::uint8_t> way;
        int square = piece;
        for (const std::uint8_t next : way_of(table_, before_, line_, piece)) {
            if (den_steps(animal, next) >= den_steps(animal, square)) break;
            way.push_back(next);
            square = next;
        }
        complete(way, animal, piece);
        return way;
    }

    // Counts the enemies that can reach the way of a run in time, and returns one of them too.
    std::pair<int, int> defenders(const std::vector<std::uint8_t>& way) const {
        int count = 0, found = kGone;
        for (int animal = 0; animal < kAnimals; ++animal) {
            const int square = before_.square[std::size_t(enemy_ * kAnimals + animal)];
            if (square == kGone) continue;
            for (std::size_t i = 0; i + 1 < way.size(); ++i) {
                // When the runner stands there, the enemy has made as many steps, and moves next.
                if (steps_between(table_, enemy_, animal, square, way[i]) > int(i) + 1) continue;
                ++count, found = square;
                break;
            }
        }
        return {count, found};
    }

    Plan run_of(int piece) const {
        std::vector<std::uint8_t> way = way_to_den(piece);
        if (way.empty()) return {};
        const auto [count, defender] = defenders(way);
        return {PlanKind::Run, piece, kDens[std::size_t(enemy_)], count == 1 ? defender : kGone, std::move(way), count};
    }

    Plan won_run() const {
        if (move_.to == kDens[std::size_t(enemy_)]) return run_of(move_.from);
        if (line_.win_in <= 0) return {};
        const int runner = runner_of(table_, before_, line_, side_);
        return runner == kGone ? Plan{} : run_of(runner);
    }

    Plan capture() const {
        const Followed followed = follow(table_, before_, line_);
        const LineCapture* best = followed.best_capture(true);
        if (!best || (followed.balance < kClearlyWorse && !best->is_trade)) return {};
        if (best->is_trade && followed.balance < kClearlyWorse) {
            const int race = decided_race(table_, followed.end);
            if ((followed.end.side == side_ ? race : -race) <= 0) return {};
            return {PlanKind::Exchange, best->captor, best->victim, best->victim,
                    way_of(table_, before_, line_, best->captor)};
        }
        std::vector<std::uint8_t> way = way_of(table_, before_, line_, best->captor);
        // Up to the capture, the moves of this side alternate with the enemy's.
        int moves = 0;
        Position position = before_;
        int square = best->captor;
        for (int ply = 0; ply < best->ply; ++ply) {
            Move move;
            if (!position.find_move(table_, line_.pv[std::size_t(ply)], move)) break;
            if (position.side == side_ && move.from == square) square = move.to, ++moves;
            position.play(move);
        }
        way.resize(std::min(way.size(), std::size_t(moves)));
        const bool is_rat = animal_at(side_, best->captor) == 0 && animal_at(enemy_, best->victim) == 7;
        // What many moves later happens to be taken was not hunted.
        if (int(way.size()) > 1 + (is_rat ? kRatHuntSteps : kHuntSteps)) return {};
        return {is_rat ? PlanKind::MeetElephant : PlanKind::Hunt, best->captor, best->victim, best->victim,
                std::move(way)};
    }

    // Finds a jump that this move opens for its side or blocks for the enemy.
    Plan jump() const {
        for (const Move& jump : moves_of(table_, passed(before_)))
            if (is_jump(jump) && jump.from != move_.to && crosses(enemy_, jump, move_.to))
                return {PlanKind::BlockJump, move_.from, move_.to, jump.from, {move_.to}};
        const MoveList old = moves_of(table_, before_);
        for (const Move& jump : moves_of(table_, passed(after_))) {
            if (!is_jump(jump) || den_steps(jump.animal, jump.to) >= den_steps(jump.animal, jump.from)) continue;
            if (std::any_of(old.begin(), old.end(), [&](const Move& move) { return move.code() == jump.code(); }))
                continue;
            if (jump.from == move_.to) {
                if (den_steps(move_.animal, move_.to) <= den_steps(move_.animal, move_.from)) continue;  // a run
                return {PlanKind::OpenJump, move_.from, jump.to, kGone, {move_.to, jump.to}};
            }
            if (crosses(side_, jump, move_.from)) return {PlanKind::OpenJump, jump.from, jump.to, kGone, {jump.to}};
        }
        return {};
    }

    Plan rat() const {
        const int elephant = before_.square[std::size_t(enemy_ * kAnimals + 7)];
        if (move_.animal != 0 || elephant == kGone || !(table_.takes[0] >> 7 & 1)) return {};
        const int before = steps_between(table_, side_, 0, move_.from, elephant);
        const int after = steps_between(table_, side_, 0, move_.to, elephant);
        if (after >= before || after > kRatHuntSteps) return {};
        return {PlanKind::MeetElephant, move_.from, elephant, elephant, way_to(0, move_.to, elephant)};
    }

    Plan guard() const {
        const Runner runner = nearest_runner(table_, before_, enemy_);
        const int home = kDens[std::size_t(side_)];
        const int away = straight_distance(move_.to, home);
        if (runner.steps > kGuardedFrom || away > runner.steps || away >= straight_distance(move_.from, home))
            return {};
        if (away > kAtHome && !(table_.takes[move_.animal] >> runner.animal & 1)) return {};
        return {PlanKind::Guard, move_.from, home, runner.square, {move_.to}};
    }

    Plan run() const {
        if (den_steps(move_.animal, move_.to) >= den_steps(move_.animal, move_.from)) return {};
        Plan found = run_of(move_.from);
        // A long way, or one that several enemies can meet, is no plan yet; a jump on it is.
        if (int(found.steps.size()) <= kRunSteps[std::size_t(std::min(found.defenders, 2))]) return found;
        int from = found.piece;
        for (std::size_t i = 0; i < std::min(kJumpSoon, found.steps.size()); ++i) {
            const int to = found.steps[i];
            if (straight_distance(from, to) > 1) {
                found.steps.resize(i + 1);
                return {PlanKind::OpenJump, found.piece, to, kGone, std::move(found.steps)};
            }
            from = to;
        }
        return {};
    }

    // Finds the nearest enemy that the piece could take, if the move brings it nearer.
    Plan hunt() const {
        int victim = kGone, least = kHuntSteps + 1;
        for (int animal = 0; animal < kAnimals; ++animal) {
            const int square = before_.square[std::size_t(enemy_ * kAnimals + animal)];
            if (square == kGone || animal == move_.animal || !(table_.takes[move_.animal] >> animal & 1)) continue;
            const int steps = steps_between(table_, side_, move_.animal, move_.to, square);
            if (steps >= least || steps >= steps_between(table_, side_, move_.animal, move_.from, square)) continue;
            victim = square, least = steps;
        }
        if (victim == kGone) return {};
        return {PlanKind::Hunt, move_.from, victim, victim, way_to(move_.animal, move_.to, victim)};
    }

    // Returns the move's target and a shortest way from there.
    std::vector<std::uint8_t> way_to(int animal, int from, int to) const {
        std::vector<std::uint8_t> way = {std::uint8_t(from)};
        for (int left = steps_between(table_, side_, animal, from, to); left > 0; --left) {
            const auto& steps = table_.steps[std::size_t(side_)][std::size_t(animal)][way.back()];
            const Step* next = std::find_if(steps.begin(), steps.end(), [&](const Step& step) {
                return steps_between(table_, side_, animal, step.to, to) == left - 1;
            });
            if (next == steps.end()) break;
            way.push_back(next->to);
        }
        return way;
    }

    bool crosses(int side, const Move& jump, int square) const {
        for (const Step& step : table_.steps[std::size_t(side)][jump.animal][jump.from])
            if (step.to == jump.to) return step.over >> square & 1;
        return false;
    }

    const StepTable& table_;
    const Position& before_;
    const SeenLine& line_;
    const int side_, enemy_;
    Move move_;
    Position after_;
    bool is_legal_ = false;
};

// Scores on the scale of `expected_score`: half of a certain win is this many centi-cats ahead.
constexpr int kHalfWon = 400;
constexpr int kSure = 1000;  // the value of a certain win
constexpr int kMostValue = 960;
constexpr int kDecidedScore = 2000;  // a proven win, less ten for each ply to it
constexpr int kGlanceMegabytes = 1;
constexpr int kLikelihoodSteps = 16;
constexpr std::array<int, kLikelihoodSteps> kLikelihood = {65536, 62757, 60097, 57549, 55109, 52773, 50535, 48393,
                                                           46341, 44376, 42495, 40693, 38968, 37316, 35734, 34219};

int as_score(const SeenLine& line) {
    if (!line.win_in) return std::clamp(line.score, -kDecidedScore, kDecidedScore);
    return line.win_in > 0 ? kDecidedScore - 10 * line.win_in : -kDecidedScore - 10 * line.win_in;
}

// Returns the value of a line, from -kSure to kSure.
int value_of(const SeenLine& line) {
    if (line.win_in) return line.win_in > 0 ? kSure - line.win_in : -kSure - line.win_in;
    const int score = as_score(line);
    return kSure * score / (std::abs(score) + kHalfWon);
}

// Returns how likely an answer is that looks this much worse than the best one.
int likelihood(int worse, int half_as_likely) {
    const int steps = worse * kLikelihoodSteps / half_as_likely;
    return kLikelihood[std::size_t(steps % kLikelihoodSteps)] >> std::min(steps / kLikelihoodSteps, 20);
}

// Returns what each answer looks like to a player who looks this many plies ahead.
std::vector<int> glance(const State& game, std::span<const SeenLine> answers, int plies) {
    Limits limits;
    limits.depth = plies;
    limits.multipv = int(answers.size());
    Searcher searcher(kGlanceMegabytes);  // a new one, which knows nothing of deeper searches
    searcher.begin(limits);
    const std::vector<Info> seen = searcher.search(game, limits, [](const Info&) {});
    std::vector<int> scores(answers.size(), -kDecidedScore);
    for (const Info& line : seen)
        for (std::size_t i = 0; i < answers.size(); ++i)
            if (answers[i].pv[0] == line.pv[0]) scores[i] = as_score({line.score, line.win_in, {}});
    return scores;
}

// Returns whether the own pieces have stood like this since the last capture. Each own move changes the key by what it
// moves.
bool stood_before(const State& game, const Move& move) {
    if (move.is_capture()) return false;
    const auto& keys = game.keys();
    const Position& position = game.position();
    const Key turn = zobrist::kKeys.side;
    Key changed = position.key ^ position.after(move).key ^ turn;
    const std::size_t last = keys.size() - 1;
    for (std::size_t back = 2; back <= std::min<std::size_t>(position.quiet, last); back += 2) {
        changed ^= keys[last - back] ^ keys[last - back + 1] ^ turn;
        if (!changed) return true;
    }
    return false;
}

}  // namespace

Plan plan_of(const StepTable& table, const Position& position, const SeenLine& line) {
    return Planner(table, position, line).plan();
}

std::vector<std::uint8_t> candidates(std::span<const SeenLine> lines, const HintFigures& figures) {
    const SeenLine& first = lines[0];
    std::vector<std::uint8_t> found = {0};
    if (first.win_in) return found;  // A proven result is not given away.
    const int margin = figures.margin + std::max(first.score, 0) * figures.margin_share / 100;
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (!lines[i].win_in && first.score - lines[i].score <= margin) found.push_back(std::uint8_t(i));
    return found;
}

int expected_score(const State& game, std::span<const SeenLine> answers, const HintFigures& figures) {
    const std::vector<int> seen = glance(game, answers, figures.sight);
    const int top = *std::max_element(seen.begin(), seen.end());
    std::int64_t sum = 0, weights = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const std::int64_t weight = likelihood(top - seen[i], figures.blur);
        sum -= weight * value_of(answers[i]);
        weights += weight;
    }
    const int value = weights ? std::clamp(int(sum / weights), -kMostValue, kMostValue) : 0;
    return kHalfWon * value / (kSure - std::abs(value));
}

Advice advise(const State& game, std::span<const SeenLine> lines, const LastHint& last, const HintFigures& figures) {
    const StepTable& table = game.table();
    const Position& position = game.position();
    const int side = position.side;
    const int last_from = last.move & 63, last_to = last.move >> 6;
    const auto is_back = [&](const Move& move) {
        return last.move != kNoMove && move.from == last_to && move.to == last_from;
    };
    const auto carries_on = [&](const Move& move, const Plan& plan) {
        if (last.kind == PlanKind::None || is_back(move)) return false;
        if (plan.kind != last.kind || plan.piece == kGone) return false;
        return position.animal_on(side, plan.piece) == last.animal;
    };

    Advice best;
    int most = 0;
    const int lead = lines[0].score;
    for (const std::uint8_t i : candidates(lines, figures)) {
        const SeenLine& line = lines[i];
        Move move;
        if (!position.find_move(table, line.pv[0], move)) continue;
        Advice advice{int(i), plan_of(table, position, line)};
        advice.goes_back = is_back(move);
        advice.repeats = !move.is_capture() && game.occurrences(position.after(move).key) > 0;
        advice.carries_on = carries_on(move, advice.plan);
        const auto& distance = table.den_distance[std::size_t(side)][move.animal];
        int worth = line.score - lead + figures.step * (distance[move.from] - distance[move.to]);
        worth += advice.carries_on * figures.carry_on - advice.goes_back * figures.undo;
        if (lead > 0) worth -= advice.repeats * figures.repeat + stood_before(game, move) * figures.back;
        if (i == 0 || worth > most) most = worth, best = std::move(advice);
    }
    return best;
}

}  // namespace jungle
