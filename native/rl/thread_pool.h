// Threads that wait for work, so that a step of a batch need not start any.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace jungle::batch {

class ThreadPool {
public:
    // `threads` includes the caller of for_each; if the system has fewer, fewer are used.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    // Calls work(i, thread) for every i below count, and returns when all calls have returned. The caller is thread 0.
    // Each thread has a range of its own, the same in every call with that count, so that what belongs to a number
    // stays in the cache of one core. A thread that is done helps the others. It takes `together` numbers at a time.
    // One call at a time.
    template <class Work>
    void for_each(std::size_t count, std::size_t together, const Work& work) {
        const Job job{count, together, &work, [](const void* given, std::size_t first, std::size_t last, int thread) {
                          for (std::size_t i = first; i < last; ++i) (*static_cast<const Work*>(given))(i, thread);
                      }};
        run(job);
    }

private:
    struct Job {
        std::size_t count = 0, together = 1;
        const void* work = nullptr;
        void (*call)(const void* work, std::size_t first, std::size_t last, int thread) = nullptr;
    };

    // What is left of a thread's range. Each on a cache line of its own.
    struct alignas(64) Range {
        std::atomic<std::size_t> next{0};
        std::size_t end = 0;
    };

    void run(const Job& job);
    void take_part(int thread);
    void wait_for_jobs(int thread);
    bool is_forked() const;

    Job job_;
    std::vector<Range> ranges_;
    std::atomic<int> open_{0};     // the number of the job that helpers may join; 0 while there is none
    std::atomic<int> helping_{0};  // helpers that may be at work: the job must stay as it is
    std::atomic<bool> closing_{false};
    int jobs_ = 0;
    long process_;
    std::vector<std::thread> helpers_;
};

}  // namespace jungle::batch
