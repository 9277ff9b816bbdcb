//===- Json.h - plan bundles as text ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TARGET_JSON_H
#define SHARDC_TARGET_JSON_H

#include "shardrt/Plan.h"
#include <string>

namespace shardc {

/// Everything in a plan but the bytes of object code, as indented JSON with
/// stable key order.
std::string planToJson(const shardrt::Plan &plan);

/// The actions of each program, one line a program, in the notation of
/// PyTorch's pipeline schedules: 0F0,0SEND_F0,... Actions outside of
/// microbatches (setup, update) keep their names.
std::string planToActionCsv(const shardrt::Plan &plan);

} // namespace shardc

#endif // SHARDC_TARGET_JSON_H
