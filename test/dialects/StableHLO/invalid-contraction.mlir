// One negative case a constraint of dot products and reductions.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @dot_c1(%x: tensor<2x3x4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{lhs has rank 3, but must have rank 1 or 2; use dot_general}}
  %0 = stablehlo.dot %x, %y : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_c2(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{contracting dimension 1 of lhs has size 3, but dimension 0 of rhs has size 4}}
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_c3(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  // expected-error @+1 {{result has shape [2, 6], but the operands give [2, 5]}}
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @dot_general_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{lhs has 1 contracting dimensions, but rhs has 0}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  return
}

// -----

func.func @dot_general_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{dimension 0 appears more than once in lhs batching and contracting dimensions}}
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general_c3(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) {
  // expected-error @+1 {{batching dimension 0 of lhs has size 2, but dimension 0 of rhs has size 4}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_general_c4(%x: tensor<32x64xf32>, %y: tensor<48x16xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op contracting dimension 1 of lhs has size 64, but dimension 0 of rhs has size 48}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<48x16xf32>) -> tensor<32x16xf32>
  return
}

// -----

func.func @dot_general_c5(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{precision_config has 1 entries, but there are 2 operands}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1], precision = [DEFAULT] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c6(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{result has shape [2, 3], but the operands give [2, 2]}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @precision_name(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expected DEFAULT, HIGH or HIGHEST, but got 'LOW'}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1], precision = [LOW] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{has 1 operands, but needs as many inputs as initial values, and at least one}}
  %0 = "stablehlo.reduce"(%x) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2(%x: tensor<2x3xf32>, %z: tensor<f16>) {
  // expected-error @+1 {{initial value #0 has type 'tensor<f16>', but must be a scalar of 'f32'}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f16>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c3(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{dimension 2 in dimensions is out of range for rank 2}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c4(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{body returns 'tensor<f16>' at #0, but the result has element type 'f32'}}
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.convert %a : (tensor<f32>) -> tensor<f16>
    // expected-note @+1 {{returned here}}
    stablehlo.return %1 : tensor<f16>
  }
  return
}

// -----

func.func @reduce_c4_arguments(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{body argument #1 has type 'tensor<i32>', but the body returns 'tensor<f32>' at #0}}
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<i32>) {
    stablehlo.return %a : tensor<f32>
  }
  return
}

// -----

func.func @reduce_c5(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{result #0 has shape [3], but the operands give [2]}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_applies(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{expected a commutative stablehlo op, but got 'stablehlo.subtract'}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.subtract across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_pairs(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   // expected-error @+1 {{expected 1 pairs of arguments, but got 0}}
   reducer {
  }
  return
}

// -----

// expected-error @+1 {{unknown key 'offset'}}
func.func @attribute_key() attributes {a = #stablehlo.gather<offset = [1]>} { return }

// -----

// expected-error @+1 {{key 'offset_dims' is given twice}}
func.func @attribute_twice() attributes {a = #stablehlo.gather<offset_dims = [1], offset_dims = [2]>} { return }

// -----

// expected-error @+1 {{missing key 'type'}}
func.func @attribute_missing() attributes {a = #stablehlo.channel_handle<handle = 1>} { return }
