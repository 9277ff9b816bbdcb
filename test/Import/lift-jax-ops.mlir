// Ops of every family in programs of JAX's shard_map, with JAX's results on 4 devices.
// RUN: split-file %s %t
// RUN: shardc import %t/products.mlir -o %t/products.imported.mlir
// RUN: shard-opt %t/products.imported.mlir --shardc-interpret=digits=4 -o /dev/null | FileCheck %s --check-prefix=PRODUCTS
// RUN: shardc check %t/products.mlir --json | FileCheck %s --check-prefix=PRODUCTS-CHECK
// PRODUCTS: [7.399, 3.566, -1.274, 4.617, -7.155, -16, -6.154, 5.614, -3.698, -14.52, 0.8942, 0.8273, 1.505, 4.369, 0.3069, -12.37] : tensor
// PRODUCTS-CHECK: "collectives":{},{{.*}}"pass":true
// RUN: shardc import %t/places.mlir -o %t/places.imported.mlir
// RUN: shard-opt %t/places.imported.mlir --shardc-interpret=digits=4 -o /dev/null | FileCheck %s --check-prefix=PLACES
// RUN: shardc check %t/places.mlir --json | FileCheck %s --check-prefix=PLACES-CHECK
// PLACES: [-0.9468, 3.24, -0.8641, -0.7145, -2.675, -3.546, -1.495, 0.05638, -0.8676, -0.8836, -2.32, 2.906, 0.1324, -0.5168, -2.478, -4.92, -3.501, 0.5364, -0.05896, -2.455] : tensor
// PLACES-CHECK: "collectives":{},{{.*}}"pass":true
// RUN: shardc import %t/windows.mlir -o %t/windows.imported.mlir
// RUN: shard-opt %t/windows.imported.mlir --shardc-interpret=digits=4 -o /dev/null | FileCheck %s --check-prefix=WINDOWS
// RUN: shardc check %t/windows.mlir --json | FileCheck %s --check-prefix=WINDOWS-CHECK
// WINDOWS: [1.08, -0.9, -2.503, 2.566, -0.08392, 3, 0.9833, 0.1493, -0.8356, 0.5141, -1.656, 2, 0.6804, 0.1557, -1.775, 0.03735, 0.2029, 2, 0.9899, 0.8474, -2.302, 1.284, 1.714, 0] : tensor
// WINDOWS-CHECK: "collectives":{},{{.*}}"pass":true
// RUN: shardc import %t/loop.mlir -o %t/loop.imported.mlir
// RUN: shard-opt %t/loop.imported.mlir --shardc-interpret=digits=4 -o /dev/null | FileCheck %s --check-prefix=LOOP
// LOOP: [70.68, 0, -4.537, 5, -16.47, 10, -37.23, 15] : tensor

//--- products.mlir
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main() -> (tensor<16xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<"0x8FC2F53C7B14AE3FF6289C3F5C8F02BF9A9999BE14AE07BF85EB113F8FC275BD0000403FCDCCECBFC3F5C83FCDCCCCBD7B142E3F295C0FBE5C8FC2BE1F85EB3E85EB513FCDCC4CBE9A9919BED7A3303F52B85EBFAE47C1BF14AEC73E1F852BBF8FC2F5BF295C4FBFD7A3F0BEEC5198BF52B8BEBF0AD7233D6666663F1F856BBEA4703DBF5C8FC23EEC51383F9A9999BE713D0A3FB81E853F3D0A57BE295C4FBF3333B33E0000803ECDCC8C3F0AD7A3BFC3F528BF3D0A57BFA470DDBFB81E053E14AE073FA4703DBF85EBB13F85EB513FAE47213FCDCCCC3E8FC2753F713DAABFF6281C3F9A99193F5C8FE2BF3333B33E000080BE14AE473FAE47E1BE0AD7A3BC7B14AE3EAE4761BF9A99193FCDCCCCBD48E1FA3EB81E05BF1F858B3FF6281C3FEC5138BEAE47213FAE47A13FB81EE53FC3F5C8BFAE47613FD7A3F03EEC51B8BDAE4781BFAE47A13FAE47A1BF85EB113F6666A63FCDCCCCBF9A9999BE14AEA7BF8FC2753EAE47C13FAE4701400AD7E3BF85EB11BF3333333F713DCA3F3D0AD73E000040BF9A99993E0AD7A3BCCDCC4CBE48E13ABF14AEC73E52B89E3EEC51B8BDAE4761BE0AD7A3BF48E1FABE48E19A3F5C8F42BEEC51B8BF713DAA3F14AE073F3D0A07408FC2753D1F85EBBE9A99B9BFC3F5A83FE17A244085EB51BF666626BF9A99193FE17A54BF713D8ABE3333B3BE5C8F423E1F858B3F0AD7A33C1F856B3F3D0AD7BEC3F5A83EC3F508C09A99B9BFCDCC4C3F3D0A17BFE17A143F713D0A3FC3F5A83F295C4F3F5C8F823FAE47E1BD333333BF48E13ABF48E1FABED7A390BF"> : tensor<4x3x3x4xf32>
    %cst_0 = stablehlo.constant dense<[[[[-5.500000e-01, -9.000000e-02], [2.500000e-01, -3.400000e-01], [-1.920000e+00, -7.000000e-02], [2.300000e-01, 1.080000e+00]], [[5.800000e-01, -6.400000e-01], [-7.200000e-01, 2.010000e+00], [7.600000e-01, 1.830000e+00], [2.130000e+00, -0.819999992]]], [[[3.900000e-01, 4.600000e-01], [5.600000e-01, 5.400000e-01], [2.000000e-01, 1.700000e-01], [-1.500000e+00, -1.700000e-01]], [[-7.500000e-01, 1.300000e-01], [-4.700000e-01, 6.200000e-01], [0.819999992, 3.100000e-01], [3.200000e-01, 9.000000e-02]]]]> : tensor<2x2x4x2xf32>
    %0 = sdy.manual_computation(%cst, %cst_0) in_shardings=[<@mesh, [{"x"}, {}, {}, {}]>, <@mesh, [{}, {}, {"y"}, {}]>] out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%arg0: tensor<2x3x3x4xf32>, %arg1: tensor<2x2x2x2xf32>) {
      %1 = stablehlo.slice %arg0 [0:2, 0:3, 0:3, 0:2] : (tensor<2x3x3x4xf32>) -> tensor<2x3x3x2xf32>
      %2 = stablehlo.convolution(%1, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x3x3x2xf32>, tensor<2x2x2x2xf32>) -> tensor<2x2x3x2xf32>
      %3 = stablehlo.concatenate %arg1, %arg1, dim = 3 : (tensor<2x2x2x2xf32>, tensor<2x2x2x2xf32>) -> tensor<2x2x2x4xf32>
      %4 = stablehlo.convolution(%arg0, %3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x3x3x4xf32>, tensor<2x2x2x4xf32>) -> tensor<2x2x2x4xf32>
      %5 = stablehlo.slice %arg0 [0:2, 0:3, 0:3, 0:2] : (tensor<2x3x3x4xf32>) -> tensor<2x3x3x2xf32>
      %6 = stablehlo.slice %arg1 [0:1, 0:1, 0:1, 0:1] : (tensor<2x2x2x2xf32>) -> tensor<1x1x1x1xf32>
      %7 = stablehlo.reshape %6 : (tensor<1x1x1x1xf32>) -> tensor<f32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x3x3x2xf32>
      %9 = stablehlo.multiply %5, %8 : tensor<2x3x3x2xf32>
      %10 = stablehlo.convolution(%9, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x3x3x2xf32>, tensor<2x2x2x2xf32>) -> tensor<2x3x3x2xf32>
      %11 = stablehlo.slice %arg0 [0:2, 0:3, 0:3, 0:2] : (tensor<2x3x3x4xf32>) -> tensor<2x3x3x2xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %12 = stablehlo.reduce(%arg1 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<2x2x2x2xf32>, tensor<f32>) -> tensor<2x2x2xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %13 = stablehlo.reduce(%11 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<2x3x2xf32>
      %14 = stablehlo.dot_general %13, %12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x2xf32>, tensor<2x2x2xf32>) -> tensor<2x3x2x2xf32>
      %15 = stablehlo.iota dim = 0 : tensor<24xf32>
      %16 = stablehlo.cosine %15 : tensor<24xf32>
      %17 = stablehlo.reshape %16 : (tensor<24xf32>) -> tensor<2x2x3x2xf32>
      %18 = stablehlo.multiply %2, %17 : tensor<2x2x3x2xf32>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %19 = stablehlo.reduce(%18 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x2x3x2xf32>, tensor<f32>) -> tensor<f32>
      %20 = stablehlo.iota dim = 0 : tensor<32xf32>
      %21 = stablehlo.cosine %20 : tensor<32xf32>
      %22 = stablehlo.reshape %21 : (tensor<32xf32>) -> tensor<2x2x2x4xf32>
      %23 = stablehlo.multiply %4, %22 : tensor<2x2x2x4xf32>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x2x2x4xf32>, tensor<f32>) -> tensor<f32>
      %25 = stablehlo.iota dim = 0 : tensor<36xf32>
      %26 = stablehlo.cosine %25 : tensor<36xf32>
      %27 = stablehlo.reshape %26 : (tensor<36xf32>) -> tensor<2x3x3x2xf32>
      %28 = stablehlo.multiply %10, %27 : tensor<2x3x3x2xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %29 = stablehlo.reduce(%28 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<f32>
      %30 = stablehlo.iota dim = 0 : tensor<24xf32>
      %31 = stablehlo.cosine %30 : tensor<24xf32>
      %32 = stablehlo.reshape %31 : (tensor<24xf32>) -> tensor<2x3x2x2xf32>
      %33 = stablehlo.multiply %14, %32 : tensor<2x3x2x2xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x2x2xf32>, tensor<f32>) -> tensor<f32>
      %35 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %36 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %37 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %38 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %39 = stablehlo.concatenate %35, %36, %37, %38, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
      sdy.return %39 : tensor<4xf32>
    } : (tensor<4x3x3x4xf32>, tensor<2x2x4x2xf32>) -> tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}
//--- places.mlir
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main() -> (tensor<20xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<[[-4.500000e-01, -1.600000e-01], [-5.000000e-01, 3.900000e-01], [0.00999999977, 5.800000e-01], [-1.330000e+00, 0.889999985], [-7.600000e-01, -7.300000e-01], [-2.000000e-01, -5.600000e-01], [2.900000e-01, -5.700000e-01], [-1.070000e+00, -8.500000e-01]]> : tensor<8x2xf32>
    %c = stablehlo.constant dense<[0, 3, 1, 0]> : tensor<4xi32>
    %cst_0 = stablehlo.constant dense<[[1.310000e+00, 4.000000e-02], [-1.170000e+00, 0.00999999977], [-1.560000e+00, 1.790000e+00], [-1.520000e+00, 4.800000e-01]]> : tensor<4x2xf32>
    %0 = sdy.manual_computation(%cst, %c, %cst_0) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"y"}]>, <@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%arg0: tensor<4x2xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2x2xf32>) {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %1 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %c_2 = stablehlo.constant dense<4> : tensor<i32>
      %3 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %4 = stablehlo.add %arg1, %3 : tensor<2xi32>
      %5 = stablehlo.select %2, %4, %arg1 : tensor<2xi1>, tensor<2xi32>
      %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
      %7 = "stablehlo.scatter"(%arg0, %6, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
      ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
        %66 = stablehlo.add %arg3, %arg4 : tensor<f32>
        stablehlo.return %66 : tensor<f32>
      }) : (tensor<4x2xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> tensor<4x2xf32>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
      %9 = stablehlo.multiply %arg2, %8 : tensor<2x2xf32>
      %10 = stablehlo.slice %arg2 [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
      %11 = stablehlo.reshape %10 : (tensor<1x2xf32>) -> tensor<2xf32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
      %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<2x2xf32>
      %14 = stablehlo.add %9, %13 : tensor<2x2xf32>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %16 = stablehlo.compare LT, %arg1, %15, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %c_5 = stablehlo.constant dense<4> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %18 = stablehlo.add %arg1, %17 : tensor<2xi32>
      %19 = stablehlo.select %16, %18, %arg1 : tensor<2xi1>, tensor<2xi32>
      %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
      %21 = "stablehlo.scatter"(%arg0, %20, %14) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
      ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
        %66 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
        stablehlo.return %66 : tensor<f32>
      }) : (tensor<4x2xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> tensor<4x2xf32>
      %22 = func.call @_take(%arg0, %arg1) : (tensor<4x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
      %23 = stablehlo.slice %arg1 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
      %24 = stablehlo.reshape %23 : (tensor<1xi32>) -> tensor<i32>
      %c_6 = stablehlo.constant dense<0> : tensor<i32>
      %25 = stablehlo.compare LT, %24, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_7 = stablehlo.constant dense<4> : tensor<i32>
      %26 = stablehlo.add %24, %c_7 : tensor<i32>
      %27 = stablehlo.select %25, %26, %24 : tensor<i1>, tensor<i32>
      %c_8 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.dynamic_slice %arg0, %27, %c_8, sizes = [2, 2] : (tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
      %29 = stablehlo.slice %arg1 [1:2] : (tensor<2xi32>) -> tensor<1xi32>
      %30 = stablehlo.reshape %29 : (tensor<1xi32>) -> tensor<i32>
      %c_9 = stablehlo.constant dense<0> : tensor<i32>
      %31 = stablehlo.compare LT, %30, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_10 = stablehlo.constant dense<4> : tensor<i32>
      %32 = stablehlo.add %30, %c_10 : tensor<i32>
      %33 = stablehlo.select %31, %32, %30 : tensor<i1>, tensor<i32>
      %c_11 = stablehlo.constant dense<0> : tensor<i32>
      %34 = stablehlo.dynamic_update_slice %arg0, %arg2, %33, %c_11 : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
      %35 = stablehlo.iota dim = 0 : tensor<8xf32>
      %36 = stablehlo.cosine %35 : tensor<8xf32>
      %37 = stablehlo.reshape %36 : (tensor<8xf32>) -> tensor<4x2xf32>
      %38 = stablehlo.multiply %7, %37 : tensor<4x2xf32>
      %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %39 = stablehlo.reduce(%38 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
      %40 = stablehlo.iota dim = 0 : tensor<8xf32>
      %41 = stablehlo.cosine %40 : tensor<8xf32>
      %42 = stablehlo.reshape %41 : (tensor<8xf32>) -> tensor<4x2xf32>
      %43 = stablehlo.multiply %21, %42 : tensor<4x2xf32>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.reduce(%43 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
      %45 = stablehlo.iota dim = 0 : tensor<4xf32>
      %46 = stablehlo.cosine %45 : tensor<4xf32>
      %47 = stablehlo.reshape %46 : (tensor<4xf32>) -> tensor<2x2xf32>
      %48 = stablehlo.multiply %22, %47 : tensor<2x2xf32>
      %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %49 = stablehlo.reduce(%48 init: %cst_14) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
      %50 = stablehlo.iota dim = 0 : tensor<4xf32>
      %51 = stablehlo.cosine %50 : tensor<4xf32>
      %52 = stablehlo.reshape %51 : (tensor<4xf32>) -> tensor<2x2xf32>
      %53 = stablehlo.multiply %28, %52 : tensor<2x2xf32>
      %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %54 = stablehlo.reduce(%53 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
      %55 = stablehlo.iota dim = 0 : tensor<8xf32>
      %56 = stablehlo.cosine %55 : tensor<8xf32>
      %57 = stablehlo.reshape %56 : (tensor<8xf32>) -> tensor<4x2xf32>
      %58 = stablehlo.multiply %34, %57 : tensor<4x2xf32>
      %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %59 = stablehlo.reduce(%58 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
      %60 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %61 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %62 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %63 = stablehlo.broadcast_in_dim %54, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %64 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %65 = stablehlo.concatenate %60, %61, %62, %63, %64, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5xf32>
      sdy.return %65 : tensor<5xf32>
    } : (tensor<8x2xf32>, tensor<4xi32>, tensor<4x2xf32>) -> tensor<20xf32>
    return %0 : tensor<20xf32>
  }
  func.func private @_take(%arg0: tensor<4x2xf32>, %arg1: tensor<2xi32>) -> tensor<2x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<4x2xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}
//--- windows.mlir
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main() -> (tensor<24xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<[[5.400000e-01, -1.450000e+00, 3.000000e-01, 1.000000e+00], [4.700000e-01, 2.600000e-01, 0.949999988, 1.600000e-01], [3.400000e-01, -1.300000e-01, 6.300000e-01, -0.939999997], [7.900000e-01, -5.100000e-01, -1.090000e+00, 3.700000e-01]]> : tensor<4x4xf32>
    %0 = sdy.manual_computation(%cst) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg0: tensor<1x4xf32>) {
      %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
      %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
      ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
        %58 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
        stablehlo.return %58 : tensor<f32>
      }) : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x2xf32>
      %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<f32>
      %4 = "stablehlo.reduce_window"(%arg0, %3) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
      ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
        %58 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
        stablehlo.return %58 : tensor<f32>
      }) : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x2xf32>
      %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x2xf32>
      %6 = stablehlo.multiply %5, %4 : tensor<1x2xf32>
      %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x2xf32>
      %8 = stablehlo.multiply %7, %6 : tensor<1x2xf32>
      %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %9 = stablehlo.pad %arg0, %cst_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x4xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = "stablehlo.select_and_scatter"(%9, %8, %cst_5) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
      ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
        %58 = stablehlo.compare GE, %arg1, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %58 : tensor<i1>
      }, {
      ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
        %58 = stablehlo.add %arg1, %arg2 : tensor<f32>
        stablehlo.return %58 : tensor<f32>
      }) : (tensor<1x4xf32>, tensor<1x2xf32>, tensor<f32>) -> tensor<1x4xf32>
      %11 = stablehlo.slice %10 [0:1, 0:4] : (tensor<1x4xf32>) -> tensor<1x4xf32>
      %12 = func.call @sort(%arg0) : (tensor<1x4xf32>) -> tensor<1x4xf32>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_6 = stablehlo.constant dense<4> : tensor<ui32>
      %13 = stablehlo.partition_id : tensor<ui32>
      %14 = stablehlo.divide %13, %c : tensor<ui32>
      %15 = stablehlo.remainder %14, %c_6 : tensor<ui32>
      %16 = stablehlo.convert %15 : (tensor<ui32>) -> tensor<i32>
      %17 = stablehlo.convert %16 : (tensor<i32>) -> tensor<f32>
      %18 = stablehlo.pad %arg0, %17, low = [0, 1], high = [1, 0], interior = [0, 1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<2x8xf32>
      %19 = func.call @cumsum(%arg0) : (tensor<1x4xf32>) -> tensor<1x4xf32>
      %20 = func.call @argmax(%arg0) : (tensor<1x4xf32>) -> tensor<1xi32>
      %21 = stablehlo.convert %20 : (tensor<1xi32>) -> tensor<1xf32>
      %22 = stablehlo.iota dim = 0 : tensor<2xf32>
      %23 = stablehlo.cosine %22 : tensor<2xf32>
      %24 = stablehlo.reshape %23 : (tensor<2xf32>) -> tensor<1x2xf32>
      %25 = stablehlo.multiply %2, %24 : tensor<1x2xf32>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %26 = stablehlo.reduce(%25 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<f32>
      %27 = stablehlo.iota dim = 0 : tensor<4xf32>
      %28 = stablehlo.cosine %27 : tensor<4xf32>
      %29 = stablehlo.reshape %28 : (tensor<4xf32>) -> tensor<1x4xf32>
      %30 = stablehlo.multiply %11, %29 : tensor<1x4xf32>
      %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %31 = stablehlo.reduce(%30 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<f32>
      %32 = stablehlo.iota dim = 0 : tensor<4xf32>
      %33 = stablehlo.cosine %32 : tensor<4xf32>
      %34 = stablehlo.reshape %33 : (tensor<4xf32>) -> tensor<1x4xf32>
      %35 = stablehlo.multiply %12, %34 : tensor<1x4xf32>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %36 = stablehlo.reduce(%35 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<f32>
      %37 = stablehlo.iota dim = 0 : tensor<16xf32>
      %38 = stablehlo.cosine %37 : tensor<16xf32>
      %39 = stablehlo.reshape %38 : (tensor<16xf32>) -> tensor<2x8xf32>
      %40 = stablehlo.multiply %18, %39 : tensor<2x8xf32>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %41 = stablehlo.reduce(%40 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
      %42 = stablehlo.iota dim = 0 : tensor<4xf32>
      %43 = stablehlo.cosine %42 : tensor<4xf32>
      %44 = stablehlo.reshape %43 : (tensor<4xf32>) -> tensor<1x4xf32>
      %45 = stablehlo.multiply %19, %44 : tensor<1x4xf32>
      %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %46 = stablehlo.reduce(%45 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<f32>
      %47 = stablehlo.iota dim = 0 : tensor<1xf32>
      %48 = stablehlo.cosine %47 : tensor<1xf32>
      %49 = stablehlo.multiply %21, %48 : tensor<1xf32>
      %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.reduce(%49 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %51 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %52 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %53 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %54 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %55 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %56 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %57 = stablehlo.concatenate %51, %52, %53, %54, %55, %56, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<6xf32>
      sdy.return %57 : tensor<6xf32>
    } : (tensor<4x4xf32>) -> tensor<24xf32>
    return %0 : tensor<24xf32>
  }
  func.func private @sort(%arg0: tensor<1x4xf32>) -> tensor<1x4xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<1x4xf32>) -> tensor<1x4xf32>
    return %0 : tensor<1x4xf32>
  }
  func.func private @cumsum(%arg0: tensor<1x4xf32>) -> tensor<1x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x4xf32>
    return %1 : tensor<1x4xf32>
  }
  func.func private @argmax(%arg0: tensor<1x4xf32>) -> tensor<1xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<1x4xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<1x4xf32>, tensor<1x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<1xf32>, tensor<1xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<1xi32>
  }
}
//--- loop.mlir
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main() -> (tensor<8xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<[[1.690000e+00, 0.959999978], [-5.200000e-01, 0.699999988], [-4.500000e-01, -1.200000e-01], [9.000000e-02, -2.320000e+00]]> : tensor<4x2xf32>
    %0 = sdy.manual_computation(%cst) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg0: tensor<1x2xf32>) {
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1:2 = stablehlo.while(%iterArg = %arg0, %iterArg_3 = %cst_0) : tensor<1x2xf32>, tensor<f32>
      cond {
        %15 = stablehlo.abs %iterArg : tensor<1x2xf32>
        %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %16 = stablehlo.reduce(%15 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<f32>
        %17 = "stablehlo.all_reduce"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
        ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
          %19 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
          stablehlo.return %19 : tensor<f32>
        }) : (tensor<f32>) -> tensor<f32>
        %cst_5 = stablehlo.constant dense<5.000000e+01> : tensor<f32>
        %18 = stablehlo.compare LT, %17, %cst_5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %18 : tensor<i1>
      } do {
        %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
        %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x2xf32>
        %16 = stablehlo.multiply %iterArg, %15 : tensor<1x2xf32>
        %c = stablehlo.constant dense<1> : tensor<ui32>
        %c_5 = stablehlo.constant dense<4> : tensor<ui32>
        %17 = stablehlo.partition_id : tensor<ui32>
        %18 = stablehlo.divide %17, %c : tensor<ui32>
        %19 = stablehlo.remainder %18, %c_5 : tensor<ui32>
        %20 = stablehlo.convert %19 : (tensor<ui32>) -> tensor<i32>
        %21 = stablehlo.convert %20 : (tensor<i32>) -> tensor<f32>
        %22 = stablehlo.add %iterArg_3, %21 : tensor<f32>
        stablehlo.return %16, %22 : tensor<1x2xf32>, tensor<f32>
      }
      %2 = stablehlo.broadcast_in_dim %1#1, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %3 = stablehlo.iota dim = 0 : tensor<2xf32>
      %4 = stablehlo.cosine %3 : tensor<2xf32>
      %5 = stablehlo.reshape %4 : (tensor<2xf32>) -> tensor<1x2xf32>
      %6 = stablehlo.multiply %1#0, %5 : tensor<1x2xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<f32>
      %8 = stablehlo.iota dim = 0 : tensor<1xf32>
      %9 = stablehlo.cosine %8 : tensor<1xf32>
      %10 = stablehlo.multiply %2, %9 : tensor<1xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %12 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %13 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %14 = stablehlo.concatenate %12, %13, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
      sdy.return %14 : tensor<2xf32>
    } : (tensor<4x2xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
