// OPTIONS: --shardc-pin-shardings=pins=w=[{},{tp}]
dist.mesh @mesh <"dp"=2, "tp"=2>
func.func @main(%x: tensor<8x4xf32> {dist.name = "x", dist.role = "input"},
                %w: tensor<4x6xf32> {dist.name = "w", dist.role = "param"}) -> tensor<8x6xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
