// One step of gradient descent on a perceptron with one hidden layer, as a whole
// graph: mean square loss, gradients and updates written out.
module @step {
  func.func public @main(
      %w1: tensor<24x40xf32>, %w2: tensor<40x12xf32>,
      %x: tensor<16x24xf32>, %y: tensor<16x12xf32>)
      -> (tensor<24x40xf32>, tensor<40x12xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %rate1 = stablehlo.constant dense<1.000000e-01> : tensor<24x40xf32>
    %rate2 = stablehlo.constant dense<1.000000e-01> : tensor<40x12xf32>
    %count = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %scale = stablehlo.constant dense<1.041666666e-02> : tensor<16x12xf32>
    %one = stablehlo.constant dense<1.000000e+00> : tensor<16x40xf32>
    %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<16x24xf32>, tensor<24x40xf32>) -> tensor<16x40xf32>
    %h = stablehlo.tanh %a : tensor<16x40xf32>
    %o = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<16x40xf32>, tensor<40x12xf32>) -> tensor<16x12xf32>
    %d = stablehlo.subtract %o, %y : tensor<16x12xf32>
    %s = stablehlo.multiply %d, %d : tensor<16x12xf32>
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x12xf32>, tensor<f32>) -> tensor<f32>
    %loss = stablehlo.divide %sum, %count : tensor<f32>
    %do = stablehlo.multiply %d, %scale : tensor<16x12xf32>
    %g2 = stablehlo.dot_general %h, %do, contracting_dims = [0] x [0] : (tensor<16x40xf32>, tensor<16x12xf32>) -> tensor<40x12xf32>
    %dh = stablehlo.dot_general %do, %w2, contracting_dims = [1] x [1] : (tensor<16x12xf32>, tensor<40x12xf32>) -> tensor<16x40xf32>
    %hh = stablehlo.multiply %h, %h : tensor<16x40xf32>
    %dt = stablehlo.subtract %one, %hh : tensor<16x40xf32>
    %da = stablehlo.multiply %dh, %dt : tensor<16x40xf32>
    %g1 = stablehlo.dot_general %x, %da, contracting_dims = [0] x [0] : (tensor<16x24xf32>, tensor<16x40xf32>) -> tensor<24x40xf32>
    %u1 = stablehlo.multiply %rate1, %g1 : tensor<24x40xf32>
    %u2 = stablehlo.multiply %rate2, %g2 : tensor<40x12xf32>
    %n1 = stablehlo.subtract %w1, %u1 : tensor<24x40xf32>
    %n2 = stablehlo.subtract %w2, %u2 : tensor<40x12xf32>
    return %n1, %n2, %loss : tensor<24x40xf32>, tensor<40x12xf32>, tensor<f32>
  }
}
