/*===- Shardc.h - shardc for C ------------------------------------*- C -*-===*\
|* Part of shardc, under the Apache License v2.0 with LLVM Exceptions.        *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
\*===----------------------------------------------------------------------===*/
/*
 * Import, compile, check and explain from C, or from any language that calls C.
 *
 * Ownership. Functions named ...Create or shardcImport give an object that the
 * caller destroys with the function of the same type's name. A ShardcBuffer that a
 * function fills belongs to the caller, who gives it back with shardcBufferFree.
 * Everything passed in (strings, options, user data) is borrowed until the call
 * returns, but for the callback and its user data, which are borrowed as long as the
 * context lives. A module must be destroyed before its context.
 *
 * Errors. A function that can fail returns ShardcSuccess or what went wrong, and has
 * told the context's callback why: exactly one error, with its place. On failure
 * output arguments are set to empty. Nothing is thrown, printed or exited from.
 *
 * Threads. Contexts share nothing: threads may use different ones at the same time.
 * One context, with its modules, is for one thread at a time. The callback runs on a
 * thread that works for the call, never after the call has returned.
 *
 * Options. A struct begins with its size, which the initialiser sets, so that newer
 * libraries run older programs: what those don't know has its default.
 */
#ifndef SHARDC_C_SHARDC_H
#define SHARDC_C_SHARDC_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define SHARDC_C_API
#else
#define SHARDC_C_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*/
/* Results and diagnostics                                                    */
/*===----------------------------------------------------------------------===*/

/** How a call ended. */
typedef enum ShardcStatus {
  ShardcSuccess = 0,
  /** The model, the strategy or another input was refused; the callback knows why. */
  ShardcRefused = 1,
  /** The call itself was wrong: a null argument, a size of options that is none. */
  ShardcBadUsage = 2,
  /** Out of memory, or a fault in the library. */
  ShardcInternalError = 3
} ShardcStatus;

/** Kinds of diagnostics. A note belongs to the diagnostic before it. */
typedef enum ShardcSeverity {
  ShardcNote = 0,
  ShardcRemark = 1,
  ShardcWarning = 2,
  ShardcError = 3
} ShardcSeverity;

/**
 * Receives diagnostics. `location` is `FILE:LINE:COLUMN`, a name, or "<unknown>".
 * Both strings end with the call.
 */
typedef void (*ShardcDiagnosticCallback)(ShardcSeverity severity, const char *location,
                                         const char *message, void *userData);

/** Bytes that belong to the caller. Text has a 0 behind its `size` bytes. */
typedef struct ShardcBuffer {
  char *data;
  size_t size;
} ShardcBuffer;

/** Gives a buffer back and empties it. Null and empty buffers are fine. */
SHARDC_C_API void shardcBufferFree(ShardcBuffer *buffer);

/** "MAJOR.MINOR.PATCH", for ever. */
SHARDC_C_API const char *shardcVersion(void);

/*===----------------------------------------------------------------------===*/
/* Contexts                                                                   */
/*===----------------------------------------------------------------------===*/

/** Holds dialects, types and attributes, and reports to one callback. */
typedef struct ShardcContext ShardcContext;

/**
 * A context that reports to `callback` (null: to nobody). Null when there is no
 * memory for one.
 */
SHARDC_C_API ShardcContext *shardcContextCreate(ShardcDiagnosticCallback callback, void *userData);
SHARDC_C_API void shardcContextDestroy(ShardcContext *context);

/*===----------------------------------------------------------------------===*/
/* Options                                                                    */
/*===----------------------------------------------------------------------===*/

/** What names a model. Null strings and zeros stand for defaults. */
typedef struct ShardcModelOptions {
  size_t structSize;
  /** A .mlir file, a config.json, or a built-in name ("tiny-llama:layers=5"). With
   *  `text`: the name that locations have. */
  const char *model;
  /** StableHLO text in memory instead of a file, `textSize` bytes; null: none. */
  const char *text;
  size_t textSize;
  /** Sequence length and global batch of named models; 0: the model's own. */
  int64_t sequence;
  int64_t globalBatch;
  /** "fp64", "fp32" (default), "bf16" or "fp16". */
  const char *precision;
  /** Roles of arguments, "0-13=param,14-15=input"; null: inferred. */
  const char *roles;
  /** New names of mesh axes, "x=dp,y=tp". */
  const char *axisMap;
  /** What import makes one op of that the graph spells in its parts: "on" (default),
   *  "off", or kinds joined by commas. */
  const char *raise;
  /** Not 0: parameters that hold all layers stay one argument each. */
  int32_t keepStacked;
  /** Not 0: parameters of products whose results are sliced stay one argument each. */
  int32_t keepFused;
  /** Not 0: blocks that are alike are not taken for layers. */
  int32_t noLayers;
  /** The function to import; null: '@main', or else the only public one. */
  const char *entry;
} ShardcModelOptions;

#define SHARDC_MODEL_OPTIONS_INIT                                                                  \
  {sizeof(ShardcModelOptions), NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, 0, 0, 0, NULL}

/** AdamW. */
typedef struct ShardcOptimizerOptions {
  size_t structSize;
  double lr, beta1, beta2, eps;
  /** Of matrices. */
  double weightDecay;
  /** Global norm of gradients; 0: not clipped. */
  double clip;
} ShardcOptimizerOptions;

#define SHARDC_OPTIMIZER_OPTIONS_INIT                                                              \
  {sizeof(ShardcOptimizerOptions), 1e-3, 0.9, 0.95, 1e-8, 0.1, 1.0}

/** How to split and train. Null strings and zeros stand for defaults. */
typedef struct ShardcCompileOptions {
  size_t structSize;
  /** "dp=2,tp=4,…"; null: one device. */
  const char *strategy;
  /** Shardings of named values, "NAME=[{AXIS},…]", `numPins` of them. */
  const char *const *pins;
  size_t numPins;
  /** Not 0: make a training step (AdamW) of a forward graph. */
  int32_t train;
  /** "host" (default), "cuda" or "cuda:sm_90a". */
  const char *target;
  /** Of a training step; null: the defaults. */
  const ShardcOptimizerOptions *optimizer;
} ShardcCompileOptions;

#define SHARDC_COMPILE_OPTIONS_INIT {sizeof(ShardcCompileOptions), NULL, NULL, 0, 0, NULL, NULL}

/*===----------------------------------------------------------------------===*/
/* Modules                                                                    */
/*===----------------------------------------------------------------------===*/

/** A program of a context. */
typedef struct ShardcModule ShardcModule;

/** Reads a model and leaves the graph for one device. */
SHARDC_C_API ShardcStatus shardcImport(ShardcContext *context, const ShardcModelOptions *model,
                                       ShardcModule **module);
SHARDC_C_API void shardcModuleDestroy(ShardcModule *module);

/**
 * Runs a pipeline in MLIR's text form, such as
 * "shardc-stage-annotate{strategy=dp=2},shardc-stage-propagate", with or without
 * "builtin.module(...)" around it. A module on which it fails can only be destroyed or
 * printed. The first call adds shardc's passes to the registry of the process's MLIR.
 */
SHARDC_C_API ShardcStatus shardcModuleRunPipeline(ShardcModule *module, const char *pipeline);

/** The module as text that parses back. */
SHARDC_C_API ShardcStatus shardcModulePrint(ShardcModule *module, ShardcBuffer *text);

/*===----------------------------------------------------------------------===*/
/* Verbs                                                                      */
/*===----------------------------------------------------------------------===*/

/** From a model to the bytes of a plan bundle, which shard-run and shardrt load. */
SHARDC_C_API ShardcStatus shardcCompile(ShardcContext *context, const ShardcModelOptions *model,
                                        const ShardcCompileOptions *options, ShardcBuffer *bundle);

/** The verdict of shardcCheck. Figures are of one rank and step, the most of all
 *  ranks. */
typedef struct ShardcCheckResult {
  /** 1: the partitioned program computes what one device computes. */
  int32_t pass;
  /** 1: replicated values are bitwise the same on all their ranks. */
  int32_t replicasIdentical;
  int64_t ranks;
  /** Largest error of a float64 run, and of losses and first gradients in the working
   *  precision; infinite where a value is missing or no number. */
  double maxRelErr;
  double workingRelErr;
  int64_t bytesOnWire;
  int64_t flops;
  int64_t paramBytes;
  int64_t peakBytes;
} ShardcCheckResult;

/**
 * Runs the partitioned program on threads and compares it with one device, `steps`
 * training steps (at least 1) on values drawn from `seed`. A comparison that fails is
 * ShardcSuccess with `pass` 0, and `why` (may be null) says what differs.
 */
SHARDC_C_API ShardcStatus shardcCheck(ShardcContext *context, const ShardcModelOptions *model,
                                      const ShardcCompileOptions *options, int64_t steps,
                                      uint64_t seed, ShardcCheckResult *result, ShardcBuffer *why);

/** Forms of an explanation. */
typedef enum ShardcFormat { ShardcText = 0, ShardcJson = 1 } ShardcFormat;

/** How values are sharded, why, and what that moves; of one value if `value` is not
 *  null. */
SHARDC_C_API ShardcStatus shardcExplain(ShardcContext *context, const ShardcModelOptions *model,
                                        const ShardcCompileOptions *options, const char *value,
                                        ShardcFormat format, ShardcBuffer *text);

#ifdef __cplusplus
}
#endif

#endif /* SHARDC_C_SHARDC_H */
