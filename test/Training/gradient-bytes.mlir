// Bytes of gradients a rank accumulates: those of the region's results, of what was reduced as
// it was produced, else of what the backward op made.
// RUN: shard-opt %s --split-input-file --shardc-record-gradient-bytes | FileCheck %s

#whole = #dist.sharding<@mesh, [{}]>
#part = #dist.sharding<@mesh, [{"dp"}]>
#sum = #dist.sharding<@mesh, [{}], partial={sum:"dp"}>
#scalar = #dist.sharding<@mesh, []>

// Reduced by the update: 8 floats; reduced at once: 2 of 8.
// CHECK: shardc.gradient_bytes = 40 : i64
module {
  dist.mesh @mesh <"dp"=4>
  func.func @main(%w: tensor<8xf32> {dist.sharding = #part}, %v: tensor<8xf32> {dist.sharding = #part},
                  %x: tensor<8xf32> {dist.sharding = #whole}, %m: tensor<8xf32> {dist.sharding = #part, dist.updated_by = 0 : i64},
                  %s: tensor<f32> {dist.sharding = #scalar}) -> tensor<8xf32> {
    %0 = stablehlo.negate %x {dist.phase = "backward", dist.shardings = [#sum]} : tensor<8xf32>
    %1 = dist.reshard %0 <@mesh, [{"dp"}]> {dist.phase = "backward", dist.shardings = [#part]} : tensor<8xf32>
    %2 = stablehlo.add %1, %1 {dist.phase = "update", dist.shardings = [#part]} : tensor<8xf32>
    %a, %b, %c = nn.adamw %w, %2, %m, %m, %s, %s {beta1 = 0.9, beta2 = 0.95, eps = 1.0e-8, lr = 1.0e-3, weight_decay = 0.0, dist.phase = "update", dist.shardings = [#part, #part, #part]} : tensor<8xf32>, tensor<f32>
    %3 = dist.reshard %0 <@mesh, [{"dp"}]> {dist.gradient, dist.phase = "backward", dist.shardings = [#part]} : tensor<8xf32>
    %d, %e, %f = nn.adamw %v, %3, %m, %m, %s, %s {beta1 = 0.9, beta2 = 0.95, eps = 1.0e-8, lr = 1.0e-3, weight_decay = 0.0, dist.phase = "update", dist.shardings = [#part, #part, #part]} : tensor<8xf32>, tensor<f32>
    return %a : tensor<8xf32>
  }
}
