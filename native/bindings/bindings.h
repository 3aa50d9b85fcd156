// What the bindings of the parts of the core share.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "tables/jungle/tablebase.h"

using SharedStepTable = std::shared_ptr<const jungle::StepTable>;

// How often the calling thread checks for Ctrl-C.
constexpr auto kSignalPause = std::chrono::milliseconds(15);

// Throws ValueError for bytes that are not a board.
jungle::Position make_position(nanobind::bytes board, int side, int quiet);

// Runs work on another thread, while the calling thread checks for Ctrl-C and stops the work then.
template <class Work>
auto run_beside(std::atomic<bool>& stopped, Work work) {
    auto result = std::async(std::launch::async, work);
    while (true) {
        {
            nanobind::gil_scoped_release release;
            if (result.wait_for(kSignalPause) == std::future_status::ready) return result.get();
        }
        if (PyErr_CheckSignals() != 0) break;
    }
    stopped = true;
    {
        nanobind::gil_scoped_release release;
        result.wait();
    }
    throw nanobind::python_error();
}

// What one search is told while it runs, or before: it exists first, and nothing it is told is lost.
class SearchControl {
public:
    void stop() {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        if (stop_) stop_();
    }
    // New limits, counted from now, or from the start of the search if that comes later.
    void set_deadline(std::int64_t soft_ms, std::int64_t hard_ms) {
        const std::lock_guard lock(mutex_);
        deadline_ = {soft_ms, hard_ms};
        if (set_deadline_) set_deadline_(soft_ms, hard_ms);
    }

    // From here on, until `end`, what is said reaches this searcher.
    template <class Searcher, class Limits>
    void begin(Searcher& searcher, const Limits& limits) {
        const std::lock_guard lock(mutex_);
        searcher.begin(limits);
        if (deadline_) searcher.set_deadline(deadline_->first, deadline_->second);
        if (stopped_) searcher.stop();
        stop_ = [&searcher] { searcher.stop(); };
        set_deadline_ = [&searcher](std::int64_t soft_ms, std::int64_t hard_ms) { searcher.set_deadline(soft_ms, hard_ms); };
    }
    void end() {
        const std::lock_guard lock(mutex_);
        stop_ = nullptr;
        set_deadline_ = nullptr;
    }

private:
    std::mutex mutex_;
    bool stopped_ = false;
    std::optional<std::pair<std::int64_t, std::int64_t>> deadline_;
    std::function<void()> stop_;
    std::function<void(std::int64_t, std::int64_t)> set_deadline_;
};

// Lets a control reach a searcher for as long as it lives.
template <class Searcher, class Limits>
class Controlled {
public:
    Controlled(SearchControl* control, Searcher& searcher, const Limits& limits) : control_(control) {
        if (control_)
            control_->begin(searcher, limits);
        else
            searcher.begin(limits);
    }
    ~Controlled() {
        if (control_) control_->end();
    }
    Controlled(const Controlled&) = delete;
    Controlled& operator=(const Controlled&) = delete;

private:
    SearchControl* control_;
};

// The tables in use, with a cache for those who ask from Python, one at a time.
struct TablebaseProber {
    std::shared_ptr<const jungle::Tablebase> tables;
    jungle::TablebaseCache cache;
};

void bind_tablebase(nanobind::module_& module);
void bind_teaching(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
