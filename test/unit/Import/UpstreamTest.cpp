//===- UpstreamTest.cpp - linalg and TOSA against StableHLO -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Models that torch-mlir printed in three spellings compute the same after import:
// test/Import/Inputs/upstream.
//
//===----------------------------------------------------------------------===//
#include "RaiseTest.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace shardc;

namespace {

class UpstreamTest : public test::RaiseTest {
protected:
  OwningOpRef<ModuleOp> read(StringRef model, StringRef spelling) {
    std::string path =
        (SHARDC_SOURCE_DIR "/test/Import/Inputs/upstream/" + model + "." + spelling + ".mlir")
            .str();
    auto file = llvm::MemoryBuffer::getFile(path);
    EXPECT_TRUE(file) << path;
    if (!file)
      return {};
    OwningOpRef<ModuleOp> module = import((*file)->getBuffer(), "off");
    // Names of results come from the text, and differ.
    if (module) {
      auto main = module->lookupSymbol<func::FuncOp>("main");
      for (unsigned i = 0; i < main.getNumResults(); ++i)
        main.setResultAttr(i, "dist.name", StringAttr::get(&context, "result" + Twine(i)));
    }
    return module;
  }

  /// Imports one line of code around an op, over arguments of the given types.
  OwningOpRef<ModuleOp> body(StringRef arguments, StringRef code, StringRef type) {
    return import(("func.func @main(" + arguments + ") -> " + type + " {\n" + code +
                   "\n  return %r : " + type + "\n}\n")
                      .str(),
                  "off");
  }

  void agree(StringRef arguments, StringRef upstream, StringRef stablehlo, StringRef type,
             double tolerance = 1e-12) {
    auto one = body(arguments, upstream, type), other = body(arguments, stablehlo, type);
    ASSERT_TRUE(one && other);
    EXPECT_LE(difference(*other, *one, 3, 4), tolerance) << upstream.str();
  }
};

class UpstreamModels : public UpstreamTest, public ::testing::WithParamInterface<const char *> {};

TEST_P(UpstreamModels, computesTheSameInAllSpellings) {
  auto twin = read(GetParam(), "stablehlo");
  ASSERT_TRUE(twin);
  for (StringRef spelling : {"linalg", "tosa"}) {
    auto module = read(GetParam(), spelling);
    ASSERT_TRUE(module);
    // Constants of the exporter are rounded to f32 in other places.
    EXPECT_LE(difference(*twin, *module, 11, 6), 1e-5) << spelling.str();
    module->walk([](Operation *op) {
      StringRef dialect = op->getName().getDialectNamespace();
      EXPECT_TRUE(dialect == "stablehlo" || dialect == "chlo" || dialect == "func" ||
                  dialect == "builtin")
          << op->getName().getStringRef().str();
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Models, UpstreamModels, ::testing::Values("mlp", "block", "conv", "misc"));

TEST_F(UpstreamTest, productWithAccumulator) {
  agree("%x: tensor<3x4xf32>, %y: tensor<4x5xf32>, %z: tensor<3x5xf32>",
        "%r = linalg.matmul ins(%x, %y : tensor<3x4xf32>, tensor<4x5xf32>) outs(%z : "
        "tensor<3x5xf32>) -> tensor<3x5xf32>",
        "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x4xf32>, "
        "tensor<4x5xf32>) -> tensor<3x5xf32>\n %r = stablehlo.add %z, %0 : tensor<3x5xf32>",
        "tensor<3x5xf32>");
}

TEST_F(UpstreamTest, transposedFactorAndOutput) {
  agree("%x: tensor<3x4xf32>, %y: tensor<5x4xf32>",
        R"(%c = arith.constant 0.0 : f32
           %e = tensor.empty() : tensor<5x3xf32>
           %f = linalg.fill ins(%c : f32) outs(%e : tensor<5x3xf32>) -> tensor<5x3xf32>
           %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
             affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j, i)>],
             iterator_types = ["parallel", "parallel", "reduction"]}
             ins(%x, %y : tensor<3x4xf32>, tensor<5x4xf32>) outs(%f : tensor<5x3xf32>) {
           ^bb0(%a: f32, %b: f32, %o: f32):
             %p = arith.mulf %a, %b : f32
             %s = arith.addf %o, %p : f32
             linalg.yield %s : f32
           } -> tensor<5x3xf32>)",
        "%r = stablehlo.dot_general %y, %x, contracting_dims = [1] x [1] : (tensor<5x4xf32>, "
        "tensor<3x4xf32>) -> tensor<5x3xf32>",
        "tensor<5x3xf32>");
}

TEST_F(UpstreamTest, indicesAndReductionsOfSeveralKinds) {
  agree("%x: tensor<3x4xf32>",
        R"(%c = arith.constant -3.4028235e38 : f32
           %e = tensor.empty() : tensor<4xf32>
           %f = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
           %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>,
             affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
             ins(%x : tensor<3x4xf32>) outs(%f : tensor<4xf32>) {
           ^bb0(%a: f32, %o: f32):
             %i = linalg.index 0 : index
             %n = arith.index_cast %i : index to i32
             %m = arith.sitofp %n : i32 to f32
             %p = arith.mulf %a, %m : f32
             %s = arith.maximumf %p, %o : f32
             linalg.yield %s : f32
           } -> tensor<4xf32>)",
        R"(%i = stablehlo.iota dim = 1 : tensor<3x4xf32>
           %p = stablehlo.multiply %x, %i : tensor<3x4xf32>
           %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
           %r = stablehlo.reduce(%p init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>)",
        "tensor<4xf32>");
}

TEST_F(UpstreamTest, comparisonsWithNaN) {
  agree("%x: tensor<6xf32>, %y: tensor<6xf32>",
        R"(%s = math.sqrt %x : tensor<6xf32>
           %p = arith.cmpf ugt, %s, %y : tensor<6xf32>
           %r = arith.extui %p : tensor<6xi1> to tensor<6xi32>)",
        R"(%s = stablehlo.sqrt %x : tensor<6xf32>
           %q = stablehlo.compare LE, %s, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
           %p = stablehlo.not %q : tensor<6xi1>
           %r = stablehlo.convert %p : (tensor<6xi1>) -> tensor<6xi32>)",
        "tensor<6xi32>");
}

TEST_F(UpstreamTest, unsignedAndFloorArithmetic) {
  agree("%x: tensor<6xi32>, %y: tensor<6xi32>",
        R"(%c = arith.constant dense<2> : tensor<6xi32>
           %d = arith.constant dense<[-7, 7, -8, 8, 0, -1]> : tensor<6xi32>
           %q = arith.floordivsi %d, %c : tensor<6xi32>
           %u = arith.cmpi ult, %c, %d : tensor<6xi32>
           %v = arith.extui %u : tensor<6xi1> to tensor<6xi32>
           %r = arith.addi %q, %v : tensor<6xi32>)",
        "%r = stablehlo.constant dense<[-3, 4, -3, 5, 0, 0]> : tensor<6xi32>", "tensor<6xi32>");
}

TEST_F(UpstreamTest, softmaxTileAndSlices) {
  agree("%x: tensor<2x6xf32>",
        R"(%e = tensor.empty() : tensor<2x6xf32>
           %s = linalg.softmax dimension(1) ins(%x : tensor<2x6xf32>) outs(%e : tensor<2x6xf32>) -> tensor<2x6xf32>
           %m = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
           %t = tosa.tile %s, %m : (tensor<2x6xf32>, !tosa.shape<2>) -> tensor<4x6xf32>
           %r = tensor.extract_slice %t[1, 1] [3, 2] [1, 3] : tensor<4x6xf32> to tensor<3x2xf32>)",
        R"(%c = stablehlo.constant dense<0xFF800000> : tensor<f32>
           %z = stablehlo.constant dense<0.0> : tensor<f32>
           %m = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
           %w = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<2xf32>) -> tensor<2x6xf32>
           %d = stablehlo.subtract %x, %w : tensor<2x6xf32>
           %e = stablehlo.exponential %d : tensor<2x6xf32>
           %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
           %v = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<2xf32>) -> tensor<2x6xf32>
           %q = stablehlo.divide %e, %v : tensor<2x6xf32>
           %t = stablehlo.concatenate %q, %q, dim = 0 : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
           %r = stablehlo.slice %t [1:4, 1:5:3] : (tensor<4x6xf32>) -> tensor<3x2xf32>)",
        "tensor<3x2xf32>");
}

} // namespace
