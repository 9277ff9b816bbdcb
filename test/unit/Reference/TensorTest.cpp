//===- TensorTest.cpp - tensors, shapes, errors -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support.h"

#include "mlir/IR/BuiltinAttributes.h"
#include <limits>

using namespace mlir;
using namespace shardc::reference;

namespace {

class TensorTest : public ReferenceTest {
protected:
  std::string print(const Tensor &tensor, unsigned digits = 6, int64_t limit = 4096) {
    std::string text;
    llvm::raw_string_ostream os(text);
    tensor.print(os, digits, limit);
    return text;
  }
};

TEST_F(TensorTest, CopiesShareUntilWritten) {
  Tensor a = counting(floats({2, 3}));
  Tensor b = a;
  EXPECT_FALSE(a.isUnique());
  b.getMutable<double>()[0] = 7.0;
  EXPECT_EQ(a.at(0), 0.0);
  EXPECT_EQ(b.at(0), 7.0);
  EXPECT_TRUE(a.isUnique());
}

TEST_F(TensorTest, IntegersWrapToTheirWidth) {
  Type i8 = IntegerType::get(&context, 8);
  EXPECT_EQ(IntFormat::of(i8).wrap(130), -126);
  EXPECT_EQ(IntFormat::of(IntegerType::get(&context, 8, IntegerType::Unsigned)).wrap(-1), 255);
  EXPECT_EQ(IntFormat::of(IntegerType::get(&context, 1)).wrap(3), 1);
  EXPECT_EQ(IntFormat::of(IntegerType::get(&context, 64)).wrap(-5), -5);
}

TEST_F(TensorTest, PrintsNestedLists) {
  EXPECT_EQ(print(counting(floats({2, 2}))), "[[0, 1], [2, 3]] : tensor<2x2xf64>");
  EXPECT_EQ(print(Tensor::splat(floats({}), 0.5)), "0.5 : tensor<f64>");
  EXPECT_EQ(print(Tensor::splatInt(ints({2}, 1), 1)), "[true, true] : tensor<2xi1>");
  EXPECT_EQ(print(Tensor(floats({0, 3}))), "[] : tensor<0x3xf64>");
  EXPECT_EQ(print(Tensor::poison(floats({1}))), "[nan] : tensor<1xf64>");
  EXPECT_EQ(print(Tensor::splat(floats({}), 1.0 / 3.0), 3), "0.333 : tensor<f64>");
  EXPECT_EQ(print(counting(floats({5})), 6, 4),
            "{first 0, 1, 2, 3, min 0, max 4, sum 10} : tensor<5xf64>");
}

TEST_F(TensorTest, ReadsDenseAttributes) {
  auto type = RankedTensorType::get({2}, Float32Type::get(&context));
  auto attribute = DenseElementsAttr::get(type, ArrayRef<float>{1.5f, -2.0f});
  FailureOr<Tensor> tensor = Tensor::fromAttribute(cast<ElementsAttr>(attribute));
  ASSERT_TRUE(succeeded(tensor));
  EXPECT_EQ(tensor->at(0), 1.5);
  EXPECT_EQ(tensor->at(1), -2.0);
  auto bools = DenseElementsAttr::get(RankedTensorType::get({2}, IntegerType::get(&context, 1)),
                                      ArrayRef<bool>{true, false});
  tensor = Tensor::fromAttribute(cast<ElementsAttr>(bools));
  ASSERT_TRUE(succeeded(tensor));
  EXPECT_EQ(tensor->intAt(0), 1);
  EXPECT_EQ(tensor->intAt(1), 0);
}

TEST_F(TensorTest, PoisonIsWildButNotExtreme) {
  EXPECT_TRUE(std::isnan(Tensor::poison(floats({3})).at(2)));
  EXPECT_EQ(Tensor::poison(ints({1})).intAt(0), std::numeric_limits<int32_t>::min() / 3);
}

TEST_F(TensorTest, BitIdentityKnowsZerosAndNaN) {
  Tensor plus = Tensor::splat(floats({1}), 0.0), minus = Tensor::splat(floats({1}), -0.0);
  EXPECT_FALSE(plus.isBitIdentical(minus));
  EXPECT_TRUE(Tensor::poison(floats({2})).isBitIdentical(Tensor::poison(floats({2}))));
  EXPECT_FALSE(Tensor(floats({2, 1})).isBitIdentical(Tensor(floats({2}))));
}

TEST_F(TensorTest, ErrorIsRelativeToTheLargestReference) {
  Tensor x = Tensor::fromFloats(floats({3}), {1.0, 2.5, -4.0});
  Tensor reference = Tensor::fromFloats(floats({3}), {1.0, 2.0, -4.0});
  EXPECT_DOUBLE_EQ(relativeError(x, reference), 0.5 / 4.0);
  // The floor: a tiny reference does not blow the error up.
  EXPECT_DOUBLE_EQ(relativeError(Tensor::splat(floats({1}), 1e-9), Tensor(floats({1}))), 1e-3);
  // Shapes do not matter, sizes do.
  EXPECT_EQ(relativeError(counting(floats({2, 3})), counting(floats({6}))), 0.0);
  EXPECT_TRUE(std::isinf(relativeError(counting(floats({5})), counting(floats({6})))));
  EXPECT_TRUE(std::isinf(relativeError(Tensor::poison(floats({1})), Tensor(floats({1})))));
  EXPECT_TRUE(std::isinf(relativeError(Tensor::poison(floats({1})), Tensor::poison(floats({1})))));
  Tensor infinite = Tensor::splat(floats({1}), INFINITY);
  EXPECT_EQ(relativeError(infinite, infinite), 0.0);
  EXPECT_TRUE(std::isinf(relativeError(Tensor(floats({1})), infinite)));
}

TEST_F(TensorTest, GradientsShareAFloor) {
  Tensor large = Tensor::splat(floats({1}), 10.0), none(floats({1}));
  Tensor noise = Tensor::splat(floats({1}), 1e-9);
  SmallVector<double> errors = gradientErrors({large, noise}, {large, none});
  EXPECT_EQ(errors[0], 0.0);
  // Against 1e-3 of the largest gradient, not against 1e-6.
  EXPECT_DOUBLE_EQ(errors[1], 1e-9 / 1e-2);
}

TEST_F(TensorTest, SeedsFollowNamesTypesAndInit) {
  auto module = parse(R"(
    func.func @main(%a: tensor<3x5xf64> {dist.name = "w", dist.role = "param"},
                    %b: tensor<15xf32> {dist.name = "w", dist.role = "param"},
                    %c: tensor<4xf64> {dist.name = "s", dist.role = "state"},
                    %d: tensor<400xi32> {dist.name = "ids", dist.role = "input",
                        dist.init = {kind = "uniform_int", low = 3 : i64, high = 7 : i64}},
                    %e: tensor<2xf64> {dist.name = "n", dist.role = "param",
                        dist.init = {kind = "norm_weight"}},
                    %f: tensor<2xf64> {dist.name = "k", dist.init = {kind = "constant", value = 2.5 : f64}},
                    %g: tensor<2xf64> {dist.name = "z", dist.init = {kind = "zero"}}) {
      return
    })");
  FailureOr<SmallVector<Tensor>> values = seedArguments(find(*module), 11);
  ASSERT_TRUE(succeeded(values)) << messages;
  // The same name and index give the same number, rounded to the type.
  for (int64_t i = 0; i < 15; ++i)
    EXPECT_EQ((*values)[1].at(i), static_cast<double>(static_cast<float>((*values)[0].at(i))));
  EXPECT_DOUBLE_EQ((*values)[0].at(4), 0.02 * shardrt::normalAt(11, streamOf("w"), 4));
  for (double x : (*values)[2].get<double>())
    EXPECT_GT(x, 0.0);
  int64_t seen[7] = {};
  for (int64_t x : (*values)[3].get<int64_t>()) {
    ASSERT_TRUE(x >= 3 && x < 7);
    ++seen[x];
  }
  for (int i = 3; i < 7; ++i)
    EXPECT_GT(seen[i], 50);
  EXPECT_NEAR((*values)[4].at(0), 1.0, 0.2);
  EXPECT_EQ((*values)[5].at(1), 2.5);
  EXPECT_EQ((*values)[6].at(1), 0.0);
}

TEST_F(TensorTest, FnvOffsetAndOneByte) {
  // Published values of FNV-1a.
  EXPECT_EQ(streamOf(""), 0xcbf29ce484222325ull);
  EXPECT_EQ(streamOf("a"), 0xaf63dc4c8601ec8cull);
}

} // namespace
