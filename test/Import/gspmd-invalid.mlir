// Malformed annotations, and those that do not fit their value, are one error each.
// RUN: split-file %s %t
// RUN: not shardc import %t/braces.mlir 2>&1 | FileCheck %s --check-prefix=BRACES
// BRACES: braces.mlir:1:17: error: sharding annotation 'replicated' is malformed at its character 1: expected '{'
// BRACES-NOT: error:
// RUN: not shardc import %t/open.mlir 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: open.mlir:1:17: error: sharding annotation '{devices=[2,1]<=[2]' is malformed at its character 20: expected '}'
// OPEN-NOT: error:
// RUN: not shardc import %t/kind.mlir 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: kind.mlir:1:17: error: sharding annotation '{replicatedX}' is malformed at its character 2: expected 'devices=', 'replicated', 'manual', 'maximal', 'unreduced' or 'unknown'
// KIND-NOT: error:
// RUN: not shardc import %t/count.mlir 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: count.mlir:1:17: error: sharding annotation '{devices=[4,2]<=[4]}' is malformed at its character 17: there are 4 devices for 8 tiles
// COUNT-NOT: error:
// RUN: not shardc import %t/list.mlir 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: list.mlir:1:17: error: sharding annotation '{devices=[2,1]0}' is malformed at its character 15: there are 1 devices for 2 tiles
// LIST-NOT: error:
// RUN: not shardc import %t/twice.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: twice.mlir:1:17: error: sharding annotation '{devices=[2,1]0,0}' is malformed at its character 15: device 0 has two tiles
// TWICE-NOT: error:
// RUN: not shardc import %t/order.mlir 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: order.mlir:1:17: error: sharding annotation '{devices=[4,1]<=[2,2]T(0,0)}' is malformed at its character 22: expected a permutation of 2 dimensions
// ORDER-NOT: error:
// RUN: not shardc import %t/huge.mlir 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: huge.mlir:1:17: error: sharding annotation '{devices=[99999999999,1]0}' is malformed at its character 11: a number of tiles is 99999999999, but must be from 1 to 1048576
// HUGE-NOT: error:
// RUN: not shardc import %t/groups.mlir 2>&1 | FileCheck %s --check-prefix=GROUPS
// GROUPS: groups.mlir:1:17: error: sharding annotation '{devices=[2,1,2]<=[4] last_tile_dims={copied}}' is malformed at its character 39: expected 'replicated', 'manual' or 'unreduced'
// GROUPS-NOT: error:
// RUN: not shardc import %t/suffix.mlir 2>&1 | FileCheck %s --check-prefix=SUFFIX
// SUFFIX: suffix.mlir:1:17: error: sharding annotation '{devices=[2,1]<=[2] as_you_like}' is malformed at its character 21: expected '}'
// SUFFIX-NOT: error:
// RUN: not shardc import %t/metadata.mlir 2>&1 | FileCheck %s --check-prefix=METADATA
// METADATA: metadata.mlir:1:17: error: sharding annotation '{replicated metadata={op_name="x}' is malformed at its character 23: '}' is missing
// METADATA-NOT: error:
// RUN: not shardc import %t/device.mlir 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: device.mlir:1:17: error: sharding annotation '{maximal device=x}' is malformed at its character 17: expected a device
// DEVICE-NOT: error:
// RUN: not shardc import %t/behind.mlir 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: behind.mlir:1:17: error: sharding annotation '{replicated} x' is malformed at its character 14: nothing may follow the last '}'
// BEHIND-NOT: error:
// RUN: not shardc import %t/rank.mlir 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: rank.mlir:1:17: error: {{.*}}sharding annotation '{devices=[4]<=[4]}' is of 1 dimensions, but the value has 2
// RANK-NOT: error:
// RUN: not shardc import %t/values.mlir 2>&1 | FileCheck %s --check-prefix=VALUES
// VALUES: values.mlir:1:17: error: {{.*}}is of 2 values, but there is 1
// VALUES-NOT: error:
// RUN: not shardc import %t/text.mlir 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: text.mlir:1:17: error: {{.*}}'mhlo.sharding' must be a string, not 3
// TEXT-NOT: error:
// RUN: not shardc import %t/pending.mlir 2>&1 | FileCheck %s --check-prefix=PENDING
// PENDING: pending.mlir:1:17: error: {{.*}}argument #0 cannot be a pending sum over axis 'axis1'; reduce it before it is passed in
// PENDING-NOT: error:

//--- braces.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "replicated"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- open.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- kind.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{replicatedX}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- count.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]<=[4]}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- list.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1]0}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- twice.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1]0,0}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- order.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1]<=[2,2]T(0,0)}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- huge.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[99999999999,1]0}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- groups.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dims={copied}}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- suffix.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2] as_you_like}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- metadata.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{replicated metadata={op_name=\22x}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- device.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{maximal device=x}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- behind.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{replicated} x"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- rank.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- values.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{{replicated}, {manual}}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- text.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = 3}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
//--- pending.mlir
func.func @main(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dims={unreduced}}"}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}
