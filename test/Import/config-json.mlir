// Sizes from the config.json of a model, and each fault in one.
// RUN: split-file %s %t
// RUN: shardc import %t/llama.json --seq 16 --global-batch 2 -o - | FileCheck %s --check-prefix=LLAMA
// RUN: shardc import %t/gpt2.json -o - | FileCheck %s --check-prefix=GPT2
// RUN: shardc import %t/scaled.json -o - 2>&1 | FileCheck %s --check-prefix=SCALED
// RUN: not shardc import %t/missing.json 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not shardc import %t/type.json 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not shardc import %t/family.json 2>&1 | FileCheck %s --check-prefix=FAMILY
// RUN: not shardc import %t/mixtral.json 2>&1 | FileCheck %s --check-prefix=MIXTRAL
// RUN: not shardc import %t/heads.json 2>&1 | FileCheck %s --check-prefix=HEADS
// RUN: not shardc import %t/activation.json 2>&1 | FileCheck %s --check-prefix=ACTIVATION
// RUN: not shardc import %t/bias.json 2>&1 | FileCheck %s --check-prefix=BIAS
// RUN: not shardc import %t/malformed.json 2>&1 | FileCheck %s --check-prefix=MALFORMED
// RUN: not shardc import %t/truncated.json 2>&1 | FileCheck %s --check-prefix=TRUNCATED
// RUN: not shardc import %t/array.json 2>&1 | FileCheck %s --check-prefix=ARRAY
// RUN: printf '' > %t/empty.json
// RUN: not shardc import %t/empty.json 2>&1 | FileCheck %s --check-prefix=EMPTY

// LLAMA: tensor<1000x96xf32> {dist.name = "embed.weight"
// LLAMA-SAME: tensor<96x128xf32> {dist.name = "layers.0.attention.wq.weight"
// LLAMA-SAME: tensor<96x64xf32> {dist.name = "layers.1.attention.wk.weight"
// LLAMA-SAME: tensor<96x200xf32> {dist.name = "layers.1.ffn.w_up.weight"
// LLAMA-SAME: tensor<2x16xi32>
// LLAMA: nn.rope_table {theta = 5.000000e+05 : f64} : tensor<16x16xf32>
// LLAMA: nn.rms_norm {{.*}}eps = 9.9999999999999995E-7
// GPT2: tensor<1000x96xf32> {dist.name = "embed.weight"
// GPT2-SAME: tensor<64x96xf32> {dist.name = "pos_embed.weight"
// GPT2-SAME: tensor<96x384xf32> {dist.name = "layers.0.ffn.w_in.weight"
// GPT2-SAME: tensor<16x64xi32>
// GPT2: nn.gelu {{.*}}<erf>
// SCALED: scaled.json:3:2: warning: 'rope_scaling' is not applied: angles are those of 'rope_theta' alone
// MISSING: missing.json:1:1: error: key 'hidden_size' is missing
// MISSING-NOT: error
// TYPE: type.json:2:2: error: key 'vocab_size' must be an integer from 1 to 67108864, but is "ten"
// FAMILY: family.json:1:2: error: model type 'bert' is not supported; supported: llama, gpt2
// MIXTRAL: mixtral.json:1:2: error: model type 'mixtral' has experts, which are not supported yet; supported: llama, gpt2
// HEADS: heads.json:3:2: error: 4 heads are not a multiple of 3 KV heads
// ACTIVATION: activation.json:2:2: error: activation 'relu' is not supported; supported: silu
// BIAS: bias.json:2:2: error: key 'attention_bias': bias of attention is not supported
// MALFORMED: malformed.json:2:{{.*}}: error: malformed JSON
// TRUNCATED: truncated.json:1:{{.*}}: error: the file ends too early: malformed JSON
// ARRAY: array.json:1:1: error: expected a JSON object, as in a model's config.json
// EMPTY: empty.json:1:1: error: the file is empty
//--- llama.json
{
  "architectures": ["LlamaForCausalLM"],
  "model_type": "llama",
  "vocab_size": 1000, "hidden_size": 96, "num_hidden_layers": 2,
  "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 32,
  "intermediate_size": 200, "rms_norm_eps": 1e-06, "rope_theta": 500000.0, "rope_scaling": null,
  "attention_bias": false, "quantization": {"model_type": "inner"}
}
//--- gpt2.json
{"model_type": "gpt2", "vocab_size": 1000, "n_embd": 96, "n_layer": 1, "n_head": 4, "n_positions": 64,
 "n_inner": null, "activation_function": "gelu"}
//--- scaled.json
{"model_type": "llama", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2,
 "intermediate_size": 8, "max_position_embeddings": 16,
 "rope_scaling": {"factor": 8.0}}
//--- missing.json
{"model_type": "llama", "vocab_size": 10}
//--- type.json
{"model_type": "llama", "nested": {"vocab_size": 3},
 "vocab_size": "ten"}
//--- family.json
{"model_type": "bert"}
//--- mixtral.json
{"model_type": "mixtral", "num_local_experts": 8}
//--- heads.json
{"model_type": "llama", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 4,
 "intermediate_size": 8, "head_dim": 2,
 "num_key_value_heads": 3}
//--- activation.json
{"model_type": "llama", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8,
 "hidden_act": "relu"}
//--- bias.json
{"model_type": "llama", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8,
 "attention_bias": true}
//--- malformed.json
{"model_type": "llama",
 "vocab_size" 10}
//--- truncated.json
{"model_type": "llama", "vocab_
//--- array.json
[1, 2]
