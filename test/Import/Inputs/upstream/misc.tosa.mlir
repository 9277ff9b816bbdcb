module {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xi64>) -> (tensor<7x6xf32>, tensor<4x6xf32>, tensor<4x6xi1>) {
    %0 = tosa.const_shape  {values = dense<[4, 12, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %1 = tosa.const_shape  {values = dense<[4, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %2 = tosa.const_shape  {values = dense<[4, 5]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %3 = tosa.const_shape  {values = dense<[2, 1, 1, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %4 = tosa.const_shape  {values = dense<[4, 6, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %5 = "tosa.const"() <{values = dense<[[[0], [0], [0], [0], [0], [0]], [[1], [1], [1], [1], [1], [1]], [[2], [2], [2], [2], [2], [2]], [[3], [3], [3], [3], [3], [3]]]> : tensor<4x6x1xi32>}> : () -> tensor<4x6x1xi32>
    %6 = tosa.const_shape  {values = dense<[1, 24, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %7 = tosa.const_shape  {values = dense<[24, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %8 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %9 = tosa.const_shape  {values = dense<[1, 24]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %10 = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %11 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %12 = "tosa.const"() <{values = dense<[[1, 3, 5, 7, 9]]> : tensor<1x5xi32>}> : () -> tensor<1x5xi32>
    %13 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1xf32>}> : () -> tensor<1xf32>
    %14 = "tosa.const"() <{values = dense<[[6, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
    %15 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
    %16 = "tosa.const"() <{values = dense<2.500000e-01> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
    %17 = "tosa.const"() <{values = dense<3.000000e+00> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
    %18 = tosa.concat %arg0, %arg1 {axis = 1 : i32} : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x12xf32>
    %19 = tosa.reshape %18, %0 : (tensor<4x12xf32>, !tosa.shape<3>) -> tensor<4x12x1xf32>
    %20 = tosa.tile %12, %1 : (tensor<1x5xi32>, !tosa.shape<2>) -> tensor<4x5xi32>
    %21 = tosa.gather %19, %20 : (tensor<4x12x1xf32>, tensor<4x5xi32>) -> tensor<4x5x1xf32>
    %22 = tosa.reshape %21, %2 : (tensor<4x5x1xf32>, !tosa.shape<2>) -> tensor<4x5xf32>
    %23 = tosa.pad %22, %3, %13 : (tensor<4x5xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<7x6xf32>
    %24 = tosa.cast %arg2 : (tensor<4x6xi64>) -> tensor<4x6xi32>
    %25 = tosa.reshape %24, %4 : (tensor<4x6xi32>, !tosa.shape<3>) -> tensor<4x6x1xi32>
    %26 = tosa.concat %5, %25 {axis = 2 : i32} : (tensor<4x6x1xi32>, tensor<4x6x1xi32>) -> tensor<4x6x2xi32>
    %27 = tosa.reshape %arg0, %6 : (tensor<4x6xf32>, !tosa.shape<3>) -> tensor<1x24x1xf32>
    %28 = tosa.reshape %26, %7 : (tensor<4x6x2xi32>, !tosa.shape<2>) -> tensor<24x2xi32>
    %29 = tosa.mul %28, %14, %8 : (tensor<24x2xi32>, tensor<1x2xi32>, tensor<1xi8>) -> tensor<24x2xi32>
    %30 = tosa.reduce_sum %29 {axis = 1 : i32} : (tensor<24x2xi32>) -> tensor<24x1xi32>
    %31 = tosa.reshape %30, %9 : (tensor<24x1xi32>, !tosa.shape<2>) -> tensor<1x24xi32>
    %32 = tosa.gather %27, %31 : (tensor<1x24x1xf32>, tensor<1x24xi32>) -> tensor<1x24x1xf32>
    %33 = tosa.reshape %32, %10 : (tensor<1x24x1xf32>, !tosa.shape<2>) -> tensor<4x6xf32>
    %34 = tosa.greater %arg0, %arg1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %35 = tosa.select %34, %arg0, %33 : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %36 = tosa.tanh %35 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %37 = tosa.exp %36 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %38 = tosa.rsqrt %37 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %39 = tosa.abs %38 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %40 = tosa.add %39, %15 : (tensor<4x6xf32>, tensor<1x1xf32>) -> tensor<4x6xf32>
    %41 = tosa.log %40 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %42 = tosa.erf %41 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %43 = tosa.add %42, %42 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %44 = tosa.floor %43 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %45 = tosa.negate %44, %11, %11 : (tensor<4x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x6xf32>
    %46 = tosa.reduce_sum %35 {axis = 0 : i32} : (tensor<4x6xf32>) -> tensor<1x6xf32>
    %47 = tosa.mul %46, %16, %8 : (tensor<1x6xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<1x6xf32>
    %48 = tosa.reduce_max %35 {axis = 0 : i32} : (tensor<4x6xf32>) -> tensor<1x6xf32>
    %49 = tosa.exp %48 : (tensor<1x6xf32>) -> tensor<1x6xf32>
    %50 = tosa.reciprocal %49 : (tensor<1x6xf32>) -> tensor<1x6xf32>
    %51 = tosa.mul %47, %50, %8 : (tensor<1x6xf32>, tensor<1x6xf32>, tensor<1xi8>) -> tensor<1x6xf32>
    %52 = tosa.pow %51, %17 : (tensor<1x6xf32>, tensor<1x1xf32>) -> tensor<1x6xf32>
    %53 = tosa.add %45, %52 : (tensor<4x6xf32>, tensor<1x6xf32>) -> tensor<4x6xf32>
    return %23, %53, %34 : tensor<7x6xf32>, tensor<4x6xf32>, tensor<4x6xi1>
  }
}
