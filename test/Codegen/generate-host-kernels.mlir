// RUN: shard-opt %s --shardc-generate-host-kernels=host-cpu=generic | FileCheck %s

dist.mesh @mesh <"dp"=2, "tp"=3>

func.func private @k_add(%x: tensor<4x40xf32>, %b: tensor<40xf32>) -> tensor<4x40xf32> attributes {sched.kernel} {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<40xf32>) -> tensor<4x40xf32>
  %1 = stablehlo.add %x, %0 : tensor<4x40xf32>
  return %1 : tensor<4x40xf32>
}

// Dimensions that nothing tells apart are one loop.
func.func private @k_flat(%x: tensor<4x40xf32>) -> tensor<4x40xf32> attributes {sched.kernel} {
  %0 = stablehlo.negate %x : tensor<4x40xf32>
  return %0 : tensor<4x40xf32>
}

func.func private @k_masked(%x: tensor<16xf32>) -> tensor<16xf32> attributes {sched.kernel} {
  %0 = dist.mask %x dim 0 of 46 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK: module @host_kernels
// An argument that a result may take over is not noalias; others are.
// CHECK: func.func private @k_add_body(%{{.*}}: !llvm.ptr {llvm.readonly}, %{{.*}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias, llvm.readonly})
// CHECK: scf.for
// CHECK: scf.for
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: arith.addf {{.*}} : vector<4xf32>
// CHECK: func.func @k_add(%[[BUFFERS:.*]]: !llvm.ptr, %[[COORDS:.*]]: !llvm.ptr)
// CHECK: llvm.load
// CHECK: call @k_add_body(%{{.*}}, %{{.*}}, %{{.*}}, %[[COORDS]])

// CHECK-LABEL: func.func private @k_flat_body
// CHECK: scf.for {{.*}} to %c160_i64
// CHECK-NOT: scf.for
// CHECK: return

// The rank's coordinate on the second axis times the block length.
// CHECK-LABEL: func.func private @k_masked_body
// CHECK: %[[AT:.*]] = llvm.getelementptr %arg2[1]
// CHECK: %[[COORD:.*]] = llvm.load %[[AT]] {{.*}} -> i32
// CHECK: arith.extui %[[COORD]] : i32 to i64
// CHECK: arith.muli {{.*}}%c16_i64
// CHECK: arith.cmpi slt
// CHECK: arith.select {{.*}} : vector<16xi1>, vector<16xf32>
