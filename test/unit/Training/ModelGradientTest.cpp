//===- ModelGradientTest.cpp - gradients of built-in models -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The gradient of every parameter of small built-in models, in float64, equals
// differences of the loss; decomposed, the step gives the same results.
//
//===----------------------------------------------------------------------===//

#include "TrainingTestUtils.h"
#include "shardc/Import/Models.h"
#include "shardc/Import/Precision.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

class ModelGradientTest : public TrainingTest,
                          public ::testing::WithParamInterface<const char *> {};

TEST_P(ModelGradientTest, EqualsDifferences) {
  FailureOr<ModelSpec> spec = ModelSpec::parse(GetParam(), &context);
  ASSERT_TRUE(succeeded(spec));
  OwningOpRef<ModuleOp> forward = buildModel(*spec, &context);
  ASSERT_TRUE(forward);
  ASSERT_TRUE(succeeded(convertPrecision(*forward, "fp64")));
  DifferentiateOptions options;
  options.observe = true;
  OwningOpRef<ModuleOp> step = run(*forward, createDifferentiate(options));
  ASSERT_TRUE(step);
  ASSERT_TRUE(run(*step, createVerifyDifferentiate()));

  func::FuncOp primal = mainOf(*forward), training = mainOf(*step);
  constexpr uint64_t seed = 5;
  RecordProperty("seed", seed);
  FailureOr<SmallVector<Tensor>> arguments = reference::seedArguments(training, seed);
  ASSERT_TRUE(succeeded(arguments));
  // Weights of sd 0.02 would leave most gradients near zero.
  unsigned numInputs = primal.getNumArguments();
  for (unsigned i = 0; i < numInputs; ++i)
    if (roleOfArg(training, i) == "param" && (*arguments)[i].getRank() >= 2)
      for (double &x : (*arguments)[i].getMutable<double>())
        x *= 10;
  FailureOr<SmallVector<Tensor>> results = reference::interpret(training, *arguments);
  ASSERT_TRUE(succeeded(results));

  auto loss = [&](ArrayRef<Tensor> values) -> FailureOr<double> {
    FailureOr<SmallVector<Tensor>> outputs = reference::interpret(primal, values);
    if (failed(outputs))
      return failure();
    return (*outputs)[0].scalar() / (*outputs)[1].scalar();
  };
  reference::GradientCheckOptions probe;
  probe.samples = 1;
  probe.directions = 1;
  SmallVector<unsigned> parameters;
  for (unsigned i = 0; i < numInputs; ++i)
    if (roleOfArg(training, i) == "param")
      parameters.push_back(i);
  ArrayRef<Tensor> values = ArrayRef<Tensor>(*arguments).take_front(numInputs);
  unsigned found = 0;
  for (unsigned i = 0; i < training.getNumResults(); ++i) {
    if (roleOfResult(training, i) != "gradient")
      continue;
    unsigned parameter = parameters[found++];
    FailureOr<double> error =
        reference::gradientError(loss, values, parameter, (*results)[i], probe);
    ASSERT_TRUE(succeeded(error));
    // A key bias has a zero gradient by mathematics: there differences are
    // rounding over the floor of the error.
    EXPECT_LT(*error, 1e-5) << nameOfArg(training, parameter).str();
  }
  EXPECT_EQ(found, parameters.size());

  OwningOpRef<ModuleOp> decomposed = run(*step, createDecomposeNN());
  ASSERT_TRUE(decomposed);
  FailureOr<SmallVector<Tensor>> again = reference::interpret(mainOf(*decomposed), *arguments);
  ASSERT_TRUE(succeeded(again));
  for (auto [index, pair] : llvm::enumerate(llvm::zip(*again, *results)))
    EXPECT_LT(reference::relativeError(std::get<0>(pair), std::get<1>(pair)), 1e-9)
        << "result " << index;
}

INSTANTIATE_TEST_SUITE_P(
    BuiltIn, ModelGradientTest,
    ::testing::Values("tiny-llama:layers=2,seq=6,batch=2,vocab=29,ffn=20",
                      "tiny-llama:layers=1,seq=5,batch=3,vocab=17,heads=6,"
                      "kv=3,ffn=12,tied",
                      "tiny-gpt2:layers=2,seq=6,batch=2,vocab=29,ffn=20"),
    [](const ::testing::TestParamInfo<const char *> &info) {
      return (StringRef(info.param).take_until([](char c) { return c == ':'; }).drop_front(5) +
              Twine(info.index))
          .str();
    });

} // namespace
