#include "jungle/following.h"

#include <cstdlib>
#include <numeric>

namespace jungle {

MoveList captures_of(const StepTable& table, const Position& position) {
    MoveList list;
    position.generate<Position::Kind::Captures>(table, list);
    return list;
}

MoveList moves_of(const StepTable& table, const Position& position) {
    MoveList list;
    position.generate<Position::Kind::All>(table, list);
    return list;
}

Position passed(Position position) {
    position.pass();
    return position;
}

bool is_jump(const Move& move) { return std::abs(move.from - move.to) != 1 && std::abs(move.from - move.to) != kFiles; }

int straight_distance(int one, int other) {
    return std::abs(one % kFiles - other % kFiles) + std::abs(one / kFiles - other / kFiles);
}

int steps_between(const StepTable& table, int side, int animal, int from, int to) {
    const auto& rings = table.within[std::size_t(side)][std::size_t(animal)][std::size_t(from)];
    for (int steps = 0; steps <= StepTable::kReachSteps; ++steps)
        if (rings[std::size_t(steps)] >> to & 1) return steps;
    return StepTable::kFar;
}

const LineCapture* Followed::best_capture(bool is_own) const {
    const LineCapture* best = nullptr;
    for (const LineCapture& capture : captures)
        if (capture.is_own == is_own && (!best || capture.worth > best->worth)) best = &capture;
    return best;
}

Followed follow(const StepTable& table, const Position& position, const SeenLine& line, std::size_t plies) {
    Followed found;
    found.end = position;
    std::iota(found.came_from.begin(), found.came_from.end(), std::uint8_t(0));
    for (const std::uint16_t code : line.pv) {
        Move move;
        if (std::size_t(found.plies) >= plies || !found.end.find_move(table, code, move)) break;
        ++found.plies;
        const bool is_own = found.end.side == position.side;
        if (move.is_capture()) {
            const int worth = table.worth[std::size_t(move.victim())];
            const int paid = move.is_trade() ? table.worth[move.animal] : 0;
            found.balance += is_own ? worth - paid : paid - worth;
            found.captures.push_back(
                {found.plies, found.came_from[move.from], found.came_from[move.to], worth, is_own, move.is_trade()});
        }
        if (bit(move.to) & kDenBits) found.entered = found.came_from[move.from], found.entering_side = found.end.side;
        found.came_from[move.to] = found.came_from[move.from];
        found.end.play(move);
    }
    return found;
}

std::vector<std::uint8_t> way_of(const StepTable& table, Position position, const SeenLine& line, int piece) {
    std::vector<std::uint8_t> way;
    const int side = (position.occupied[0] >> piece & 1) ? 0 : 1;
    for (const std::uint16_t code : line.pv) {
        Move move;
        if (!position.find_move(table, code, move)) break;
        if (position.side == side && move.from == piece) {
            piece = move.to;
            way.push_back(move.to);
        } else if (move.to == piece) {
            break;  // It was taken.
        }
        position.play(move);
    }
    return way;
}

int runner_of(const StepTable& table, const Position& position, const SeenLine& line, int side) {
    const Followed followed = follow(table, position, line);
    if (followed.entering_side == side) return followed.entered;
    if (std::size_t(followed.plies) < line.pv.size()) return kGone;
    const Position& end = followed.end;
    int steps = (std::abs(line.win_in) - followed.plies + (end.side == side)) / 2, runner = kGone;
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int square = end.square[std::size_t(side * kAnimals + animal)];
        if (square == kGone) continue;
        const int away = table.den_distance[std::size_t(side)][std::size_t(animal)][std::size_t(square)];
        if (away <= steps) steps = away, runner = followed.came_from[std::size_t(square)];
    }
    return runner;
}

Runner nearest_runner(const StepTable& table, const Position& position, int side) {
    Runner nearest;
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int square = position.square[std::size_t(side * kAnimals + animal)];
        if (square == kGone) continue;
        const int steps = table.den_distance[std::size_t(side)][std::size_t(animal)][std::size_t(square)];
        if (steps < nearest.steps) nearest = {steps, square, animal};
    }
    return nearest;
}

bool is_answered(const StepTable& table, const Position& position, const Move& capture) {
    if (capture.is_trade()) return true;
    if (table.worth[capture.animal] < table.worth[std::size_t(capture.victim())]) return false;
    for (const Move& answer : captures_of(table, position.after(capture)))
        if (answer.to == capture.to) return true;
    return false;
}

Threat best_threat(const StepTable& table, const Position& position) {
    Threat best;
    for (const Move& capture : captures_of(table, position)) {
        const int worth = table.worth[std::size_t(capture.victim())];
        if (worth > best.worth && !is_answered(table, position, capture)) best = {capture, worth};
    }
    return best;
}

}  // namespace jungle
