// Accesses at known indices are static; series of writes are one concatenation, and reads find what was written.
// RUN: split-file %s %t
// RUN: shardc import %t/reads.mlir | FileCheck %s --check-prefix=READS
// RUN: shardc import %t/ranges.mlir | FileCheck %s --check-prefix=RANGES
// RUN: shardc import %t/writes.mlir | FileCheck %s --check-prefix=WRITES
// RUN: shardc import %t/scatter.mlir | FileCheck %s --check-prefix=SCATTER
// RUN: shardc import %t/box.mlir | FileCheck %s --check-prefix=BOX
// RUN: shardc import %t/computed.mlir | FileCheck %s --check-prefix=COMPUTED

// Indices are held in range, and count only where the slice does not cover all.
// READS-NOT: dynamic_slice
// READS: stablehlo.slice %arg0 [2:4, 0:8]
// READS-NOT: gather
// READS: %[[ROW:.*]] = stablehlo.slice %arg0 [3:4, 2:5]
// READS: stablehlo.reshape %[[ROW]] : (tensor<1x3xf32>) -> tensor<3xf32>

// Positions in order are all rows; every second column, put in front; what is in no order stays.
// RANGES-NOT: gather
// RANGES: %[[EVEN:.*]] = stablehlo.slice %arg0 [0:100, 1:6:2]
// RANGES: %[[FRONT:.*]] = stablehlo.transpose %[[EVEN]], dims = [1, 0]
// RANGES: %[[REST:.*]] = "stablehlo.gather"
// RANGES: return %arg0, %[[FRONT]], %[[REST]]

// The second write covers part of the first; row 3 is what was there.
// WRITES-NOT: dynamic_update_slice
// WRITES-DAG: %[[FIRST:.*]] = stablehlo.slice %arg1 [0:1, 0:8]
// WRITES-DAG: %[[REST:.*]] = stablehlo.slice %arg0 [3:4, 0:8]
// WRITES: %[[ALL:.*]] = stablehlo.concatenate %[[FIRST]], %arg2, %[[REST]],{{ *}}dim = 0
// WRITES: return %[[ALL]], %arg2

// A scatter of one row that adds: outside of the operand it changes nothing known, and stays.
// SCATTER: %[[OLD:.*]] = stablehlo.slice %arg0 [1:2, 0:8]
// SCATTER: %[[NEW:.*]] = stablehlo.add %[[OLD]], %{{.*}} : tensor<1x8xf32>
// SCATTER: stablehlo.concatenate %{{.*}}, %[[NEW]], %{{.*}},{{ *}}dim = 0
// SCATTER: "stablehlo.scatter"
// SCATTER-NOT: "stablehlo.scatter"

// A part in two dimensions.
// BOX-DAG: %[[TOP:.*]] = stablehlo.slice %arg0 [0:1, 0:8]
// BOX-DAG: %[[LEFT:.*]] = stablehlo.slice %arg0 [1:3, 0:2]
// BOX-DAG: %[[RIGHT:.*]] = stablehlo.slice %arg0 [1:3, 5:8]
// BOX: %[[MIDDLE:.*]] = stablehlo.concatenate %[[LEFT]], %arg1, %[[RIGHT]],{{ *}}dim = 1
// BOX: %[[BOTTOM:.*]] = stablehlo.slice %arg0 [3:4, 0:8]
// BOX: stablehlo.concatenate %[[TOP]], %[[MIDDLE]], %[[BOTTOM]],{{ *}}dim = 0

// COMPUTED: stablehlo.dynamic_slice %arg0, %arg1,
// COMPUTED: stablehlo.dynamic_update_slice %arg0, %{{.*}}, %arg1,

//--- reads.mlir
func.func @main(%x: tensor<4x8xf32>, %unknown: tensor<i32>) -> (tensor<2x8xf32>, tensor<3xf32>) {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %seven, %unknown, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  %at = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %1 = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<3xf32>
  return %0, %1 : tensor<2x8xf32>, tensor<3xf32>
}

//--- ranges.mlir
func.func @main(%x: tensor<100x8xf32>) -> (tensor<100x8xf32>, tensor<3x100xf32>, tensor<3x8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<100xi32>
  %all = stablehlo.iota dim = 0 : tensor<100xi32>
  %p = stablehlo.compare LT, %all, %zero, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %positions = stablehlo.select %p, %zero, %all : tensor<100xi1>, tensor<100xi32>
  %column = stablehlo.reshape %positions : (tensor<100xi32>) -> tensor<100x1xi32>
  %0 = "stablehlo.gather"(%x, %column) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<100x8xf32>, tensor<100x1xi32>) -> tensor<100x8xf32>
  %odd = stablehlo.constant dense<[[1], [3], [5]]> : tensor<3x1xi32>
  %1 = "stablehlo.gather"(%x, %odd) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 100, 1>}> : (tensor<100x8xf32>, tensor<3x1xi32>) -> tensor<3x100xf32>
  %some = stablehlo.constant dense<[[1], [0], [5]]> : tensor<3x1xi32>
  %2 = "stablehlo.gather"(%x, %some) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<100x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return %0, %1, %2 : tensor<100x8xf32>, tensor<3x100xf32>, tensor<3x8xf32>
}

//--- writes.mlir
func.func @main(%x: tensor<4x8xf32>, %a: tensor<2x8xf32>, %b: tensor<2x8xf32>) -> (tensor<4x8xf32>, tensor<2x8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %a, %zero, %zero : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %1 = stablehlo.dynamic_update_slice %0, %b, %one, %zero : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %2 = stablehlo.dynamic_slice %1, %one, %zero, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<2x8xf32>
}

//--- scatter.mlir
func.func @main(%x: tensor<4x8xf32>, %u: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %nine = stablehlo.constant dense<9> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %one, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.scatter"(%x, %nine, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

//--- box.mlir
func.func @main(%x: tensor<4x8xf32>, %u: tensor<2x3xf32>) -> tensor<4x8xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.add %one, %one : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %one, %two : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

//--- computed.mlir
func.func @main(%x: tensor<4x8xf32>, %i: tensor<i32>) -> (tensor<1x8xf32>, tensor<4x8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i, %zero : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<1x8xf32>, tensor<4x8xf32>
}
