// What a stock mlir-opt makes of programs in dialect shard. It reads every collective; of
// these, --convert-shard-to-mpi of MLIR 22 knows the all_reduce and the number of a process.
// REQUIRES: mlir-opt
// UNSUPPORTED: sanitizer
// RUN: split-file %s %t
// RUN: shard-opt %t/all.mlir --shardc-export-shard | mlir-opt --load-dialect-plugin=%shardc_lib_dir/ShardcPlugin.so --canonicalize --cse | FileCheck %s
// RUN: shardc export %S/Inputs/net-step.mlir --strategy dp=2,tp=4 --form shard -o %t/net.mlir
// RUN: mlir-opt %t/net.mlir --load-dialect-plugin=%shardc_lib_dir/ShardcPlugin.so --convert-shard-to-mpi --canonicalize --cse | FileCheck %s --check-prefix=MPI
// RUN: shard-opt %t/gather.mlir --shardc-export-shard -o %t/gathered.mlir
// It says so of the others, with status 0.
// RUN: mlir-opt %t/gathered.mlir --convert-shard-to-mpi 2>&1 | FileCheck %s --check-prefix=GATHER

// CHECK: shard.all_reduce {{.*}} grid_axes = [1] reduction = max
// CHECK: shard.all_gather {{.*}} grid_axes = [0] gather_axis = 1
// CHECK: shard.reduce_scatter {{.*}} grid_axes = [1] scatter_axis = 0
// CHECK: shard.all_to_all {{.*}} grid_axes = [1] split_axis = 1 concat_axis = 0
// CHECK: shard.shift {{.*}} grid_axes = [1] shift_axis = 1 offset = 1 rotate
// CHECK: shard.broadcast {{.*}} grid_axes = [0] root = [1]

// Processes count like ranks: the last axis varies fastest. Sums over "tp" join those of
// one row, sums over "dp" those of one column.
// MPI-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// MPI-DAG: %[[TWO:.*]] = arith.constant 2 : index
// MPI: mpi.comm_rank
// MPI: %[[RANK:.*]] = arith.index_cast %{{.*}} : i32 to index
// MPI-NEXT: %[[TP:.*]] = arith.remsi %[[RANK]], %[[FOUR]] : index
// MPI-NEXT: %[[ROWS:.*]] = arith.divsi %[[RANK]], %[[FOUR]] : index
// MPI-NEXT: %[[DP:.*]] = arith.remsi %[[ROWS]], %[[TWO]] : index
// MPI: mpi.comm_split
// MPI: mpi.allreduce({{.*}}, MPI_SUM, {{.*}}) : memref<64xf32>, memref<64xf32>
// MPI: mpi.allreduce({{.*}}, MPI_SUM, {{.*}}) : memref<128xf32>, memref<128xf32>
// MPI: mpi.allreduce({{.*}}, MPI_SUM, {{.*}}) : memref<128xf32>, memref<128xf32>
// MPI-NOT: shard.all_reduce

// GATHER: error: failed to legalize operation 'shard.all_gather'

//--- all.mlir
dist.mesh @mesh <"dp"=2, "tp"=4>
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %0 = dist.all_reduce %x max over ["tp"] on @mesh : tensor<4x8xf32>
  %1 = dist.all_gather %0 dim 1 over ["dp"] on @mesh : (tensor<4x8xf32>) -> tensor<4x16xf32>
  %2 = dist.reduce_scatter %1 sum dim 0 over ["tp"] on @mesh : (tensor<4x16xf32>) -> tensor<1x16xf32>
  %3 = dist.all_to_all %2 split 1 concat 0 over ["tp"] on @mesh : (tensor<1x16xf32>) -> tensor<4x4xf32>
  %4 = dist.permute %3 from ["tp"] to ["tp"] shift 1 on @mesh : tensor<4x4xf32>
  %5 = dist.broadcast %4 root 1 over ["dp"] on @mesh : tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}
//--- gather.mlir
dist.mesh @mesh <"tp"=4>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x8xf32> {
  %0 = dist.all_gather %x dim 1 over ["tp"] on @mesh : (tensor<4x2xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
