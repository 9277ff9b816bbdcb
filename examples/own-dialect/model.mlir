// A gated layer with its loss: the sum over rows of what mine.row_energy gives.
func.func @main(%x: tensor<8x16xf32> {dist.role = "input"},
                %w_value: tensor<16x32xf32> {dist.role = "param"},
                %w_gate: tensor<16x32xf32> {dist.role = "param"},
                %w_out: tensor<32x16xf32> {dist.role = "param"})
    -> (tensor<f32> {dist.name = "loss_sum", dist.role = "loss_sum"},
        tensor<f32> {dist.name = "token_count", dist.role = "token_count"},
        tensor<8x16xf32> {dist.name = "y", dist.role = "output"}) {
  %value = stablehlo.dot_general %x, %w_value, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %gate = stablehlo.dot_general %x, %w_gate, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %hidden = mine.gate %value, %gate : tensor<8x32xf32>
  %y = stablehlo.dot_general %hidden, %w_out, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %energy = mine.row_energy %y : tensor<8x16xf32> -> tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%energy init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.constant dense<8.0> : tensor<f32>
  return %loss, %count, %y : tensor<f32>, tensor<f32>, tensor<8x16xf32>
}
