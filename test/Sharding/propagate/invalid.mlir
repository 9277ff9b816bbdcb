// RUN: shard-opt %s --shardc-verify-propagate --split-input-file --verify-diagnostics

dist.mesh @mesh <"tp"=2>
// expected-error @+1 {{'func.func' op argument 0 has no sharding}}
func.func @argument(%0: tensor<4xf32>) { return }

// -----

dist.mesh @mesh <"tp"=2>
func.func @missing(%0: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) {
  // expected-error @+1 {{'stablehlo.tanh' op result 0 has no sharding}}
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=2>
func.func @open(%0: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp", ?}]>}) {
  // expected-error @+1 {{'stablehlo.tanh' op operand 0 has an open sharding after propagation}}
  %1 = stablehlo.tanh %0 {dist.shardings = [#dist.sharding<@mesh, [{"tp"}]>]} : tensor<4xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=2>
func.func @disagree(%0: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>},
                    %1: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{'stablehlo.add' op operand 1 is placed as #dist.sharding<@mesh, [{}]>, but the other operands and results ask for #dist.sharding<@mesh, [{"tp"}]>; insert a dist.reshard}}
  %2 = stablehlo.add %0, %1 {dist.shardings = [#dist.sharding<@mesh, [{"tp"}]>]} : tensor<4xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=2>
func.func @reads_across(%0: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
                        %1: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) {
  // expected-error @+1 {{'nn.rms_norm' op reads across a dimension of extent 8 that is split over axis 'tp'; insert a dist.reshard}}
  %2 = nn.rms_norm %0, %1 {eps = 1.0e-5 : f64, dist.shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>]} : tensor<4x8xf32>, tensor<8xf32>
  return
}

// -----

// A dropped reduction.

dist.mesh @mesh <"tp"=2>
func.func @dropped(%0: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
                   %1: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) {
  // expected-error @+1 {{'stablehlo.dot_general' op result 0 must be a pending reduction over axis 'tp'}}
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// A pending sum under a function that is not linear.

dist.mesh @mesh <"tp"=2>
func.func @not_linear(%0: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
                      %1: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) {
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial={sum:"tp"}>]} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.tanh' op operand 0 is a pending reduction over axis 'tp', which this op cannot pass on; insert a dist.reshard}}
  %3 = stablehlo.tanh %2 {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : tensor<4x4xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=2>
func.func @from_nothing(%0: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{'stablehlo.tanh' op result 0 is a pending reduction over axis 'tp' that neither its factors nor its operands give}}
  %1 = stablehlo.tanh %0 {dist.shardings = [#dist.sharding<@mesh, [{}], partial={sum:"tp"}>]} : tensor<4xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=2>
func.func @reshard(%0: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{'dist.reshard' op makes a pending reduction over axis 'tp' that its operand is not}}
  %1 = dist.reshard %0 <@mesh, [{}], partial={sum:"tp"}> {dist.shardings = [#dist.sharding<@mesh, [{}], partial={sum:"tp"}>]} : tensor<4xf32>
  return
}

// -----

dist.mesh @mesh <"tp"=2>
func.func @result(%0: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{'func.return' op result 0 is placed as #dist.sharding<@mesh, [{"tp"}]>, but the function says #dist.sharding<@mesh, [{}]>}}
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh <"dp"=2>
func.func @region(%x: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}]>}) {
  // expected-error @+1 {{'dist.microbatch' op slice 0 is #dist.sharding<@mesh, [{}, {"dp"}]> outside and #dist.sharding<@mesh, [{}]> inside of the region}}
  %r = dist.microbatch 4 (%x) kinds = [sum] attributes {dist.arg_shardings = [#dist.sharding<@mesh, [{}]>], dist.shardings = [#dist.sharding<@mesh, [{}]>]} {
  ^bb0(%i: tensor<8xf32>):
    dist.yield %i : tensor<8xf32>
  } : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}
