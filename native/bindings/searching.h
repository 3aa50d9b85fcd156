// How Python searches, whichever game it is: one search at a time on another thread, which a control may stop.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "common/threaded_searcher.h"

// Stop requests and limits of one search. It exists before the search starts, so that an early stop is not lost.
class SearchControl {
public:
    void stop();
    // New limits, counted from now, or from the start of the search if that comes later.
    void set_deadline(std::int64_t soft_ms, std::int64_t hard_ms);

    // Between these calls the control acts on the searcher.
    void begin(jungle::ThreadedSearcher& searcher, const jungle::SearchLimits& limits);
    void end();

private:
    std::mutex mutex_;
    bool stopped_ = false;
    std::optional<std::pair<std::int64_t, std::int64_t>> deadline_;
    jungle::ThreadedSearcher* searcher_ = nullptr;
};

// Runs a search on another thread. The calling thread passes reports to Python and checks for Ctrl-C meanwhile.
std::vector<jungle::Info> run_search(jungle::ThreadedSearcher& searcher, const jungle::SearchLimits& limits,
                                     SearchControl* control, const std::optional<nanobind::callable>& on_info,
                                     const std::function<std::vector<jungle::Info>(const jungle::OnInfo&)>& search);

// The class of a game's searcher, apart from `search` itself.
template <class Searcher>
nanobind::class_<Searcher> bind_searcher(nanobind::module_& module, const char* name, const char* about) {
    using namespace nanobind::literals;
    return nanobind::class_<Searcher>(module, name, about)
        .def(
            "__init__",
            [](Searcher* self, int hash_mb, int threads) {
                if (hash_mb < 1 || threads < 1) throw nanobind::value_error("expected hash_mb and threads from 1");
                nanobind::gil_scoped_release release;  // A large table takes many milliseconds to clear.
                new (self) Searcher(hash_mb, threads);
            },
            "hash_mb"_a = 64, "threads"_a = 1)
        .def("clear", &Searcher::clear, nanobind::call_guard<nanobind::gil_scoped_release>(),
             "Forget everything: a new game.")
        .def("resize", &Searcher::resize, "hash_mb"_a, nanobind::call_guard<nanobind::gil_scoped_release>())
        .def("set_threads", &Searcher::set_threads, "threads"_a);
}

void bind_searching(nanobind::module_& module);
