//===- shard-run.cpp - runs a plan bundle ---------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   shard-run plan.shard [--backend host|mpi|cuda] [--steps N] [--seed S]
//             [--timeout S] [--poison] [--json]
//
// Prints "step N loss X" a step, or one JSON object. Exit status: 0 success, 1
// the plan was refused or failed, 2 bad usage.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Session.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace shardrt;

namespace {
struct Arguments {
  std::string plan;
  Options options;
  uint64_t steps = 1;
  bool json = false;
  std::string unsupported; // an option this build cannot serve
};

/// Bytes of text as a JSON string.
std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", byte);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// Enough digits to be exact; JSON has no NaN.
std::string number(double value, bool json) {
  if (json && !std::isfinite(value))
    return "null";
  char text[40];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

const char usage[] = "usage: shard-run plan.shard [--backend host|mpi|cuda] [--steps N] "
                     "[--data D] [--seed S]\n"
                     "                 [--save DIR] [--load DIR] [--timeout SECONDS] [--poison] "
                     "[--json]\n"
                     "\n"
                     "  --backend   where ranks run: threads of this process (host, the "
                     "default), "
                     "or one\n"
                     "              process a rank on CUDA devices (cuda; started by torchrun, "
                     "srun or mpirun)\n"
                     "  --steps     number of steps (1)\n"
                     "  --seed      of initial values and of the batch (0)\n"
                     "  --timeout   seconds without any progress after which a run is ended "
                     "(60)\n"
                     "  --poison    fill padding and dead buffers with NaN before every step\n"
                     "  --json      one JSON object on stdout instead of a line a step\n";

int badUsage(const std::string &message) {
  std::fprintf(stderr, "shard-run: error: %s\n%s", message.c_str(), usage);
  return 2;
}

bool parseNumber(const char *text, uint64_t &value) {
  char *end = nullptr;
  errno = 0;
  value = std::strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && !errno;
}

/// 0, or an exit status.
int parse(int argc, char **argv, Arguments &arguments) {
  for (int i = 1; i < argc; ++i) {
    std::string flag = argv[i], inlineValue;
    bool hasInline = false;
    if (flag.compare(0, 2, "--") == 0) {
      size_t equals = flag.find('=');
      if (equals != std::string::npos) {
        inlineValue = flag.substr(equals + 1);
        flag.resize(equals);
        hasInline = true;
      }
    }
    if (flag == "--json" || flag == "--poison") {
      if (hasInline)
        return badUsage(flag + " takes no value");
      (flag == "--json" ? arguments.json : arguments.options.poison) = true;
      continue;
    }
    if (flag.compare(0, 1, "-") != 0 || flag == "-") {
      if (!arguments.plan.empty())
        return badUsage("two plans, '" + arguments.plan + "' and '" + flag + "'");
      arguments.plan = flag;
      continue;
    }
    const char *known[] = {"--backend", "--steps", "--data",   "--seed",
                           "--save",    "--load",  "--timeout"};
    bool isKnown = false;
    for (const char *name : known)
      isKnown |= flag == name;
    if (!isKnown)
      return badUsage("unknown option '" + flag + "'");
    if (!hasInline && i + 1 == argc)
      return badUsage(flag + " needs a value");
    std::string value = hasInline ? inlineValue : argv[++i];
    if (flag == "--backend") {
      arguments.options.backend = value;
      if (value != "host" && value != "mpi" && value != "cuda")
        return badUsage("unknown backend '" + value + "'; host, mpi and cuda exist");
    } else if (flag == "--steps") {
      if (!parseNumber(value.c_str(), arguments.steps))
        return badUsage("--steps takes a number, not '" + value + "'");
    } else if (flag == "--seed") {
      if (!parseNumber(value.c_str(), arguments.options.seed))
        return badUsage("--seed takes a number, not '" + value + "'");
    } else if (flag == "--timeout") {
      char *end = nullptr;
      double seconds = std::strtod(value.c_str(), &end);
      if (value.empty() || *end || !(seconds > 0) || !std::isfinite(seconds))
        return badUsage("--timeout takes seconds, not '" + value + "'");
      arguments.options.timeoutSeconds = seconds;
    } else {
      arguments.unsupported = flag;
    }
  }
  if (arguments.plan.empty())
    return badUsage("no plan given");
  return 0;
}

int failed(const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "shard-run: error: %s\n", message.c_str());
  std::fflush(stderr);
  // A thread may hang in a kernel; it must not keep the process.
  _exit(1);
}

void printJson(const Arguments &arguments, const Session &session,
               const std::vector<StepResult> &results) {
  const Plan &plan = session.plan();
  Counters counters = session.counters();
  std::string out = "{\"plan\": " + quoted(plan.path);
  auto field = [&](const char *key, const std::string &value) {
    out += std::string(", \"") + key + "\": " + value;
  };
  field("model", quoted(plan.model));
  field("strategy", quoted(plan.strategy));
  field("precision", quoted(plan.precision));
  field("backend", quoted(arguments.options.backend));
  field("ranks", std::to_string(plan.numRanks()));
  field("seed", std::to_string(arguments.options.seed));
  field("steps", std::to_string(counters.steps));
  std::string losses, times, arenas, kinds;
  for (const StepResult &result : results) {
    losses += (losses.empty() ? "" : ", ") + (result.loss ? number(*result.loss, true) : "null");
    times += (times.empty() ? "" : ", ") + number(result.seconds, true);
  }
  field("losses", "[" + losses + "]");
  for (const ClassCounters &c : counters.classes)
    arenas += (arenas.empty() ? "" : ", ") +
              ("{\"program\": " + quoted(c.program) + ", \"ranks\": " + std::to_string(c.ranks) +
               ", \"predicted\": " + std::to_string(c.arenaPredicted) +
               ", \"allocated\": " + std::to_string(c.arenaAllocated) +
               ", \"flops_predicted\": " + std::to_string(c.flopsPredicted) + "}");
  field("arenas", "[" + arenas + "]");
  for (auto &[kind, count] : counters.collectives)
    kinds += (kinds.empty() ? "" : ", ") + quoted(kind) + ": " + std::to_string(count);
  field("collectives", "{" + kinds + "}");
  field("bytes_on_wire", std::to_string(counters.bytesOnWire));
  field("flops", std::to_string(counters.flops));
  field("param_bytes", std::to_string(counters.paramBytes));
  field("state_bytes", std::to_string(counters.optimizerStateBytes));
  field("peak_bytes", std::to_string(counters.peakBytes));
  field("workspace_bytes", std::to_string(counters.workspaceBytes));
  field("seconds", number(counters.seconds, true));
  field("step_seconds", "[" + times + "]");
  std::printf("%s}\n", out.c_str());
}
} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (!std::strcmp(argv[i], "--help") || !std::strcmp(argv[i], "-h")) {
      std::fputs(usage, stdout);
      return 0;
    }
  Arguments arguments;
  if (int status = parse(argc, argv, arguments))
    return status;
  if (!arguments.unsupported.empty())
    return failed(arguments.unsupported + " is not supported by this build");
  Expected<PlanFile> plan = loadPlan(arguments.plan);
  if (!plan) {
    // The message begins with the file.
    std::fprintf(stderr, "%s\n", plan.message().c_str());
    return 1;
  }
  Expected<Session> session = Session::create(*plan, arguments.options);
  if (!session)
    return failed(session.message());
  std::vector<StepResult> results;
  for (uint64_t step = 0; step < arguments.steps; ++step) {
    Expected<StepResult> result = session->run(step);
    if (!result)
      return failed(result.message());
    results.push_back(*result);
    if (arguments.json || !session->isLeader())
      continue;
    std::printf("step %llu", static_cast<unsigned long long>(step));
    if (result->loss)
      std::printf(" loss %s", number(*result->loss, false).c_str());
    std::printf("\n");
    std::fflush(stdout);
  }
  if (arguments.json && session->isLeader())
    printJson(arguments, *session, results);
  if (std::fflush(stdout) || std::ferror(stdout))
    return failed("cannot write to stdout");
  return 0;
}
