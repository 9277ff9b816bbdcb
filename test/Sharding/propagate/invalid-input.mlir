// RUN: shard-opt %s --shardc-propagate --split-input-file --verify-diagnostics

// expected-error @+1 {{has no mesh, or more than one; run --shardc-assign-shardings or declare a dist.mesh}}
module {
  func.func @no_mesh(%0: tensor<4xf32>) { return }
}

// -----

dist.mesh @mesh <"tp"=2>
func.func private @callee(tensor<4xf32>) -> tensor<4xf32>
func.func @unknown(%0: tensor<4xf32>) {
  // expected-error @+1 {{'func.call' op has no sharding rule; implement ShardableOpInterface for it or lower it first}}
  %1 = func.call @callee(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
