// One step of gradient descent of a net of two layers, in ops that run_with_mpi.py knows.
module @net_step {
  func.func public @main(%x: tensor<8x16xf32> {dist.role = "input"}, %g: tensor<8x16xf32> {dist.role = "input"},
                         %w1: tensor<16x32xf32> {dist.role = "param", dist.updated_by = 1 : i64},
                         %w2: tensor<32x16xf32> {dist.role = "param", dist.updated_by = 2 : i64})
      -> (tensor<8x16xf32> {dist.role = "output"}, tensor<16x32xf32> {dist.role = "param"}, tensor<32x16xf32> {dist.role = "param"}) {
    %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1 = stablehlo.tanh %0 : tensor<8x32xf32>
    %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %dw2 = stablehlo.dot_general %1, %g, contracting_dims = [0] x [0] : (tensor<8x32xf32>, tensor<8x16xf32>) -> tensor<32x16xf32>
    %d1 = stablehlo.dot_general %g, %w2, contracting_dims = [1] x [1] : (tensor<8x16xf32>, tensor<32x16xf32>) -> tensor<8x32xf32>
    %one = stablehlo.constant dense<1.0> : tensor<8x32xf32>
    %sq = stablehlo.multiply %1, %1 : tensor<8x32xf32>
    %slope = stablehlo.subtract %one, %sq : tensor<8x32xf32>
    %d0 = stablehlo.multiply %d1, %slope : tensor<8x32xf32>
    %dw1 = stablehlo.dot_general %x, %d0, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %rate1 = stablehlo.constant dense<0.125> : tensor<16x32xf32>
    %step1 = stablehlo.multiply %dw1, %rate1 : tensor<16x32xf32>
    %new1 = stablehlo.subtract %w1, %step1 : tensor<16x32xf32>
    %rate2 = stablehlo.constant dense<0.125> : tensor<32x16xf32>
    %step2 = stablehlo.multiply %dw2, %rate2 : tensor<32x16xf32>
    %new2 = stablehlo.subtract %w2, %step2 : tensor<32x16xf32>
    return %2, %new1, %new2 : tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>
  }
}
