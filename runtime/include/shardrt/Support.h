//===- Support.h - errors as values ---------------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Status` and `Expected<T>`: nothing in the public interface of the runtime
// throws. Messages are lower case, without a full stop, and name both parties.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_SUPPORT_H
#define SHARDRT_SUPPORT_H

#include <cassert>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace shardrt {

/// What went wrong, coarsely; the message says the rest.
enum class ErrorCode {
  Ok,
  InvalidFile,     ///< the bundle is damaged or inconsistent
  InvalidArgument, ///< the caller asked for something that does not exist
  Unavailable,     ///< the backend cannot run on this machine
  Mismatch,        ///< ranks disagree about an operation
  Timeout,         ///< a rank made no progress
  Aborted,         ///< another rank, or an earlier error, ended the run
  Internal,        ///< a library or system call failed
};

/// Success, or an error with a message. Cheap to move.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}

  static Status success() { return Status(); }

  /// True on success.
  bool ok() const { return code_ == ErrorCode::Ok; }
  explicit operator bool() const { return ok(); }

  ErrorCode code() const { return code_; }
  const std::string &message() const { return message_; }

private:
  ErrorCode code_ = ErrorCode::Ok;
  std::string message_;
};

/// Builds an error from anything that prints.
template <typename... Args>
Status makeError(ErrorCode code, const Args &...args) {
  std::ostringstream os;
  (os << ... << args);
  return Status(code, os.str());
}

/// A value or the error that prevented it.
template <typename T>
class [[nodiscard]] Expected {
public:
  Expected(T value) : value_(std::move(value)) {}
  Expected(Status status) : status_(std::move(status)) {
    assert(!status_.ok() && "an Expected without a value needs an error");
  }

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }

  const Status &status() const { return status_; }
  const std::string &message() const { return status_.message(); }

private:
  std::optional<T> value_;
  Status status_;
};

} // namespace shardrt

#endif // SHARDRT_SUPPORT_H
