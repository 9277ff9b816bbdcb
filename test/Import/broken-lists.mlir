// What parsers and builders of MLIR take for granted is refused before they see it.
// RUN: split-file %s %t
// RUN: not shardc import %t/number.mlir 2>&1 | FileCheck %t/number.mlir
// RUN: not shardc import %t/type.mlir 2>&1 | FileCheck %t/type.mlir
// RUN: not shardc import %t/alias.mlir 2>&1 | FileCheck %t/alias.mlir
// RUN: sed 's/^#it = .*/#it = ["parallel"]/' %t/alias.mlir > %t/good.mlir
// RUN: shardc import %t/good.mlir | FileCheck %s --check-prefix=GOOD
// GOOD: func.func @main
// RUN: not shardc import %t/pad.mlir 2>&1 | FileCheck %t/pad.mlir
// RUN: sed -e 's/DEEP/[/' -e 's/\[/[[[[[[[[[[/g' -e 's/\[/[[[[[[[[[[/g' -e 's/\[/[[[[[[[[[[/g' -e 's/\[/[[[[[[[[[[/g' %t/deep.mlir > %t/deeper.mlir
// RUN: not shardc import %t/deeper.mlir 2>&1 | FileCheck %t/deep.mlir

//--- number.mlir
// CHECK: number.mlir:3:105: error: expected a list of iterators such as '["parallel", "reduction"]'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
%0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = [3]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
^bb0(%a: f32, %b: f32):
  linalg.yield %a : f32
} -> tensor<4xf32>
return %0 : tensor<4xf32>
}

//--- type.mlir
// CHECK: type.mlir:3:105: error: expected a list of iterators such as '["parallel", "reduction"]'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
%0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = [bf16]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
^bb0(%a: f32, %b: f32):
  linalg.yield %a : f32
} -> tensor<4xf32>
return %0 : tensor<4xf32>
}

//--- alias.mlir
// CHECK: alias.mlir:2:7: error: expected a list of iterators such as '["parallel", "reduction"]'
#it = [3]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
%0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = #it} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
^bb0(%a: f32, %b: f32):
  linalg.yield %a : f32
} -> tensor<4xf32>
return %0 : tensor<4xf32>
}

//--- pad.mlir
// CHECK: pad.mlir:4:8: error: op 'tensor.pad' is not supported: its padding is too large
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %c = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[9223372036854775807] high[9223372036854775807] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- deep.mlir
// CHECK: deeper.mlir:2:17: error: 'xla.sdy.sharding' cannot be read: is nested too deeply
func.func @main(%x: tensor<4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "DEEP"}}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
