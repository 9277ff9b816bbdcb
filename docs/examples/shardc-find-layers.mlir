// OPTIONS: --shardc-find-layers
module {
  func.func @main(%x: tensor<8x4xf32> {dist.name = "x", dist.role = "input"}, %w0: tensor<4x4xf32> {dist.name = "w0", dist.role = "param"}, %w1: tensor<4x4xf32> {dist.name = "w1", dist.role = "param"}) -> (tensor<8x4xf32> {dist.name = "y", dist.role = "output"}) {
    %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.tanh %0 : tensor<8x4xf32>
    %2 = stablehlo.dot_general %1, %w1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.tanh %2 : tensor<8x4xf32>
    return %3 : tensor<8x4xf32>
  }
}
