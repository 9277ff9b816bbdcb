// What the verifiers refuse, one fault each.
// RUN: shard-opt %s --split-input-file --verify-diagnostics

func.func private @k(tensor<8xf32>) -> tensor<8xf32> attributes {sched.kernel}
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{inplace has 2 entries for 1 results}}
  %0 = sched.launch @k(%a) {inplace = array<i64: 0, 0>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func private @k(tensor<8xf32>) -> tensor<8xf32> attributes {sched.kernel}
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{inplace[0] is 1, but there are 1 operands}}
  %0 = sched.launch @k(%a) {inplace = array<i64: 1>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func private @k(tensor<8xf32>) -> tensor<4xf32> attributes {sched.kernel}
func.func @f(%a: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{result 0 has 16 bytes and cannot take over operand 0 of 32 bytes}}
  %0 = sched.launch @k(%a) {inplace = array<i64: 0>} : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @k(tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {sched.kernel}
func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{operand 0 gives its buffer to two results}}
  %0:2 = sched.launch @k(%a) {inplace = array<i64: 0, 0>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{no kernel named 'k'}}
  %0 = sched.launch @k(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note@+1 {{it lacks the attribute 'sched.kernel'}}
func.func private @k(tensor<8xf32>) -> tensor<8xf32>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'k' is not a kernel}}
  %0 = sched.launch @k(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note@+1 {{declared here with type '(tensor<4xf32>) -> tensor<8xf32>'}}
func.func private @k(tensor<4xf32>) -> tensor<8xf32> attributes {sched.kernel}
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{types differ from those of kernel 'k'}}
  %0 = sched.launch @k(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) {
  // expected-error@+1 {{'a_batch' has 1 entries and 'batch' has 0}}
  %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64: 1>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xbf16>) {
  // expected-error@+1 {{A is of 'f32' and B of 'bf16'}}
  %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xbf16>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xi32>, %b: tensor<16x8xi32>) {
  // expected-error@+1 {{elements must be floats; make it a kernel otherwise}}
  %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xi32>, tensor<16x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) {
  // expected-error@+1 {{A is read up to element 66 but has 64 elements}}
  %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 17, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) {
  // expected-error@+1 {{a stride of C is 0, expected 1 so that every element is written once}}
  %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 0, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) {
  // expected-error@+1 {{writes 32 elements of C, which has 64}}
  %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) {
  // expected-error@+1 {{an extent is 0, expected 1 or more}}
  %0 = sched.gemm %a, %b {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 0, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<32xf32>) {
  // expected-error@+1 {{accumulator is 'tensor<32xf32>' and the result 'tensor<4x8xf32>'}}
  %0 = sched.gemm %a, %b onto %c {batch = array<i64>, a_batch = array<i64>, b_batch = array<i64>, c_batch = array<i64>, m = 4, n = 8, k = 16, a_m = 16, a_k = 1, b_k = 8, b_n = 1, c_m = 8, c_n = 1} : (tensor<4x16xf32>, tensor<16x8xf32>, tensor<32xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{value is 256, expected a byte in [0, 255]}}
  %0 = sched.fill 256 : tensor<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{event is -1, expected 0 or more}}
  sched.record -1 on compute
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{event is -2, expected 0 or more}}
  sched.wait -2 on p2p
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{unknown stream 'copy'; expected compute, collective or p2p}}
  sched.wait 0 on copy
  return
}

// -----

// expected-error@+1 {{target is empty}}
sched.image "" object "x"

// -----

// expected-error@+1 {{has neither object code nor ptx}}
sched.image "host" object ""

// -----

// expected-error@+1 {{offset is -4, expected 0 or more}}
func.func private @f() attributes {b = #sched.buffer<scratch at -4 size 4>}

// -----

// expected-error@+1 {{size is -1, expected 0 or more}}
func.func private @f() attributes {b = #sched.buffer<formal 0 at 0 size -1>}

// -----

// expected-error@+1 {{formal is -2, expected -1 or more}}
func.func private @f() attributes {b = #sched.buffer<formal -2 at 0 size 1>}

// -----

dist.mesh @mesh <"pp"=4>
// expected-error@+1 {{names no axis}}
sched.communicator @c over [] on @mesh

// -----

// expected-error@+1 {{no mesh named 'mesh'}}
sched.communicator @c over [#dist.axis_ref<"pp">] on @mesh

// -----

dist.mesh @mesh <"pp"=4>
// expected-error@+1 {{axes must be '#dist.axis_ref', got "pp"}}
sched.communicator @c over ["pp"] on @mesh

// -----

dist.mesh @mesh <"pp"=4>
// expected-error@+1 {{mesh 'mesh' has no axis 'tp'}}
sched.communicator @c over [#dist.axis_ref<"tp">] on @mesh

// -----

dist.mesh @mesh <"pp"=4>
// expected-error@+1 {{member 4 is not a coordinate of axis 'pp' of size 4}}
sched.communicator @c over [#dist.axis_ref<"pp">] on @mesh members [0, 4]

// -----

dist.mesh @mesh <"pp"=4>
// expected-error@+1 {{member 1 is named twice}}
sched.communicator @c over [#dist.axis_ref<"pp">] on @mesh members [1, 1]

// -----

dist.mesh @mesh <"pp"=4, "tp"=2>
// expected-error@+1 {{members need exactly one whole axis}}
sched.communicator @c over [#dist.axis_ref<"pp">, #dist.axis_ref<"tp">] on @mesh members [0, 1]

// -----

// expected-error@+1 {{arena is -1, expected 0 or more}}
sched.program @p arena -1 {
}

// -----

// expected-error@+1 {{holds a foreign op}}
sched.program @p arena 8 {
  // expected-note@+1 {{'sched.fill'}}
  %0 = sched.fill 0 : tensor<2xf32>
}

// -----

sched.program @p arena 8 {
  // expected-error@+1 {{role is 'output', expected param, input or state}}
  %0 = sched.tensor "x" role "output" at 0 : tensor<2xf32>
}

// -----

sched.program @p arena 8 {
  // expected-error@+1 {{offset is -8, expected 0 or more}}
  %0 = sched.tensor "x" role "input" at -8 : tensor<2xf32>
}

// -----

sched.program @p arena 8 {
  %0 = sched.tensor "x" role "input" at 0 : tensor<2xf32>
  // expected-error@+1 {{bytes [4, 12) are not inside the operand's 8}}
  %1 = sched.view %0 at 4 : tensor<2xf32> -> tensor<2xf32>
}

// -----

sched.program @p arena 8 {
  %0 = sched.tensor "x" role "input" at 0 : tensor<2xf32>
  // expected-error@+1 {{parts have 16 bytes and the result 8}}
  %1 = sched.join %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
}

// -----

sched.program @p arena 8 {
  %0 = sched.tensor "x" role "input" at 0 : tensor<2xf32>
  // expected-error@+1 {{role is empty}}
  sched.output "y" role "" %0 at 0 : tensor<2xf32>
}

// -----

sched.program @p arena 8 {
  %0 = sched.tensor "x" role "input" at 0 : tensor<2xf32>
  // expected-error@+1 {{no segment named 's'}}
  sched.action "0F0" @s(%0) at [0] : (tensor<2xf32>) -> ()
}

// -----

func.func private @s(tensor<2xf32>)
sched.program @p arena 8 {
  %0 = sched.tensor "x" role "input" at 0 : tensor<2xf32>
  // expected-error@+1 {{segment 's' is not scheduled}}
  sched.action "0F0" @s(%0) at [0] : (tensor<2xf32>) -> ()
}

// -----

func.func private @s(tensor<2xf32>) attributes {sched.formals = array<i64: 8>}
sched.program @p arena 8 {
  %0 = sched.tensor "x" role "input" at 0 : tensor<2xf32>
  // expected-error@+1 {{binds 2 formals, segment 's' has 1}}
  sched.action "0F0" @s(%0) at [0, 8] : (tensor<2xf32>) -> ()
}

// -----

func.func private @s(tensor<2xf32>) attributes {sched.formals = array<i64: 8>}
sched.program @p arena 8 {
  %0 = sched.tensor "x" role "input" at 0 : tensor<2xf32>
  // expected-error@+1 {{formal offset is -1, expected 0 or more}}
  sched.action "0F0" @s(%0) at [-1] : (tensor<2xf32>) -> ()
}

// -----

func.func private @s(tensor<2xf32>) attributes {sched.formals = array<i64: 8>}
sched.program @p arena 8 {
  %0 = sched.tensor "x" role "input" at 0 : tensor<2xf32>
  // expected-error@+1 {{at position 0 waits for action 0, which is not earlier}}
  sched.action "0F0" @s(%0) at [0] waits [0] : (tensor<2xf32>) -> ()
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must be statically shaped tensor of integer or floating-point values}}
  %0 = sched.copy %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<4xindex>) {
  // expected-error@+1 {{operand #0 must be statically shaped tensor of integer or floating-point values}}
  %0 = sched.copy %a : tensor<4xindex>
  return
}

// -----

dist.mesh @mesh <"tp"=8>
// expected-error@+1 {{sub-axis (2)3 does not divide axis 'tp' of size 8}}
sched.communicator @c over [#dist.axis_ref<"tp":(2)3>] on @mesh

// -----

sched.program @p arena 8 {
  %x = sched.tensor "x" role "input" at 0 : tensor<f32>
  // expected-error@+1 {{has 0 places for 1 carried values}}
  %r = sched.loop(%x) at [] while 4 : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    sched.yield %a : tensor<f32>
  } do {
  ^bb0(%a: tensor<f32>):
    sched.yield %a : tensor<f32>
  }
}

// -----

sched.program @p arena 8 {
  %x = sched.tensor "x" role "input" at 0 : tensor<f32>
  %r = sched.loop(%x) at [0] while 4 : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    // expected-error@+1 {{must give one value of type 'tensor<i1>'}}
    sched.yield %a : tensor<f32>
  } do {
  ^bb0(%a: tensor<f32>):
    sched.yield %a : tensor<f32>
  }
}

// -----

sched.program @p arena 8 {
  %x = sched.tensor "x" role "input" at 0 : tensor<f32>
  %f = sched.tensor "f" role "input" at 4 : tensor<i1>
  %r = sched.loop(%x) at [0] while 4 : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    sched.yield %f : tensor<i1>
  } do {
  ^bb0(%a: tensor<f32>):
    // expected-error@+1 {{has other types than the loop's operands}}
    sched.yield %f : tensor<i1>
  }
}
