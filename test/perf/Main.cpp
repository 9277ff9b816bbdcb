//===- Main.cpp - shardc-bench ----------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The benchmarks are in the other files; this is Google Benchmark's main.
//
//===----------------------------------------------------------------------===//

#include <benchmark/benchmark.h>

BENCHMARK_MAIN();
