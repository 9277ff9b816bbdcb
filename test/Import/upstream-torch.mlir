// Forms of torch-mlir's output that are more than one op: elements read of a flattened
// tensor, roots as powers, one-hot rows by scatter, epsilons in double precision.
// RUN: split-file %s %t
// RUN: shardc import %t/tosa.mlir --raise=off -o - | FileCheck %s --check-prefix=TOSA
// RUN: shardc check %t/tosa.mlir --role "0=input,1=param,2=input" --strategy dp=2 --json | FileCheck %s --check-prefix=DOES
// RUN: shardc import %t/epsilon.mlir --raise=off -o - | FileCheck %s --check-prefix=EPSILON
// RUN: not shardc import %t/random.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=RANDOM
// RUN: not shardc import %t/elided.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ELIDED
// RUN: shardc check %t/trained.mlir --role "0=input" --train adamw --strategy dp=2 --json | FileCheck %s --check-prefix=DOES
// DOES: "pass":true

// A repeated weight is no batch of products, the label of each row is read in its row.
// TOSA-LABEL: func.func @main
// TOSA: stablehlo.dot_general %{{.*}}, %arg1, contracting_dims = [2] x [0] : (tensor<2x4x8xf32>, tensor<8x8xf32>)
// TOSA: stablehlo.sqrt
// TOSA: "stablehlo.gather"(%{{.*}}) <{{.*}}operand_batching_dims = [0], start_indices_batching_dims = [0]
// TOSA: "stablehlo.scatter"
// TOSA-SAME: inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1]

//--- tosa.mlir
func.func @main(%x: tensor<2x4x8xf32>, %w: tensor<8x8xf32>, %label: tensor<8xi32>)
    -> (tensor<8x1xf32>, tensor<8x8x1xf32>) {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %half = "tosa.const"() <{values = dense<5.0e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %s0 = tosa.const_shape {values = dense<[1, 8, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %w0 = tosa.reshape %w, %s0 : (tensor<8x8xf32>, !tosa.shape<3>) -> tensor<1x8x8xf32>
  %times = tosa.const_shape {values = dense<[2, 1, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %w1 = tosa.tile %w0, %times : (tensor<1x8x8xf32>, !tosa.shape<3>) -> tensor<2x8x8xf32>
  %y0 = tosa.matmul %x, %w1, %zero, %zero : (tensor<2x4x8xf32>, tensor<2x8x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x8xf32>
  %y1 = tosa.exp %y0 : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %y = tosa.pow %y1, %half : (tensor<2x4x8xf32>, tensor<1x1x1xf32>) -> tensor<2x4x8xf32>
  %s1 = tosa.const_shape {values = dense<[8, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %rows = tosa.reshape %y, %s1 : (tensor<2x4x8xf32>, !tosa.shape<2>) -> tensor<8x8xf32>
  %s2 = tosa.const_shape {values = dense<[8, 1, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %label1 = tosa.reshape %label, %s2 : (tensor<8xi32>, !tosa.shape<3>) -> tensor<8x1x1xi32>
  %count = "tosa.const"() <{values = dense<[[[0]], [[1]], [[2]], [[3]], [[4]], [[5]], [[6]], [[7]]]> : tensor<8x1x1xi32>}> : () -> tensor<8x1x1xi32>
  %both = tosa.concat %count, %label1 {axis = 2 : i32} : (tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> tensor<8x1x2xi32>
  %s3 = tosa.const_shape {values = dense<[1, 64, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %flat = tosa.reshape %rows, %s3 : (tensor<8x8xf32>, !tosa.shape<3>) -> tensor<1x64x1xf32>
  %s4 = tosa.const_shape {values = dense<[8, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %index = tosa.reshape %both, %s4 : (tensor<8x1x2xi32>, !tosa.shape<2>) -> tensor<8x2xi32>
  %strides = "tosa.const"() <{values = dense<[[8, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %scaled = tosa.mul %index, %strides, %shift : (tensor<8x2xi32>, tensor<1x2xi32>, tensor<1xi8>) -> tensor<8x2xi32>
  %sum = tosa.reduce_sum %scaled {axis = 1 : i32} : (tensor<8x2xi32>) -> tensor<8x1xi32>
  %s5 = tosa.const_shape {values = dense<[1, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %at = tosa.reshape %sum, %s5 : (tensor<8x1xi32>, !tosa.shape<2>) -> tensor<1x8xi32>
  %picked = tosa.gather %flat, %at : (tensor<1x64x1xf32>, tensor<1x8xi32>) -> tensor<1x8x1xf32>
  %s6 = tosa.const_shape {values = dense<[8, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %result = tosa.reshape %picked, %s6 : (tensor<1x8x1xf32>, !tosa.shape<2>) -> tensor<8x1xf32>
  %none = "tosa.const"() <{values = dense<0.0> : tensor<8x8x1xf32>}> : () -> tensor<8x8x1xf32>
  %ones = "tosa.const"() <{values = dense<1.0> : tensor<8x1x1xf32>}> : () -> tensor<8x1x1xf32>
  %place = tosa.reshape %label, %s6 : (tensor<8xi32>, !tosa.shape<2>) -> tensor<8x1xi32>
  %hot = tosa.scatter %none, %place, %ones : (tensor<8x8x1xf32>, tensor<8x1xi32>, tensor<8x1x1xf32>) -> tensor<8x8x1xf32>
  return %result, %hot : tensor<8x1xf32>, tensor<8x8x1xf32>
}

//--- epsilon.mlir
// The constant is one in single precision: what is added to is a variance.
// EPSILON: {dist.init = {kind = "abs_normal"}
// EPSILON: stablehlo.constant dense<9.99999974E-6>
// EPSILON-NOT: stablehlo.convert
#map = affine_map<(d0) -> (d0)>
func.func @main(%variance: tensor<8xf32>) -> tensor<8xf32> {
  %eps = arith.constant 1.000000e-05 : f64
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%variance : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.truncf %eps : f64 to f32
    %3 = arith.addf %in, %2 : f32
    %4 = math.sqrt %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

//--- random.mlir
// RANDOM: random.mlir:4:8: error: op 'ml_program.global_load' is not supported: random numbers whose seed is a global state cannot be split; export the model without dropout, or as StableHLO by JAX
ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = ml_program.global_load @global_seed : tensor<i64>
  return %x : tensor<4xf32>
}

//--- elided.mlir
// ELIDED: elided.mlir:3:8: error: the values of this constant of type 'tensor<4xi32>' were left out of the text; leave out those of resources only ('large_resource_limit'), or none
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.constant dense_resource<__elided__> : tensor<4xi32>
  %1 = stablehlo.add %x, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

//--- trained.mlir
// A weight keeps the name that the text has for it, however often it is read.
func.func @main(%x: tensor<4x8xf32>) -> tensor<f32> {
  %w = stablehlo.constant dense_resource<torch.float32_1> : tensor<8x16xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4x16xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
