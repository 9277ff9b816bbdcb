module {
  func.func @main(%arg0: tensor<2x8xi64>, %arg1: tensor<64x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<8x8xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16xf32>, %arg14: tensor<16xf32>, %arg15: tensor<16xf32>, %arg16: tensor<32x16xf32>, %arg17: tensor<32xf32>, %arg18: tensor<16x32xf32>, %arg19: tensor<16xf32>) -> tensor<2x8x16xf32> {
    %0 = tosa.const_shape  {values = dense<[1, 64, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %1 = tosa.const_shape  {values = dense<[1, 16]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %2 = tosa.const_shape  {values = dense<[2, 8, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %3 = tosa.const_shape  {values = dense<[1, 8, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %5 = tosa.const_shape  {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %6 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %7 = tosa.const_shape  {values = dense<[1, 16, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %8 = tosa.const_shape  {values = dense<[2, 8, 4, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %9 = tosa.const_shape  {values = dense<[8, 8, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %10 = tosa.const_shape  {values = dense<[8, 4, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %11 = tosa.const_shape  {values = dense<[2, 4, 8, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %12 = tosa.const_shape  {values = dense<[1, 1, 8, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %13 = tosa.const_shape  {values = dense<8> : tensor<3xindex>} : () -> !tosa.shape<3>
    %14 = tosa.const_shape  {values = dense<[2, 4, 8, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %15 = tosa.const_shape  {values = dense<[1, 16, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %16 = tosa.const_shape  {values = dense<[2, 8, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %17 = tosa.const_shape  {values = dense<[1, 1, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %18 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<2x8x32xf32>}> : () -> tensor<2x8x32xf32>
    %19 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<2x8x32xf32>}> : () -> tensor<2x8x32xf32>
    %20 = "tosa.const"() <{values = dense<3.000000e+00> : tensor<2x8x32xf32>}> : () -> tensor<2x8x32xf32>
    %21 = "tosa.const"() <{values = dense<4.471500e-02> : tensor<2x8x32xf32>}> : () -> tensor<2x8x32xf32>
    %22 = "tosa.const"() <{values = dense<0.636619746> : tensor<2x8x32xf32>}> : () -> tensor<2x8x32xf32>
    %23 = tosa.const_shape  {values = dense<[1, 32, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %24 = "tosa.const"() <{values = dense<6.250000e-02> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %25 = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %26 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %27 = tosa.reshape %arg1, %0 : (tensor<64x16xf32>, !tosa.shape<3>) -> tensor<1x64x16xf32>
    %28 = tosa.reshape %arg0, %1 : (tensor<2x8xi64>, !tosa.shape<2>) -> tensor<1x16xi64>
    %29 = tosa.cast %28 : (tensor<1x16xi64>) -> tensor<1x16xi32>
    %30 = tosa.gather %27, %29 : (tensor<1x64x16xf32>, tensor<1x16xi32>) -> tensor<1x16x16xf32>
    %31 = tosa.reshape %30, %2 : (tensor<1x16x16xf32>, !tosa.shape<3>) -> tensor<2x8x16xf32>
    %32 = tosa.reshape %arg2, %3 : (tensor<8x16xf32>, !tosa.shape<3>) -> tensor<1x8x16xf32>
    %33 = tosa.add %31, %32 : (tensor<2x8x16xf32>, tensor<1x8x16xf32>) -> tensor<2x8x16xf32>
    %34 = tosa.reduce_sum %33 {axis = 2 : i32} : (tensor<2x8x16xf32>) -> tensor<2x8x1xf32>
    %35 = tosa.mul %34, %24, %4 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %36 = tosa.sub %33, %35 : (tensor<2x8x16xf32>, tensor<2x8x1xf32>) -> tensor<2x8x16xf32>
    %37 = tosa.mul %36, %36, %4 : (tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<1xi8>) -> tensor<2x8x16xf32>
    %38 = tosa.reduce_sum %37 {axis = 2 : i32} : (tensor<2x8x16xf32>) -> tensor<2x8x1xf32>
    %39 = tosa.mul %38, %24, %4 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %40 = tosa.add %39, %25 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %41 = tosa.rsqrt %40 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %42 = tosa.mul %36, %41, %4 : (tensor<2x8x16xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x16xf32>
    %43 = tosa.reshape %arg3, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %44 = tosa.mul %42, %43, %4 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>, tensor<1xi8>) -> tensor<2x8x16xf32>
    %45 = tosa.reshape %arg4, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %46 = tosa.add %44, %45 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>) -> tensor<2x8x16xf32>
    %47 = tosa.transpose %arg5 {perms = array<i32: 1, 0>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %48 = tosa.reshape %47, %7 : (tensor<16x16xf32>, !tosa.shape<3>) -> tensor<1x16x16xf32>
    %49 = tosa.reshape %46, %7 : (tensor<2x8x16xf32>, !tosa.shape<3>) -> tensor<1x16x16xf32>
    %50 = tosa.matmul %49, %48, %6, %6 : (tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16xf32>
    %51 = tosa.reshape %50, %2 : (tensor<1x16x16xf32>, !tosa.shape<3>) -> tensor<2x8x16xf32>
    %52 = tosa.reshape %arg6, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %53 = tosa.add %51, %52 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>) -> tensor<2x8x16xf32>
    %54 = tosa.reshape %53, %8 : (tensor<2x8x16xf32>, !tosa.shape<4>) -> tensor<2x8x4x4xf32>
    %55 = tosa.transpose %54 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x8x4x4xf32>) -> tensor<2x4x8x4xf32>
    %56 = tosa.transpose %arg7 {perms = array<i32: 1, 0>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %57 = tosa.reshape %56, %7 : (tensor<16x16xf32>, !tosa.shape<3>) -> tensor<1x16x16xf32>
    %58 = tosa.matmul %49, %57, %6, %6 : (tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16xf32>
    %59 = tosa.reshape %58, %2 : (tensor<1x16x16xf32>, !tosa.shape<3>) -> tensor<2x8x16xf32>
    %60 = tosa.reshape %arg8, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %61 = tosa.add %59, %60 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>) -> tensor<2x8x16xf32>
    %62 = tosa.reshape %61, %8 : (tensor<2x8x16xf32>, !tosa.shape<4>) -> tensor<2x8x4x4xf32>
    %63 = tosa.transpose %arg9 {perms = array<i32: 1, 0>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %64 = tosa.reshape %63, %7 : (tensor<16x16xf32>, !tosa.shape<3>) -> tensor<1x16x16xf32>
    %65 = tosa.matmul %49, %64, %6, %6 : (tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16xf32>
    %66 = tosa.reshape %65, %2 : (tensor<1x16x16xf32>, !tosa.shape<3>) -> tensor<2x8x16xf32>
    %67 = tosa.reshape %arg10, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %68 = tosa.add %66, %67 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>) -> tensor<2x8x16xf32>
    %69 = tosa.reshape %68, %8 : (tensor<2x8x16xf32>, !tosa.shape<4>) -> tensor<2x8x4x4xf32>
    %70 = tosa.transpose %69 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x8x4x4xf32>) -> tensor<2x4x8x4xf32>
    %71 = tosa.transpose %62 {perms = array<i32: 0, 2, 3, 1>} : (tensor<2x8x4x4xf32>) -> tensor<2x4x4x8xf32>
    %72 = tosa.reshape %55, %9 : (tensor<2x4x8x4xf32>, !tosa.shape<3>) -> tensor<8x8x4xf32>
    %73 = tosa.reshape %71, %10 : (tensor<2x4x4x8xf32>, !tosa.shape<3>) -> tensor<8x4x8xf32>
    %74 = tosa.matmul %72, %73, %6, %6 : (tensor<8x8x4xf32>, tensor<8x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<8x8x8xf32>
    %75 = tosa.reshape %74, %11 : (tensor<8x8x8xf32>, !tosa.shape<4>) -> tensor<2x4x8x8xf32>
    %76 = tosa.mul %75, %26, %4 : (tensor<2x4x8x8xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x4x8x8xf32>
    %77 = tosa.reshape %arg11, %12 : (tensor<8x8xf32>, !tosa.shape<4>) -> tensor<1x1x8x8xf32>
    %78 = tosa.add %76, %77 : (tensor<2x4x8x8xf32>, tensor<1x1x8x8xf32>) -> tensor<2x4x8x8xf32>
    %79 = tosa.reduce_max %78 {axis = 3 : i32} : (tensor<2x4x8x8xf32>) -> tensor<2x4x8x1xf32>
    %80 = tosa.sub %78, %79 : (tensor<2x4x8x8xf32>, tensor<2x4x8x1xf32>) -> tensor<2x4x8x8xf32>
    %81 = tosa.exp %80 : (tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
    %82 = tosa.reduce_sum %81 {axis = 3 : i32} : (tensor<2x4x8x8xf32>) -> tensor<2x4x8x1xf32>
    %83 = tosa.reciprocal %82 : (tensor<2x4x8x1xf32>) -> tensor<2x4x8x1xf32>
    %84 = tosa.mul %81, %83, %4 : (tensor<2x4x8x8xf32>, tensor<2x4x8x1xf32>, tensor<1xi8>) -> tensor<2x4x8x8xf32>
    %85 = tosa.reshape %84, %13 : (tensor<2x4x8x8xf32>, !tosa.shape<3>) -> tensor<8x8x8xf32>
    %86 = tosa.reshape %70, %9 : (tensor<2x4x8x4xf32>, !tosa.shape<3>) -> tensor<8x8x4xf32>
    %87 = tosa.matmul %85, %86, %6, %6 : (tensor<8x8x8xf32>, tensor<8x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<8x8x4xf32>
    %88 = tosa.reshape %87, %14 : (tensor<8x8x4xf32>, !tosa.shape<4>) -> tensor<2x4x8x4xf32>
    %89 = tosa.transpose %88 {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x4x8x4xf32>) -> tensor<2x8x4x4xf32>
    %90 = tosa.transpose %arg12 {perms = array<i32: 1, 0>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %91 = tosa.reshape %90, %7 : (tensor<16x16xf32>, !tosa.shape<3>) -> tensor<1x16x16xf32>
    %92 = tosa.reshape %89, %7 : (tensor<2x8x4x4xf32>, !tosa.shape<3>) -> tensor<1x16x16xf32>
    %93 = tosa.matmul %92, %91, %6, %6 : (tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16xf32>
    %94 = tosa.reshape %93, %2 : (tensor<1x16x16xf32>, !tosa.shape<3>) -> tensor<2x8x16xf32>
    %95 = tosa.reshape %arg13, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %96 = tosa.add %94, %95 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>) -> tensor<2x8x16xf32>
    %97 = tosa.add %33, %96 : (tensor<2x8x16xf32>, tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %98 = tosa.reduce_sum %97 {axis = 2 : i32} : (tensor<2x8x16xf32>) -> tensor<2x8x1xf32>
    %99 = tosa.mul %98, %24, %4 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %100 = tosa.sub %97, %99 : (tensor<2x8x16xf32>, tensor<2x8x1xf32>) -> tensor<2x8x16xf32>
    %101 = tosa.mul %100, %100, %4 : (tensor<2x8x16xf32>, tensor<2x8x16xf32>, tensor<1xi8>) -> tensor<2x8x16xf32>
    %102 = tosa.reduce_sum %101 {axis = 2 : i32} : (tensor<2x8x16xf32>) -> tensor<2x8x1xf32>
    %103 = tosa.mul %102, %24, %4 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
    %104 = tosa.add %103, %25 : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
    %105 = tosa.rsqrt %104 : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
    %106 = tosa.mul %100, %105, %4 : (tensor<2x8x16xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x16xf32>
    %107 = tosa.reshape %arg14, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %108 = tosa.mul %106, %107, %4 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>, tensor<1xi8>) -> tensor<2x8x16xf32>
    %109 = tosa.reshape %arg15, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %110 = tosa.add %108, %109 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>) -> tensor<2x8x16xf32>
    %111 = tosa.transpose %arg16 {perms = array<i32: 1, 0>} : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %112 = tosa.reshape %111, %15 : (tensor<16x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %113 = tosa.reshape %110, %7 : (tensor<2x8x16xf32>, !tosa.shape<3>) -> tensor<1x16x16xf32>
    %114 = tosa.matmul %113, %112, %6, %6 : (tensor<1x16x16xf32>, tensor<1x16x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x32xf32>
    %115 = tosa.reshape %114, %16 : (tensor<1x16x32xf32>, !tosa.shape<3>) -> tensor<2x8x32xf32>
    %116 = tosa.reshape %arg17, %17 : (tensor<32xf32>, !tosa.shape<3>) -> tensor<1x1x32xf32>
    %117 = tosa.add %115, %116 : (tensor<2x8x32xf32>, tensor<1x1x32xf32>) -> tensor<2x8x32xf32>
    %118 = tosa.mul %18, %117, %4 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %119 = tosa.pow %22, %18 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %120 = tosa.pow %117, %20 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %121 = tosa.mul %21, %120, %4 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %122 = tosa.add %117, %121 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %123 = tosa.mul %119, %122, %4 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %124 = tosa.tanh %123 : (tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %125 = tosa.add %124, %19 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %126 = tosa.mul %118, %125, %4 : (tensor<2x8x32xf32>, tensor<2x8x32xf32>, tensor<1xi8>) -> tensor<2x8x32xf32>
    %127 = tosa.transpose %arg18 {perms = array<i32: 1, 0>} : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %128 = tosa.reshape %127, %23 : (tensor<32x16xf32>, !tosa.shape<3>) -> tensor<1x32x16xf32>
    %129 = tosa.reshape %126, %15 : (tensor<2x8x32xf32>, !tosa.shape<3>) -> tensor<1x16x32xf32>
    %130 = tosa.matmul %129, %128, %6, %6 : (tensor<1x16x32xf32>, tensor<1x32x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16xf32>
    %131 = tosa.reshape %130, %2 : (tensor<1x16x16xf32>, !tosa.shape<3>) -> tensor<2x8x16xf32>
    %132 = tosa.reshape %arg19, %5 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
    %133 = tosa.add %131, %132 : (tensor<2x8x16xf32>, tensor<1x1x16xf32>) -> tensor<2x8x16xf32>
    %134 = tosa.add %97, %133 : (tensor<2x8x16xf32>, tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    return %134 : tensor<2x8x16xf32>
  }
}
