/*===- capi-test.c - the C interface, from C -----------------------*- C -*-===*\
|* Part of shardc, under the Apache License v2.0 with LLVM Exceptions.        *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
\*===----------------------------------------------------------------------===*/
/*
 * Every function of shardc-c/Shardc.h, what it gives and what it refuses. Prints each
 * expectation that does not hold; silent and 0 otherwise.
 */
#include "shardc-c/Shardc.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int numFailures = 0;
#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      printf("capi-test.c:%d: does not hold: %s\n", __LINE__, #condition);                         \
      ++numFailures;                                                                               \
    }                                                                                              \
  } while (0)

/* What the callback was told. */
typedef struct Heard {
  int errors, others;
  char location[256], message[1024];
} Heard;

static void hear(ShardcSeverity severity, const char *location, const char *message,
                 void *userData) {
  Heard *heard = userData;
  if (severity != ShardcError) {
    ++heard->others;
    return;
  }
  ++heard->errors;
  snprintf(heard->location, sizeof heard->location, "%s", location);
  snprintf(heard->message, sizeof heard->message, "%s", message);
}

static const char good[] =
    "func.func @main(%x: tensor<8x16xf32> {dist.role = \"input\"},\n"
    "                %w: tensor<16x32xf32> {dist.role = \"param\"}) -> tensor<8x32xf32> {\n"
    "  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]\n"
    "    : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>\n"
    "  return %0 : tensor<8x32xf32>\n"
    "}\n";

static ShardcModelOptions modelOfText(const char *name, const char *text) {
  ShardcModelOptions model = SHARDC_MODEL_OPTIONS_INIT;
  model.model = name;
  model.text = text;
  model.textSize = strlen(text);
  return model;
}

static void testVersion(void) {
  int major, minor, patch;
  EXPECT(sscanf(shardcVersion(), "%d.%d.%d", &major, &minor, &patch) == 3);
}

static void testImport(void) {
  Heard heard = {0};
  ShardcContext *context = shardcContextCreate(hear, &heard);
  ShardcModelOptions model = modelOfText("good.mlir", good);
  ShardcModule *module = NULL;
  EXPECT(shardcImport(context, &model, &module) == ShardcSuccess);
  EXPECT(module != NULL && heard.errors == 0);
  ShardcBuffer text;
  EXPECT(shardcModulePrint(module, &text) == ShardcSuccess);
  EXPECT(strlen(text.data) == text.size);
  EXPECT(strstr(text.data, "dist.name = \"w\", dist.role = \"param\"") != NULL);
  shardcBufferFree(&text);
  EXPECT(text.data == NULL && text.size == 0);

  EXPECT(shardcModuleRunPipeline(module, "builtin.module(shardc-stage-annotate{strategy=dp=2,tp=2},"
                                         "shardc-stage-differentiate,shardc-stage-propagate,"
                                         "shardc-stage-partition)") == ShardcSuccess);
  EXPECT(shardcModulePrint(module, &text) == ShardcSuccess);
  EXPECT(strstr(text.data, "dist.mesh @mesh <\"dp\"=2, \"tp\"=2>") != NULL);
  EXPECT(strstr(text.data, "tensor<4x16xf32>") != NULL);
  shardcBufferFree(&text);

  EXPECT(shardcModuleRunPipeline(module, "no-such-pass") == ShardcRefused);
  EXPECT(heard.errors == 1 && strstr(heard.message, "no-such-pass") != NULL);
  /* Back to annotation: refused, with the reason. */
  EXPECT(shardcModuleRunPipeline(module, "shardc-stage-annotate{strategy=dp=2}") == ShardcRefused);
  EXPECT(heard.errors == 2);
  shardcModuleDestroy(module);
  shardcContextDestroy(context);
}

static void testRefusals(void) {
  Heard heard = {0};
  ShardcContext *context = shardcContextCreate(hear, &heard);
  ShardcModelOptions model = modelOfText("bad.mlir", "func.func @main() {\n  oops\n}\n");
  ShardcModule *module = (ShardcModule *)&heard;
  EXPECT(shardcImport(context, &model, &module) == ShardcRefused);
  EXPECT(module == NULL && heard.errors == 1);
  EXPECT(strncmp(heard.location, "bad.mlir:2:", 11) == 0);
  EXPECT(strlen(heard.message) > 0);

  model = modelOfText("good.mlir", good);
  ShardcCompileOptions options = SHARDC_COMPILE_OPTIONS_INIT;
  options.strategy = "dp=2,dp=4";
  ShardcBuffer bundle = {(char *)&heard, 7};
  EXPECT(shardcCompile(context, &model, &options, &bundle) == ShardcRefused);
  EXPECT(bundle.data == NULL && bundle.size == 0 && heard.errors == 2);

  /* Calls that are wrong in themselves say so and report nothing. */
  EXPECT(shardcImport(NULL, &model, &module) == ShardcBadUsage);
  EXPECT(shardcImport(context, NULL, &module) == ShardcBadUsage);
  EXPECT(shardcImport(context, &model, NULL) == ShardcBadUsage);
  ShardcModelOptions empty = SHARDC_MODEL_OPTIONS_INIT;
  EXPECT(shardcImport(context, &empty, &module) == ShardcBadUsage);
  ShardcOptimizerOptions optimizer = SHARDC_OPTIMIZER_OPTIONS_INIT;
  optimizer.structSize = 1;
  options.optimizer = &optimizer;
  EXPECT(shardcCompile(context, &model, &options, &bundle) == ShardcBadUsage);
  options.structSize = 0;
  EXPECT(shardcCompile(context, &model, &options, &bundle) == ShardcBadUsage);
  EXPECT(shardcModulePrint(NULL, &bundle) == ShardcBadUsage);
  EXPECT(heard.errors == 2);
  shardcBufferFree(NULL);
  shardcModuleDestroy(NULL);
  shardcContextDestroy(context);
}

static void testOlderOptions(void) {
  /* A program that knows only the first fields. */
  ShardcContext *context = shardcContextCreate(NULL, NULL);
  ShardcModelOptions model = modelOfText("good.mlir", good);
  model.structSize = offsetof(ShardcModelOptions, sequence);
  model.sequence = -1;
  model.precision = "nonsense";
  ShardcModule *module = NULL;
  EXPECT(shardcImport(context, &model, &module) == ShardcSuccess);
  shardcModuleDestroy(module);
  shardcContextDestroy(context);
}

static void testVerbs(void) {
  Heard heard = {0};
  ShardcContext *context = shardcContextCreate(hear, &heard);
  ShardcModelOptions model = modelOfText("good.mlir", good);
  ShardcCompileOptions options = SHARDC_COMPILE_OPTIONS_INIT;
  options.strategy = "tp=2";
  ShardcBuffer first = {NULL, 0}, second = {NULL, 0}, text = {NULL, 0};
  EXPECT(shardcCompile(context, &model, &options, &first) == ShardcSuccess);
  EXPECT(shardcCompile(context, &model, &options, &second) == ShardcSuccess);
  EXPECT(first.size > 100 && first.size == second.size &&
         memcmp(first.data, second.data, first.size) == 0);
  shardcBufferFree(&first);
  shardcBufferFree(&second);

  const char *pins[] = {"w=[{},{tp}]"};
  options.pins = pins;
  options.numPins = 1;
  EXPECT(shardcExplain(context, &model, &options, NULL, ShardcJson, &text) == ShardcSuccess);
  EXPECT(text.data && text.data[0] == '{' && strstr(text.data, "\"ranks\":2") != NULL);
  shardcBufferFree(&text);
  EXPECT(shardcExplain(context, &model, &options, "w", ShardcText, &text) == ShardcSuccess);
  EXPECT(text.data && strstr(text.data, "tp") != NULL);
  shardcBufferFree(&text);
  EXPECT(shardcExplain(context, &model, &options, "nothing", ShardcText, &text) == ShardcRefused);
  EXPECT(heard.errors == 1 && strstr(heard.message, "nothing") != NULL && text.data == NULL);

  ShardcCheckResult result;
  ShardcBuffer why;
  EXPECT(shardcCheck(context, &model, &options, 1, 3, &result, &why) == ShardcSuccess);
  EXPECT(result.pass == 1 && result.replicasIdentical == 1 && result.ranks == 2);
  EXPECT(result.maxRelErr >= 0 && result.maxRelErr <= 1e-8 && isfinite(result.workingRelErr));
  EXPECT(result.flops == 2 * 8 * 16 * 16 && result.paramBytes == 16 * 16 * 4);
  EXPECT(why.size == 0);
  shardcBufferFree(&why);
  EXPECT(shardcCheck(context, &model, &options, 0, 3, &result, &why) == ShardcBadUsage);
  shardcContextDestroy(context);
}

static void testTraining(void) {
  /* What the optimizer is told is in the plan; the initialiser has the defaults. */
  ShardcContext *context = shardcContextCreate(NULL, NULL);
  ShardcModelOptions model = SHARDC_MODEL_OPTIONS_INIT;
  model.model = "tiny-llama:layers=1,batch=4";
  ShardcOptimizerOptions optimizer = SHARDC_OPTIMIZER_OPTIONS_INIT;
  ShardcCompileOptions options = SHARDC_COMPILE_OPTIONS_INIT;
  options.strategy = "dp=2";
  options.train = 1;
  ShardcBuffer plain = {NULL, 0}, same = {NULL, 0}, other = {NULL, 0};
  EXPECT(shardcCompile(context, &model, &options, &plain) == ShardcSuccess);
  options.optimizer = &optimizer;
  EXPECT(shardcCompile(context, &model, &options, &same) == ShardcSuccess);
  optimizer.lr = 0.5;
  EXPECT(shardcCompile(context, &model, &options, &other) == ShardcSuccess);
  EXPECT(plain.size > 0 && plain.size == same.size &&
         memcmp(plain.data, same.data, plain.size) == 0);
  EXPECT(other.size != plain.size || memcmp(plain.data, other.data, plain.size) != 0);
  shardcBufferFree(&plain);
  shardcBufferFree(&same);
  shardcBufferFree(&other);
  shardcContextDestroy(context);
}

/* One thread with a context of its own. */
static void *compileAlone(void *argument) {
  ShardcBuffer *bundle = argument;
  ShardcContext *context = shardcContextCreate(NULL, NULL);
  ShardcModelOptions model = modelOfText("good.mlir", good);
  ShardcCompileOptions options = SHARDC_COMPILE_OPTIONS_INIT;
  options.strategy = "dp=2,tp=2";
  if (shardcCompile(context, &model, &options, bundle) != ShardcSuccess)
    shardcBufferFree(bundle);
  shardcContextDestroy(context);
  return NULL;
}

static void testThreads(void) {
  enum { count = 4 };
  pthread_t threads[count];
  ShardcBuffer bundles[count] = {{NULL, 0}};
  for (int i = 0; i < count; ++i)
    EXPECT(pthread_create(&threads[i], NULL, compileAlone, &bundles[i]) == 0);
  for (int i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < count; ++i)
    EXPECT(bundles[i].size > 0 && bundles[i].size == bundles[0].size &&
           memcmp(bundles[i].data, bundles[0].data, bundles[0].size) == 0);
  for (int i = 0; i < count; ++i)
    shardcBufferFree(&bundles[i]);
}

int main(void) {
  testVersion();
  testImport();
  testRefusals();
  testOlderOptions();
  testVerbs();
  testTraining();
  testThreads();
  return numFailures ? 1 : 0;
}
