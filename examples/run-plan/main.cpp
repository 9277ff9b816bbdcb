//===- main.cpp - a program that runs plans ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   run-plan PLAN.shard
//
// One step on threads of this process, and the first value of each global result.
//
//===----------------------------------------------------------------------===//

#include "shardrt/Plan.h"
#include "shardrt/Session.h"
#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: run-plan PLAN.shard\n");
    return 2;
  }
  auto plan = shardrt::loadPlan(std::string(argv[1]));
  if (!plan) {
    std::fprintf(stderr, "%s\n", plan.status().message().c_str());
    return 1;
  }
  auto session = shardrt::Session::create(*plan, shardrt::Options());
  auto fail = [](const shardrt::Status &status) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    return 1;
  };
  if (!session)
    return fail(session.status());
  auto step = session->run(0);
  if (!step)
    return fail(step.status());
  for (const shardrt::Program &program : session->plan().programs)
    for (const shardrt::Tensor &output : program.outputs) {
      auto value = session->readGlobal(output.name, shardrt::Border::Output);
      if (!value)
        return fail(value.status());
      std::printf("%s: %zu elements, the first %g\n", output.name.c_str(), value->values.size(),
                  value->values.empty() ? 0.0 : value->values[0]);
    }
  return 0;
}
