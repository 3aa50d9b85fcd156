// The 7×9 game for web pages.
#include <utility>

#include "jungle/search.h"
#include "wasm/game.h"

namespace jungle::page {

namespace {

constexpr int kTablebasePieces = 3;  // in the tables that pages load

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

bool read_step_table(Reader& in, StepTable& table) {
    table.own_blocks = in.byte();
    table.enemy_blocks = in.byte();
    const int repetition = in.byte();
    table.stalemate_loses = in.byte();
    table.quiet_limit = int(in.word());
    for (auto& mask : table.takes) mask = in.byte();
    for (auto& animals : table.steps)
        for (auto& squares : animals)
            for (int square = 0; square < kSquares; ++square)
                if (!read_steps(in, squares[std::size_t(square)])) return false;
    if (!in.is_whole() || repetition > 2 || table.quiet_limit < 0) return false;
    table.repetition = Repetition(repetition);
    table.derive();
    return true;
}

using SharedTablebase = std::shared_ptr<std::shared_ptr<Tablebase>>;  // null until the first file is added

class JungleGame : public PageGame {
public:
    JungleGame(State state, SharedTablebase tables) : state_(std::move(state)), tables_(std::move(tables)) {}

    const State& state() const { return state_; }
    std::shared_ptr<const Tablebase> tables() const { return *tables_; }

    std::unique_ptr<PageGame> copy() const override { return std::make_unique<JungleGame>(*this); }

    bool play(unsigned code, unsigned) override {
        Move move;
        if (code > 0xffff || !state_.find_move(std::uint16_t(code), move)) return false;
        state_.play(move);
        return true;
    }

    std::vector<PageMove> moves() const override {
        std::vector<PageMove> found;
        for (const Move& move : state_.moves()) {
            const auto captured = std::uint8_t(move.is_capture() ? move.victim() + 1 : 0);
            found.push_back({move.from, move.to, std::uint8_t(move.animal + 1), captured, move.is_trade()});
        }
        return found;
    }

    void board(std::uint8_t* codes) const override { state_.position().to_board(codes); }
    unsigned hidden() const override { return 0; }
    int side() const override { return state_.position().side; }
    unsigned quiet() const override { return state_.position().quiet; }
    std::uint64_t key() const override { return state_.position().key; }

    Outcome outcome() const override { return state_.outcome(); }

    double perft(int depth) const override {
        const std::atomic<bool> never{false};
        return double(jungle::perft(state_.table(), state_.position(), depth, 1, never));
    }

    int evaluate(int evaluation) const override {
        return jungle::evaluate(state_.table(), state_.position(), Evaluation(evaluation));
    }

    // A win or loss that the limit of quiet plies might prevent is unknown, unless the only possible capture ends the
    // game: then it is a draw.
    std::optional<PageVerdict> verdict() const override {
        const Position& position = state_.position();
        const auto limit = std::uint32_t(state_.table().quiet_limit);
        if (!*tables_ || position.is_decided() || (limit && position.quiet >= limit)) return {};
        const int code = (*tables_)->probe(position, cache());
        if (code < 0) return {};
        if (code == kTablebaseDraw) return PageVerdict{};
        const int plies = tablebase_plies(std::uint8_t(code));
        if (!limit || position.quiet + std::uint32_t(plies) <= limit)
            return PageVerdict{is_tablebase_win(std::uint8_t(code)) ? kParts : -kParts, plies};
        return std::popcount(position.all()) == 2 ? std::optional(PageVerdict{}) : std::nullopt;
    }

    int choose(const std::vector<SeenLine>& lines, const Skill& skill, int last, bool is_opening,
               std::uint64_t seed) const override {
        return jungle::choose(state_.table(), state_.position(), lines, skill, last, is_opening, seed);
    }

    Advice advise(const std::vector<SeenLine>& lines, const LastHint& last, const HintFigures& figures) const override {
        return jungle::advise(state_, lines, last, figures);
    }
    int expected_score(const std::vector<SeenLine>& answers, const HintFigures& figures) const override {
        return jungle::expected_score(state_, answers, figures);
    }
    Explanation explain(const std::vector<SeenLine>& lines) const override {
        return jungle::explain(state_.table(), state_.position(), lines);
    }
    Explanation find_fault(const std::vector<SeenLine>& lines) const override {
        if (lines.size() < 2) return {};
        return jungle::find_fault(state_.table(), state_.position(), lines[0], lines[1]);
    }
    ForcedWin prove(double nodes) const override {
        const std::atomic<bool> stopped{false};
        return Prover().prove(state_, std::uint64_t(nodes), stopped);
    }

private:
    static TablebaseCache& cache() {
        static TablebaseCache blocks;
        return blocks;
    }

    State state_;
    SharedTablebase tables_;
};

class JungleSearcher : public PageSearcher {
public:
    explicit JungleSearcher(int hash_mb) : searcher_(hash_mb, 1) {}

    void clear() override { searcher_.clear(); }
    void set_threads(int threads) override { searcher_.set_threads(threads); }

    std::vector<Info> search(const PageGame& game, const PageLimits& asked, const OnInfo& report) override {
        const auto& jungle = static_cast<const JungleGame&>(game);
        Limits limits{asked, asked.contempt, Evaluation(asked.evaluation),
                      asked.with_tables ? jungle.tables() : nullptr};
        searcher_.begin(limits);
        return searcher_.search(jungle.state(), limits, report);
    }

private:
    Searcher searcher_;
};

class JungleRules : public PageRules {
public:
    explicit JungleRules(std::shared_ptr<const StepTable> table) : table_(std::move(table)) {}

    std::unique_ptr<PageGame> game(const std::uint8_t* codes, unsigned, int side, unsigned quiet) override {
        if (Position::fault(codes, side)) return nullptr;
        return std::make_unique<JungleGame>(State(table_, Position::from_board(codes, side, quiet)), tables_);
    }

    std::unique_ptr<PageSearcher> searcher(int hash_mb) override { return std::make_unique<JungleSearcher>(hash_mb); }

    bool add_table(ByteSpan file) override {
        if (!MaterialClasses::can_solve(*table_)) return false;
        if (!*tables_)
            *tables_ = std::make_shared<Tablebase>(std::make_shared<MaterialClasses>(table_, kTablebasePieces),
                                                   std::vector<std::pair<std::string, std::string>>());
        return (*tables_)->add(file);
    }

    int squares() const override { return kSquares; }

private:
    std::shared_ptr<const StepTable> table_;
    SharedTablebase tables_ = std::make_shared<std::shared_ptr<Tablebase>>();
};

}  // namespace

std::unique_ptr<PageRules> read_jungle_rules(Reader& in) {
    const auto table = std::make_shared<StepTable>();
    return read_step_table(in, *table) ? std::make_unique<JungleRules>(table) : nullptr;
}

}  // namespace jungle::page
