//===- Progress.cpp - what long work is doing -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A thread redraws the line, so that time goes on while a stage works. All of the
// line's state is under one mutex, which ProgressPause holds while others write.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Progress.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace shardc {
namespace {

using Clock = std::chrono::steady_clock;

class ProgressLine {
public:
  ProgressLine(llvm::StringRef title, bool rewrites)
      : title(title), rewrites(rewrites), begin(Clock::now()), stageBegin(begin) {
    if (rewrites)
      ticker = std::thread([this] { tick(); });
  }

  ~ProgressLine() {
    {
      std::lock_guard<std::recursive_mutex> lock(mutex);
      isDone = true;
      erase();
    }
    wake.notify_all();
    if (ticker.joinable())
      ticker.join();
  }

  void set(std::string &field, std::string text) {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    field = std::move(text);
    stageBegin = Clock::now();
    if (rewrites)
      draw();
    else
      llvm::errs() << title << ": " << describe() << "\n";
  }

  void setStage(std::string text) { set(stage, std::move(text)); }
  void setPart(std::string text) {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    part = std::move(text);
  }

  void lock() {
    mutex.lock();
    erase();
  }
  void unlock() { mutex.unlock(); }

private:
  std::string describe() const {
    return part.empty() ? stage : stage.empty() ? part : part + ", " + stage;
  }

  static double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  void draw() {
    // Work of a moment is not worth a line.
    if (isDone || stage.empty() || since(begin) < 0.5)
      return;
    erase();
    std::string text;
    llvm::raw_string_ostream os(text);
    os << title << ": " << describe()
       << llvm::format(" [%.1f s, %.1f s in all]", since(stageBegin), since(begin));
    unsigned columns = llvm::sys::Process::StandardErrColumns();
    // A line that wraps can't be taken back.
    if (columns > 1 && text.size() >= columns)
      text.resize(columns - 1);
    llvm::errs() << text;
    llvm::errs().flush();
    isDrawn = true;
  }

  void erase() {
    if (!isDrawn)
      return;
    llvm::errs() << "\r\033[K";
    llvm::errs().flush();
    isDrawn = false;
  }

  void tick() {
    std::unique_lock<std::recursive_mutex> lock(mutex);
    while (!isDone) {
      wake.wait_for(lock, std::chrono::milliseconds(200));
      draw();
    }
  }

  std::string title, part, stage;
  bool rewrites, isDrawn = false, isDone = false;
  Clock::time_point begin, stageBegin;
  std::recursive_mutex mutex;
  std::condition_variable_any wake;
  std::thread ticker;
};

/// The line of the process, if a command shows one. It is made and ended by the thread
/// of the command alone.
std::unique_ptr<ProgressLine> current;

} // namespace

ProgressScope::ProgressScope(ProgressMode mode, llvm::StringRef title) {
  llvm::StringRef terminal = std::getenv("TERM") ? std::getenv("TERM") : "";
  bool rewrites = isatty(STDERR_FILENO) && !terminal.empty() && terminal != "dumb";
  if (current || mode == ProgressMode::Off || (mode == ProgressMode::Auto && !rewrites))
    return;
  current = std::make_unique<ProgressLine>(title, rewrites);
  isActive = true;
}

ProgressScope::~ProgressScope() {
  if (isActive)
    current.reset();
}

void reportProgress(const llvm::Twine &what) {
  if (current)
    current->setStage(what.str());
}

void reportProgressPart(const llvm::Twine &part) {
  if (current)
    current->setPart(part.str());
}

ProgressPause::ProgressPause() {
  if (current)
    current->lock();
}

ProgressPause::~ProgressPause() {
  if (current)
    current->unlock();
}

} // namespace shardc
