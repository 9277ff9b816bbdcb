//===- shard-run.cpp - runs a plan bundle ---------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   shard-run plan.shard [--backend host|mpi|cuda] [--steps N] [--seed S]
//             [--timeout S] [--poison] [--json] … (shardrt/RunOptions.h has all)
//
// Prints "step N loss X" a step, or one JSON object. Exit status: 0 success, 1
// the plan was refused or failed, 2 bad usage.
//
//===----------------------------------------------------------------------===//
#include "shardrt/RunOptions.h"
#include "shardrt/Session.h"
#include "shardrt/Text.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

using namespace shardrt;

namespace {
struct Arguments {
  std::string plan;
  Options options;
  uint64_t steps = 1;
  bool json = false;
  std::string progress = "auto";
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

/// Usage, made from the table: options wrapped in the first lines, then one by one.
std::string makeUsage() {
  std::string text = "usage: shard-run plan.shard", line;
  size_t column = text.size();
  for (const RunOption &option : runOptions) {
    std::string item = std::string(" [") + option.name;
    if (option.value)
      item += std::string(" ") + option.value;
    item += "]";
    if (column + item.size() > 92) {
      text += "\n                ";
      column = 16;
    }
    text += item;
    column += item.size();
  }
  text += "\n\n";
  for (const RunOption &option : runOptions) {
    std::string head = std::string("  ") + option.name;
    head.resize(14, ' ');
    text += head;
    std::string help = option.help;
    while (help.size() > 78) {
      size_t space = help.rfind(' ', 78);
      text += help.substr(0, space) + "\n              ";
      help = help.substr(space + 1);
    }
    text += help + "\n";
  }
  return text;
}

/// Number of letters to change, add, take away or swap with the next between two words.
size_t distance(const std::string &a, const std::string &b) {
  std::vector<std::vector<size_t>> rows(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (!i || !j) {
        rows[i][j] = i + j;
        continue;
      }
      size_t &cell = rows[i][j];
      cell = std::min(
          {rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cell = std::min(cell, rows[i - 2][j - 2] + 1);
    }
  return rows[a.size()][b.size()];
}

/// The words of `a|b|c`.
std::vector<std::string> wordsOf(const std::string &list) {
  std::vector<std::string> words(1);
  for (char c : list) {
    if (c == '|')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

/// `help: did you mean 'X'?` where one of the words is like the given one.
std::string hint(const std::string &word, const std::vector<std::string> &known) {
  size_t limit = std::max<size_t>(1, word.size() / 3) + 1;
  std::string best;
  for (const std::string &candidate : known)
    if (size_t far = distance(word, candidate); far < limit) {
      best = candidate;
      limit = far;
    }
  return best.empty() ? "" : "help: did you mean '" + best + "'?\n";
}

int badUsage(const std::string &message, const std::string &help = "") {
  std::fprintf(stderr, "shard-run: error: %s; try 'shard-run --help'\n%s",
               shardrt::oneLine(message).c_str(), help.c_str());
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
    if (flag.compare(0, 1, "-") != 0 || flag == "-") {
      if (!arguments.plan.empty())
        return badUsage("two plans, '" + arguments.plan + "' and '" + flag + "'");
      arguments.plan = flag;
      continue;
    }
    const RunOption *known = nullptr;
    std::vector<std::string> names;
    for (const RunOption &option : runOptions) {
      names.push_back(option.name);
      if (flag == option.name)
        known = &option;
    }
    if (!known)
      return badUsage("unknown option '" + flag + "'", hint(flag, names));
    if (!known->value) {
      if (hasInline)
        return badUsage(flag + " takes no value");
      if (flag == "--json")
        arguments.json = true;
      else if (flag == "--poison")
        arguments.options.poison = true;
      else if (flag == "--quiet")
        arguments.progress = "off";
      continue;
    }
    if (!hasInline && i + 1 == argc)
      return badUsage(flag + " needs a value");
    std::string value = hasInline ? inlineValue : argv[++i];
    if (flag == "--backend") {
      arguments.options.backend = value;
      if (value != "host" && value != "mpi" && value != "cuda")
        return badUsage("unknown backend '" + value + "'; host, mpi and cuda exist",
                        hint(value, wordsOf(known->value)));
    } else if (flag == "--steps") {
      if (!parseNumber(value.c_str(), arguments.steps))
        return badUsage("--steps takes a number, not '" + value + "'");
      if (arguments.steps == 0)
        return badUsage("--steps must be at least 1, not 0");
    } else if (flag == "--seed") {
      if (!parseNumber(value.c_str(), arguments.options.seed))
        return badUsage("--seed takes a number, not '" + value + "'");
    } else if (flag == "--progress") {
      arguments.progress = value;
      if (value != "auto" && value != "on" && value != "off")
        return badUsage("unknown choice '" + value + "' of --progress; auto, on and off exist");
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
    return badUsage("no PLAN is given");
  return 0;
}

int failed(const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "shard-run: error: %s\n", shardrt::oneLine(message).c_str());
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
      std::fputs(makeUsage().c_str(), stdout);
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
    std::fprintf(stderr, "%s\n", shardrt::oneLine(plan.message()).c_str());
    return 1;
  }
  Expected<Session> session = Session::create(*plan, arguments.options);
  if (!session)
    return failed(session.message());
  std::vector<StepResult> results;
  // A line that is written over, unless lines of steps say the same on that terminal.
  bool isTerminal =
      isatty(STDERR_FILENO) && std::getenv("TERM") && std::strcmp(std::getenv("TERM"), "dumb") != 0;
  bool showsProgress = session->isLeader() &&
                       (arguments.progress == "on" || (arguments.progress == "auto" && isTerminal &&
                                                       !arguments.json && !isatty(STDOUT_FILENO)));
  auto showStep = [&](uint64_t step) {
    if (showsProgress)
      std::fprintf(stderr, isTerminal ? "\rstep %llu of %llu\033[K" : "step %llu of %llu\n",
                   static_cast<unsigned long long>(step + 1),
                   static_cast<unsigned long long>(arguments.steps));
  };
  for (uint64_t step = 0; step < arguments.steps; ++step) {
    showStep(step);
    Expected<StepResult> result = session->run(step);
    if (!result) {
      if (showsProgress && isTerminal)
        std::fputs("\r\033[K", stderr);
      return failed(result.message());
    }
    results.push_back(*result);
    if (arguments.json || !session->isLeader())
      continue;
    std::printf("step %llu", static_cast<unsigned long long>(step));
    if (result->loss)
      std::printf(" loss %s", number(*result->loss, false).c_str());
    std::printf("\n");
    std::fflush(stdout);
  }
  if (showsProgress && isTerminal)
    std::fputs("\r\033[K", stderr);
  if (arguments.json && session->isLeader())
    printJson(arguments, *session, results);
  if (std::fflush(stdout) || std::ferror(stdout))
    return failed("cannot write to stdout");
  return 0;
}
