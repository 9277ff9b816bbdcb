// A language model of one gated layer as importers write it: tokens are flattened
// around the products, positions are the first rows of a longer table, the table of
// words is the head as well. No layers are named.
func.func public @main(%tokens: tensor<4x6xi32> {dist.name = "tokens", dist.role = "input", dist.init = {kind = "uniform_int", low = 0 : i64, high = 10 : i64}}, %labels: tensor<4x6xi32> {dist.name = "labels", dist.role = "input", dist.init = {kind = "uniform_int", low = 0 : i64, high = 10 : i64}},
    %positions: tensor<9x8xf32> {dist.name = "positions", dist.role = "param"},
    %table: tensor<10x8xf32> {dist.name = "table", dist.role = "param"}, %norm: tensor<8xf32> {dist.name = "norm", dist.role = "param"},
    %up: tensor<8x12xf32> {dist.name = "up", dist.role = "param"}, %gate: tensor<8x12xf32> {dist.name = "gate", dist.role = "param"},
    %down: tensor<12x8xf32> {dist.name = "down", dist.role = "param"}) -> (tensor<f32> {dist.name = "loss_sum", dist.role = "loss_sum"}, tensor<f32> {dist.name = "token_count", dist.role = "token_count"}) {
  %rows = nn.embedding %table, %tokens : (tensor<10x8xf32>, tensor<4x6xi32>) -> tensor<4x6x8xf32>
  %pos = stablehlo.slice %positions [0:6, 0:8] : (tensor<9x8xf32>) -> tensor<6x8xf32>
  %wide = stablehlo.broadcast_in_dim %pos, dims = [1, 2] : (tensor<6x8xf32>) -> tensor<4x6x8xf32>
  %x = stablehlo.add %rows, %wide : tensor<4x6x8xf32>
  %n = nn.rms_norm %x, %norm {eps = 1.0e-5 : f64} : tensor<4x6x8xf32>, tensor<8xf32>
  %a0 = stablehlo.reshape %n : (tensor<4x6x8xf32>) -> tensor<24x8xf32>
  %a1 = stablehlo.dot_general %a0, %up, contracting_dims = [1] x [0] : (tensor<24x8xf32>, tensor<8x12xf32>) -> tensor<24x12xf32>
  %b0 = stablehlo.reshape %n : (tensor<4x6x8xf32>) -> tensor<24x8xf32>
  %b1 = stablehlo.dot_general %b0, %gate, contracting_dims = [1] x [0] : (tensor<24x8xf32>, tensor<8x12xf32>) -> tensor<24x12xf32>
  %c = stablehlo.multiply %a1, %b1 : tensor<24x12xf32>
  %d0 = stablehlo.dot_general %c, %down, contracting_dims = [1] x [0] : (tensor<24x12xf32>, tensor<12x8xf32>) -> tensor<24x8xf32>
  %d = stablehlo.reshape %d0 : (tensor<24x8xf32>) -> tensor<4x6x8xf32>
  %y = stablehlo.add %x, %d : tensor<4x6x8xf32>
  %logits = stablehlo.dot_general %y, %table, contracting_dims = [2] x [1] : (tensor<4x6x8xf32>, tensor<10x8xf32>) -> tensor<4x6x10xf32>
  %loss, %lse = nn.cross_entropy %logits, %labels : (tensor<4x6x10xf32>, tensor<4x6xi32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%loss init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.constant dense<24.0> : tensor<f32>
  return %sum, %count : tensor<f32>, tensor<f32>
}
