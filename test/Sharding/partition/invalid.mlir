// RUN: shard-opt %s --shardc-verify-partition --split-input-file --verify-diagnostics

dist.mesh @mesh <"tp"=2>
// expected-error @+1 {{'func.func' op argument 0 has no 'dist.global_type'}}
func.func @no_type(%0: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) { return }

// -----

dist.mesh @mesh <"tp"=3>
// expected-error @+1 {{'func.func' op argument 0 is of type 'tensor<4xf32>', but blocks of 'tensor<8xf32>' are of type 'tensor<3xf32>'}}
func.func @type(%0: tensor<4xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) { return }

// -----

dist.mesh @mesh <"tp"=2>
func.func @reshard(%0: tensor<4xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) {
  // expected-error @+1 {{'dist.reshard' op must not exist after partitioning}}
  %1 = dist.reshard %0 <@mesh, [{}]> : tensor<4xf32>
  return
}
