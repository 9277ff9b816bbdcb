// Options out of range are refused by name, with the value.

// RUN: not shard-opt %s --shardc-differentiate=train=sgd 2>&1 | FileCheck %s --check-prefix=TRAIN
// RUN: not shard-opt %s --shardc-differentiate=betas=0.9 2>&1 | FileCheck %s --check-prefix=BETAS
// RUN: not shard-opt %s --shardc-differentiate=betas=0.9,1.5 2>&1 | FileCheck %s --check-prefix=BETA
// RUN: not shard-opt %s --shardc-differentiate=eps=0 2>&1 | FileCheck %s --check-prefix=EPS
// RUN: not shard-opt %s --shardc-differentiate=clip=-1 2>&1 | FileCheck %s --check-prefix=CLIP
// RUN: not shard-opt %s --shardc-differentiate=lr=nan 2>&1 | FileCheck %s --check-prefix=LR

// TRAIN: error: 'builtin.module' op cannot be trained by 'sgd'; the optimizers are 'adamw' and 'none'
// BETAS: error: 'builtin.module' op option 'betas' needs 2 numbers, but has 1
// BETA: error: 'builtin.module' op option 'betas' must be in [0, 1), but has 1.5
// EPS: error: 'builtin.module' op option 'eps' must be positive, but is 0
// CLIP: error: 'builtin.module' op option 'clip' must be 0 or more, but is -1
// LR: error: 'builtin.module' op option 'lr' must be 0 or more, but is

func.func @main(%w: tensor<f32> {dist.name = "w", dist.role = "param"}) -> (tensor<f32> {dist.role = "loss"}) {
  return %w : tensor<f32>
}
