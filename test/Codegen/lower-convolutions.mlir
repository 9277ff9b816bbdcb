// RUN: shard-opt %s --shardc-lower-segment-convolutions | FileCheck %s
// RUN: shard-opt %s --shardc-lower-segment-convolutions=target=cuda | FileCheck %s --check-prefix=CUDA

// A window of one element is a product; padding is written out for the host only.
// CHECK-LABEL: func.func private @step
// CHECK: stablehlo.dot_general %arg0, {{.*}} contracting_dims = [3] x [0]
// CHECK: %[[PADDED:.*]] = stablehlo.pad {{.*}} -> tensor<2x6x6x8xf32>
// CHECK: sched.launch @[[KERNEL:.*]](%[[PADDED]], %arg2) {sched.flops = 36864 : i64}
// CHECK: func.func private @[[KERNEL]]({{.*}}: tensor<2x6x6x8xf32>, {{.*}}: tensor<3x3x8x8xf32>)
// CUDA-LABEL: func.func private @step
// CUDA: stablehlo.dot_general
// CUDA-NOT: stablehlo.pad
// CUDA: sched.launch
func.func private @step(%x: tensor<2x4x4x3xf32>, %p: tensor<1x1x3x8xf32>, %w: tensor<3x3x8x8xf32>) -> tensor<2x4x4x8xf32> attributes {dist.segment = "step"} {
  %0 = stablehlo.convolution(%x, %p) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x3xf32>, tensor<1x1x3x8xf32>) -> tensor<2x4x4x8xf32>
  %1 = stablehlo.convolution(%0, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x8xf32>, tensor<3x3x8x8xf32>) -> tensor<2x4x4x8xf32>
  return %1 : tensor<2x4x4x8xf32>
}
