dist.mesh @mesh <"dp"=2, "tp"=3>
func.func @main(
    %x: tensor<4x16xf32> {dist.name = "x", dist.role = "input", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x16xf32>},
    %w1: tensor<16x4xf32> {dist.name = "w1", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>, dist.global_type = tensor<16x11xf32>},
    %w2: tensor<4x16xf32> {dist.name = "w2", dist.role = "param", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>, dist.global_type = tensor<11x16xf32>})
    -> (tensor<4x16xf32> {dist.name = "y", dist.role = "output", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x16xf32>}) {
  %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]} : (tensor<4x16xf32>, tensor<16x4xf32>) -> tensor<4x4xf32>
  %s = nn.silu %a : tensor<4x4xf32>
  %m = dist.mask %s dim 1 of 11 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<4x4xf32>
  %n = dist.mask %w2 dim 0 of 11 granule 1 over ["tp"] on @mesh fill 0.0 : f32 : tensor<4x16xf32>
  %p = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %r = dist.all_reduce %p sum over ["tp"] on @mesh : tensor<4x16xf32>
  %y = stablehlo.add %x, %r : tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}
