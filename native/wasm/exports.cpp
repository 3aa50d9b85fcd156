// The functions that web pages call, compiled to WebAssembly.
//
// Numbers go in and out as arguments; everything longer goes through one buffer, whose address `buffer` returns.
// Rules, games and searchers are handles that the page frees.
#include <cstring>

#include "wasm/exporting.h"
#include "wasm/game.h"

using jungle::MoveCode;
using namespace jungle::page;

// Called for each line that a search finds; the moves of the line are in the buffer, two bytes each.
IMPORT(report)
void report(int line, int lines, int depth, int seldepth, int score, int win_in, double expected, double nodes,
            double time_ms, int hashfull, double tablebase_hits, int is_solved, int threads, int moves);

namespace {

enum Kind : std::uint8_t { kJungle = 0, kFlip = 1 };
constexpr std::size_t kLengthAt = 48, kHeadSize = 56;  // of a table file, see tables/file.h

std::vector<std::uint8_t> shared(1 << 12);
std::vector<std::unique_ptr<const std::vector<std::uint8_t>>> files;  // of tables, which refer to these bytes

void fit(std::size_t length) {
    if (shared.size() < length) shared.resize(length);
}

void tell(const jungle::Info& info) {
    const std::size_t bytes = info.pv.size() * sizeof(MoveCode);
    fit(bytes);
    std::memcpy(shared.data(), info.pv.data(), bytes);
    report(info.line, info.lines, info.depth, info.seldepth, info.score, info.win_in, info.expected, double(info.nodes),
           double(info.time_ms), info.hashfull, double(info.tablebase_hits), info.is_solved, info.threads,
           int(info.pv.size()));
}

// Lines in the first bytes of the buffer: score, win_in and number of moves (four bytes each), then the moves (two
// bytes each). None for anything else.
std::vector<jungle::SeenLine> read_lines(std::size_t length) {
    Reader in(jungle::ByteSpan(shared).first(std::min(length, shared.size())));
    std::vector<jungle::SeenLine> lines;
    while (in.is_ready()) {
        jungle::SeenLine line{int(in.word()), int(in.word()), {}};
        for (std::uint32_t left = in.word(); left > 0 && in.is_ready(); --left) {
            const std::uint8_t low = in.byte();
            line.pv.push_back(std::uint16_t(low | in.byte() << 8));
        }
        if (line.pv.empty()) return {};
        lines.push_back(std::move(line));
    }
    return in.is_whole() ? lines : std::vector<jungle::SeenLine>();
}

// Puts bytes into the buffer, and returns their number.
int put(const std::vector<int>& values) {
    fit(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) shared[i] = std::uint8_t(values[i]);
    return int(values.size());
}

int put(const jungle::Explanation& found) {
    return put({int(found.why), found.own, found.enemy, found.plies, found.risks, found.gains, found.hidden});
}

}  // namespace

// The buffer's address, after making it at least this long.
EXPORT(buffer) std::uint8_t* buffer(std::size_t length) {
    fit(length);
    return shared.data();
}

// A rule set from the first bytes of the buffer, as `jungle.web.contents.packed` writes them; null for anything else.
EXPORT(rules_new) PageRules* rules_new(std::size_t length) {
    Reader in(jungle::ByteSpan(shared).first(std::min(length, shared.size())));
    switch (in.byte()) {
        case kJungle: return read_jungle_rules(in).release();
        case kFlip: return read_flip_rules(in).release();
        default: return nullptr;
    }
}

EXPORT(rules_free) void rules_free(PageRules* rules) { delete rules; }

// Takes table files, one after the other in the first bytes of the buffer, and returns how many belong to the rules.
EXPORT(rules_add_tables) int rules_add_tables(PageRules* rules, std::size_t length) {
    files.push_back(
        std::make_unique<const std::vector<std::uint8_t>>(shared.begin(), shared.begin() + std::ptrdiff_t(length)));
    jungle::ByteSpan rest(*files.back());
    int taken = 0;
    while (rest.size() >= kHeadSize) {
        std::uint64_t size;
        std::memcpy(&size, rest.data() + kLengthAt, sizeof size);
        if (size < kHeadSize || size > rest.size()) break;
        taken += rules->add_table(rest.first(std::size_t(size)));
        rest = rest.subspan(std::size_t(size));
    }
    return taken;
}

// A game from the board in the buffer, one code per square; null if a piece occurs twice or a code is invalid.
EXPORT(game_new) PageGame* game_new(PageRules* rules, unsigned hidden, int side, unsigned quiet) {
    fit(std::size_t(rules->squares()));
    return rules->game(shared.data(), hidden, side, quiet).release();
}

EXPORT(game_copy) PageGame* game_copy(const PageGame* game) { return game->copy().release(); }
EXPORT(game_free) void game_free(PageGame* game) { delete game; }
EXPORT(game_play) bool game_play(PageGame* game, unsigned code, unsigned revealed) {
    return game->play(code, revealed);
}

// The legal moves, five bytes each in the buffer: origin, target, animal, captured animal, whether both vanish.
EXPORT(game_moves) int game_moves(const PageGame* game) {
    const std::vector<PageMove> moves = game->moves();
    fit(moves.size() * 5);
    std::uint8_t* out = shared.data();
    for (const PageMove& move : moves)
        for (const std::uint8_t byte : {move.from, move.to, move.animal, move.captured, std::uint8_t(move.is_trade)})
            *out++ = byte;
    return int(moves.size());
}

EXPORT(game_board) void game_board(const PageGame* game) { game->board(shared.data()); }
EXPORT(game_hidden) unsigned game_hidden(const PageGame* game) { return game->hidden(); }
EXPORT(game_side) int game_side(const PageGame* game) { return game->side(); }
EXPORT(game_quiet) unsigned game_quiet(const PageGame* game) { return game->quiet(); }
EXPORT(game_key) std::uint64_t game_key(const PageGame* game) { return game->key(); }
// The result (0 none, 1 Blue, 2 Red, 3 draw), and 8 bits higher the reason.
EXPORT(game_outcome) int game_outcome(const PageGame* game) {
    const jungle::Outcome outcome = game->outcome();
    return int(outcome.result) | int(outcome.reason) << 8;
}
EXPORT(perft) double count_leaves(const PageGame* game, int depth) { return game->perft(depth); }
EXPORT(evaluate) int evaluate_game(const PageGame* game, int evaluation) { return game->evaluate(evaluation); }

// What endgame tables know: the expected result in 24ths, and 16 bits higher the plies; -1 << 31 for nothing.
EXPORT(game_verdict) std::int32_t game_verdict(const PageGame* game) {
    const auto verdict = game->verdict();
    return verdict ? (verdict->plies << 16) | (verdict->parts & 0xffff) : INT32_MIN;
}

// The index of the line that a player of this skill plays, of the lines in the buffer; -1 if there are none.
EXPORT(choose)
int choose_line(const PageGame* game, std::size_t length, int blur, int plies, int sees, int fades, int jumps,
                int guards, int variety, int last, bool is_opening, std::uint64_t seed) {
    const std::vector<jungle::SeenLine> lines = read_lines(length);
    if (lines.empty()) return -1;
    return game->choose(lines, {blur, plies, sees, fades, jumps, guards, variety}, last, is_opening, seed);
}

// The line of those in the buffer that a hint follows, and its plan. The last hint is its move, and the kind, animal
// and target of its plan; the rest are its figures. In the buffer: the line's index, the plan's kind, piece, target,
// enemy and defenders, whether it carries on the last plan, goes back, or repeats a position, and the squares of the
// plan's way, a byte each. Returns the number of bytes, 0 if there is no line.
EXPORT(advise)
int advise_line(const PageGame* game, std::size_t length, unsigned move, int kind, int animal, int target, int margin,
                int margin_share, int step, int carry_on, int undo, int back, int repeat) {
    const std::vector<jungle::SeenLine> lines = read_lines(length);
    if (lines.empty()) return 0;
    const jungle::Advice advice = game->advise(lines, {std::uint16_t(move), jungle::PlanKind(kind), animal, target},
                                               {margin, margin_share, step, carry_on, undo, back, repeat});
    const jungle::Plan& plan = advice.plan;
    std::vector<int> told = {advice.line,    int(plan.kind),    plan.piece,       plan.target,   plan.enemy,
                             plan.defenders, advice.carries_on, advice.goes_back, advice.repeats};
    told.insert(told.end(), plan.steps.begin(), plan.steps.end());
    return put(told);
}

// The indices of the lines that a hint may choose from, a byte each, in the buffer. Returns their number.
EXPORT(candidates) int hint_candidates(std::size_t length, int margin, int margin_share) {
    const std::vector<jungle::SeenLine> lines = read_lines(length);
    jungle::HintFigures figures;
    figures.margin = margin;
    figures.margin_share = margin_share;
    const std::vector<std::uint8_t> found =
        lines.empty() ? std::vector<std::uint8_t>{} : jungle::candidates(lines, figures);
    return put(std::vector<int>(found.begin(), found.end()));
}

// What the move before this position is worth against an opponent who errs, in centi-cats, given the answers to it in
// the buffer; 0 if there are none.
EXPORT(expected_score) int expected_score_of(const PageGame* game, std::size_t length, int sight, int blur) {
    const std::vector<jungle::SeenLine> answers = read_lines(length);
    jungle::HintFigures figures;
    figures.sight = sight;
    figures.blur = blur;
    return answers.empty() ? 0 : game->expected_score(answers, figures);
}

// Why the first of these lines is the best. In the buffer: a code, the squares of an own and an enemy piece, plies, and
// of the face-down pieces the number that would lose, that would win, and of all, a byte each. Returns their number.
EXPORT(explain) int explain_line(const PageGame* game, std::size_t length) {
    const std::vector<jungle::SeenLine> lines = read_lines(length);
    return lines.empty() ? 0 : put(game->explain(lines));
}

// The same for what is wrong with the first line, the second being better.
EXPORT(find_fault) int find_line_fault(const PageGame* game, std::size_t length) {
    const std::vector<jungle::SeenLine> lines = read_lines(length);
    return lines.empty() ? 0 : put(game->find_fault(lines));
}

// The plies of a forced win found within this many nodes, and 16 bits higher the number of moves of its line, which are
// in the buffer, two bytes each; 0 if none was found.
EXPORT(prove) std::uint32_t prove_win(const PageGame* game, double nodes) {
    const jungle::ForcedWin win = game->prove(nodes);
    const std::size_t length = win.line.size() * sizeof(MoveCode);
    fit(length);
    std::memcpy(shared.data(), win.line.data(), length);
    return win.plies ? std::uint32_t(win.plies) | std::uint32_t(win.line.size()) << 16 : 0;
}

EXPORT(searcher_new) PageSearcher* searcher_new(PageRules* rules, int hash_mb) {
    return rules->searcher(hash_mb).release();
}
EXPORT(searcher_free) void searcher_free(PageSearcher* searcher) { delete searcher; }
EXPORT(searcher_clear) void searcher_clear(PageSearcher* searcher) { searcher->clear(); }
EXPORT(searcher_set_threads) void searcher_set_threads(PageSearcher* searcher, int threads) {
    searcher->set_threads(threads);
}

// Searches, reports every line as it is found and the best ones again at the end, and returns their number.
// Only the moves in the buffer, two bytes each, are considered; none means all.
EXPORT(search)
int search(PageSearcher* searcher, const PageGame* game, int depth, double nodes, double soft_ms, double hard_ms,
           int multipv, int contempt, int evaluation, int searchmoves, bool with_tables) {
    PageLimits limits{{depth, std::uint64_t(nodes), std::int64_t(soft_ms), std::int64_t(hard_ms), multipv, {}},
                      contempt,
                      evaluation,
                      with_tables};
    limits.searchmoves.resize(std::size_t(searchmoves));
    std::memcpy(limits.searchmoves.data(), shared.data(), limits.searchmoves.size() * sizeof(MoveCode));
    const std::vector<jungle::Info> lines = searcher->search(*game, limits, tell);
    for (const jungle::Info& line : lines) tell(line);
    return int(lines.size());
}
