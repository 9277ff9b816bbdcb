//===- ExplainDifferences.h - two explanations ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_EXPLAINDIFFERENCES_H
#define SHARDC_LIB_DRIVER_EXPLAINDIFFERENCES_H

#include "shardc/Driver/Explain.h"

namespace shardc {

/// Values of both explanations whose sharding differs, by name; null: not there.
std::vector<std::pair<const ExplainedValue *, const ExplainedValue *>>
differences(const Explanation &first, const Explanation &second);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_EXPLAINDIFFERENCES_H
