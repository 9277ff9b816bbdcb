module {
  func.func @main(%arg0: tensor<4x3x8x8xf32>, %arg1: tensor<8x3x3x3xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8x1x3x3xf32>, %arg4: tensor<10x32xf32>, %arg5: tensor<10xf32>) -> (tensor<4x10xf32>, tensor<4xi64>) {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<8xf32>}> : () -> tensor<8xf32>
    %2 = tosa.const_shape  {values = dense<[1, 4, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %3 = tosa.const_shape  {values = dense<[1, 32, 10]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %4 = tosa.const_shape  {values = dense<[4, 10]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %5 = tosa.const_shape  {values = dense<[1, 10]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %6 = tosa.transpose %arg0 {perms = array<i32: 0, 2, 3, 1>} : (tensor<4x3x8x8xf32>) -> tensor<4x8x8x3xf32>
    %7 = tosa.transpose %arg1 {perms = array<i32: 0, 2, 3, 1>} : (tensor<8x3x3x3xf32>) -> tensor<8x3x3x3xf32>
    %8 = tosa.conv2d %6, %7, %arg2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<4x8x8x3xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8x8x8xf32>
    %9 = tosa.clamp %8 {max_val = 3.40282347E+38 : f32, min_val = 0.000000e+00 : f32} : (tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
    %10 = tosa.max_pool2d %9 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<4x8x8x8xf32>) -> tensor<4x4x4x8xf32>
    %11 = tosa.transpose %arg3 {perms = array<i32: 2, 3, 0, 1>} : (tensor<8x1x3x3xf32>) -> tensor<3x3x8x1xf32>
    %12 = tosa.depthwise_conv2d %10, %11, %1, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<4x4x4x8xf32>, tensor<3x3x8x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x4x4x8xf32>
    %13 = tosa.sigmoid %12 : (tensor<4x4x4x8xf32>) -> tensor<4x4x4x8xf32>
    %14 = tosa.avg_pool2d %13, %0, %0 {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<4x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x2x2x8xf32>
    %15 = tosa.transpose %14 {perms = array<i32: 0, 3, 1, 2>} : (tensor<4x2x2x8xf32>) -> tensor<4x8x2x2xf32>
    %16 = tosa.transpose %arg4 {perms = array<i32: 1, 0>} : (tensor<10x32xf32>) -> tensor<32x10xf32>
    %17 = tosa.reshape %15, %2 : (tensor<4x8x2x2xf32>, !tosa.shape<3>) -> tensor<1x4x32xf32>
    %18 = tosa.reshape %16, %3 : (tensor<32x10xf32>, !tosa.shape<3>) -> tensor<1x32x10xf32>
    %19 = tosa.matmul %17, %18, %0, %0 : (tensor<1x4x32xf32>, tensor<1x32x10xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x10xf32>
    %20 = tosa.reshape %19, %4 : (tensor<1x4x10xf32>, !tosa.shape<2>) -> tensor<4x10xf32>
    %21 = tosa.reshape %arg5, %5 : (tensor<10xf32>, !tosa.shape<2>) -> tensor<1x10xf32>
    %22 = tosa.add %20, %21 : (tensor<4x10xf32>, tensor<1x10xf32>) -> tensor<4x10xf32>
    %23 = tosa.reduce_max %22 {axis = 1 : i32} : (tensor<4x10xf32>) -> tensor<4x1xf32>
    %24 = tosa.sub %22, %23 : (tensor<4x10xf32>, tensor<4x1xf32>) -> tensor<4x10xf32>
    %25 = tosa.exp %24 : (tensor<4x10xf32>) -> tensor<4x10xf32>
    %26 = tosa.reduce_sum %25 {axis = 1 : i32} : (tensor<4x10xf32>) -> tensor<4x1xf32>
    %27 = tosa.log %26 : (tensor<4x1xf32>) -> tensor<4x1xf32>
    %28 = tosa.sub %24, %27 : (tensor<4x10xf32>, tensor<4x1xf32>) -> tensor<4x10xf32>
    %29 = tosa.argmax %22 {axis = 1 : i32} : (tensor<4x10xf32>) -> tensor<4xi64>
    return %28, %29 : tensor<4x10xf32>, tensor<4xi64>
  }
}
