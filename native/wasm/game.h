// The interface of a game for web pages: each game implements it once, and exports.cpp exports it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "common/outcome.h"
#include "common/threaded_searcher.h"
#include "jungle/forced.h"
#include "jungle/reasons.h"
#include "tables/inflate.h"

namespace jungle::page {

constexpr int kNobody = 2;  // the side to move before the first flip decides the colours
constexpr int kParts = 24;  // a certain win, in the verdicts of tables

struct PageMove {
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    std::uint8_t animal = 0;    // from 1; 0 for a flip
    std::uint8_t captured = 0;  // from 1; 0 for none
    bool is_trade = false;
};

struct PageVerdict {
    int parts = 0;  // of kParts, for the side to move
    int plies = 0;
};

struct PageLimits : SearchLimits {
    int contempt = 0;
    int evaluation = 0;
    bool with_tables = true;
};

class PageGame {
public:
    virtual ~PageGame() = default;
    virtual std::unique_ptr<PageGame> copy() const = 0;
    // Plays a legal move; a flip turns up the piece with this code. False if either is impossible.
    virtual bool play(unsigned move, unsigned revealed) = 0;
    virtual std::vector<PageMove> moves() const = 0;
    // One code per square: 0 empty, 1 … 16 a piece, 17 face down.
    virtual void board(std::uint8_t* codes) const = 0;
    // The pieces that lie face down, as a mask.
    virtual unsigned hidden() const = 0;
    virtual int side() const = 0;
    virtual unsigned quiet() const = 0;
    virtual std::uint64_t key() const = 0;
    virtual Outcome outcome() const = 0;
    virtual double perft(int depth) const = 0;
    virtual int evaluate(int evaluation) const = 0;
    // Returns what endgame tables know of the position.
    virtual std::optional<PageVerdict> verdict() const = 0;
    // Returns the index of the line that a player of that skill plays. See choosing.h.
    virtual int choose(const std::vector<SeenLine>& lines, const Skill& skill, int last, bool is_opening,
                       std::uint64_t seed) const = 0;
    // Chooses the line that a hint follows. See plans.h.
    virtual Advice advise(const std::vector<SeenLine>& lines, const LastHint& last,
                          const HintFigures& figures) const = 0;
    // Returns what the move before this position is worth against an opponent who errs. See plans.h.
    virtual int expected_score(const std::vector<SeenLine>& answers, const HintFigures& figures) const = 0;
    // Explain why the first line is the best, or what is wrong with it if the second was better. See reasons.h.
    virtual Explanation explain(const std::vector<SeenLine>& lines) const = 0;
    virtual Explanation find_fault(const std::vector<SeenLine>& lines) const = 0;
    // A forced win, if one is found within this many nodes; otherwise 0 plies. See forced.h.
    virtual ForcedWin prove(double nodes) const = 0;
};

class PageSearcher {
public:
    virtual ~PageSearcher() = default;
    virtual void clear() = 0;
    virtual void set_threads(int threads) = 0;
    // The best lines, best first; `report` is called for each that is found before. The game has rules of the same
    // kind.
    virtual std::vector<Info> search(const PageGame& game, const PageLimits& limits, const OnInfo& report) = 0;
};

class PageRules {
public:
    virtual ~PageRules() = default;
    // Null if the board is invalid.
    virtual std::unique_ptr<PageGame> game(const std::uint8_t* codes, unsigned hidden, int side, unsigned quiet) = 0;
    virtual std::unique_ptr<PageSearcher> searcher(int hash_mb) = 0;
    // Adds a table file. False if it is for other rules.
    virtual bool add_table(ByteSpan file) = 0;
    virtual int squares() const = 0;
};

// Reads what the page sent; past the end everything is 0.
class Reader {
public:
    explicit Reader(ByteSpan bytes) : bytes_(bytes) {}
    std::uint8_t byte() { return at_ < bytes_.size() ? bytes_[at_++] : fail(); }
    std::uint32_t word() {
        std::uint32_t value = 0;
        for (int shift = 0; shift < 32; shift += 8) value |= std::uint32_t(byte()) << shift;
        return value;
    }
    // Returns whether there is more to read.
    bool is_ready() const { return !failed_ && at_ < bytes_.size(); }
    bool is_whole() const { return !failed_ && at_ == bytes_.size(); }

private:
    std::uint8_t fail() {
        failed_ = true;
        return 0;
    }
    ByteSpan bytes_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

// The rules of each game, as `jungle.web.contents.packed` writes them; null for anything else.
std::unique_ptr<PageRules> read_jungle_rules(Reader& in);
std::unique_ptr<PageRules> read_flip_rules(Reader& in);

}  // namespace jungle::page
