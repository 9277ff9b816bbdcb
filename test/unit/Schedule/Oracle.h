//===- Oracle.h - every execution of a small plan ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Explores all interleavings of all ranks of a small plan, by the words of the
// plan format and nothing else: it knows no clocks and no ranges. A plan is legal
// if no execution gets stuck, with all streams at once or with one communication
// a rank at a time, and every byte read in any of them holds what it should.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SCHEDULE_ORACLE_H
#define SHARDC_TEST_UNIT_SCHEDULE_ORACLE_H

#include "shardc/Schedule/Plan.h"
#include <string>

namespace shardc::test {

struct Verdict {
  bool legal = true;
  std::string why;
  size_t states = 0;
};

/// At most 64 tasks a rank. `limit` bounds the states visited; reaching it
/// throws the test away (Verdict::why says so).
Verdict explore(const plan::Plan &plan, size_t limit = 2000000);

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SCHEDULE_ORACLE_H
