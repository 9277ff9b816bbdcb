//===- Cudart.cpp - a CUDA runtime of threads -----------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory is host memory, a stream is a thread with a queue. "Kernels"
// are functions `void symbol(void **arguments)` of an ELF shared object, which
// says how many arguments there are in `const int symbol_arguments`.
//
//===----------------------------------------------------------------------===//
#include "Standin.h"

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

struct CUstream_st {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> queue;
  bool busy = false;
  std::thread thread;

  void enqueue(std::function<void()> work) {
    std::lock_guard<std::mutex> lock(mutex);
    queue.push_back(std::move(work));
    changed.notify_all();
  }
  bool idle() {
    std::lock_guard<std::mutex> lock(mutex);
    return queue.empty() && !busy;
  }
  void run() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return !queue.empty(); });
      std::function<void()> work = std::move(queue.front());
      queue.pop_front();
      if (!work)
        return;
      busy = true;
      lock.unlock();
      work();
      lock.lock();
      busy = false;
      changed.notify_all();
    }
  }
};

namespace {
/// A recording of an event; others wait for it whatever becomes of the event.
struct Mark {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
};
} // namespace

struct CUevent_st {
  std::shared_ptr<Mark> mark;
};
struct CUlib_st {
  void *handle = nullptr;
  int file = -1;
};
struct CUkern_st {
  void (*function)(void **) = nullptr;
  int arguments = 0;
};

/// Live allocations, so that a wrong pointer is noticed.
static std::mutex blocksMutex;
static std::set<void *> blocks;

extern "C" {

void standinEnqueue(cudaStream_t stream, void (*run)(void *), void *argument) {
  stream->enqueue([=] { run(argument); });
}

cudaError_t cudaGetDeviceCount(int *count) {
  const char *text = std::getenv("STANDIN_DEVICES");
  *count = text ? std::atoi(text) : 8;
  return *count ? cudaSuccess : cudaErrorNoDevice;
}
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
const char *cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorNoDevice       ? "no CUDA-capable device is detected"
         : error == cudaErrorInvalidValue ? "invalid argument"
                                          : "stand-in error";
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int) {
  *value = attribute == cudaDevAttrComputeCapabilityMajor ? 9 : 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  *pointer = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  std::memset(*pointer, 0xff, bytes);
  std::lock_guard<std::mutex> lock(blocksMutex);
  blocks.insert(*pointer);
  return cudaSuccess;
}
cudaError_t cudaFree(void *pointer) {
  std::lock_guard<std::mutex> lock(blocksMutex);
  if (!blocks.erase(pointer))
    return cudaErrorInvalidValue;
  std::free(pointer);
  return cudaSuccess;
}
cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes, cudaMemcpyKind) {
  std::memcpy(dst, src, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemset(void *dst, int value, size_t bytes) {
  std::memset(dst, value, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  stream->enqueue([=] { std::memcpy(dst, src, bytes); });
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *dst, int value, size_t bytes, cudaStream_t stream) {
  stream->enqueue([=] { std::memset(dst, value, bytes); });
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned, int) {
  *stream = new CUstream_st;
  (*stream)->thread = std::thread([s = *stream] { s->run(); });
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  stream->enqueue(nullptr);
  stream->thread.join();
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return stream->idle() ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (!stream) // the default stream: nothing here is asynchronous on it
    return cudaSuccess;
  std::unique_lock<std::mutex> lock(stream->mutex);
  stream->changed.wait(lock, [&] { return stream->queue.empty() && !stream->busy; });
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
  *event = new CUevent_st;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  auto mark = std::make_shared<Mark>();
  event->mark = mark;
  stream->enqueue([mark] {
    std::lock_guard<std::mutex> lock(mark->mutex);
    mark->done = true;
    mark->changed.notify_all();
  });
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (!event->mark)
    return cudaSuccess;
  std::lock_guard<std::mutex> lock(event->mark->mutex);
  return event->mark->done ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (std::shared_ptr<Mark> mark = event->mark)
    stream->enqueue([mark] {
      std::unique_lock<std::mutex> lock(mark->mutex);
      mark->changed.wait(lock, [&] { return mark->done; });
    });
  return cudaSuccess;
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, cudaJitOption *, void **,
                                unsigned, cudaLibraryOption *, void **, unsigned) {
  // The size of an ELF file of sections: its section table comes last.
  const auto *bytes = static_cast<const unsigned char *>(code);
  if (std::memcmp(bytes, "\177ELF", 4) != 0)
    return cudaErrorInvalidValue;
  uint64_t table;
  uint16_t entry, count;
  std::memcpy(&table, bytes + 40, 8);
  std::memcpy(&entry, bytes + 58, 2);
  std::memcpy(&count, bytes + 60, 2);
  size_t size = table + size_t(entry) * count;
  auto *loaded = new CUlib_st;
  loaded->file = memfd_create("standin-kernels", 0);
  if (write(loaded->file, code, size) != static_cast<ssize_t>(size))
    return cudaErrorInvalidValue;
  std::string path = "/proc/self/fd/" + std::to_string(loaded->file);
  loaded->handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  *library = loaded;
  return loaded->handle ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  dlclose(library->handle);
  close(library->file);
  delete library;
  return cudaSuccess;
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name) {
  void *function = dlsym(library->handle, name);
  auto *count =
      static_cast<const int *>(dlsym(library->handle, (std::string(name) + "_arguments").c_str()));
  if (!function || !count)
    return cudaErrorInvalidValue;
  *kernel = new CUkern_st{reinterpret_cast<void (*)(void **)>(function), *count};
  return cudaSuccess;
}
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t, cudaFuncAttribute, int, int) {
  return cudaSuccess;
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **arguments) {
  auto *kernel = static_cast<const CUkern_st *>(function);
  // Values are taken now: the caller's array is gone when the kernel runs.
  std::vector<void *> values;
  for (int i = 0; i < kernel->arguments; ++i)
    values.push_back(*static_cast<void **>(arguments[i]));
  config->stream->enqueue([=]() mutable {
    std::vector<void *> pointers;
    for (void *&value : values)
      pointers.push_back(&value);
    kernel->function(pointers.data());
  });
  return cudaSuccess;
}
}
