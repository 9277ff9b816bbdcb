// RUN: shard-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{mesh axis 'tp' appears twice}}
dist.mesh @mesh <"tp"=2, "tp"=4>

// -----

// expected-error @+1 {{mesh axis 'tp' must have a size of at least 1, not 0}}
dist.mesh @mesh <"tp"=0>

// -----

// expected-error @+1 {{a mesh axis needs a name}}
dist.mesh @mesh <""=2>

// -----

dist.mesh @mesh <"tp"=4>
// expected-error @+1 {{argument 0: axis 'dp' is not one of the mesh}}
func.func @axis(%0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>}) { return }

// -----

dist.mesh @mesh <"tp"=4>
// expected-error @+1 {{argument 0: axis 'tp' is used twice}}
func.func @twice(%0: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {"tp":(1)2}]>}) { return }

// -----

dist.mesh @mesh <"tp"=4>
// expected-error @+1 {{argument 0: axis 'tp' is used twice}}
func.func @partial(%0: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}], partial={sum:"tp"}>}) { return }

// -----

// Two ways to cut one axis are not independent of each other.
dist.mesh @mesh <"tp"=6>
// expected-error @+1 {{argument 0: axis 'tp' is used twice}}
func.func @cuts(%0: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp":(1)2}, {"tp":(3)2}]>}) { return }

// -----

dist.mesh @mesh <"tp"=4>
// expected-error @+1 {{argument 0: sub-axis (1)3 does not divide axis 'tp' of size 4}}
func.func @divides(%0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp":(1)3}]>}) { return }

// -----

dist.mesh @mesh <"tp"=4>
// expected-error @+1 {{argument 0: sharding has 1 dimensions, but the value has 2}}
func.func @rank(%0: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) { return }

// -----

// expected-error @+1 {{argument 0 names mesh '@other', which the module does not declare}}
func.func @mesh(%0: tensor<8xf32> {dist.sharding = #dist.sharding<@other, [{}]>}) { return }

// -----

// expected-error @+1 {{result 0 must be a #dist.sharding, not 1 : i64}}
func.func private @type() -> (tensor<8xf32> {dist.sharding = 1 : i64})

// -----

dist.mesh @mesh <"tp"=4>
func.func @count(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dist.shardings' has 2 shardings for 1 values}}
  %1 = stablehlo.negate %0 {dist.shardings = [#dist.sharding<@mesh, [{}]>, #dist.sharding<@mesh, [{}]>]} : tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{granule must be at least 1, not 0}}
func.func @granule(%0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}:0]>}) { return }

// -----

// expected-error @+1 {{sub-axis (1)1 needs a pre-size of at least 1 and a size of at least 2}}
func.func @sub_axis(%0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp":(1)1}]>}) { return }

// -----

// expected-error @+1 {{'?' must come last in a dimension}}
func.func @open(%0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{?, "tp"}]>}) { return }

// -----

// expected-error @+1 {{'plus' is not a reduction; one of sum, max, min, prod, and, or}}
func.func @kind(%0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], partial={plus:"tp"}>}) { return }

// -----

// expected-error @+1 {{'dist.updated_by' of argument 0 is 1 : i64, but the function has 1 results}}
func.func @updated_by(%0: tensor<4xf32> {dist.updated_by = 1 : i64}) -> tensor<4xf32> {
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument 0: 'dist.priorities' has 1 numbers, but must have one for each dimension of 'tensor<8x8xf32>'}}
func.func @priorities(%0: tensor<8x8xf32> {dist.priorities = array<i64: 1>}) { return }

// -----

dist.mesh @mesh <"tp"=4>
func.func @negative(%0: tensor<8x8xf32>) {
  // expected-error @+1 {{'dist.priorities' has -1, but must be at least 0}}
  %1 = dist.constraint %0 <@mesh, [{"tp"}, {}]> {dist.priorities = array<i64: -1, 0>} : tensor<8x8xf32>
  return
}

// -----

// expected-error @+1 {{argument 0: 'dist.priorities' must be an array<i64>, not 1 : i64}}
func.func @kind(%0: tensor<8x8xf32> {dist.priorities = 1 : i64}) { return }
