//===- InterpreterTest.cpp - programs, steps, stages ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support.h"

#include <random>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

namespace {

class InterpreterTest : public ReferenceTest {};

/// dot_general with random dimension numbers against its definition, element by
/// element.
TEST_F(InterpreterTest, DotGeneralIsItsDefinition) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    auto below = [&](int n) { return static_cast<int64_t>(random() % n); };
    // Shared extents of batch and contracted dimensions, own ones of the rest.
    SmallVector<int64_t> batch, contracted, rows, columns;
    for (auto *list : {&batch, &contracted, &rows, &columns})
      for (int64_t n = below(3); n > 0; --n)
        list->push_back(1 + below(4));
    struct Side {
      SmallVector<int64_t> shape, batchDims, contractedDims, freeDims;
    };
    auto make = [&](ArrayRef<int64_t> own) {
      Side side;
      // Kinds 0..: which list and which entry a dimension is.
      SmallVector<std::pair<int, size_t>> dims;
      for (size_t i = 0; i < batch.size(); ++i)
        dims.push_back({0, i});
      for (size_t i = 0; i < contracted.size(); ++i)
        dims.push_back({1, i});
      std::shuffle(dims.begin(), dims.end(), random);
      // The remaining dimensions stay in order among each other.
      for (size_t i = 0; i < own.size(); ++i)
        dims.insert(dims.begin() + below(dims.size() + 1), {2, 0});
      side.batchDims.resize(batch.size());
      side.contractedDims.resize(contracted.size());
      size_t next = 0;
      for (auto [d, dim] : llvm::enumerate(dims)) {
        if (dim.first == 0) {
          side.batchDims[dim.second] = d;
          side.shape.push_back(batch[dim.second]);
        } else if (dim.first == 1) {
          side.contractedDims[dim.second] = d;
          side.shape.push_back(contracted[dim.second]);
        } else {
          side.freeDims.push_back(d);
          side.shape.push_back(own[next++]);
        }
      }
      return side;
    };
    Side l = make(rows), r = make(columns);
    SmallVector<int64_t> shape(batch);
    shape.append(rows);
    shape.append(columns);

    OpBuilder builder(&context);
    Location loc = builder.getUnknownLoc();
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    builder.setInsertionPointToEnd(module->getBody());
    auto function = func::FuncOp::create(
        builder, loc, "main",
        builder.getFunctionType({floats(l.shape), floats(r.shape)}, {floats(shape)}));
    Block *block = function.addEntryBlock();
    builder.setInsertionPointToEnd(block);
    Value dot = stablehlo::DotGeneralOp::create(
        builder, loc, floats(shape), block->getArgument(0), block->getArgument(1),
        stablehlo::DotDimensionNumbersAttr::get(&context, l.batchDims, r.batchDims,
                                                l.contractedDims, r.contractedDims));
    func::ReturnOp::create(builder, loc, dot);

    Tensor a = randomTensor(floats(l.shape), seed, "a");
    Tensor b = randomTensor(floats(r.shape), seed, "b");
    FailureOr<SmallVector<Tensor>> results = interpret(function, {a, b});
    ASSERT_TRUE(succeeded(results)) << messages;

    auto element = [](const Tensor &x, ArrayRef<int64_t> index) {
      int64_t at = 0;
      for (auto [i, extent] : llvm::zip_equal(index, x.getShape()))
        at = at * extent + i;
      return x.at(at);
    };
    auto next = [](SmallVectorImpl<int64_t> &index, ArrayRef<int64_t> limits) {
      for (size_t d = limits.size(); d-- > 0; index[d] = 0)
        if (++index[d] < limits[d])
          return true;
      return false;
    };
    SmallVector<int64_t> out(shape.size(), 0);
    do {
      double sum = 0.0;
      SmallVector<int64_t> k(contracted.size(), 0);
      do {
        auto indexOf = [&](const Side &side, size_t firstFree) {
          SmallVector<int64_t> index(side.shape.size());
          for (auto [i, dim] : llvm::enumerate(side.batchDims))
            index[dim] = out[i];
          for (auto [i, dim] : llvm::enumerate(side.contractedDims))
            index[dim] = k[i];
          for (auto [i, dim] : llvm::enumerate(side.freeDims))
            index[dim] = out[firstFree + i];
          return index;
        };
        sum += element(a, indexOf(l, batch.size())) *
               element(b, indexOf(r, batch.size() + rows.size()));
      } while (next(k, contracted));
      ASSERT_NEAR(element((*results)[0], out), sum, 1e-12);
    } while (next(out, shape));
  }
}

/// A column-parallel, then a row-parallel product over uneven hidden 5.
const char *const globalMlp = R"(
  func.func @main(%x: tensor<4x3xf64> {dist.name = "x"}, %w1: tensor<3x5xf64> {dist.name = "w1"},
                  %w2: tensor<5x2xf64> {dist.name = "w2"}) -> (tensor<4x2xf64> {dist.name = "y", dist.role = "output"}) {
    %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<4x3xf64>, tensor<3x5xf64>) -> tensor<4x5xf64>
    %1 = stablehlo.tanh %0 : tensor<4x5xf64>
    %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<4x5xf64>, tensor<5x2xf64>) -> tensor<4x2xf64>
    return %2 : tensor<4x2xf64>
  })";

std::string localMlp(bool masked) {
  std::string text = R"(
  dist.mesh @mesh <"dp"=2, "tp"=2>
  func.func @main(%x: tensor<2x3xf64> {dist.name = "x", dist.global_type = tensor<4x3xf64>, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                  %w1: tensor<3x3xf64> {dist.name = "w1", dist.global_type = tensor<3x5xf64>, dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
                  %w2: tensor<3x2xf64> {dist.name = "w2", dist.global_type = tensor<5x2xf64>, dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
      -> (tensor<2x2xf64> {dist.name = "y", dist.global_type = tensor<4x2xf64>, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
    %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x3xf64>) -> tensor<2x3xf64>
    %1 = stablehlo.tanh %0 : tensor<2x3xf64>
    MASK
    %4 = stablehlo.dot_general %2, %3, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<2x2xf64>
    %5 = dist.all_reduce %4 sum over ["tp"] on @mesh : tensor<2x2xf64>
    return %5 : tensor<2x2xf64>
  })";
  std::string mask =
      masked
          ? R"(%2 = dist.mask %1 dim 1 of 5 granule 1 over ["tp"] on @mesh fill 0.0 : f64 : tensor<2x3xf64>
    %3 = dist.mask %w2 dim 0 of 5 granule 1 over ["tp"] on @mesh fill 0.0 : f64 : tensor<3x2xf64>)"
          : R"(%2 = dist.checkpoint %1 "a" : tensor<2x3xf64>
    %3 = dist.checkpoint %w2 "b" : tensor<3x2xf64>)";
  return text.replace(text.find("MASK"), 4, mask);
}

TEST_F(InterpreterTest, StagesAgreeAndMissingMasksShow) {
  auto global = parse(globalMlp), good = parse(localMlp(true)), bad = parse(localMlp(false));
  auto expected = runModule(*global), masked = runModule(*good), leaked = runModule(*bad);
  ASSERT_TRUE(succeeded(expected) && succeeded(masked) && succeeded(leaked)) << messages;
  WorstError error = compareResults(masked->front(), expected->front());
  EXPECT_LT(error.error, 1e-12);
  EXPECT_EQ(error.name, "y");
  EXPECT_TRUE(std::isinf(compareResults(leaked->front(), expected->front()).error));
}

TEST_F(InterpreterTest, GivenValuesReplaceSeeds) {
  auto module = parse(globalMlp);
  NamedTensor zero{"w2", "", Tensor(floats({5, 2}))};
  auto results = runModule(*module, {}, zero);
  ASSERT_TRUE(succeeded(results)) << messages;
  EXPECT_EQ(maxMagnitude(*findTensor(results->front(), "y")), 0.0);
  NamedTensor wrong{"w2", "", Tensor(floats({3}))};
  EXPECT_TRUE(failed(runModule(*module, {}, wrong)));
  EXPECT_NE(messages.find("takes 'tensor<5x2xf64>' as 'w2'"), std::string::npos) << messages;
}

TEST_F(InterpreterTest, MissingResultsAreInfinitelyWrong) {
  NamedTensor a{"a", "output", Tensor(floats({1}))};
  WorstError error = compareResults({}, a);
  EXPECT_TRUE(std::isinf(error.error));
  EXPECT_EQ(error.name, "a");
}

TEST_F(InterpreterTest, ArgumentsAreCheckedAndKept) {
  auto module = parse(R"(
    func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
      %0 = stablehlo.negate %x : tensor<3xf64>
      return %0 : tensor<3xf64>
    })");
  Tensor x = counting(floats({3}));
  FailureOr<SmallVector<Tensor>> results = interpret(find(*module), x);
  ASSERT_TRUE(succeeded(results)) << messages;
  EXPECT_EQ((*results)[0].at(2), -2.0);
  EXPECT_EQ(x.at(2), 2.0) << "the caller's value was overwritten";
  EXPECT_TRUE(failed(interpret(find(*module), counting(floats({4})))));
  EXPECT_NE(messages.find("takes 'tensor<3xf64>' as argument 0, and 'tensor<4xf64>' is given"),
            std::string::npos)
      << messages;
  EXPECT_TRUE(failed(interpret(find(*module), {})));
}

TEST_F(InterpreterTest, ValuesGoAfterTheirLastUse) {
  // A long chain works in the storage of one value; %x is used again at the
  // end.
  std::string text = "func.func @main(%x: tensor<64xf64>) -> tensor<64xf64> {\n"
                     "  %v0 = stablehlo.negate %x : tensor<64xf64>\n";
  for (int i = 0; i < 20; ++i)
    text += "  %v" + std::to_string(i + 1) + " = stablehlo.negate %v" + std::to_string(i) +
            " : tensor<64xf64>\n";
  text += "  %s = stablehlo.add %x, %v20 : tensor<64xf64>\n  return %s : "
          "tensor<64xf64>\n}";
  auto module = parse(text);
  llvm::DenseSet<const double *> places;
  InterpreterOptions options;
  options.observer = [&](int64_t rank, Operation *op, ArrayRef<Tensor> results) {
    for (const Tensor &result : results)
      places.insert(result.get<double>().data());
  };
  FailureOr<SmallVector<Tensor>> results =
      interpret(find(*module), counting(floats({64})), options);
  ASSERT_TRUE(succeeded(results)) << messages;
  EXPECT_EQ(places.size(), 1u);
  EXPECT_EQ((*results)[0].at(5), 0.0);
}

TEST_F(InterpreterTest, CollectivesMeetAcrossClasses) {
  // Two ops of two programs are one collective.
  auto module = parse(R"(
    dist.mesh @mesh <"pp"=2, "tp"=1>
    func.func @program_0() -> (tensor<f64> {dist.name = "a"}) attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
      %x = stablehlo.constant dense<1.0> : tensor<f64>
      %0 = dist.all_reduce %x sum over ["pp"] on @mesh : tensor<f64>
      return %0 : tensor<f64>
    }
    func.func @program_1() -> (tensor<f64> {dist.name = "b"}) attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
      %x = stablehlo.constant dense<2.0> : tensor<f64>
      %0 = dist.all_reduce %x sum over ["pp"] on @mesh : tensor<f64>
      return %0 : tensor<f64>
    })");
  auto results = runModule(*module);
  ASSERT_TRUE(succeeded(results)) << messages;
  EXPECT_EQ(findTensor(results->front(), "a")->scalar(), 3.0);
  EXPECT_EQ(findTensor(results->front(), "b")->scalar(), 3.0);
}

} // namespace
