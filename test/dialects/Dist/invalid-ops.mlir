// RUN: shard-opt %s --split-input-file --verify-diagnostics

dist.mesh @mesh <"tp"=4>
func.func @constraint_c1(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.constraint' op sharding has 2 dimensions, but the value has 1}}
  %1 = dist.constraint %0 <@mesh, [{}, {}]> : tensor<8xf32>
  return
}

// -----

func.func @reshard_mesh(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.reshard' op names mesh '@mesh', which the module does not declare}}
  %1 = dist.reshard %0 <@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @reshard_wire(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.reshard' op a pending reduction of 'f32' can't travel as 'i32'}}
  %1 = dist.reshard %0 <@mesh, [{}], partial={sum:"tp":none:i32}> : tensor<8xf32>
  return
}

// -----

func.func @microbatch_c1() {
  // expected-error @+1 {{'dist.microbatch' op count must be at least 1, not 0}}
  dist.microbatch 0 () kinds = [] {
  } : () -> ()
  return
}

// -----

func.func @microbatch_c2(%0: tensor<3x8xf32>) {
  // expected-error @+1 {{'dist.microbatch' op slice 0 of type 'tensor<3x8xf32>' must have dimension 0 of 4}}
  dist.microbatch 4 (%0) kinds = [] {
  ^bb0(%1: tensor<8xf32>):
    dist.yield
  } : (tensor<3x8xf32>) -> ()
  return
}

// -----

func.func @microbatch_c3(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dist.microbatch' op argument 0 must be of type 'tensor<8xf32>', not 'tensor<4x8xf32>'}}
  dist.microbatch 4 (%0) kinds = [] {
  ^bb0(%1: tensor<4x8xf32>):
    dist.yield
  } : (tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @microbatch_c4(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dist.microbatch' op result 0 must be of type 'tensor<4x8xf32>', not 'tensor<8xf32>'}}
  %r = dist.microbatch 4 (%0) kinds = [stack] {
  ^bb0(%1: tensor<8xf32>):
    dist.yield %1 : tensor<8xf32>
  } : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @microbatch_yields(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dist.microbatch' op yields 0 values for 1 results}}
  %r = dist.microbatch 4 (%0) kinds = [sum] {
  ^bb0(%1: tensor<8xf32>):
    dist.yield
  } : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @all_reduce_c1(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.all_reduce' op needs at least one axis}}
  %1 = dist.all_reduce %0 sum over [] on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @all_reduce_axis(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.all_reduce' op axis 'dp' is not one of the mesh}}
  %1 = dist.all_reduce %0 sum over ["dp"] on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @all_gather_c1(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.all_gather' op dim 1 is not a dimension of 'tensor<8xf32>'}}
  %1 = dist.all_gather %0 dim 1 over ["tp"] on @mesh : (tensor<8xf32>) -> tensor<32xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @all_gather_c2(%0: tensor<8x4xf32>) {
  // expected-error @+1 {{'dist.all_gather' op dimension 1 of the result is 5, of the operand 4}}
  %1 = dist.all_gather %0 dim 0 over ["tp"] on @mesh : (tensor<8x4xf32>) -> tensor<32x5xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @all_gather_c3(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.all_gather' op dimension 0 of the result is 33, but 4 blocks of 8 hold 32}}
  %1 = dist.all_gather %0 dim 0 over ["tp"] on @mesh : (tensor<8xf32>) -> tensor<33xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @reduce_scatter_c3(%0: tensor<33xf32>) {
  // expected-error @+1 {{'dist.reduce_scatter' op 4 blocks of 8 do not cover dimension 0 of 33}}
  %1 = dist.reduce_scatter %0 sum dim 0 over ["tp"] on @mesh : (tensor<33xf32>) -> tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @all_slice_type(%0: tensor<32xf32>) {
  // expected-error @+1 {{'dist.all_slice' op element type of the result is 'f64', of the operand 'f32'}}
  %1 = dist.all_slice %0 dim 0 over ["tp"] on @mesh : (tensor<32xf32>) -> tensor<8xf64>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @all_to_all_c1(%0: tensor<8x8xf32>) {
  // expected-error @+1 {{'dist.all_to_all' op splits and concatenates the same dimension 0}}
  %1 = dist.all_to_all %0 split 0 concat 0 over ["tp"] on @mesh : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=4>
func.func @all_to_all_c2(%0: tensor<8x8xf32>) {
  // expected-error @+1 {{'dist.all_to_all' op 4 blocks of 1 do not cover dimension 0 of 8}}
  %1 = dist.all_to_all %0 split 0 concat 1 over ["tp"] on @mesh : (tensor<8x8xf32>) -> tensor<1x32xf32>
  return
}

// -----

dist.mesh @mesh <"cp"=4>
func.func @permute_c1(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.permute' op has 1 axes and 2 targets}}
  %1 = dist.permute %0 from ["cp"] to ["cp":(1)2, "cp":(2)2] on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"cp"=4, "dp"=2>
func.func @permute_c1_cut(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.permute' op sends to axis 'cp':(1)2, which is not one of its axes, or twice;}}
  %1 = dist.permute %0 from ["cp":(2)2, "dp"] to ["dp", "cp":(1)2] on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"cp"=4, "dp"=4>
func.func @permute_c1_other(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.permute' op sends to axis 'dp', which is not one of its axes, or twice; name the same axes, cut alike, on both sides}}
  %1 = dist.permute %0 from ["cp"] to ["dp"] on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"cp"=4, "dp"=4>
func.func @permute_c1_twice(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.permute' op sends to axis 'dp', which is not one of its axes, or twice; name the same axes, cut alike, on both sides}}
  %1 = dist.permute %0 from ["cp", "dp"] to ["dp", "dp"] on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"cp"=4, "dp"=2>
func.func @permute_c2(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.permute' op moves the coordinate on axis 'cp' of size 4 to axis 'dp' of size 2; cut them into sub-axes of equal sizes}}
  %1 = dist.permute %0 from ["cp", "dp"] to ["dp", "cp"] on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"cp"=4>
func.func @permute_c3(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.permute' op shift 4 is not a position of a group of 4}}
  %1 = dist.permute %0 from ["cp"] to ["cp"] shift 4 on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"dp"=2>
func.func @broadcast_c1(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.broadcast' op root 2 is not a position of a group of 2}}
  %1 = dist.broadcast %0 root 2 over ["dp"] on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"pp"=2>
func.func @send_c1(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.send' op peer 2 is not a coordinate of axis 'pp' of size 2}}
  dist.send %0 channel 0 to 2 over "pp" on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"pp"=2>
func.func @recv_c2() {
  // expected-error @+1 {{'dist.recv' op channel must not be negative, but is -1}}
  %0 = dist.recv channel -1 from 0 over "pp" on @mesh : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"dp"=2>
func.func @start_c1(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.start' op body must be one collective and dist.started of its result}}
  %1 = dist.start %0 {
  ^bb0(%a: tensor<8xf32>):
    dist.started %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @wait_c1(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.wait' op waits for a value that no dist.start gives}}
  %1 = dist.wait %0 : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=3>
func.func @mask_c2(%0: tensor<8x60xf32>) {
  // expected-error @+1 {{'dist.mask' op dimension 1 is 60, but blocks of 176 are of 59}}
  %1 = dist.mask %0 dim 1 of 176 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<8x60xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=3>
func.func @mask_c3(%0: tensor<8x59xf32>) {
  // expected-error @+1 {{'dist.mask' op fill is of type 'f64', the elements of type 'f32'}}
  %1 = dist.mask %0 dim 1 of 176 granule 1 over ["tp"] on @mesh fill 0.0 : f64 : tensor<8x59xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=3>
func.func @shard_offset() {
  // expected-error @+1 {{'dist.shard_offset' op gives a scalar, not 'tensor<1xi32>'}}
  %0 = dist.shard_offset of 512 granule 1 over ["tp"] on @mesh : tensor<1xi32>
  return
}

// -----

dist.mesh @mesh <"tp"=2>
func.func @constraint_priority(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.constraint' op priority is -4, but must be at least 0}}
  %1 = dist.constraint %0 <@mesh, [{"tp"}]> {priority = -4 : i64} : tensor<8xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=2>
func.func @adjoint(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.adjoint' must be a #dist.sharding, not 3 : i32}}
  %1 = dist.reshard %0 <@mesh, [{"tp"}]> {dist.adjoint = 3 : i32} : tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{'dist.role' of argument 0 must be a string, not 1 : i32}}
func.func @role(%0: tensor<8xf32> {dist.role = 1 : i32}) {
  return
}

// -----

// expected-error @+1 {{'dist.init' of argument 0 must be a dictionary such as {kind = "zero"}, not 4 : i32}}
func.func @init(%0: tensor<8xf32> {dist.init = 4 : i32}) {
  return
}
