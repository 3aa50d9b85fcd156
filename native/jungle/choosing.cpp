#include "jungle/choosing.h"

#include <cstdlib>

#include "jungle/evaluate.h"

namespace jungle {

namespace {

constexpr int kCertain = 30000;  // the worth of a win now; each ply to it costs one
constexpr int kUnseen = -100000;
constexpr int kHanging = -50000;   // taken off a line that gives the last strong piece away
constexpr int kCloseToDen = 2;     // steps within which people look twice
constexpr int kCloseToAction = 2;  // steps that still count as near
constexpr int kFirstStrong = 5;    // the tiger

// Four 16-bit numbers add up to nearly a normal distribution, with this mean and standard deviation.
constexpr std::int64_t kNoiseMean = 131070;
constexpr std::int64_t kNoiseDeviation = 37837;

// Splitmix64, of one number.
std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    return value ^ value >> 31;
}

std::uint64_t draw(std::uint64_t seed, int purpose, unsigned code) {
    return mixed(seed ^ mixed(std::uint64_t(code) << 8 | std::uint64_t(purpose)));
}

enum Purpose { kSight = 1, kMood = 2, kTaste = 3 };

int noise(std::uint64_t seed, unsigned code, int blur) {
    const std::uint64_t bits = draw(seed, kMood, code);
    std::int64_t total = 0;
    for (int shift = 0; shift < 64; shift += 16) total += std::int64_t(bits >> shift & 0xffff);
    return int(blur * total / kNoiseDeviation - blur * kNoiseMean / kNoiseDeviation);
}

int steps_between(int one, int other) {
    return std::abs(one % kFiles - other % kFiles) + std::abs(one / kFiles - other / kFiles);
}

bool is_close_to_den(int square) {
    return steps_between(square, kDens[0]) <= kCloseToDen || steps_between(square, kDens[1]) <= kCloseToDen;
}

class Sight {
public:
    Sight(const StepTable& table, const Position& root, const Skill& skill, int last, std::uint64_t seed)
        : table_(table), root_(root), skill_(skill), last_(last), seed_(seed) {}

    // Returns what a line seems to be worth, or kUnseen if not even its first move is seen.
    int worth(const SeenLine& line) const {
        Position position = root_;
        int focus = kGone;  // where the line's last move went
        for (std::size_t ply = 0; ply < line.pv.size(); ++ply) {
            Move move;
            if (!position.find_move(table_, line.pv[ply], move)) break;
            const bool is_too_far = int(ply) >= skill_.plies && !is_close_to_den(move.to);
            // If every reply loses, none has to be foreseen.
            const bool is_harmless = (ply & 1) && line.win_in > 0;
            if (!is_harmless && (is_too_far || !sees(move, int(ply), focus))) {
                if (ply == 0) return kUnseen;
                const int worth = evaluate(table_, position, Evaluation::Position);
                return ply & 1 ? -worth : worth;
            }
            focus = move.to;
            position.play(move);
        }
        return plain_worth(line);
    }

    // Returns whether a line lets the last strong piece be taken for nothing.
    bool hangs(const SeenLine& line) const {
        Move move;
        const int own = root_.side * kAnimals;
        int strong = -1;
        for (int animal = kFirstStrong; animal < kAnimals; ++animal)
            if (root_.has(own + animal)) {
                if (strong >= 0) return false;
                strong = animal;
            }
        if (strong < 0 || line.win_in > 0 || !root_.find_move(table_, line.pv[0], move) || move.is_capture())
            return false;
        const Position after = root_.after(move);
        MoveList replies;
        after.generate<Position::Kind::Captures>(table_, replies);
        return std::any_of(replies.begin(), replies.end(), [&](const Move& reply) { return reply.victim() == strong; });
    }

    static int plain_worth(const SeenLine& line) {
        return line.win_in > 0 ? kCertain - line.win_in : line.win_in < 0 ? -kCertain - line.win_in : line.score;
    }

private:
    bool sees(const Move& move, int ply, int focus) const {
        // Nobody overlooks an open den.
        if (ply == 0 && (bit(move.to) & kDenBits)) return true;
        int chance = skill_.guards;
        if (!is_close_to_den(move.to)) {
            const int away = std::min(steps_to(move.to, last_), steps_to(move.to, focus)) - kCloseToAction;
            chance = std::max(skill_.sees - skill_.fades * std::max(away, 0), 0);
            // It always sees its own plain steps.
            if (ply == 0 && !move.is_capture()) chance = 1000;
            if (steps_between(move.from, move.to) > 1) chance = chance * skill_.jumps / 1000;
        }
        const unsigned code = unsigned(move.code()) | unsigned(ply & 1) << 12;
        return int(draw(seed_, kSight, code) % 1000) < chance;
    }

    // The distance of a move from where the player looks; 0 if that is nowhere.
    int steps_to(int square, int looked_at) const {
        if (looked_at == kGone) return last_ == kGone ? 0 : kSquares;
        return steps_between(square, looked_at);
    }

    const StepTable& table_;
    const Position& root_;
    const Skill& skill_;
    int last_;
    std::uint64_t seed_;
};

int pick(std::span<const SeenLine> lines, std::vector<int> worths, const Skill& skill, bool is_opening,
         std::uint64_t seed) {
    int best = -2 * kCertain + kUnseen;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        // Lines that are seen to win or lose are not misjudged.
        if (skill.blur && std::abs(worths[i]) < kCertain / 2) worths[i] += noise(seed, lines[i].pv[0], skill.blur);
        best = std::max(best, worths[i]);
    }
    const int least = best - (is_opening && std::abs(best) < kCertain / 2 ? skill.variety : 0);
    int chosen = -1;
    std::uint64_t taste = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (worths[i] < least) continue;
        const std::uint64_t liked = skill.variety ? draw(seed, kTaste, lines[i].pv[0]) : 0;
        if (chosen < 0 || (is_opening && liked > taste)) chosen = int(i), taste = liked;
    }
    return chosen;
}

}  // namespace

int choose(const StepTable& table, const Position& position, std::span<const SeenLine> lines, const Skill& skill,
           int last, bool is_opening, std::uint64_t seed) {
    if (!skill.plies) return choose(lines, skill, is_opening, seed);
    const Sight sight(table, position, skill, last, seed);
    std::vector<int> worths;
    for (const SeenLine& line : lines) worths.push_back(sight.worth(line) + (sight.hangs(line) ? kHanging : 0));
    return pick(lines, std::move(worths), skill, is_opening, seed);
}

int choose(std::span<const SeenLine> lines, const Skill& skill, bool is_opening, std::uint64_t seed) {
    std::vector<int> worths;
    for (const SeenLine& line : lines) worths.push_back(Sight::plain_worth(line));
    return pick(lines, std::move(worths), skill, is_opening, seed);
}

}  // namespace jungle
