// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s

// CHECK: rows: {{\[\[}}1, 2, 3, 4], [0, 0, 5, 9]] : tensor<2x4xf32>
// CHECK: columns: {{\[\[}}5, 4, 9, 2], [3, 1, 0, 0]] : tensor<2x4xf32>
// Equal keys keep their order.
// CHECK: keys: [1, 1, 2, 2, 3] : tensor<5xi32>
// CHECK: carried: [1, 3, 0, 2, 4] : tensor<5xi32>
// CHECK: second key: [3, 1, 2, 0, 4] : tensor<5xi32>
func.func @main() -> (tensor<2x4xf32> {dist.name = "rows"}, tensor<2x4xf32> {dist.name = "columns"}, tensor<5xi32> {dist.name = "keys"},
    tensor<5xi32> {dist.name = "carried"}, tensor<5xi32> {dist.name = "second key"}) {
  %x = stablehlo.constant dense<[[3.0, 1.0, 4.0, 2.0], [5.0, 0.0, 9.0, 0.0]]> : tensor<2x4xf32>
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %y = stablehlo.constant dense<[[3.0, 1.0, 9.0, 0.0], [5.0, 4.0, 0.0, 2.0]]> : tensor<2x4xf32>
  %1 = "stablehlo.sort"(%y) <{dimension = -2 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %k = stablehlo.constant dense<[2, 1, 2, 1, 3]> : tensor<5xi32>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %2:2 = "stablehlo.sort"(%k, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  %3:2 = "stablehlo.sort"(%k, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = stablehlo.compare GT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = stablehlo.and %e, %q : tensor<i1>
    %g = stablehlo.or %p, %f : tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  return %0, %1, %2#0, %2#1, %3#1 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
}
