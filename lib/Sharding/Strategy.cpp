//===- Strategy.cpp - the strategy string -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Keys, values, and the errors about them, each at its column.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/Strategy.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using llvm::StringRef;
using llvm::Twine;

namespace shardc {
namespace {

constexpr StringRef axisKeys[] = {"dp", "fsdp", "tp", "cp", "pp", "vpp", "ep"};
constexpr StringRef allKeys[] = {
    "dp",           "fsdp",      "tp",         "cp",           "pp",       "vpp",
    "ep",           "zero",      "sp",         "sp-regather",  "cp-mode",  "schedule",
    "microbatches", "recompute", "grad-dtype", "zero2-reduce", "resident", "order"};
constexpr StringRef schedules[] = {"gpipe", "1f1b", "interleaved", "bfs",   "zb-h1",
                                   "zb-h2", "zb-v", "dualpipev",   "greedy"};
/// Ranks are 32-bit in plans; one axis never needs more than this.
constexpr int64_t maxAxisSize = int64_t(1) << 30;

std::string quoted(ArrayRef<StringRef> words) {
  std::string text;
  for (StringRef word : words)
    text += (text.empty() ? "" : ", ") + word.str();
  return text;
}

/// Parses one `key=value`.
class Parser {
public:
  Parser(Strategy &strategy, StrategyErrorFn error) : strategy(strategy), error(error) {}

  LogicalResult set(StringRef key, unsigned keyColumn, StringRef value, unsigned column) {
    if (!llvm::is_contained(allKeys, key))
      return fail(keyColumn, "unknown strategy key '" + key + "'; known keys: " + quoted(allKeys));
    if (!strategy.columns.try_emplace(key, keyColumn).second)
      return fail(keyColumn, "strategy key '" + key + "' is given twice");
    if (value.empty())
      return fail(column, "strategy key '" + key + "' has no value");
    if (int64_t *axis = axisOf(key))
      return number(key, value, column, 1, maxAxisSize, *axis);
    if (key == "zero")
      return number(key, value, column, 0, 3, strategy.zero);
    if (key == "microbatches")
      return number(key, value, column, 1, maxAxisSize, strategy.microbatches);
    if (key == "resident")
      return number(key, value, column, 0, INT64_MAX, strategy.resident);
    if (key == "sp")
      return flag(key, value, column, strategy.sp);
    if (key == "sp-regather")
      return flag(key, value, column, strategy.spRegather);
    if (key == "cp-mode")
      return word(key, value, column, {"allgather", "ring", "ulysses"}, strategy.cpMode,
                  {"allgather"});
    if (key == "schedule")
      return word(key, value, column, schedules, strategy.schedule, {"gpipe", "1f1b"});
    if (key == "grad-dtype")
      return word(key, value, column, {"fp64", "fp32", "bf16", "fp16"}, strategy.gradDtype);
    if (key == "zero2-reduce")
      return word(key, value, column, {"each", "last"}, strategy.zero2Reduce);
    if (key == "recompute")
      return recompute(value, column);
    return order(value, column);
  }

private:
  LogicalResult fail(unsigned column, const Twine &message) {
    error(column, message);
    return failure();
  }

  int64_t *axisOf(StringRef key) {
    int64_t *axes[] = {&strategy.dp, &strategy.fsdp, &strategy.tp, &strategy.cp,
                       &strategy.pp, &strategy.vpp,  &strategy.ep};
    for (auto [name, axis] : llvm::zip(axisKeys, axes))
      if (name == key)
        return axis;
    return nullptr;
  }

  LogicalResult number(StringRef key, StringRef value, unsigned column, int64_t low, int64_t high,
                       int64_t &result) {
    if (value.getAsInteger(10, result) || result < low || result > high) {
      std::string range = high == INT64_MAX
                              ? "at least " + std::to_string(low)
                              : "from " + std::to_string(low) + " to " + std::to_string(high);
      return fail(column,
                  "'" + key + "' must be a whole number " + range + ", but got '" + value + "'");
    }
    return success();
  }

  LogicalResult flag(StringRef key, StringRef value, unsigned column, bool &result) {
    std::string text;
    if (failed(word(key, value, column, {"on", "off"}, text)))
      return failure();
    result = text == "on";
    return success();
  }

  /// `compiled`: those of the legal words that this version compiles, where not
  /// all; advice names no others.
  LogicalResult word(StringRef key, StringRef value, unsigned column, ArrayRef<StringRef> legal,
                     std::string &result, ArrayRef<StringRef> compiled = {}) {
    if (!llvm::is_contained(legal, value))
      return fail(column, "'" + key + "' must be one of " +
                              quoted(compiled.empty() ? legal : compiled) + ", but got '" + value +
                              "'");
    result = value.str();
    return success();
  }

  LogicalResult recompute(StringRef value, unsigned column) {
    auto [kind, argument] = value.split(':');
    if (failed(word("recompute", kind, column,
                    {"none", "full", "every", "sqrt", "selective", "budget"}, strategy.recompute,
                    {"none", "full", "budget:BYTES"})))
      return failure();
    bool needsNumber = kind == "every" || kind == "budget";
    if (!needsNumber && value.contains(':'))
      return fail(column, "'recompute=" + kind + "' takes no number");
    if (kind == "budget")
      return bytes(argument, column + kind.size() + 1, strategy.recomputeValue);
    if (needsNumber)
      return number("recompute=" + kind.str(), argument, column + kind.size() + 1, 1, INT64_MAX,
                    strategy.recomputeValue);
    return success();
  }

  /// A number of bytes, with KiB, MiB or GiB behind it where it counts those.
  LogicalResult bytes(StringRef value, unsigned column, int64_t &result) {
    StringRef digits = value;
    int64_t unit = 1;
    for (auto [suffix, size] : {std::pair<StringRef, int64_t>{"KiB", int64_t(1) << 10},
                                {"MiB", int64_t(1) << 20},
                                {"GiB", int64_t(1) << 30}})
      if (digits.consume_back(suffix)) {
        unit = size;
        break;
      }
    if (digits.getAsInteger(10, result) || result < 1 ||
        __builtin_mul_overflow(result, unit, &result))
      return fail(column, "'recompute=budget' must be a whole number of bytes, at least 1, with or "
                          "without KiB, MiB or GiB behind it, but got '" +
                              value + "'");
    return success();
  }

  LogicalResult order(StringRef value, unsigned column) {
    llvm::SmallVector<StringRef> names;
    value.split(names, '-');
    llvm::SmallVector<StringRef> sorted(names);
    llvm::sort(sorted);
    llvm::SmallVector<StringRef> wanted = {"cp", "dp", "fsdp", "pp", "tp"};
    if (sorted != wanted)
      return fail(column, "'order' must name dp, pp, fsdp, cp and tp once each, joined by '-', "
                          "but got '" +
                              value + "'");
    strategy.order.clear();
    for (StringRef name : names)
      strategy.order.push_back(name.str());
    return success();
  }

  Strategy &strategy;
  StrategyErrorFn error;
};

} // namespace

FailureOr<Strategy> Strategy::parse(StringRef text, StrategyErrorFn error) {
  Strategy strategy;
  Parser parser(strategy, error);
  StringRef rest = text;
  while (!rest.empty()) {
    unsigned column = text.size() - rest.size() + 1;
    StringRef item = rest.take_until([](char c) { return c == ','; });
    bool more = item.size() < rest.size();
    rest = rest.drop_front(item.size() + more);
    StringRef left = item.ltrim();
    column += item.size() - left.size();
    item = left.rtrim();
    if (item.empty() || (more && rest.trim().empty())) {
      error(item.empty() ? column : text.size(), "expected KEY=VALUE");
      return failure();
    }
    auto [key, value] = item.split('=');
    if (!item.contains('=')) {
      error(column, "expected KEY=VALUE, but got '" + item + "'");
      return failure();
    }
    if (failed(parser.set(key.rtrim(), column, value.ltrim(), column + key.size() + 1)))
      return failure();
  }
  // The product of all axes must be countable.
  int64_t ranks = 1;
  for (int64_t size : {strategy.dp, strategy.fsdp, strategy.tp, strategy.cp, strategy.pp})
    if (__builtin_mul_overflow(ranks, size, &ranks) || ranks > maxAxisSize) {
      error(1, "the strategy asks for more than " + Twine(maxAxisSize) + " ranks");
      return failure();
    }
  return strategy;
}

LogicalResult Strategy::checkSupported(StrategyErrorFn error) const {
  auto refuse = [&](StringRef key, const Twine &remedy) {
    error(columnOf(key), "'" + key + "' is not supported by this version; " + remedy);
    return failure();
  };
  for (auto [key, value] : {std::pair<StringRef, int64_t>{"vpp", vpp}, {"ep", ep}})
    if (value > 1)
      return refuse(key, "supported ways to split: dp, fsdp, tp, cp, pp, zero, sp");
  if (zero > 0 && fsdp > 1) {
    error(columnOf("zero"),
          "'zero=" + Twine(zero) + "' shards over dp and goes without fsdp, which " +
              "shards parameters, gradients and optimizer state over its own " + Twine(fsdp) +
              " ranks; use zero=0, or dp=" + Twine(dp * fsdp) + " instead of fsdp");
    return failure();
  }
  if (sp && tp == 1) {
    error(columnOf("sp"), "'sp' splits activations over tensor-parallel ranks, but tp is 1; set tp "
                          "to 2 or more, or use sp=off");
    return failure();
  }
  if (cpMode != "allgather")
    return refuse("cp-mode", "use cp-mode=allgather");
  if (schedule != "gpipe" && schedule != "1f1b")
    return refuse("schedule", "supported: gpipe, 1f1b");
  if (recompute != "none" && recompute != "full" && recompute != "budget")
    return refuse("recompute", "supported: none, full, budget:BYTES");
  if (!gradDtype.empty())
    return refuse("grad-dtype", "gradients have the working precision");
  if (resident != 0 && fsdp == 1 && zero < 3) {
    error(columnOf("resident"),
          "'resident' keeps gathered parameters, but none are sharded; use it "
          "with fsdp or zero=3");
    return failure();
  }
  return success();
}

ArrayRef<StringRef> Strategy::getKeys() { return allKeys; }

void Strategy::findIdleKeys(StrategyErrorFn warn) const {
  auto idle = [&](StringRef key, bool isIdle, const Twine &why) {
    auto found = columns.find(key);
    if (found != columns.end() && isIdle)
      warn(found->second, "'" + key + "' changes nothing: " + why);
  };
  idle("zero", zero > 0 && dp == 1, "it shards over dp, which is 1");
  idle("schedule", pp == 1, "one stage needs none; set pp to 2 or more");
  idle("sp-regather", !sp, "nothing is gathered without sp=on");
  idle("cp-mode", cp == 1, "cp is 1");
  idle("zero2-reduce", zero != 2, "it is of zero=2");
}

std::string Strategy::getRecompute() const {
  return recomputeValue ? recompute + ":" + std::to_string(recomputeValue) : recompute;
}

unsigned Strategy::columnOf(StringRef key) const {
  auto found = columns.find(key);
  return found == columns.end() ? 1 : found->second;
}

dist::MeshAttr Strategy::getMesh(MLIRContext *context) const {
  llvm::SmallVector<dist::MeshAxisAttr> axes;
  for (const std::string &name : order) {
    int64_t size = name == "dp"     ? dp
                   : name == "pp"   ? pp
                   : name == "fsdp" ? fsdp
                   : name == "cp"   ? cp
                                    : tp;
    if (size > 1)
      axes.push_back(dist::MeshAxisAttr::get(context, name, size));
  }
  return dist::MeshAttr::get(context, axes);
}

Location strategyLoc(MLIRContext *context, unsigned column) {
  return FileLineColLoc::get(context, "strategy", 1, column);
}

FailureOr<Strategy> parseStrategy(StringRef text, MLIRContext *context) {
  auto error = [&](unsigned column, const Twine &message) {
    emitError(strategyLoc(context, column)) << message;
  };
  FailureOr<Strategy> strategy = Strategy::parse(text, error);
  if (failed(strategy) || failed(strategy->checkSupported(error)))
    return failure();
  return strategy;
}

} // namespace shardc
