// OPTIONS: --shardc-unstack-arguments
module {
  func.func @main(%arg0: tensor<8x4xf32> {dist.name = "arg0", dist.role = "input"}, %arg1: tensor<2x4x4xf32> {dist.name = "arg1", dist.role = "param", dist.weight_decay = true}) -> (tensor<8x4xf32> {dist.name = "result0", dist.role = "output"}) {
    %0 = stablehlo.slice %arg1 [0:1, 0:4, 0:4] {dist.iteration = array<i64: 1, 0>} : (tensor<2x4x4xf32>) -> tensor<1x4x4xf32>
    %1 = stablehlo.reshape %0 {dist.iteration = array<i64: 1, 0>} : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.dot_general %arg0, %1, contracting_dims = [1] x [0] {dist.iteration = array<i64: 1, 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.slice %arg1 [1:2, 0:4, 0:4] {dist.iteration = array<i64: 1, 1>} : (tensor<2x4x4xf32>) -> tensor<1x4x4xf32>
    %4 = stablehlo.reshape %3 {dist.iteration = array<i64: 1, 1>} : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
    %5 = stablehlo.dot_general %2, %4, contracting_dims = [1] x [0] {dist.iteration = array<i64: 1, 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    return %5 : tensor<8x4xf32>
  }
}

