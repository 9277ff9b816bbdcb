// One negative case a constraint of top_k.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func @top_k_c1(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{takes the 5 largest elements of 'tensor<3x4xf32>', whose last dimension has fewer}}
  %0, %1 = chlo.top_k(%x, k = 5) : tensor<3x4xf32> -> (tensor<3x5xf32>, tensor<3x5xi32>)
  return
}

// -----

func.func @top_k_c2(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{results have types 'tensor<3x2xf32>' and 'tensor<3x2xi64>', but the operand gives 'tensor<3x2xf32>' and 'tensor<3x2xi32>'}}
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return
}
