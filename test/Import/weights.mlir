// Constants whose values the text leaves out become parameters, called as their resource;
// values in hex or in resources are constants as any other.
// RUN: split-file %s %t
// RUN: shardc import %t/good.mlir --remarks=import 2>&1 | FileCheck %s
// RUN: not shardc import %t/short.mlir 2>&1 | FileCheck %s --check-prefix=SHORT

// CHECK: good.mlir:5:8: remark: the values of this constant were left out of the text; it becomes parameter 'constant.0'
// CHECK: good.mlir:6:8: remark: the values of this constant were left out of the text; it becomes parameter 'layer.weight'
// CHECK: func.func @main(%[[X:.*]]: tensor<2xf32> {{{.*}}}, %[[E:.*]]: tensor<2xf32> {dist.name = "constant.0", dist.role = "param", {{.*}}}, %[[N:.*]]: tensor<2xf32> {dist.name = "layer.weight", dist.role = "param", {{.*}}})
// CHECK: %[[W:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK: stablehlo.add %[[X]], %[[W]]
// CHECK: stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK: stablehlo.constant dense<5.000000e-01> : tensor<1024x1024xf32>
// SHORT: short.mlir:2:8: error: resource 'w' holds 4 bytes, but 'tensor<2xf32>' has 8
// SHORT-NOT: error:

//--- good.mlir
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xi1>, tensor<1024x1024xf32>) {
  %0 = stablehlo.constant dense_resource<w> : tensor<2xf32>
  %1 = stablehlo.add %x, %0 : tensor<2xf32>
  %2 = stablehlo.constant dense_resource<b> : tensor<4xi1>
  %3 = stablehlo.constant dense_resource<__elided__> : tensor<2xf32>
  %4 = stablehlo.constant dense_resource<layer.weight> : tensor<2xf32>
  %5 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %6 = stablehlo.constant dense<0.5> : tensor<1024x1024xf32>
  %7 = stablehlo.add %1, %3 : tensor<2xf32>
  %8 = stablehlo.add %7, %4 : tensor<2xf32>
  %9 = stablehlo.add %8, %5 : tensor<2xf32>
  return %9, %2, %6 : tensor<2xf32>, tensor<4xi1>, tensor<1024x1024xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F00000040",
      b: "0x0100000001000100"
    }
  }
#-}
//--- short.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.constant dense_resource<w> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F"
    }
  }
#-}
