//===- Cases.h - segments that exercise every kind of kernel ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each case is a segment body; `$T` stands for the float type.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_CODEGEN_CASES_H
#define SHARDC_TEST_UNIT_CODEGEN_CASES_H

#include <ostream>
#include <string>

namespace shardc::test {

struct Case {
  const char *name;
  const char *signature;
  const char *body;
};

/// Prints nothing but the name in parametrised test names.
inline void PrintTo(const Case &value, std::ostream *os) { *os << value.name; }

inline std::string replaceAll(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// A module whose only segment is the case.
inline std::string moduleOf(const Case &value, const std::string &type) {
  std::string text = "module {\n func.func private @step";
  text += value.signature;
  text += " attributes {dist.segment = \"step\"} {\n";
  text += value.body;
  text += "\n }\n}\n";
  return replaceAll(text, "$T", type);
}

/// What rounding may do to a result, relative to the largest element.
inline double toleranceOf(const std::string &type) {
  return type == "f64" ? 1e-13 : type == "f32" ? 2e-6 : 4e-2;
}
inline const Case kCases[] = {
    {"add_broadcast", "(%x: tensor<6x37x$T>, %b: tensor<37x$T>, %s: tensor<$T>) -> tensor<6x37x$T>",
     R"(%0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<37x$T>) -> tensor<6x37x$T>
        %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<$T>) -> tensor<6x37x$T>
        %2 = stablehlo.add %x, %0 : tensor<6x37x$T>
        %3 = stablehlo.multiply %2, %1 : tensor<6x37x$T>
        %4 = stablehlo.subtract %3, %x : tensor<6x37x$T>
        return %4 : tensor<6x37x$T>)"},
    {"unary", "(%x: tensor<129x$T>) -> (tensor<129x$T>, tensor<129x$T>, tensor<129x$T>)",
     R"(%0 = stablehlo.abs %x : tensor<129x$T>
        %1 = stablehlo.sqrt %0 : tensor<129x$T>
        %2 = stablehlo.rsqrt %0 : tensor<129x$T>
        %3 = stablehlo.logistic %x : tensor<129x$T>
        %4 = stablehlo.tanh %x : tensor<129x$T>
        %5 = stablehlo.exponential %x : tensor<129x$T>
        %6 = stablehlo.log %0 : tensor<129x$T>
        %7 = stablehlo.add %1, %3 : tensor<129x$T>
        %8 = stablehlo.add %4, %5 : tensor<129x$T>
        %9 = stablehlo.negate %6 : tensor<129x$T>
        %10 = stablehlo.minimum %2, %0 : tensor<129x$T>
        %11 = stablehlo.add %9, %10 : tensor<129x$T>
        return %7, %8, %11 : tensor<129x$T>, tensor<129x$T>, tensor<129x$T>)"},
    {"rare_unary", "(%x: tensor<5x11x$T>) -> (tensor<5x11x$T>, tensor<5x11x$T>)",
     R"(%0 = stablehlo.sine %x : tensor<5x11x$T>
        %1 = stablehlo.cosine %x : tensor<5x11x$T>
        %2 = stablehlo.exponential_minus_one %x : tensor<5x11x$T>
        %3 = stablehlo.abs %x : tensor<5x11x$T>
        %4 = stablehlo.log_plus_one %3 : tensor<5x11x$T>
        %5 = stablehlo.cbrt %x : tensor<5x11x$T>
        %6 = stablehlo.floor %x : tensor<5x11x$T>
        %7 = stablehlo.ceil %x : tensor<5x11x$T>
        %8 = stablehlo.sign %x : tensor<5x11x$T>
        %9 = stablehlo.power %3, %x : tensor<5x11x$T>
        %10 = stablehlo.atan2 %x, %3 : tensor<5x11x$T>
        %11 = stablehlo.remainder %x, %3 : tensor<5x11x$T>
        %12 = stablehlo.round_nearest_even %x : tensor<5x11x$T>
        %13 = stablehlo.add %0, %1 : tensor<5x11x$T>
        %14 = stablehlo.add %13, %2 : tensor<5x11x$T>
        %15 = stablehlo.add %14, %4 : tensor<5x11x$T>
        %16 = stablehlo.add %15, %5 : tensor<5x11x$T>
        %17 = stablehlo.add %6, %7 : tensor<5x11x$T>
        %18 = stablehlo.add %17, %8 : tensor<5x11x$T>
        %19 = stablehlo.add %18, %9 : tensor<5x11x$T>
        %20 = stablehlo.add %19, %10 : tensor<5x11x$T>
        %21 = stablehlo.add %20, %12 : tensor<5x11x$T>
        return %16, %21 : tensor<5x11x$T>, tensor<5x11x$T>)"},
    {"compare_select",
     "(%x: tensor<70x$T>, %y: tensor<70x$T>) -> (tensor<70x$T>, tensor<70xi1>, tensor<70xi32>)",
     R"(%0 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<70x$T>, tensor<70x$T>) -> tensor<70xi1>
        %1 = stablehlo.select %0, %x, %y : tensor<70xi1>, tensor<70x$T>
        %2 = stablehlo.not %0 : tensor<70xi1>
        %lo = stablehlo.constant dense<-5.000000e-01> : tensor<$T>
        %hi = stablehlo.constant dense<5.000000e-01> : tensor<$T>
        %3 = stablehlo.clamp %lo, %1, %hi : (tensor<$T>, tensor<70x$T>, tensor<$T>) -> tensor<70x$T>
        %4 = stablehlo.convert %2 : (tensor<70xi1>) -> tensor<70xi32>
        return %3, %2, %4 : tensor<70x$T>, tensor<70xi1>, tensor<70xi32>)"},
    {"convert",
     "(%x: tensor<33x$T>, %i: tensor<33xi32>) -> (tensor<33xi32>, tensor<33x$T>, tensor<33xf64>, "
     "tensor<33xi1>, tensor<33xi64>)",
     R"(%0 = stablehlo.convert %x : (tensor<33x$T>) -> tensor<33xi32>
        %1 = stablehlo.convert %i : (tensor<33xi32>) -> tensor<33x$T>
        %2 = stablehlo.convert %x : (tensor<33x$T>) -> tensor<33xf64>
        %3 = stablehlo.convert %i : (tensor<33xi32>) -> tensor<33xi1>
        %4 = stablehlo.convert %i : (tensor<33xi32>) -> tensor<33xi64>
        return %0, %1, %2, %3, %4 : tensor<33xi32>, tensor<33x$T>, tensor<33xf64>, tensor<33xi1>, tensor<33xi64>)"},
    {"iota_constant", "() -> (tensor<3x20x$T>, tensor<3x20xi32>, tensor<2x3x$T>)",
     R"(%0 = stablehlo.iota dim = 1 : tensor<3x20x$T>
        %1 = stablehlo.iota dim = 0 : tensor<3x20xi32>
        %2 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]> : tensor<2x3x$T>
        return %0, %1, %2 : tensor<3x20x$T>, tensor<3x20xi32>, tensor<2x3x$T>)"},
    {"shapes",
     "(%x: tensor<4x6x10x$T>) -> (tensor<10x4x6x$T>, tensor<24x10x$T>, tensor<2x3x9x$T>, "
     "tensor<4x6x10x$T>)",
     R"(%0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<4x6x10x$T>) -> tensor<10x4x6x$T>
        %1 = stablehlo.negate %x : tensor<4x6x10x$T>
        %2 = stablehlo.reshape %1 : (tensor<4x6x10x$T>) -> tensor<24x10x$T>
        %3 = stablehlo.slice %x [1:3, 0:6:2, 1:10] : (tensor<4x6x10x$T>) -> tensor<2x3x9x$T>
        %4 = stablehlo.reverse %x, dims = [0, 2] : tensor<4x6x10x$T>
        return %0, %2, %3, %4 : tensor<10x4x6x$T>, tensor<24x10x$T>, tensor<2x3x9x$T>, tensor<4x6x10x$T>)"},
    {"reshape_inside",
     "(%x: tensor<6x8x5x$T>, %b: tensor<48x$T>) -> (tensor<2x3x40x$T>, tensor<240x$T>)",
     R"(%0 = stablehlo.broadcast_in_dim %b, dims = [0] : (tensor<48x$T>) -> tensor<48x5x$T>
        %1 = stablehlo.reshape %0 : (tensor<48x5x$T>) -> tensor<6x8x5x$T>
        %2 = stablehlo.add %x, %1 : tensor<6x8x5x$T>
        %3 = stablehlo.reshape %2 : (tensor<6x8x5x$T>) -> tensor<2x3x40x$T>
        %4 = stablehlo.negate %3 : tensor<2x3x40x$T>
        %5 = stablehlo.reshape %4 : (tensor<2x3x40x$T>) -> tensor<240x$T>
        return %4, %5 : tensor<2x3x40x$T>, tensor<240x$T>)"},
    {"pad",
     "(%x: tensor<4x9x$T>, %v: tensor<$T>) -> (tensor<7x12x$T>, tensor<3x8x$T>, tensor<4x19x$T>)",
     R"(%0 = stablehlo.pad %x, %v, low = [1, 2], high = [2, 1], interior = [0, 0] : (tensor<4x9x$T>, tensor<$T>) -> tensor<7x12x$T>
        %1 = stablehlo.pad %x, %v, low = [-1, 0], high = [0, -1], interior = [0, 0] : (tensor<4x9x$T>, tensor<$T>) -> tensor<3x8x$T>
        %2 = stablehlo.pad %x, %v, low = [0, 1], high = [0, 1], interior = [0, 1] : (tensor<4x9x$T>, tensor<$T>) -> tensor<4x19x$T>
        return %0, %1, %2 : tensor<7x12x$T>, tensor<3x8x$T>, tensor<4x19x$T>)"},
    {"concatenate",
     "(%x: tensor<3x5x$T>, %y: tensor<3x20x$T>) -> (tensor<3x25x$T>, tensor<6x5x$T>)",
     R"(%0 = stablehlo.negate %x : tensor<3x5x$T>
        %1 = stablehlo.concatenate %0, %y, dim = 1 : (tensor<3x5x$T>, tensor<3x20x$T>) -> tensor<3x25x$T>
        %2 = stablehlo.concatenate %x, %0, dim = 0 : (tensor<3x5x$T>, tensor<3x5x$T>) -> tensor<6x5x$T>
        return %1, %2 : tensor<3x25x$T>, tensor<6x5x$T>)"},
    {"dynamic",
     "(%x: tensor<6x20x$T>, %u: tensor<2x17x$T>, %i: tensor<i32>, %j: tensor<i32>) -> "
     "(tensor<2x17x$T>, tensor<6x20x$T>)",
     R"(%0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 17] : (tensor<6x20x$T>, tensor<i32>, tensor<i32>) -> tensor<2x17x$T>
        %1 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<6x20x$T>, tensor<2x17x$T>, tensor<i32>, tensor<i32>) -> tensor<6x20x$T>
        return %0, %1 : tensor<2x17x$T>, tensor<6x20x$T>)"},
    {"reduce_rows",
     "(%x: tensor<5x3x83x$T>, %i: tensor<$T>) -> (tensor<5x3x$T>, tensor<5x$T>, tensor<$T>)",
     R"(%z = stablehlo.constant dense<0.0> : tensor<$T>
        %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %m = stablehlo.convert %n : (tensor<f32>) -> tensor<$T>
        %e = stablehlo.multiply %x, %x : tensor<5x3x83x$T>
        %0 = stablehlo.reduce(%e init: %i) applies stablehlo.add across dimensions = [2] : (tensor<5x3x83x$T>, tensor<$T>) -> tensor<5x3x$T>
        %1 = stablehlo.reduce(%x init: %m) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<5x3x83x$T>, tensor<$T>) -> tensor<5x$T>
        %2 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<5x3x83x$T>, tensor<$T>) -> tensor<$T>
        return %0, %1, %2 : tensor<5x3x$T>, tensor<5x$T>, tensor<$T>)"},
    {"reduce_columns",
     "(%x: tensor<300x2x37x$T>) -> (tensor<37x$T>, tensor<300x37x$T>, tensor<2x$T>)",
     R"(%z = stablehlo.constant dense<0.0> : tensor<$T>
        %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x2x37x$T>, tensor<$T>) -> tensor<37x$T>
        %1 = stablehlo.reduce(%x init: %z) applies stablehlo.minimum across dimensions = [1] : (tensor<300x2x37x$T>, tensor<$T>) -> tensor<300x37x$T>
        %2 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 2] : (tensor<300x2x37x$T>, tensor<$T>) -> tensor<2x$T>
        return %0, %1, %2 : tensor<37x$T>, tensor<300x37x$T>, tensor<2x$T>)"},
    {"softmax", "(%x: tensor<4x7x50x$T>) -> tensor<4x7x50x$T>",
     R"(%z = stablehlo.constant dense<0.0> : tensor<$T>
        %n = stablehlo.constant dense<-1.0e30> : tensor<$T>
        %0 = stablehlo.reduce(%x init: %n) applies stablehlo.maximum across dimensions = [2] : (tensor<4x7x50x$T>, tensor<$T>) -> tensor<4x7x$T>
        %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x7x$T>) -> tensor<4x7x50x$T>
        %2 = stablehlo.subtract %x, %1 : tensor<4x7x50x$T>
        %3 = stablehlo.exponential %2 : tensor<4x7x50x$T>
        %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [2] : (tensor<4x7x50x$T>, tensor<$T>) -> tensor<4x7x$T>
        %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x7x$T>) -> tensor<4x7x50x$T>
        %6 = stablehlo.divide %3, %5 : tensor<4x7x50x$T>
        return %6 : tensor<4x7x50x$T>)"},
    {"argmax", "(%x: tensor<6x40x$T>) -> (tensor<6x$T>, tensor<6xi32>)",
     R"(%n = stablehlo.constant dense<-1.0e30> : tensor<$T>
        %z = stablehlo.constant dense<0> : tensor<i32>
        %i = stablehlo.iota dim = 1 : tensor<6x40xi32>
        %0:2 = stablehlo.reduce(%x init: %n), (%i init: %z) across dimensions = [1] : (tensor<6x40x$T>, tensor<6x40xi32>, tensor<$T>, tensor<i32>) -> (tensor<6x$T>, tensor<6xi32>)
         reducer(%a: tensor<$T>, %b: tensor<$T>) (%c: tensor<i32>, %d: tensor<i32>)  {
          %1 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<$T>, tensor<$T>) -> tensor<i1>
          %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<$T>
          %3 = stablehlo.select %1, %c, %d : tensor<i1>, tensor<i32>
          stablehlo.return %2, %3 : tensor<$T>, tensor<i32>
        }
        return %0#0, %0#1 : tensor<6x$T>, tensor<6xi32>)"},
    {"gather_rows", "(%t: tensor<4x33x$T>, %i: tensor<2x5xi32>) -> tensor<2x5x33x$T>",
     R"(%0 = stablehlo.reshape %i : (tensor<2x5xi32>) -> tensor<2x5x1xi32>
        %1 = "stablehlo.gather"(%t, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 33>}> : (tensor<4x33x$T>, tensor<2x5x1xi32>) -> tensor<2x5x33x$T>
        return %1 : tensor<2x5x33x$T>)"},
    {"gather_elements", "(%t: tensor<7x4x$T>, %i: tensor<7xi32>) -> tensor<7x$T>",
     R"(%0 = stablehlo.iota dim = 0 : tensor<7x1xi32>
        %1 = stablehlo.reshape %i : (tensor<7xi32>) -> tensor<7x1xi32>
        %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<7x1xi32>, tensor<7x1xi32>) -> tensor<7x2xi32>
        %3 = "stablehlo.gather"(%t, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<7x4x$T>, tensor<7x2xi32>) -> tensor<7x$T>
        return %3 : tensor<7x$T>)"},
    {"scatter_rows",
     "(%t: tensor<4x19x$T>, %i: tensor<12x1xi32>, %u: tensor<12x19x$T>) -> tensor<4x19x$T>",
     R"(%0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
        ^bb0(%a: tensor<$T>, %b: tensor<$T>):
          %1 = stablehlo.add %a, %b : tensor<$T>
          stablehlo.return %1 : tensor<$T>
        }) : (tensor<4x19x$T>, tensor<12x1xi32>, tensor<12x19x$T>) -> tensor<4x19x$T>
        return %0 : tensor<4x19x$T>)"},
    {"scatter_out_of_range", "(%i: tensor<9x1xi32>, %u: tensor<9x2x$T>) -> tensor<3x4x$T>",
     R"(%z = stablehlo.constant dense<0.0> : tensor<3x4x$T>
        %0 = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
        ^bb0(%a: tensor<$T>, %b: tensor<$T>):
          %1 = stablehlo.add %a, %b : tensor<$T>
          stablehlo.return %1 : tensor<$T>
        }) : (tensor<3x4x$T>, tensor<9x1xi32>, tensor<9x2x$T>) -> tensor<3x4x$T>
        return %0 : tensor<3x4x$T>)"},
    {"dot", "(%x: tensor<9x70x$T>, %w: tensor<70x45x$T>) -> (tensor<9x45x$T>, tensor<45x9x$T>)",
     R"(%0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<9x70x$T>, tensor<70x45x$T>) -> tensor<9x45x$T>
        %1 = stablehlo.dot_general %w, %x, contracting_dims = [0] x [1] : (tensor<70x45x$T>, tensor<9x70x$T>) -> tensor<45x9x$T>
        return %0, %1 : tensor<9x45x$T>, tensor<45x9x$T>)"},
    {"dot_long", "(%x: tensor<3x600x$T>, %w: tensor<600x5x$T>) -> tensor<3x5x$T>",
     R"(%0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x600x$T>, tensor<600x5x$T>) -> tensor<3x5x$T>
        return %0 : tensor<3x5x$T>)"},
    {"dot_booleans", "(%x: tensor<5x9x$T>, %y: tensor<9x4x$T>) -> tensor<5x4xi1>",
     R"(%z = stablehlo.constant dense<0.0> : tensor<5x9x$T>
        %u = stablehlo.constant dense<0.0> : tensor<9x4x$T>
        %0 = stablehlo.compare LT, %x, %z, FLOAT : (tensor<5x9x$T>, tensor<5x9x$T>) -> tensor<5x9xi1>
        %1 = stablehlo.compare LT, %y, %u, FLOAT : (tensor<9x4x$T>, tensor<9x4x$T>) -> tensor<9x4xi1>
        %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<5x9xi1>, tensor<9x4xi1>) -> tensor<5x4xi1>
        return %2 : tensor<5x4xi1>)"},
    {"dot_vector",
     "(%x: tensor<300x20x$T>, %w: tensor<20x$T>) -> (tensor<300x$T>, tensor<20x20x$T>)",
     R"(%0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<300x20x$T>, tensor<20x$T>) -> tensor<300x$T>
        %1 = stablehlo.dot_general %w, %w, contracting_dims = [] x [] : (tensor<20x$T>, tensor<20x$T>) -> tensor<20x20x$T>
        return %0, %1 : tensor<300x$T>, tensor<20x20x$T>)"},
    {"attention_grouped",
     "(%q: tensor<2x6x2x3x8x$T>, %k: tensor<2x7x2x8x$T>) -> (tensor<2x6x6x7x$T>, "
     "tensor<2x7x2x8x$T>)",
     R"(%0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3] : (tensor<2x6x2x3x8x$T>, tensor<2x7x2x8x$T>) -> tensor<2x2x6x3x7x$T>
        %1 = stablehlo.transpose %0, dims = [0, 1, 3, 2, 4] : (tensor<2x2x6x3x7x$T>) -> tensor<2x2x3x6x7x$T>
        %2 = stablehlo.reshape %1 : (tensor<2x2x3x6x7x$T>) -> tensor<2x6x6x7x$T>
        %3 = stablehlo.reshape %2 : (tensor<2x6x6x7x$T>) -> tensor<2x2x3x6x7x$T>
        %4 = stablehlo.dot_general %3, %q, batching_dims = [0, 1] x [0, 2], contracting_dims = [2, 3] x [3, 1] : (tensor<2x2x3x6x7x$T>, tensor<2x6x2x3x8x$T>) -> tensor<2x2x7x8x$T>
        %5 = stablehlo.transpose %4, dims = [0, 2, 1, 3] : (tensor<2x2x7x8x$T>) -> tensor<2x7x2x8x$T>
        return %2, %5 : tensor<2x6x6x7x$T>, tensor<2x7x2x8x$T>)"},
    {"dot_broadcast", "(%x: tensor<8x$T>, %w: tensor<3x8x16x$T>) -> tensor<3x5x16x$T>",
     R"(%0 = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<8x$T>) -> tensor<3x5x8x$T>
        %1 = stablehlo.dot_general %0, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x8x$T>, tensor<3x8x16x$T>) -> tensor<3x5x16x$T>
        return %1 : tensor<3x5x16x$T>)"},
    {"update",
     "(%p: tensor<17x5x$T>, %g: tensor<17x5x$T>, %m: tensor<17x5x$T>) -> (tensor<17x5x$T>, "
     "tensor<17x5x$T>)",
     R"(%b = stablehlo.constant dense<0.9> : tensor<$T>
        %bs = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<$T>) -> tensor<17x5x$T>
        %0 = stablehlo.multiply %m, %bs : tensor<17x5x$T>
        %1 = stablehlo.add %0, %g : tensor<17x5x$T>
        %2 = stablehlo.subtract %p, %1 : tensor<17x5x$T>
        %3 = stablehlo.negate %2 : tensor<17x5x$T>
        %4 = stablehlo.abs %3 : tensor<17x5x$T>
        return %4, %1 : tensor<17x5x$T>, tensor<17x5x$T>)"},
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_CODEGEN_CASES_H
