// RUN: shard-opt %s --verify-roundtrip | FileCheck %s
// RUN: shard-opt %s --mlir-print-op-generic | shard-opt | FileCheck %s

dist.mesh @mesh <"dp"=2, "pp"=2, "tp"=8, "cp"=4>

// CHECK-LABEL: func.func @placement
func.func @placement(%0: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // CHECK: dist.constraint %{{.*}} <@mesh, [{"dp"}, {"tp"}]> : tensor<8x16xf32>
  %1 = dist.constraint %0 <@mesh, [{"dp"}, {"tp"}]> : tensor<8x16xf32>
  // CHECK: dist.constraint %{{.*}} <@mesh, [{"dp"}, {?}]> {priority = 1 : i64} : tensor<8x16xf32>
  %2 = dist.constraint %1 <@mesh, [{"dp"}, {?}]> {priority = 1 : i64} : tensor<8x16xf32>
  // CHECK: dist.reshard %{{.*}} <@mesh, [{}, {"tp"}]> : tensor<8x16xf32>
  %3 = dist.reshard %2 <@mesh, [{}, {"tp"}]> : tensor<8x16xf32>
  // CHECK: dist.checkpoint %{{.*}} "layers.0.input" : tensor<8x16xf32>
  %4 = dist.checkpoint %3 "layers.0.input" : tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @microbatch
func.func @microbatch(%ids: tensor<4x12x32xi32>, %x: tensor<f32>) -> (tensor<f32>, tensor<4x12x32xi32>) {
  // CHECK: dist.microbatch 4 (%{{.*}}) kinds = [sum, stack] attributes {note = 1 : i64} {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<12x32xi32>):
  // CHECK-NEXT: dist.yield %{{.*}}, %{{.*}} : tensor<f32>, tensor<12x32xi32>
  // CHECK-NEXT: } : (tensor<4x12x32xi32>) -> (tensor<f32>, tensor<4x12x32xi32>)
  %r:2 = dist.microbatch 4 (%ids) kinds = [sum, stack] attributes {note = 1 : i64} {
  ^bb0(%i: tensor<12x32xi32>):
    dist.yield %x, %i : tensor<f32>, tensor<12x32xi32>
  } : (tensor<4x12x32xi32>) -> (tensor<f32>, tensor<4x12x32xi32>)
  return %r#0, %r#1 : tensor<f32>, tensor<4x12x32xi32>
}

// Nothing in, nothing out: the terminator is implied.
// CHECK-LABEL: func.func @empty_microbatch
func.func @empty_microbatch() {
  // CHECK: dist.microbatch 4 () kinds = [] {
  // CHECK-NEXT: } : () -> ()
  dist.microbatch 4 () kinds = [] {
  } : () -> ()
  return
}

// CHECK-LABEL: func.func @collectives
func.func @collectives(%0: tensor<8x59xf32>, %1: tensor<64x8xf32>) {
  // CHECK: dist.all_reduce %{{.*}} sum over ["tp":(2)4, "dp"] on @mesh : tensor<8x59xf32>
  %2 = dist.all_reduce %0 sum over ["tp":(2)4, "dp"] on @mesh : tensor<8x59xf32>
  // CHECK: dist.all_gather %{{.*}} dim 1 over ["tp"] on @mesh : (tensor<8x59xf32>) -> tensor<8x470xf32>
  %3 = dist.all_gather %0 dim 1 over ["tp"] on @mesh : (tensor<8x59xf32>) -> tensor<8x470xf32>
  // CHECK: dist.reduce_scatter %{{.*}} max dim 0 over ["dp"] on @mesh : (tensor<64x8xf32>) -> tensor<32x8xf32>
  %4 = dist.reduce_scatter %1 max dim 0 over ["dp"] on @mesh : (tensor<64x8xf32>) -> tensor<32x8xf32>
  // CHECK: dist.all_slice %{{.*}} dim 0 over ["dp"] on @mesh : (tensor<64x8xf32>) -> tensor<33x8xf32>
  %5 = dist.all_slice %1 dim 0 over ["dp"] on @mesh : (tensor<64x8xf32>) -> tensor<33x8xf32>
  // CHECK: dist.all_to_all %{{.*}} split 1 concat 0 over ["tp"] on @mesh : (tensor<64x8xf32>) -> tensor<512x1xf32>
  %6 = dist.all_to_all %1 split 1 concat 0 over ["tp"] on @mesh : (tensor<64x8xf32>) -> tensor<512x1xf32>
  // CHECK: dist.permute %{{.*}} from ["cp"] to ["cp"] shift 1 on @mesh : tensor<8x59xf32>
  %7 = dist.permute %0 from ["cp"] to ["cp"] shift 1 on @mesh : tensor<8x59xf32>
  // CHECK: dist.permute %{{.*}} from ["tp":(1)2, "dp"] to ["dp", "tp":(1)2] on @mesh : tensor<8x59xf32>
  %70 = dist.permute %0 from ["tp":(1)2, "dp"] to ["dp", "tp":(1)2] on @mesh : tensor<8x59xf32>
  // CHECK: dist.broadcast %{{.*}} root 1 over ["dp"] on @mesh : tensor<8x59xf32>
  %8 = dist.broadcast %0 root 1 over ["dp"] on @mesh : tensor<8x59xf32>
  // CHECK: dist.send %{{.*}} channel 3 to 1 over "pp" on @mesh : tensor<8x59xf32>
  dist.send %0 channel 3 to 1 over "pp" on @mesh : tensor<8x59xf32>
  // CHECK: dist.recv channel 3 from 0 over "pp" on @mesh : tensor<8x59xf32>
  %9 = dist.recv channel 3 from 0 over "pp" on @mesh : tensor<8x59xf32>
  // CHECK: dist.start
  %10 = dist.start %0 {
  ^bb0(%a: tensor<8x59xf32>):
    %r = dist.all_reduce %a sum over ["dp"] on @mesh : tensor<8x59xf32>
    // CHECK: dist.started %{{.*}} : tensor<8x59xf32>
    dist.started %r : tensor<8x59xf32>
  } : (tensor<8x59xf32>) -> tensor<8x59xf32>
  // CHECK: dist.wait %{{.*}} : tensor<8x59xf32>
  %11 = dist.wait %10 : tensor<8x59xf32>
  return
}

// CHECK-LABEL: func.func @padding
func.func @padding(%0: tensor<8x59xf32>, %1: tensor<4xi32>) {
  // CHECK: dist.mask %{{.*}} dim 1 of 466 granule 1 over ["tp"] on @mesh fill 0.000000e+00 : f32 : tensor<8x59xf32>
  %2 = dist.mask %0 dim 1 of 466 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<8x59xf32>
  // CHECK: dist.mask %{{.*}} dim 0 of 6 granule 2 over ["dp"] on @mesh fill -1 : i32 : tensor<4xi32>
  %3 = dist.mask %1 dim 0 of 6 granule 2 over ["dp"] on @mesh fill -1 : i32 : tensor<4xi32>
  // CHECK: dist.shard_offset of 512 granule 1 over ["dp", "tp"] on @mesh : tensor<i32>
  %4 = dist.shard_offset of 512 granule 1 over ["dp", "tp"] on @mesh : tensor<i32>
  // CHECK: dist.shard_offset of 512 granule 1 over [] on @mesh : tensor<i64>
  %5 = dist.shard_offset of 512 granule 1 over [] on @mesh : tensor<i64>
  return
}
