#include "bindings/searching.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <condition_variable>
#include <deque>
#include <thread>

#include "bindings/bindings.h"

namespace nb = nanobind;
using namespace nb::literals;
using jungle::Info;
using jungle::SearchLimits;
using jungle::ThreadedSearcher;

void SearchControl::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (searcher_) searcher_->stop();
}

void SearchControl::set_deadline(std::int64_t soft_ms, std::int64_t hard_ms) {
    const std::lock_guard lock(mutex_);
    deadline_ = {soft_ms, hard_ms};
    if (searcher_) searcher_->set_deadline(soft_ms, hard_ms);
}

void SearchControl::begin(ThreadedSearcher& searcher, const SearchLimits& limits) {
    const std::lock_guard lock(mutex_);
    searcher.begin(limits);
    if (deadline_) searcher.set_deadline(deadline_->first, deadline_->second);
    if (stopped_) searcher.stop();
    searcher_ = &searcher;
}

void SearchControl::end() {
    const std::lock_guard lock(mutex_);
    searcher_ = nullptr;
}

namespace {

// Lets a control act on a searcher for as long as it lives.
class Controlled {
public:
    Controlled(SearchControl& control, ThreadedSearcher& searcher, const SearchLimits& limits) : control_(control) {
        control_.begin(searcher, limits);
    }
    ~Controlled() { control_.end(); }
    Controlled(const Controlled&) = delete;
    Controlled& operator=(const Controlled&) = delete;

private:
    SearchControl& control_;
};

}  // namespace

std::vector<Info> run_search(ThreadedSearcher& searcher, const SearchLimits& limits, SearchControl* control,
                             const std::optional<nb::callable>& on_info,
                             const std::function<std::vector<Info>(const jungle::OnInfo&)>& search) {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Info> reports;
    bool done = false;
    std::vector<Info> lines;
    std::exception_ptr failed;

    jungle::OnInfo report;
    if (on_info)
        report = [&](const Info& info) {
            const std::lock_guard lock(mutex);
            reports.push_back(info);
            changed.notify_one();
        };
    SearchControl own;
    const Controlled controlled(control ? *control : own, searcher, limits);
    std::jthread thinker([&] {
        std::vector<Info> found;
        std::exception_ptr error;
        try {
            found = search(report);
        } catch (...) {
            error = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        lines = std::move(found);
        failed = error;
        done = true;
        changed.notify_one();
    });

    std::optional<nb::python_error> raised;
    while (true) {
        std::deque<Info> arrived;
        bool finished;
        {
            nb::gil_scoped_release release;
            std::unique_lock lock(mutex);
            changed.wait_for(lock, kSignalPause, [&] { return done || !reports.empty(); });
            arrived.swap(reports);
            finished = done;
        }
        if (!raised) {
            try {
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
                for (const Info& info : arrived) (*on_info)(info);
            } catch (nb::python_error& error) {
                raised.emplace(std::move(error));
                searcher.stop();
            }
        }
        if (finished) break;
    }
    {
        nb::gil_scoped_release release;
        thinker.join();
    }
    if (raised) throw std::move(*raised);
    if (failed) std::rethrow_exception(failed);
    return lines;
}

void bind_searching(nb::module_& module) {
    nb::class_<SearchControl>(module, "SearchControl",
                              "Stops one search, or gives it new limits, from any thread: before it begins, too.")
        .def(nb::init<>())
        .def("stop", &SearchControl::stop, "End the search with the best it has.")
        .def("set_deadline", &SearchControl::set_deadline, "soft_ms"_a, "hard_ms"_a,
             "New limits, from now on; 0 for none.");

    nb::class_<Info>(module, "Info", "One line of a search, for the side to move.")
        .def_ro("line", &Info::line, "From 1, the best.")
        .def_ro("lines", &Info::lines, "How many are reported together.")
        .def_ro("depth", &Info::depth)
        .def_ro("seldepth", &Info::seldepth)
        .def_ro("score", &Info::score, "Centi-cats; in the face-down game the expected result, 30000 for a win.")
        .def_ro("win_in", &Info::win_in, "Plies to a win, negative to a loss, 0 when neither is certain.")
        .def_ro("expected", &Info::expected, "The expected result from -1 to 1 in the face-down game, otherwise NaN.")
        .def_ro("nodes", &Info::nodes)
        .def_ro("time_ms", &Info::time_ms)
        .def_ro("hashfull", &Info::hashfull, "Per mille.")
        .def_ro("tablebase_hits", &Info::tablebase_hits, "Positions found in endgame tables.")
        .def_ro("is_solved", &Info::is_solved, "Is the score that of endgame tables?")
        .def_ro("pv", &Info::pv, "Moves, as origin | target << 6; in the face-down game up to the first flip.");
}
