// Composites are replaced in segments only.
// RUN: shard-opt %s --shardc-decompose-segments | FileCheck %s

// CHECK-LABEL: func.func private @step
// CHECK-NOT: nn.
// CHECK: stablehlo.logistic
// CHECK: stablehlo.multiply
// CHECK: return
func.func private @step(%x: tensor<8x64xf32>) -> tensor<8x64xf32> attributes {dist.segment = "step"} {
  %0 = nn.silu %x : tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

// CHECK-LABEL: func.func @program
// CHECK: nn.silu
func.func @program(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %0 = nn.silu %x : tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
