// RUN: shard-opt %s --split-input-file --allow-unregistered-dialect --shardc-normalize-module --verify-diagnostics

module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @+1 {{call of '@outside', which has no body}}
    %0 = call @outside(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @outside(tensor<4xf32>) -> tensor<4xf32>
}

// -----

module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @+1 {{call of '@again' is recursive; recursion is not supported}}
    %0 = call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// expected-error @+1 {{the module has 2 public functions and no '@main'; choose one by --entry}}
module {
  // expected-note @+1 {{'@a' declared here}}
  func.func @a() { return }
  // expected-note @+1 {{'@b' declared here}}
  func.func @b() { return }
}

// -----

// expected-error @+1 {{the module has no public function}}
module {
  func.func private @a() { return }
}

// -----

module {
  // expected-error @+1 {{'@main' has no body}}
  func.func private @main()
}

// -----

module {
  // expected-error @+1 {{'@main' has branches between blocks, which are not supported}}
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    "test.branch"()[^next] : () -> ()
  ^next:
    return %x : tensor<4xf32>
  }
}
