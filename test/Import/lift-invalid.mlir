// Per-device programs that are none: one error where the fault is.
// RUN: split-file %s %t
// RUN: not shardc import %t/far.mlir 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: far.mlir:2:{{.*}} error: 'stablehlo.all_reduce' op names device 9999999999, but programs of at most 1048576 devices are read
// RUN: not shardc import %t/uneven.mlir 2>&1 | FileCheck %s --check-prefix=UNEVEN
// RUN: not shardc import %t/range.mlir 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not shardc import %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not shardc import %t/product.mlir 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not shardc import %t/forms.mlir 2>&1 | FileCheck %s --check-prefix=FORMS
// RUN: not shardc import %t/local.mlir 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not shardc import %t/whole.mlir 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: not shardc import %t/combiner.mlir 2>&1 | FileCheck %s --check-prefix=COMBINER
// RUN: not shardc import %t/outside.mlir 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not shardc import %t/loop.mlir 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not shardc import %t/call.mlir 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not shardc import %t/beyond.mlir 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not shardc import %t/again.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not shardc import %t/block.mlir 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not shardc import %t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not shardc import %t/axis.mlir 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not shardc import %t/split.mlir 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: not shardc import %t/twice.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not shardc import %t/replicas.mlir 2>&1 | FileCheck %s --check-prefix=REPLICAS
// RUN: not shardc import %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not shardc import %t/padded.mlir 2>&1 | FileCheck %s --check-prefix=PADDED
// RUN: not shardc import %t/channel.mlir 2>&1 | FileCheck %s --check-prefix=CHANNEL
// RUN: not shardc import %t/channel-type.mlir 2>&1 | FileCheck %s --check-prefix=CHANNELTYPE
// RUN: not shardc import %t/count.mlir 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not shardc import %t/count-zero.mlir 2>&1 | FileCheck %s --check-prefix=COUNTZERO
// RUN: not shardc import %t/count-huge.mlir 2>&1 | FileCheck %s --check-prefix=COUNTHUGE

// UNEVEN: uneven.mlir:3:10: error: 'stablehlo.all_gather' op has groups of 3 and of 1 devices; groups must be equally large
// UNEVEN-NOT: error:
// RANGE: range.mlir:3:10: error: 'stablehlo.all_gather' op names device 9 in its groups, but the program has 4
// RANGE-NOT: error:
// MISSING: missing.mlir:3:10: error: 'stablehlo.all_gather' op has groups of 2 of the 4 devices of the program; device 1 is in none
// MISSING-NOT: error:
// PRODUCT: product.mlir:3:10: error: 'stablehlo.all_gather' op has groups of devices that are no product of mesh axes: the groups of devices 0 and 1 are of different forms
// PRODUCT-NOT: error:
// FORMS: forms.mlir:4:10: error: 'stablehlo.all_gather' op has groups of devices that are no product of mesh axes: 4 devices do not divide into rows of 3
// FORMS-NOT: error:
// LOCAL: local.mlir:3:8: error: operand #0 of the manual computation is 'tensor<8xf32>', of which 4 blocks in dimension 0 are not 'tensor<4xf32>' each
// LOCAL-NOT: error:
// WHOLE: whole.mlir:3:8: error: result #0 of the manual computation is 'tensor<9xf32>', of which 4 blocks in dimension 0 are not 'tensor<2xf32>' each
// WHOLE-NOT: error:
// COMBINER: combiner.mlir:3:10: error: 'stablehlo.all_reduce' op combines values by other than one of add, multiply, maximum, minimum, and, or, which is not supported
// COMBINER-NOT: error:
// OUTSIDE: outside.mlir:6:8: error: 'stablehlo.all_gather' op stands outside of the manual computations of the module, where values are whole; put it into one
// OUTSIDE: outside.mlir:3:8: note: a manual computation
// OUTSIDE-NOT: error:
// LOOP: loop.mlir:5:10: error: 'stablehlo.while' op has a condition that differs from device to device over axis 'x', so that they would leave the loop after different steps; combine it by an all_reduce
// LOOP: loop.mlir:7:12: note: the condition
// LOOP-NOT: error:
// CALL: call.mlir:4:10: error: 'stablehlo.custom_call' op of '@mystery' differs from device to device over axis 'x', which is not supported for it
// CALL-NOT: error:
// BEYOND: beyond.mlir:4:10: error: 'stablehlo.all_gather' op has groups over axis 'y', over which the values are whole here; name it among the manual axes of the region
// BEYOND-NOT: error:
// AGAIN: again.mlir:4:10: error: 'sdy.manual_computation' op is manual over axis 'x', over which the code around it already is
// AGAIN-NOT: error:
// BLOCK: block.mlir:1:1: error: result #0 is the block of one device over axis 'axis0'; make it whole by '@SPMDShardToFullShape'
// BLOCK-NOT: error:
// UNKNOWN: unknown.mlir:2:8: error: 'stablehlo.custom_call' op of '@SPMDFullToShardShape' makes 'tensor<2xf32>' of 'tensor<8xf32>', but no annotation that fits the mesh says how it is split
// UNKNOWN: note: annotate this value by '@Sharding'
// UNKNOWN-NOT: error:
// AXIS: axis.mlir:3:8: error: 'sdy.manual_computation' op is manual over axis 'q', which is not one of the mesh
// AXIS-NOT: error:
// SPLIT: split.mlir:3:10: error: 'stablehlo.all_to_all' op splits into 2 parts, but its groups have 4 devices
// SPLIT-NOT: error:
// TWICE: twice.mlir:3:10: error: 'stablehlo.collective_permute' op names device 4 in its pairs, but the program has 4
// TWICE-NOT: error:
// REPLICAS: replicas.mlir:2:3: error: 'sdy.mesh' op is over the partitions of the program, but the program has 2 replicas of them as well; give the replicas an axis of the mesh
// REPLICAS-NOT: error:
// NONE: none.mlir:3:10: error: 'stablehlo.all_gather' op has no device in its group 0; groups of all devices are written dense<> : tensor<0x0xi64>
// NONE-NOT: error:
// PADDED: padded.mlir:3:10: error: 'stablehlo.all_gather' op has -1 in front of device 1 in a group; -1 stands behind the devices of a group that is shorter than others
// PADDED-NOT: error:
// CHANNEL: channel.mlir:3:10: error: 'stablehlo.all_gather' op has channel -5; channels count from 1, and 0 stands for none
// CHANNEL-NOT: error:
// CHANNELTYPE: channel-type.mlir:3:10: error: 'stablehlo.all_gather' op has a channel of type 2, but channels between devices are of type 1
// CHANNELTYPE-NOT: error:
// COUNT: count.mlir:1:1: error: 'mhlo.num_replicas' must be an integer of at least 1, not "x"
// COUNT-NOT: error:
// COUNTZERO: count-zero.mlir:1:1: error: 'mhlo.num_partitions' must be an integer of at least 1, not 0 : i32
// COUNTZERO-NOT: error:
// COUNTHUGE: count-huge.mlir:1:1: error: 'mhlo.num_partitions' is 4294967296 : i64, but programs of at most 1048576 devices are read
// COUNTHUGE-NOT: error:

//--- uneven.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<6xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
}
//--- range.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 9]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
//--- missing.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
//--- product.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
//--- forms.mlir
module attributes {mhlo.num_partitions = 12 : i32} {
  func.func @main(%a: tensor<2xf32>) -> (tensor<8xf32>, tensor<6xf32>) {
    %1 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<6xf32>
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<6xf32>
  }
}
//--- local.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %c = stablehlo.slice %b [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    sdy.return %c : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- whole.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<9xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
//--- combiner.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.subtract %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
//--- outside.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<32xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<32xf32>
  return %1 : tensor<32xf32>
}
//--- loop.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %r = stablehlo.while(%c = %b) : tensor<2xf32> cond {
      %m = stablehlo.reduce(%c init: %one) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
      %p = stablehlo.compare LT, %m, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %d = stablehlo.add %c, %c : tensor<2xf32>
      stablehlo.return %d : tensor<2xf32>
    }
    sdy.return %r : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- call.mlir
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    %c = stablehlo.custom_call @mystery(%b) : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %c : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- beyond.mlir
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<16xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %c = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    sdy.return %c : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
//--- again.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %c = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%d: tensor<2xf32>) {
      sdy.return %d : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- block.mlir
func.func @main(%a: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- unknown.mlir
func.func @main(%a: tensor<8xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- axis.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"q"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- split.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
//--- twice.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 4]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
//--- replicas.mlir
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<2xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
//--- far.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 9999999999]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- none.mlir
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<-1> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
//--- padded.mlir
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<6xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -1, 1], [2, 3, -1]]> : tensor<2x3xi64>}> : (tensor<2xf32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
}
//--- channel.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -5, type = 1>}> : (tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
//--- channel-type.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
//--- count.mlir
module attributes {mhlo.num_replicas = "x"} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    return %a : tensor<2xf32>
  }
}
//--- count-zero.mlir
module attributes {mhlo.num_partitions = 0 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    return %a : tensor<2xf32>
  }
}
//--- count-huge.mlir
module attributes {mhlo.num_partitions = 4294967296 : i64, mhlo.num_replicas = 2 : i64} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    return %a : tensor<2xf32>
  }
}
