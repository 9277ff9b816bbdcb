//===- RaiseGradientTest.cpp - gradients of raised graphs -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The gradients of a block as a framework spells it equal those of what import makes
// of it.
//
//===----------------------------------------------------------------------===//

#include "TrainingTestUtils.h"
#include "shardc/Import/Import.h"
#include "shardc/Import/Precision.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "shardc/Reference/Program.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

class RaiseGradientTest : public TrainingTest, public ::testing::WithParamInterface<const char *> {
protected:
  /// Imports a text and makes the sum of the result's squares its loss.
  OwningOpRef<ModuleOp> import(StringRef text, StringRef raise) {
    ImportOptions options;
    options.raise = raise.str();
    OwningOpRef<ModuleOp> module = importText(text, "model.mlir", &context, options);
    if (!module || failed(convertPrecision(*module, "fp64")))
      return {};
    func::FuncOp main = mainOf(*module);
    auto end = cast<func::ReturnOp>(main.getBody().front().getTerminator());
    OpBuilder builder(end);
    TensorBuilder b(builder, end.getLoc());
    Value y = b.widen(end.getOperand(0));
    Value loss = b.reduceSumAll(b.mul(y, y)), count = b.splatLike(loss, 1.0);
    end.getOperandsMutable().assign({loss, count});
    main.setFunctionType(
        builder.getFunctionType(main.getArgumentTypes(), {loss.getType(), count.getType()}));
    SmallVector<DictionaryAttr> results;
    for (StringRef name : {"loss_sum", "token_count"})
      results.push_back(builder.getDictionaryAttr(
          {builder.getNamedAttr("dist.name", builder.getStringAttr(name)),
           builder.getNamedAttr("dist.role", builder.getStringAttr(name))}));
    main.setAllResultAttrs(results);
    return module;
  }
};

TEST_P(RaiseGradientTest, AreThoseOfThePlainGraph) {
  std::string path = std::string(SHARDC_SOURCE_DIR "/test/Import/Inputs/") + GetParam() + ".mlir";
  auto buffer = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(buffer)) << path;
  DifferentiateOptions options;
  options.observe = true;
  OwningOpRef<ModuleOp> steps[2];
  for (unsigned i : {0, 1}) {
    OwningOpRef<ModuleOp> forward = import((*buffer)->getBuffer(), i ? "on" : "off");
    ASSERT_TRUE(forward);
    steps[i] = run(*forward, createDifferentiate(options));
    ASSERT_TRUE(steps[i]);
  }
  unsigned raised = 0;
  steps[1]->walk([&](Operation *op) { raised += op->getName().getStringRef().ends_with("_grad"); });
  EXPECT_GT(raised, 0u);

  // Weights of size 1, so that no part is near the middle of its range only.
  SmallVector<reference::NamedTensor> given;
  func::FuncOp main = mainOf(*steps[0]);
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    StringRef role = roleOfArg(main, i);
    auto type = cast<RankedTensorType>(main.getArgumentTypes()[i]);
    std::string name = reference::argumentName(main, i);
    if (role != "state" && isa<FloatType>(type.getElementType()))
      given.push_back({name, role.str(), reference::randomTensor(type, 11, name)});
  }
  SmallVector<reference::NamedTensor> values[2];
  for (auto [step, results] : llvm::zip(steps, values)) {
    auto run = reference::runModule(*step, {}, given);
    ASSERT_TRUE(succeeded(run));
    results = run->front();
  }
  reference::WorstError worst = reference::compareResults(values[1], values[0]);
  // Constants of gelu in the file have been rounded to fp32.
  EXPECT_LE(worst.error, (StringRef(GetParam()).contains("multi-head")) ? 1e-5 : 1e-8)
      << worst.name;
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, RaiseGradientTest,
    ::testing::Values("attention/jax-dot-product-attention", "attention/jax-einsum-additive",
                      "attention/jax-groups-soft-cap", "attention/jax-repeated-keys",
                      "attention/jax-vmap-constant-mask", "attention/jax-bf16-f32-softmax",
                      "attention/flax-multi-head", "attention/nnx-multi-head",
                      "attention/torch-sdpa-math", "attention/torch-masked-fill",
                      "attention/torch-hf-llama", "attention-merged/torch-multihead-attention",
                      "attention/jax-boolean-mask"),
    [](const auto &info) {
      std::string name = info.param;
      for (char &letter : name)
        if (!isalnum(letter))
          letter = '_';
      return name;
    });

} // namespace
