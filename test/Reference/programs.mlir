// RUN: shard-opt %s --split-input-file --shardc-interpret -o /dev/null | FileCheck %s
// RUN: shard-opt %s --split-input-file --shardc-interpret=buffered-sends=true -o /dev/null | FileCheck %s

// Two stages of two ranks: y = w1 * (w0 * x), the batch split over dp.
// CHECK-DAG: stage 0: [0, 2, 4, 6] : tensor<4xf32>
// CHECK-DAG: y: [0, 6, 12, 18] : tensor<4xf32>
// CHECK-DAG: total: 36 : tensor<f32>
dist.mesh @mesh <"dp"=2, "pp"=2>
func.func private @forward_0(%x: tensor<2xf32>) -> tensor<2xf32> attributes {dist.segment = "forward", dist.stage = 0 : i64} {
  %w = stablehlo.constant dense<2.0> : tensor<2xf32>
  %0 = stablehlo.multiply %x, %w : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// A collective inside of a segment meets the ranks of its group only.
func.func private @forward_1(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>) attributes {dist.segment = "forward", dist.stage = 1 : i64} {
  %w = stablehlo.constant dense<3.0> : tensor<2xf32>
  %0 = stablehlo.multiply %x, %w : tensor<2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %2 = dist.all_reduce %1 sum over ["dp"] on @mesh : tensor<f32>
  return %0, %2 : tensor<2xf32>, tensor<f32>
}
func.func @program_0() -> (tensor<2xf32> {dist.name = "stage 0", dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp"}]>})
    attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  %i = stablehlo.iota dim = 0 : tensor<4xf32>
  %x = dist.all_slice %i dim 0 over ["dp"] on @mesh : (tensor<4xf32>) -> tensor<2xf32>
  %0 = func.call @forward_0(%x) {dist.action = "0F0"} : (tensor<2xf32>) -> tensor<2xf32>
  dist.send %0 channel 3 to 1 over "pp" on @mesh {dist.action = "0SEND_F0"} : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @program_1() -> (tensor<2xf32> {dist.name = "y", dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp"}]>},
                           tensor<f32> {dist.name = "total", dist.global_type = tensor<f32>, dist.sharding = #dist.sharding<@mesh, []>})
    attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  %x = dist.recv channel 3 from 0 over "pp" on @mesh : tensor<2xf32>
  %0:2 = func.call @forward_1(%x) {dist.action = "1F0"} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<f32>
}

// -----

// A local program of global values: arguments are cut, results assembled; the
// seeded values are those of one device. Uneven: blocks of 3 and 2.
// CHECK: twice: [8, 8, 8, 8, 8] : tensor<5xf64>
// CHECK: sum: 20 : tensor<f64>
dist.mesh @mesh <"x"=2>
func.func @main(%x: tensor<3xf64> {dist.name = "x", dist.init = {kind = "constant", value = 4.0 : f64}, dist.global_type = tensor<5xf64>,
                                   dist.sharding = #dist.sharding<@mesh, [{"x"}]>})
    -> (tensor<3xf64> {dist.name = "twice", dist.global_type = tensor<5xf64>, dist.sharding = #dist.sharding<@mesh, [{"x"}]>},
        tensor<f64> {dist.name = "sum", dist.global_type = tensor<f64>, dist.sharding = #dist.sharding<@mesh, [], partial={sum:"x"}>}) {
  %0 = stablehlo.add %x, %x : tensor<3xf64>
  %m = dist.mask %x dim 0 of 5 granule 1 over ["x"] on @mesh fill 0.0 : f64 : tensor<3xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %1 = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  return %0, %1 : tensor<3xf64>, tensor<f64>
}
