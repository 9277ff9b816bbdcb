// A gather goes to where the value has fewer bytes.
// RUN: shard-opt %s --split-input-file --shardc-simplify-collectives | FileCheck %s
// RUN: shard-opt %s --split-input-file --shardc-simplify-collectives 2>&1 | FileCheck %s --check-prefix=REMARK

// A parameter that is read in a narrower type only.
// CHECK-LABEL: @narrow
// CHECK-NEXT: %[[C:.*]] = stablehlo.convert %arg0 {dist.shardings = [#dist.sharding<@mesh, [{"x"}, {}]>]} : (tensor<8x4xf32>) -> tensor<8x4xbf16>
// CHECK-NEXT: %[[G:.*]] = dist.all_gather %[[C]] dim 0 over ["x"] on @mesh {dist.regather, dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : (tensor<8x4xbf16>) -> tensor<16x4xbf16>
// CHECK-NEXT: stablehlo.add %[[G]], %[[G]]
// REMARK: remark: 'dist.all_gather' op saves 64 bytes a rank: the value is smaller here
dist.mesh @mesh <"x"=2>
func.func @narrow(%arg0: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x4xbf16> {
  %0 = dist.all_gather %arg0 dim 0 over ["x"] on @mesh {dist.regather, dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : (tensor<8x4xf32>) -> tensor<16x4xf32>
  %1 = stablehlo.convert %0 : (tensor<16x4xf32>) -> tensor<16x4xbf16>
  %2 = stablehlo.convert %0 : (tensor<16x4xf32>) -> tensor<16x4xbf16>
  %3 = stablehlo.add %1, %2 : tensor<16x4xbf16>
  return %3 : tensor<16x4xbf16>
}
// -----
// Read in its own type as well: once is enough.
// CHECK-LABEL: @both
// CHECK-NEXT: dist.all_gather %arg0 dim 0 {{.*}} : (tensor<8x4xf32>) -> tensor<16x4xf32>
dist.mesh @mesh <"x"=2>
func.func @both(%arg0: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x4xf32>, tensor<16x4xbf16>) {
  %0 = dist.all_gather %arg0 dim 0 over ["x"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : (tensor<8x4xf32>) -> tensor<16x4xf32>
  %1 = stablehlo.convert %0 : (tensor<16x4xf32>) -> tensor<16x4xbf16>
  return %0, %1 : tensor<16x4xf32>, tensor<16x4xbf16>
}
// -----
// Keys of 2 heads, repeated for 8 heads of queries.
// CHECK-LABEL: @heads
// CHECK-NEXT: %[[G:.*]] = dist.all_gather %arg0 dim 1 over ["x"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{}, {}, {}, {}]>]} : (tensor<3x4x2x5xf32>) -> tensor<3x8x2x5xf32>
// CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %[[G]], dims = [0, 1, 2, 4] {dist.shardings = [#dist.sharding<@mesh, [{}, {}, {}, {}, {}]>]} : (tensor<3x8x2x5xf32>) -> tensor<3x8x2x4x5xf32>
// CHECK-NEXT: stablehlo.reshape %[[B]] {dist.shardings = [#dist.sharding<@mesh, [{}, {}, {}, {}]>]} : (tensor<3x8x2x4x5xf32>) -> tensor<3x8x8x5xf32>
// REMARK: remark: 'dist.all_gather' op saves 1440 bytes a rank: the value is smaller here
dist.mesh @mesh <"x"=2>
func.func @heads(%arg0: tensor<3x4x2x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}, {}, {}]>}) -> tensor<3x8x8x5xf32> {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 4] {dist.shardings = [#dist.sharding<@mesh, [{}, {"x"}, {}, {}, {}]>]} : (tensor<3x4x2x5xf32>) -> tensor<3x4x2x4x5xf32>
  %1 = stablehlo.reshape %0 {dist.shardings = [#dist.sharding<@mesh, [{}, {"x"}, {}, {}]>]} : (tensor<3x4x2x4x5xf32>) -> tensor<3x4x8x5xf32>
  %2 = dist.all_gather %1 dim 1 over ["x"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{}, {}, {}, {}]>]} : (tensor<3x4x8x5xf32>) -> tensor<3x8x8x5xf32>
  return %2 : tensor<3x8x8x5xf32>
}
// -----
// The dimension that is gathered is the one that was repeated: its blocks are equal, but
// no blocks of what was repeated.
// CHECK-LABEL: @repeated
// CHECK-NEXT: stablehlo.broadcast_in_dim
// CHECK-NEXT: dist.all_gather
dist.mesh @mesh <"x"=2>
func.func @repeated(%arg0: tensor<1x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] {dist.shardings = [#dist.sharding<@mesh, [{"x"}, {}]>]} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %1 = dist.all_gather %0 dim 0 over ["x"] on @mesh {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : (tensor<1x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
