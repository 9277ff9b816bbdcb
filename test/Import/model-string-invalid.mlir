// Every fault in a model string, located by its column.
// RUN: not shardc import tiny-mixtral 2>&1 | FileCheck %s --check-prefix=EXPERTS
// RUN: not shardc import mixtral-8x7b:layers=2 2>&1 | FileCheck %s --check-prefix=EXPERTS
// EXPERTS: :1:1: error: model '{{.*}}' has experts, which are not supported yet; use a dense model such as tiny-llama

// RUN: not shardc import tiny-lama 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: tiny-lama:1:1: error: unknown model 'tiny-lama'; known: tiny-llama, {{.*}}, or the path of a .mlir file or a config.json

// RUN: not shardc import tiny-llama: 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: :1:12: error: expected an override such as 'layers=5'

// RUN: not shardc import tiny-llama:layers=2,depth=1 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: :1:21: error: unknown key 'depth'; known: layers, hidden, heads, kv, head-dim, ffn, vocab, seq, batch, tied

// RUN: not shardc import tiny-llama:layers 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: :1:12: error: 'layers' needs a value, such as 'layers=4'

// RUN: not shardc import tiny-llama:layers=0 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not shardc import tiny-llama:layers=x 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not shardc import tiny-llama:layers=99999999999999999999 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: :1:19: error: 'layers' must be an integer from 1 to 16384, but got '

// RUN: not shardc import tiny-llama:seq=2,seq=3 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: :1:18: error: 'seq' is given twice

// RUN: not shardc import tiny-llama:layers=2,kv=3 2>&1 | FileCheck %s --check-prefix=HEADS
// HEADS: :1:21: error: 8 heads are not a multiple of 3 KV heads

// RUN: not shardc import tiny-llama:head-dim=7 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: :1:12: error: head dimension 7 is odd, but rotary embedding turns pairs

// RUN: not shardc import tiny-llama:tied=maybe 2>&1 | FileCheck %s --check-prefix=BOOL
// BOOL: :1:17: error: 'tied' must be true or false, but got 'maybe'

// RUN: not shardc import tiny-llama:batch=60000000,seq=60000000,vocab=60000000 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: batch 60000000 of 60000000 tokens by 60000000 elements is too large

// RUN: not shardc import tiny-llama --role 0=param 2>&1 | FileCheck %s --check-prefix=ROLE
// ROLE: tiny-llama:1:1: error: roles are for imported graphs; this model's arguments have theirs
