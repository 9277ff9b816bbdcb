// RUN: shard-opt %s --split-input-file --shardc-verify-partition --verify-diagnostics

// Blocks split over x are over y after a permute, and nowhere else.

dist.mesh @mesh <"x"=2, "y"=2>
func.func @main(%a: tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>, dist.global_type = tensor<4x6xf32>})
    -> (tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"y"}, {}]>, dist.global_type = tensor<4x6xf32>}) {
  %0 = dist.permute %a from ["x", "y"] to ["y", "x"] on @mesh : tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// -----

dist.mesh @mesh <"x"=2, "y"=2>
func.func @main(%a: tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>, dist.global_type = tensor<4x6xf32>})
    -> (tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>, dist.global_type = tensor<4x6xf32>}) {
  // expected-note @+1 {{the value comes from here and is derived as [{"y"}, {}]}}
  %0 = dist.permute %a from ["x", "y"] to ["y", "x"] on @mesh : tensor<2x6xf32>
  // expected-error @+1 {{result 0 is derived as blocks of 2 of 4 over {"y"} in dimension 0, but is declared as blocks of 2 of 4 over {"x"}}}
  return %0 : tensor<2x6xf32>
}

// -----

// A ring leaves equal copies equal, and blocks nowhere that a sharding can say.

dist.mesh @mesh <"x"=2, "y"=2>
func.func @main(%a: tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>, dist.global_type = tensor<4x6xf32>})
    -> (tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>, dist.global_type = tensor<4x6xf32>}) {
  %0 = dist.permute %a from ["y"] to ["y"] shift 1 on @mesh : tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// -----

dist.mesh @mesh <"x"=2, "y"=2>
func.func @main(%a: tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>, dist.global_type = tensor<4x6xf32>})
    -> (tensor<2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>, dist.global_type = tensor<4x6xf32>}) {
  // expected-note @+1 {{the value comes from here and is derived as [{"x"}, {}] with unrelated values along {"x"}}}
  %0 = dist.permute %a from ["x"] to ["x"] shift 1 on @mesh : tensor<2x6xf32>
  // expected-error @+1 {{result 0 is derived as [{"x"}, {}] with unrelated values along {"x"}, but is declared as [{"x"}, {}]}}
  return %0 : tensor<2x6xf32>
}

// -----

// Parts of a sum are not blocks.

dist.mesh @mesh <"x"=2, "y"=2>
func.func @main(%a: tensor<4x3xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}]>, dist.global_type = tensor<4x6xf32>})
    -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<4xf32>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-note @+1 {{the value comes from here and is derived as [{}] partial={sum:"x"}}}
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-error @+1 {{passes on parts of a value that is partial over {"x"}}}
  %1 = dist.permute %0 from ["x", "y"] to ["y", "x"] on @mesh : tensor<4xf32>
  %2 = dist.all_reduce %1 sum over ["x"] on @mesh : tensor<4xf32>
  return %2 : tensor<4xf32>
}
