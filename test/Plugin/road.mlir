// A stock mlir-opt with the plug-in: import, annotation, propagation and partitioning
// of a module as a framework prints it. Nothing but the two entry points can be seen
// of the plug-in, so that it lives beside other copies of what it is made of.
// REQUIRES: mlir-opt
// UNSUPPORTED: sanitizer
// RUN: mlir-opt %s --load-dialect-plugin=%shardc_lib_dir/ShardcPlugin.so --load-pass-plugin=%shardc_lib_dir/ShardcPlugin.so --pass-pipeline='builtin.module(shardc-import,shardc-stage-annotate{strategy=dp=2,tp=2},shardc-stage-differentiate,shardc-stage-propagate,shardc-stage-partition)' | FileCheck %s
// RUN: nm -D --defined-only --extern-only %shardc_lib_dir/ShardcPlugin.so | FileCheck %s --check-prefix=SYMBOLS
// Passes of the plug-in and of mlir-opt in one pipeline.
// RUN: mlir-opt %s --load-dialect-plugin=%shardc_lib_dir/ShardcPlugin.so --load-pass-plugin=%shardc_lib_dir/ShardcPlugin.so --pass-pipeline='builtin.module(shardc-import{precision=bf16},cse,canonicalize)' | FileCheck %s --check-prefix=IMPORTED
// An error is one located error, and a status.
// RUN: not mlir-opt %s --load-dialect-plugin=%shardc_lib_dir/ShardcPlugin.so --load-pass-plugin=%shardc_lib_dir/ShardcPlugin.so --pass-pipeline='builtin.module(shardc-import,shardc-stage-annotate{strategy=dp=two})' 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: dist.mesh @mesh <"dp"=2, "tp"=2>
// CHECK: func.func @main(%[[X:.*]]: tensor<4x16xf32>
// CHECK-SAME: tensor<16x16xf32>
// CHECK-SAME: tensor<16x16xf32>
// CHECK: stablehlo.tanh {{.*}} : tensor<4x16xf32>
// CHECK: dist.all_reduce %{{.*}} sum over ["tp"] on @mesh {{.*}} : tensor<4x16xf32>

// SYMBOLS: mlirGetDialectPluginInfo
// SYMBOLS-NEXT: mlirGetPassPluginInfo
// SYMBOLS-NOT: {{.}}

// Values are called as the graph calls them in its locations.
// IMPORTED: func.func @main({{.*}} {dist.name = "arg0", dist.role = "input"}
// IMPORTED-SAME: {dist.name = "params['w']", dist.role = "param"
// IMPORTED-NOT: call
// IMPORTED: stablehlo.tanh {{.*}} : tensor<8x32xbf16>

// REFUSED: strategy:1:{{[0-9]+}}: error: {{.*}}two
// REFUSED-NOT: error:

module @jit_net {
  func.func public @main(%arg0: tensor<8x16xf32> {dist.role = "input"}, %arg1: tensor<16x32xf32> {dist.role = "param"} loc("params['w']"), %arg2: tensor<32x16xf32> {dist.role = "param"}) -> tensor<8x16xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1 = call @act(%0) : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
  func.func private @act(%arg0: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<8x32xf32>
    return %0 : tensor<8x32xf32>
  }
}
