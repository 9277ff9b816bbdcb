// OPTIONS: --shardc-verify-import
func.func @main(%x: tensor<8x4xf32> {dist.name = "x", dist.role = "input"},
                %w: tensor<4x6xf32> {dist.name = "w", dist.role = "param", dist.weight_decay = true},
                %v: tensor<6x4xf32> {dist.name = "v", dist.role = "param", dist.weight_decay = true})
    -> (tensor<8x4xf32> {dist.name = "y", dist.role = "output"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %1 = stablehlo.tanh %0 : tensor<8x6xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}
