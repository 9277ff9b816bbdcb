//===- RandomWindows.h - random convolutions, pooling, sorts ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Text of one op on small shapes with every attribute drawn: gradients and
// kernels are tested on the same programs.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_RANDOMWINDOWS_H
#define SHARDC_TEST_UNIT_RANDOMWINDOWS_H

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace shardc::test {

/// One op: types of its operands %a, %b, ... and results, and the text after
/// `%y = ` (`$T`: the float type in all of them).
struct RandomOp {
  std::vector<std::string> operands, results;
  std::string text, before;
};

class RandomWindows {
public:
  explicit RandomWindows(uint64_t seed) : engine(seed) {}

  RandomOp convolution() {
    unsigned spatial = upTo(4);
    int64_t featureGroups = chance(4) ? 1 + upTo(3) : 1;
    int64_t batchGroups = featureGroups == 1 && chance(4) ? 2 + upTo(2) : 1;
    int64_t batch = batchGroups * (1 + upTo(3)), inputs = 1 + upTo(3);
    int64_t outputs = featureGroups * batchGroups * (1 + upTo(chance(3) ? 40 : 6));
    std::vector<int64_t> lhs{batch, inputs * featureGroups}, rhs{inputs, outputs};
    std::vector<int64_t> out{batch / batchGroups, outputs};
    std::vector<int64_t> strides, low, high, lhsDilation, rhsDilation, reversal;
    for (unsigned dim = 0; dim < spatial; ++dim) {
      Window w = window(1 + upTo(spatial == 1 ? 20 : 6), 1 + upTo(3), true);
      lhs.push_back(w.extent);
      rhs.push_back(w.size);
      out.push_back(w.places);
      strides.push_back(w.stride);
      low.push_back(w.low);
      high.push_back(w.high);
      lhsDilation.push_back(w.baseDilation);
      rhsDilation.push_back(w.windowDilation);
      reversal.push_back(chance(4));
    }
    // Dimension numbers: a permutation of each tensor's dimensions.
    auto shuffle = [&](const std::vector<int64_t> &shape, const char *first, const char *second,
                       std::string &numbers) {
      std::vector<size_t> order(shape.size());
      std::iota(order.begin(), order.end(), 0);
      if (!chance(3))
        std::shuffle(order.begin(), order.end(), engine);
      std::vector<int64_t> result;
      numbers = "[";
      for (size_t at : order) {
        numbers += result.empty() ? "" : ", ";
        numbers += at == 0 ? first : at == 1 ? second : std::to_string(at - 2);
        result.push_back(shape[at]);
      }
      numbers += "]";
      return typeOf(result);
    };
    std::string lhsNumbers, rhsNumbers, outNumbers;
    RandomOp op;
    op.operands.push_back(shuffle(lhs, "b", "f", lhsNumbers));
    op.operands.push_back(shuffle(rhs, "i", "o", rhsNumbers));
    op.results.push_back(shuffle(out, "b", "f", outNumbers));
    std::string padding;
    for (unsigned dim = 0; dim < spatial; ++dim)
      padding +=
          (dim ? ", [" : "[") + std::to_string(low[dim]) + ", " + std::to_string(high[dim]) + "]";
    std::string given;
    auto attribute = [&](const std::string &text) { given += (given.empty() ? "" : ", ") + text; };
    if (spatial) {
      attribute("stride = [" + join(strides) + "]");
      attribute("pad = [" + padding + "]");
      attribute("lhs_dilate = [" + join(lhsDilation) + "]");
      attribute("rhs_dilate = [" + join(rhsDilation) + "]");
      attribute("reverse = [" + join(reversal) + "]");
    }
    op.text = "stablehlo.convolution(%a, %b) dim_numbers = " + lhsNumbers + "x" + rhsNumbers +
              "->" + outNumbers + ", window = {" + given +
              "} {batch_group_count = " + std::to_string(batchGroups) +
              " : i64, feature_group_count = " + std::to_string(featureGroups) + " : i64} : (" +
              op.operands[0] + ", " + op.operands[1] + ") -> " + op.results[0];
    return op;
  }

  /// Pooling by `combiner`, or by the larger of pairs (argmax) when it is empty.
  RandomOp pooling(const std::string &combiner, const std::string &init) {
    Pool pool = drawPool(true);
    bool pairs = combiner.empty();
    RandomOp op;
    op.operands = {pool.in};
    op.results = {pool.out};
    op.before = "%z = stablehlo.constant dense<" + init + "> : tensor<$T>\n";
    std::string body, values = "%a, %z", types = pool.in + ", tensor<$T>", results = pool.out;
    if (pairs) {
      op.operands.push_back(pool.in);
      op.results.push_back(pool.out);
      values = "%a, %b, %z, %z";
      types = pool.in + ", " + pool.in + ", tensor<$T>, tensor<$T>";
      results = "(" + pool.out + ", " + pool.out + ")";
      body = "^bb0(%p: tensor<$T>, %q: tensor<$T>, %r: tensor<$T>, %s: tensor<$T>):\n"
             "%c = stablehlo.compare GE, %p, %r : (tensor<$T>, tensor<$T>) -> tensor<i1>\n"
             "%d = stablehlo.select %c, %p, %r : tensor<i1>, tensor<$T>\n"
             "%e = stablehlo.select %c, %q, %s : tensor<i1>, tensor<$T>\n"
             "stablehlo.return %d, %e : tensor<$T>, tensor<$T>\n";
    } else {
      body = "^bb0(%p: tensor<$T>, %q: tensor<$T>):\n%c = stablehlo." + combiner +
             " %p, %q : tensor<$T>\nstablehlo.return %c : tensor<$T>\n";
    }
    op.text = "\"stablehlo.reduce_window\"(" + values + ") <{" + pool.attributes + "}> ({\n" +
              body + "}) : (" + types + ") -> " + results;
    return op;
  }

  RandomOp selectAndScatter() {
    Pool pool = drawPool(false);
    RandomOp op;
    op.operands = {pool.in, pool.out, "tensor<$T>"};
    op.results = {pool.in};
    op.text = "\"stablehlo.select_and_scatter\"(%a, %b, %c) <{" + pool.attributes +
              "}> ({\n^bb0(%p: tensor<$T>, %q: tensor<$T>):\n%s = stablehlo.compare " +
              (chance(2) ? "GE" : "LT") +
              ", %p, %q : (tensor<$T>, tensor<$T>) -> tensor<i1>\nstablehlo.return %s : "
              "tensor<i1>\n}, {\n^bb0(%p: tensor<$T>, %q: tensor<$T>):\n%s = stablehlo.add %p, %q "
              ": tensor<$T>\nstablehlo.return %s : tensor<$T>\n}) : (" +
              pool.in + ", " + pool.out + ", tensor<$T>) -> " + pool.in;
    return op;
  }

  /// A sort of one to three values, by the first, then by the second, along a
  /// dimension of at most `longest` or 5.
  RandomOp sort(int64_t longest = 40) {
    std::vector<int64_t> shape;
    unsigned rank = 1 + upTo(3);
    for (unsigned dim = 0; dim < rank; ++dim)
      shape.push_back(1 + upTo(dim == 0 ? longest : 5));
    std::shuffle(shape.begin(), shape.end(), engine);
    int64_t dim = upTo(rank);
    unsigned count = 1 + upTo(3);
    RandomOp op;
    op.operands.assign(count, typeOf(shape));
    op.results = op.operands;
    std::string values, arguments, types;
    for (unsigned number = 0; number < count; ++number) {
      std::string comma = number ? ", " : "";
      values += comma + "%" + char('a' + number);
      types += comma + typeOf(shape);
      arguments += comma + "%l" + std::to_string(number) + ": tensor<$T>, %r" +
                   std::to_string(number) + ": tensor<$T>";
    }
    std::string direction = chance(2) ? "LT" : "GT";
    std::string body = "^bb0(" + arguments + "):\n%p = stablehlo.compare " + direction +
                       ", %l0, %r0 : (tensor<$T>, tensor<$T>) -> tensor<i1>\n";
    std::string last = "%p";
    if (count > 1 && chance(2)) {
      body += "%e = stablehlo.compare EQ, %l0, %r0 : (tensor<$T>, tensor<$T>) -> tensor<i1>\n"
              "%s = stablehlo.compare LT, %l1, %r1 : (tensor<$T>, tensor<$T>) -> tensor<i1>\n"
              "%n = stablehlo.and %e, %s : tensor<i1>\n%o = stablehlo.or %p, %n : tensor<i1>\n";
      last = "%o";
    }
    op.text = "\"stablehlo.sort\"(" + values +
              ") <{dimension = " + std::to_string(chance(3) ? dim - rank : dim) +
              " : i64, is_stable = true}> ({\n" + body + "stablehlo.return " + last +
              " : tensor<i1>\n}) : (" + types + ") -> " + (count == 1 ? types : "(" + types + ")");
    return op;
  }

  int64_t upTo(int64_t count) {
    return std::uniform_int_distribution<int64_t>(0, count - 1)(engine);
  }
  bool chance(int64_t oneIn) { return upTo(oneIn) == 0; }

private:
  std::mt19937_64 engine;

  struct Window {
    int64_t extent, size, stride, baseDilation, windowDilation, low, high, places;
  };
  struct Pool {
    std::string in, out, attributes;
  };

  /// A window that has at least one place.
  Window window(int64_t extent, int64_t size, bool dilated) {
    for (;;) {
      Window w{extent, size, 1 + upTo(3), 1, 1, upTo(4) - 1, upTo(4) - 1, 0};
      if (dilated && chance(3))
        w.baseDilation = 1 + upTo(3);
      if (dilated && chance(3))
        w.windowDilation = 1 + upTo(3);
      int64_t base = w.low + (extent - 1) * w.baseDilation + 1 + w.high;
      int64_t span = (size - 1) * w.windowDilation + 1;
      w.places = base < span ? 0 : (base - span) / w.stride + 1;
      if (w.places > 0)
        return w;
    }
  }

  Pool drawPool(bool dilated) {
    unsigned rank = 1 + upTo(3);
    std::vector<int64_t> in, out, size, strides, base, dilations;
    std::string padding;
    for (unsigned dim = 0; dim < rank; ++dim) {
      Window w = chance(4) ? Window{1 + upTo(4), 1, 1, 1, 1, 0, 0, 0}
                           : window(2 + upTo(rank == 1 ? 30 : 7), 1 + upTo(3), dilated);
      if (w.places == 0)
        w.places = w.extent;
      in.push_back(w.extent);
      out.push_back(w.places);
      size.push_back(w.size);
      strides.push_back(w.stride);
      base.push_back(w.baseDilation);
      dilations.push_back(w.windowDilation);
      padding += (dim ? ", [" : "[") + std::to_string(w.low) + ", " + std::to_string(w.high) + "]";
    }
    auto list = [&](const char *name, const std::vector<int64_t> &values) {
      return std::string(name) + " = array<i64: " + join(values) + ">";
    };
    Pool pool{typeOf(in), typeOf(out), list("window_dimensions", size)};
    pool.attributes += ", " + list("window_strides", strides) + ", padding = dense<[" + padding +
                       "]> : tensor<" + std::to_string(rank) + "x2xi64>";
    if (dilated)
      pool.attributes +=
          ", " + list("base_dilations", base) + ", " + list("window_dilations", dilations);
    return pool;
  }

  static std::string join(const std::vector<int64_t> &values) {
    std::string text;
    for (int64_t value : values)
      text += (text.empty() ? "" : ", ") + std::to_string(value);
    return text;
  }
  static std::string typeOf(const std::vector<int64_t> &shape) {
    std::string text = "tensor<";
    for (int64_t extent : shape)
      text += std::to_string(extent) + "x";
    return text + "$T>";
  }
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_RANDOMWINDOWS_H
