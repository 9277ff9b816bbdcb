// A mesh and shardings that the user wrote survive import and win over what the
// strategy would choose: both weights are split by rows, one reduction serves both.
// RUN: shardc import %s | FileCheck %s --check-prefix=IMPORT
// RUN: shardc check %s --strategy tp=2 --json | FileCheck %s
// IMPORT: dist.mesh @mesh <"tp"=2>
// IMPORT: dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>
// CHECK: "collectives":{"all_reduce":1}
// CHECK-SAME: "pass":true
dist.mesh @mesh <"tp"=2>
func.func @main(
    %x: tensor<8x16xf32> {dist.role = "input"},
    %w1: tensor<16x32xf32> {dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %y: tensor<8x24xf32> {dist.role = "input"},
    %w2: tensor<24x32xf32> {dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.dot_general %y, %w2, contracting_dims = [1] x [0] : (tensor<8x24xf32>, tensor<24x32xf32>) -> tensor<8x32xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x32xf32>
  %3 = stablehlo.tanh %2 : tensor<8x32xf32>
  return %3 : tensor<8x32xf32>
}
