module {
  func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<32xf32>, %arg3: tensor<4x32xf32>, %arg4: tensor<4xf32>) -> tensor<8x4xf32> {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = tosa.const_shape  {values = dense<[1, 8, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %2 = tosa.const_shape  {values = dense<[1, 16, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %3 = tosa.const_shape  {values = dense<[8, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %4 = tosa.const_shape  {values = dense<[1, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %5 = tosa.const_shape  {values = dense<[1, 8, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %6 = tosa.const_shape  {values = dense<[1, 32, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %7 = tosa.const_shape  {values = dense<[8, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %8 = tosa.const_shape  {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %9 = tosa.transpose %arg1 {perms = array<i32: 1, 0>} : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %10 = tosa.reshape %arg0, %1 : (tensor<8x16xf32>, !tosa.shape<3>) -> tensor<1x8x16xf32>
    %11 = tosa.reshape %9, %2 : (tensor<16x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %12 = tosa.matmul %10, %11, %0, %0 : (tensor<1x8x16xf32>, tensor<1x16x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x32xf32>
    %13 = tosa.reshape %12, %3 : (tensor<1x8x32xf32>, !tosa.shape<2>) -> tensor<8x32xf32>
    %14 = tosa.reshape %arg2, %4 : (tensor<32xf32>, !tosa.shape<2>) -> tensor<1x32xf32>
    %15 = tosa.add %13, %14 : (tensor<8x32xf32>, tensor<1x32xf32>) -> tensor<8x32xf32>
    %16 = tosa.clamp %15 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %17 = tosa.transpose %arg3 {perms = array<i32: 1, 0>} : (tensor<4x32xf32>) -> tensor<32x4xf32>
    %18 = tosa.reshape %16, %5 : (tensor<8x32xf32>, !tosa.shape<3>) -> tensor<1x8x32xf32>
    %19 = tosa.reshape %17, %6 : (tensor<32x4xf32>, !tosa.shape<3>) -> tensor<1x32x4xf32>
    %20 = tosa.matmul %18, %19, %0, %0 : (tensor<1x8x32xf32>, tensor<1x32x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x4xf32>
    %21 = tosa.reshape %20, %7 : (tensor<1x8x4xf32>, !tosa.shape<2>) -> tensor<8x4xf32>
    %22 = tosa.reshape %arg4, %8 : (tensor<4xf32>, !tosa.shape<2>) -> tensor<1x4xf32>
    %23 = tosa.add %21, %22 : (tensor<8x4xf32>, tensor<1x4xf32>) -> tensor<8x4xf32>
    return %23 : tensor<8x4xf32>
  }
}
