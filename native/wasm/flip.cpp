// The face-down game for web pages.
#include <algorithm>

#include "flip/reasons.h"
#include "flip/search.h"
#include "wasm/game.h"

namespace jungle::page {

namespace {

using flip::Position;

constexpr int kTablebasePieces = 5;  // in the tables that pages load

static_assert(kNobody == flip::kNobody && kParts == flip::kParts);

using SharedTablebase = std::shared_ptr<std::shared_ptr<flip::Tablebase>>;  // null until the first file is added

class FlipGame : public PageGame {
public:
    FlipGame(const flip::Rules& rules, const Position& position, SharedTablebase tables)
        : game_{rules, position, {}, nullptr}, tables_(std::move(tables)) {}

    // With the tables loaded so far, or without any.
    flip::Game game(bool with_tables) const {
        flip::Game game = game_;
        if (with_tables) game.tables = *tables_;
        return game;
    }

    std::unique_ptr<PageGame> copy() const override { return std::make_unique<FlipGame>(*this); }

    bool play(unsigned code, unsigned revealed) override {
        const flip::MoveList list = game_.moves();
        const flip::Move move = flip::Move::of_wide(MoveCode(code));
        if (code > 0xffff || std::ranges::find(list, move) == list.end()) return false;
        const bool is_hidden =
            revealed >= 1 && revealed <= flip::kPieces && game_.position.hidden >> (revealed - 1) & 1;
        if (move.is_flip() && !is_hidden) return false;
        game_.play(move, int(revealed) - 1);
        return true;
    }

    std::vector<PageMove> moves() const override {
        std::vector<PageMove> found;
        const Position& position = game_.position;
        for (const flip::Move& move : game_.moves()) {
            PageMove made{move.from, move.to};
            if (!move.is_flip()) made.animal = std::uint8_t((position.piece_on(move.from) & 7) + 1);
            if (position.is_capture(move)) {
                made.captured = std::uint8_t((position.piece_on(move.to) & 7) + 1);
                made.is_trade = position.is_trade(game_.rules, move.from, move.to);
            }
            found.push_back(made);
        }
        return found;
    }

    void board(std::uint8_t* codes) const override {
        for (int square = 0; square < flip::kSquares; ++square) codes[square] = game_.position.code_on(square);
    }
    unsigned hidden() const override { return game_.position.hidden; }
    int side() const override { return game_.position.side; }
    unsigned quiet() const override { return game_.position.quiet; }
    std::uint64_t key() const override { return game_.position.key; }

    Outcome outcome() const override { return game_.outcome(); }

    double perft(int depth) const override {
        const std::atomic<bool> never{false};
        return double(flip::perft(game_.rules, game_.position, depth, never));
    }

    int evaluate(int) const override { return flip::evaluate(flip::Relations(game_.rules), game_.position); }

    std::optional<PageVerdict> verdict() const override {
        if (!*tables_ || game_.position.is_decided()) return {};
        static TablebaseCache cache;
        const auto found = (*tables_)->probe(game_.position, cache);
        return found ? std::optional(PageVerdict{found->parts, found->plies}) : std::nullopt;
    }

    int choose(const std::vector<SeenLine>& lines, const Skill& skill, int, bool is_opening,
               std::uint64_t seed) const override {
        return jungle::choose(lines, skill, is_opening, seed);
    }

    Advice advise(const std::vector<SeenLine>& lines, const LastHint&, const HintFigures&) const override {
        Advice advice;
        advice.line = flip::advise(game_, scored(lines));
        return advice;
    }
    // Hints of this game compare moves by their chances alone.
    int expected_score(const std::vector<SeenLine>& answers, const HintFigures&) const override {
        return -answers[0].score;
    }
    Explanation explain(const std::vector<SeenLine>& lines) const override {
        return flip::explain(game_, scored(lines));
    }
    Explanation find_fault(const std::vector<SeenLine>& lines) const override {
        if (lines.size() < 2) return {};
        const auto both = scored(lines);
        return flip::find_fault(game_, both[0], both[1]);
    }
    // Proofs exist only for the 7×9 game.
    ForcedWin prove(double) const override { return {}; }

private:
    static std::vector<flip::ScoredLine> scored(const std::vector<SeenLine>& lines) {
        std::vector<flip::ScoredLine> found;
        for (const SeenLine& line : lines) found.push_back(flip::scored_line(line.score, line.win_in, line.pv));
        return found;
    }

    flip::Game game_;
    SharedTablebase tables_;
};

class FlipSearcher : public PageSearcher {
public:
    explicit FlipSearcher(int hash_mb) : searcher_(hash_mb, 1) {}

    void clear() override { searcher_.clear(); }
    void set_threads(int threads) override { searcher_.set_threads(threads); }

    std::vector<Info> search(const PageGame& game, const PageLimits& limits, const OnInfo& report) override {
        searcher_.begin(limits);
        return searcher_.search(static_cast<const FlipGame&>(game).game(limits.with_tables), limits, report);
    }

private:
    flip::Searcher searcher_;
};

class FlipRules : public PageRules {
public:
    explicit FlipRules(const flip::Rules& rules) : rules_(rules) {}

    std::unique_ptr<PageGame> game(const std::uint8_t* codes, unsigned hidden, int side, unsigned quiet) override {
        if (Position::fault(codes, hidden, side)) return nullptr;
        if (side == kNobody && std::popcount(hidden) != flip::kSquares) return nullptr;
        const int plies = int(std::min(quiet, 0xffffu));
        return std::make_unique<FlipGame>(rules_, Position::from_board(codes, flip::Mask(hidden), side, plies),
                                          tables_);
    }

    std::unique_ptr<PageSearcher> searcher(int hash_mb) override { return std::make_unique<FlipSearcher>(hash_mb); }

    bool add_table(ByteSpan bytes) override {
        auto file = std::make_unique<TablebaseFile>();
        if (!file->open(bytes).empty()) return false;
        if (!*tables_) *tables_ = std::make_shared<flip::Tablebase>(rules_, kTablebasePieces);
        return (*tables_)->add(std::move(file)) == flip::Fit::Yes;
    }

    int squares() const override { return flip::kSquares; }

private:
    flip::Rules rules_;
    SharedTablebase tables_ = std::make_shared<std::shared_ptr<flip::Tablebase>>();
};

}  // namespace

std::unique_ptr<PageRules> read_flip_rules(Reader& in) {
    flip::Rules rules;
    rules.quiet_limit = int(in.word());
    for (auto& mask : rules.takes) mask = in.byte();
    for (auto& mask : rules.trades) mask = in.byte();
    if (!in.is_whole() || rules.quiet_limit < 0) return nullptr;
    return std::make_unique<FlipRules>(rules);
}

}  // namespace jungle::page
