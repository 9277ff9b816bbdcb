/*===- main.c - shardc from C --------------------------------------*- C -*-===*\
|* Part of shardc, under the Apache License v2.0 with LLVM Exceptions.        *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
\*===----------------------------------------------------------------------===*/
/*
 *   from-c MODEL STRATEGY PLAN
 *
 * Checks a model under a strategy, explains it, and writes its plan bundle.
 */
#include "shardc-c/Shardc.h"
#include <stdio.h>

static void print(ShardcSeverity severity, const char *location, const char *message,
                  void *userData) {
  (void)userData;
  if (severity == ShardcError || severity == ShardcWarning)
    fprintf(stderr, "%s: %s: %s\n", location, severity == ShardcError ? "error" : "warning",
            message);
}

static int save(const char *path, const ShardcBuffer *buffer) {
  FILE *file = fopen(path, "wb");
  if (!file)
    return 0;
  int isWhole = fwrite(buffer->data, 1, buffer->size, file) == buffer->size;
  return fclose(file) == 0 && isWhole;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: from-c MODEL STRATEGY PLAN\n");
    return 2;
  }
  ShardcModelOptions model = SHARDC_MODEL_OPTIONS_INIT;
  model.model = argv[1];
  ShardcCompileOptions options = SHARDC_COMPILE_OPTIONS_INIT;
  options.strategy = argv[2];

  ShardcContext *context = shardcContextCreate(print, NULL);
  if (!context)
    return 1;
  ShardcCheckResult check;
  ShardcBuffer why, explanation = {NULL, 0}, bundle = {NULL, 0};
  ShardcStatus status = shardcCheck(context, &model, &options, 1, 0, &check, &why);
  if (status == ShardcSuccess && !check.pass)
    fprintf(stderr, "check failed: %s\n", why.data);
  int isGood = status == ShardcSuccess && check.pass;
  if (isGood)
    printf("shardc %s: check passed on %lld ranks\n", shardcVersion(), (long long)check.ranks);
  if (isGood &&
      shardcExplain(context, &model, &options, NULL, ShardcText, &explanation) == ShardcSuccess)
    printf("%s", explanation.data);
  isGood = isGood && shardcCompile(context, &model, &options, &bundle) == ShardcSuccess &&
           save(argv[3], &bundle);
  if (isGood)
    printf("%s: %zu bytes\n", argv[3], bundle.size);
  shardcBufferFree(&why);
  shardcBufferFree(&explanation);
  shardcBufferFree(&bundle);
  shardcContextDestroy(context);
  return isGood ? 0 : 1;
}
