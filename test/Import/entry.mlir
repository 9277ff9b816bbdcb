// One function of several is chosen by its name; the others are what it calls, or gone.
// RUN: shardc import %s --entry second | FileCheck %s --check-prefix=SECOND
// RUN: shardc import %s --entry @first | FileCheck %s --check-prefix=FIRST
// RUN: not shardc import %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not shardc import %s --entry third 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sed 's/@first/@main/' %s > %t.mlir
// RUN: shardc import %t.mlir --entry second | FileCheck %s --check-prefix=SECOND
// RUN: not shardc import tiny-gpt2 --entry second 2>&1 | FileCheck %s --check-prefix=NAMED

// SECOND: func.func @main(%[[X:.*]]: tensor<4xf32> {dist.name = "y"
// SECOND-NEXT: stablehlo.tanh %[[X]]
// SECOND-NEXT: stablehlo.negate
// SECOND-NOT: func.func
// FIRST: func.func @main(%[[X:.*]]: tensor<4xf32> {dist.name = "x"
// FIRST-NEXT: stablehlo.tanh %[[X]]
// FIRST-NOT: stablehlo.negate
// NONE: entry.mlir:[[#]]:1: error: the module has 2 public functions and no '@main'; choose one by --entry
// NONE: note: '@first' declared here
// NONE: note: '@second' declared here
// UNKNOWN: error: the module has no function '@third' with a body, which is the entry asked for
// UNKNOWN: note: '@first' declared here
// NAMED: error: an entry is for imported graphs; this model has one function
func.func @first(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @second(%y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @first(%y) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
