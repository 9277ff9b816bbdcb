//===- InterpretPass.cpp - run a module and print its results ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The pass `--shardc-interpret`, for tests and for people.
//
//===----------------------------------------------------------------------===//
#include "shardc/Reference/Passes.h"

#include "Mesh.h"
#include "shardc/Reference/Program.h"
#include "shardc/Reference/Seeding.h"

namespace shardc {
#define GEN_PASS_DEF_INTERPRETPASS
#include "shardc/Reference/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

namespace {
struct InterpretPass : shardc::impl::InterpretPassBase<InterpretPass> {
  using InterpretPassBase::InterpretPassBase;

  /// Prints the local results of every rank of a local program.
  LogicalResult printRanks(raw_ostream &os, const InterpreterOptions &interpreter) {
    FailureOr<RankPrograms> programs = findPrograms(getOperation(), entry);
    if (failed(programs))
      return failure();
    // The entry is local even where nothing says so.
    for (auto mesh : getOperation().getOps<dist::MeshOp>())
      if (!programs->mesh) {
        programs->mesh = mesh.getMesh();
        programs->functions.assign(rankCount(programs->mesh), programs->functions[0]);
      }
    SmallVector<SmallVector<Tensor>> arguments;
    for (func::FuncOp function : programs->functions) {
      SmallVector<Tensor> &values = arguments.emplace_back();
      for (unsigned i = 0; i < function.getNumArguments(); ++i) {
        // Local types, so that the attributes of global values do not apply.
        auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[i]);
        FailureOr<shardrt::InitSpec> init =
            type ? initOf(function.getArgAttrDict(i), argumentName(function, i),
                          type.getElementType())
                 : FailureOr<shardrt::InitSpec>();
        if (failed(init))
          return function.emitOpError() << "has an argument " << i << " that cannot be seeded";
        values.push_back(seedTensor(*init, type, seed));
      }
    }
    FailureOr<SmallVector<SmallVector<Tensor>>> results =
        interpretRanks(programs->functions, programs->mesh, arguments, interpreter);
    if (failed(results))
      return failure();
    for (size_t rank = 0; rank < results->size(); ++rank)
      for (unsigned i = 0; i < (*results)[rank].size(); ++i) {
        os << "rank " << rank << " " << resultName(programs->functions[rank], i) << ": ";
        (*results)[rank][i].print(os, digits, limit);
        os << "\n";
      }
    return success();
  }

  LogicalResult printGlobal(raw_ostream &os, const InterpreterOptions &interpreter) {
    ProgramOptions options;
    options.seed = seed;
    options.steps = steps;
    options.entry = entry;
    options.interpreter = interpreter;
    auto results = runModule(getOperation(), options);
    if (failed(results))
      return failure();
    for (size_t step = 0; step < results->size(); ++step)
      for (const NamedTensor &result : (*results)[step]) {
        if (steps > 1)
          os << "step " << step << " ";
        os << result.name << ": ";
        result.value.print(os, digits, limit);
        os << "\n";
      }
    return success();
  }

  void runOnOperation() final {
    InterpreterOptions interpreter;
    interpreter.bufferedSends = bufferedSends;
    // Nothing is printed of a run that failed half-way.
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(ranks ? printRanks(os, interpreter) : printGlobal(os, interpreter)))
      return signalPassFailure();
    llvm::outs() << text;
    llvm::outs().flush();
    markAllAnalysesPreserved();
  }
};
} // namespace
