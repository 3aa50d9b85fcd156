#include "rl/thread_pool.h"

#include <algorithm>
#include <system_error>

#ifdef _WIN32
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

namespace jungle::batch {

namespace {

// How often a helper looks for the next job before it sleeps: waking it costs as much as many steps.
constexpr int kLooks = 2000;
// How often the caller looks whether the helpers are done before it lets other processes run.
constexpr int kPatience = 200;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace

ThreadPool::ThreadPool(int threads) : ranges_(std::size_t(std::max(threads, 1))), process_(getpid()) {
    try {
        for (int thread = 1; thread < threads; ++thread)
            helpers_.emplace_back([this, thread] { wait_for_jobs(thread); });
    } catch (const std::system_error&) {
        // No more threads are available: make do with those we have.
    }
}

ThreadPool::~ThreadPool() {
    if (is_forked()) {
        // There is nothing to join or detach, and a thread object must not be destroyed before either.
        // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new)
        static_cast<void>(new std::vector<std::thread>(std::move(helpers_)));
        return;
    }
    closing_ = true;
    open_ = -1;
    open_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

// A forked process has none of the threads.
bool ThreadPool::is_forked() const { return getpid() != process_; }

void ThreadPool::run(const Job& job) {
    if (helpers_.empty() || job.count <= job.together) {
        job.call(job.work, 0, job.count, 0);
        return;
    }
    job_ = job;
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        ranges_[i].next = job.count * i / ranges_.size();
        ranges_[i].end = job.count * (i + 1) / ranges_.size();
    }
    jobs_ = jobs_ % 0x3fffffff + 1;
    open_ = jobs_;
    open_.notify_all();
    take_part(0);
    open_ = 0;
    if (is_forked()) return;
    // A helper that has joined finishes its share, which is as short as ours.
    for (int look = 0; helping_; ++look) {
        if (look < kPatience)
            pause();
        else
            std::this_thread::yield();
    }
}

void ThreadPool::take_part(int thread) {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        Range& range = ranges_[(std::size_t(thread) + i) % ranges_.size()];
        for (std::size_t first; (first = range.next.fetch_add(job_.together)) < range.end;)
            job_.call(job_.work, first, std::min(first + job_.together, range.end), thread);
    }
}

void ThreadPool::wait_for_jobs(int thread) {
    int seen = 0;  // the last job, or 0
    while (!closing_) {
        int job = open_;
        for (int look = 0; look < kLooks && (job == 0 || job == seen); ++look, job = open_) pause();
        if (job == 0 || job == seen) {
            open_.wait(job);
            continue;
        }
        // Announce first, then look again: either the caller waits for us, or we see that the job is over.
        ++helping_;
        seen = open_;
        if (seen > 0) take_part(thread);
        --helping_;
    }
}

}  // namespace jungle::batch
