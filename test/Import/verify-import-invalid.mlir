// RUN: shard-opt %s --split-input-file --shardc-verify-import --verify-diagnostics

// expected-error @+1 {{argument 0 has no 'dist.role'}}
func.func @main(%x: tensor<4xf32> {dist.name = "x"}) { return }

// -----

// expected-error @+1 {{argument 0 has no 'dist.name'}}
func.func @main(%x: tensor<4xf32>) { return }

// -----

// expected-error @+1 {{argument 0 has type 'tensor<?xf32>', but must be a tensor of static shape}}
func.func @main(%x: tensor<?xf32>) { return }

// -----

// expected-error @+1 {{result 0 has no 'dist.name'}}
func.func @main(%x: tensor<4xf32> {dist.name = "x", dist.role = "input"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @main() {
  // expected-error @+1 {{is a call; import inlines calls}}
  func.call @main() : () -> ()
  return
}

// -----

func.func @main() { return }
// expected-error @+1 {{is beside '@main', which must be alone after import}}
func.func @other() { return }

// -----

// expected-error @+1 {{the module has no '@main' after import}}
module {}
