// What a web page sees of the core, compiled to WebAssembly. The rest of native/ knows no page.
//
// Numbers go in and out as arguments; everything longer goes through one buffer, whose address `buffer` returns.
// Tables, games and searchers are handles that the page frees.
#include <cstring>
#include <vector>

#include "search.h"

using namespace jungle;

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define IMPORT(name) extern "C" __attribute__((import_module("jungle"), import_name(#name)))

// Called for each line that a search finds; the moves of the line stand in the buffer, two bytes each.
IMPORT(report)
void report(int line, int depth, int seldepth, int score, int win_in, double nodes, double time_ms, int hashfull,
            int moves);

namespace {

std::vector<std::uint8_t> shared(1 << 12);

// Reads what the page put into the buffer; past its end everything is 0.
class Reader {
public:
    explicit Reader(std::size_t length) : length_(std::min(length, shared.size())) {}
    std::uint8_t byte() { return at_ < length_ ? shared[at_++] : fail(); }
    std::uint32_t word() {
        std::uint32_t value = 0;
        for (int shift = 0; shift < 32; shift += 8) value |= std::uint32_t(byte()) << shift;
        return value;
    }
    bool is_whole() const { return !failed_ && at_ == length_; }

private:
    std::uint8_t fail() {
        failed_ = true;
        return 0;
    }
    std::size_t length_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

struct RuleSet {
    std::shared_ptr<Table> table = std::make_shared<Table>();
};

bool read_steps(Reader& in, Steps& steps) {
    const int count = in.byte();
    if (count > kMaxSteps) return false;
    steps.count = std::uint8_t(count);
    for (int i = 0; i < count; ++i) {
        Step& step = steps.step[std::size_t(i)];
        step.to = in.byte();
        step.prey = in.byte();
        step.trade = in.byte();
        for (int crossed = in.byte(); crossed > 0; --crossed) {
            const int square = in.byte();
            if (square >= kSquares) return false;
            step.over |= bit(square);
        }
        if (step.to >= kSquares) return false;
    }
    return true;
}

void write_moves(const MoveList& moves) {
    shared.resize(std::max(shared.size(), std::size_t(moves.count) * 4));
    std::uint8_t* out = shared.data();
    for (const Move& move : moves) {
        *out++ = move.from;
        *out++ = move.to;
        *out++ = std::uint8_t(move.animal + 1);
        *out++ = std::uint8_t(move.is_capture() ? (move.victim() + 1) | (move.is_trade() ? Move::kTrade : 0) : 0);
    }
}

}  // namespace

// The buffer's address, after making it at least this long.
EXPORT(buffer) std::uint8_t* buffer(std::size_t length) {
    if (shared.size() < length) shared.resize(length);
    return shared.data();
}

// A rule set from so many bytes of the buffer, as `jungle.web.contents.packed` writes them; null for anything else.
EXPORT(table_new) RuleSet* table_new(std::size_t length) {
    Reader in(length);
    auto made = std::make_unique<RuleSet>();
    Table& table = *made->table;
    table.own_blocks = in.byte();
    table.enemy_blocks = in.byte();
    const int repetition = in.byte();
    table.stalemate_loses = in.byte();
    table.quiet_limit = int(in.word());
    for (auto& mask : table.takes) mask = in.byte();
    for (auto& animals : table.steps)
        for (auto& squares : animals)
            for (int square = 0; square < kSquares; ++square)
                if (!read_steps(in, squares[std::size_t(square)])) return nullptr;
    if (!in.is_whole() || repetition > 2 || table.quiet_limit < 0) return nullptr;
    table.repetition = Repetition(repetition);
    table.derive();
    return made.release();
}

EXPORT(table_free) void table_free(RuleSet* rules) { delete rules; }

// A game from the board in the buffer, one code per square; null if a piece occurs twice or a code is invalid.
EXPORT(game_new) State* game_new(const RuleSet* rules, int side, std::uint32_t quiet) {
    std::array<bool, kPieces + 1> seen{};
    for (int square = 0; square < kSquares; ++square) {
        const std::uint8_t code = shared[std::size_t(square)];
        if (code > kPieces || (code && std::exchange(seen[code], true))) return nullptr;
    }
    return new State(rules->table, Position::from_board(shared.data(), side & 1, quiet));
}

EXPORT(game_copy) State* game_copy(const State* game) { return new State(*game); }
EXPORT(game_free) void game_free(State* game) { delete game; }

EXPORT(game_play) bool game_play(State* game, unsigned code) {
    Move move;
    if (code > 0xffff || !game->find_move(std::uint16_t(code), move)) return false;
    game->play(move);
    return true;
}

// The legal moves, four bytes each in the buffer: origin, target, animal, captured animal (0 none, + 16 in a trade).
EXPORT(game_moves) int game_moves(const State* game) {
    const MoveList moves = game->moves();
    write_moves(moves);
    return moves.count;
}

EXPORT(game_board) void game_board(const State* game) { game->position().to_board(shared.data()); }
EXPORT(game_side) int game_side(const State* game) { return game->position().side; }
EXPORT(game_quiet) std::uint32_t game_quiet(const State* game) { return game->position().quiet; }
EXPORT(game_key) std::uint64_t game_key(const State* game) { return game->position().key; }

// The result (0 none, 1 Blue, 2 Red, 3 draw), and 8 bits higher the reason.
EXPORT(game_outcome) int game_outcome(const State* game) {
    const Outcome outcome = game->outcome();
    return int(outcome.result) | int(outcome.reason) << 8;
}

EXPORT(perft) double count_leaves(const State* game, int depth) {
    const std::atomic<bool> never{false};
    return double(perft(game->table(), game->position(), depth, 1, never));
}

EXPORT(evaluate) int evaluate_game(const State* game, int evaluation) {
    return evaluate(game->table(), game->position(), Evaluation(evaluation));
}

EXPORT(searcher_new) Searcher* searcher_new(int hash_mb) { return new Searcher(hash_mb, 1); }
EXPORT(searcher_free) void searcher_free(Searcher* searcher) { delete searcher; }
EXPORT(searcher_clear) void searcher_clear(Searcher* searcher) { searcher->clear(); }

// Searches, reports every line as it is found and the best ones again at the end, and returns their number.
// Only the moves in the buffer, two bytes each, are considered; none means all.
EXPORT(search)
int search(Searcher* searcher, const State* game, int depth, double nodes, double soft_ms, double hard_ms, int multipv,
           int contempt, int evaluation, int searchmoves) {
    Limits limits;
    limits.depth = depth;
    limits.nodes = std::uint64_t(nodes);
    limits.soft_ms = std::int64_t(soft_ms);
    limits.hard_ms = std::int64_t(hard_ms);
    limits.multipv = multipv;
    limits.contempt = contempt;
    limits.evaluation = Evaluation(evaluation);
    limits.searchmoves.resize(std::size_t(searchmoves));
    std::memcpy(limits.searchmoves.data(), shared.data(), limits.searchmoves.size() * sizeof(std::uint16_t));
    const auto tell = [](const Info& info) {
        const std::size_t bytes = info.pv.size() * sizeof(std::uint16_t);
        if (shared.size() < bytes) shared.resize(bytes);
        std::memcpy(shared.data(), info.pv.data(), bytes);
        report(info.line, info.depth, info.seldepth, info.score, info.win_in, double(info.nodes), double(info.time_ms),
               info.hashfull, int(info.pv.size()));
    };
    searcher->begin(limits);
    const std::vector<Info> lines = searcher->search(*game, limits, tell);
    for (const Info& info : lines) tell(info);
    return int(lines.size());
}
