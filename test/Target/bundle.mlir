// A scheduled module becomes a bundle that the runtime reads, and text again.
// RUN: shard-opt %s --shardc-schedule | shard-translate --mlir-to-shard -o %t.shard
// RUN: shard-translate --shard-to-json %t.shard | FileCheck %s --check-prefix=JSON
// RUN: shard-translate --shard-to-action-csv %t.shard | FileCheck %s --check-prefix=CSV
// The bytes depend on nothing but the module.
// RUN: shard-opt %s --shardc-schedule | shard-translate --mlir-to-shard -o %t.again
// RUN: cmp %t.shard %t.again
// A damaged file is one error.
// RUN: head -c 200 %t.shard > %t.cut
// RUN: not shard-translate --shard-to-json %t.cut 2>&1 | FileCheck %s --check-prefix=CUT

// CUT: error: damaged bundle

// JSON: "name": "pp",
// JSON-NEXT: "size": 2
// JSON: "program_0"
// JSON: "name": "w"
// CSV: 0F0,0SEND_F0
// CSV: 1RECV_F0,1F0

dist.mesh @mesh <"pp"=2>
sched.image "host" object "\7FELF"
func.func private @k1(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> attributes {sched.kernel}
func.func private @forward(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {dist.segment = "forward"} {
  %0 = sched.launch @k1(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @program_0(%w: tensor<4xf32> {dist.name = "w", dist.role = "param"},
                     %x: tensor<4xf32> {dist.name = "x", dist.role = "input"})
    attributes {dist.class_axis = "pp", dist.class_coordinate = 0 : i64} {
  %0 = call @forward(%x, %w) {dist.action = "0F0", dist.microbatch = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  dist.send %0 channel 0 to 1 over "pp" on @mesh {dist.action = "0SEND_F0", dist.microbatch = 0 : i64} : tensor<4xf32>
  return
}
func.func @program_1(%w: tensor<4xf32> {dist.name = "v", dist.role = "param"})
    -> (tensor<4xf32> {dist.name = "y", dist.role = "output"})
    attributes {dist.class_axis = "pp", dist.class_coordinate = 1 : i64} {
  %0 = dist.recv channel 0 from 0 over "pp" on @mesh {dist.action = "1RECV_F0", dist.microbatch = 0 : i64} : tensor<4xf32>
  %1 = call @forward(%0, %w) {dist.action = "1F0", dist.microbatch = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
