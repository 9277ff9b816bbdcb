//===- LiftPrograms.cpp - random programs of one device ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "LiftPrograms.h"
#include <algorithm>
#include <numeric>

namespace shardc::test {
namespace {

using std::to_string;

class Grower {
public:
  explicit Grower(uint64_t seed) : random(seed) {}
  DeviceProgram grow();

private:
  int64_t pick(int64_t below) {
    return std::uniform_int_distribution<int64_t>(0, below - 1)(random);
  }
  std::string name() { return "%v" + to_string(next++); }
  std::string pickValue() { return pool[std::max(pick(pool.size()), pick(pool.size()))]; }
  /// A line of both programs.
  void both(const std::string &line) {
    stable += "    " + line + "\n";
    plain += "    " + line + "\n";
  }
  std::string type(int64_t rows, int64_t columns, const char *element = "f64") {
    return "tensor<" + to_string(rows) + "x" + to_string(columns) + "x" + element + ">";
  }
  std::string square() { return type(extent, extent); }

  int64_t coordinate(int64_t device, size_t axis) const {
    for (size_t i = mesh.size(); i-- > axis + 1;)
      device /= mesh[i];
    return device % mesh[axis];
  }
  /// Some axes, in some order, and what follows from them.
  struct Group {
    std::vector<size_t> axes;
    int64_t size = 1;
    std::string rows, names;
    std::vector<int64_t> places;
  };
  Group pickGroup();
  std::string channel() {
    return "channel_handle = #stablehlo.channel_handle<handle = " + to_string(++channels) +
           ", type = 1>";
  }
  /// An integer that the local program is told.
  std::string told(std::vector<int64_t> byDevice) {
    program.places.push_back(std::move(byDevice));
    return "%place" + to_string(program.places.size() - 1);
  }
  void addLocal();
  void addIndexed();
  void addNumber();
  void addReduce();
  void addGather();
  void addScatter();
  void addExchange();
  void addPermute();

  std::mt19937_64 random;
  DeviceProgram program;
  std::vector<int64_t> mesh;
  int64_t extent = 1;
  std::vector<std::string> pool;
  std::string stable, plain;
  unsigned next = 0, channels = 0;
};

Grower::Group Grower::pickGroup() {
  Group group;
  std::vector<size_t> order(mesh.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  group.axes.assign(order.begin(), order.begin() + 1 + pick(mesh.size()));
  for (size_t axis : group.axes) {
    group.size *= mesh[axis];
    group.names += (group.names.empty() ? "\"a" : ", \"a") + to_string(axis) + "\"";
  }
  int64_t devices = program.devices;
  std::vector<std::vector<int64_t>> rows;
  group.places.resize(devices);
  for (int64_t base = 0; base < devices; ++base) {
    int64_t place = 0;
    for (size_t axis : group.axes)
      place = place * mesh[axis] + coordinate(base, axis);
    group.places[base] = place;
    bool isFirst = place == 0;
    if (isFirst)
      rows.emplace_back(group.size);
  }
  // Devices of one row agree in all other axes.
  std::vector<int64_t> keys;
  for (int64_t device = 0; device < devices; ++device) {
    int64_t key = 0;
    for (size_t axis = 0; axis < mesh.size(); ++axis)
      if (std::find(group.axes.begin(), group.axes.end(), axis) == group.axes.end())
        key = key * mesh[axis] + coordinate(device, axis);
    rows[key][group.places[device]] = device;
  }
  std::string text;
  for (const auto &row : rows) {
    text += text.empty() ? "[" : ", [";
    for (size_t i = 0; i < row.size(); ++i)
      text += (i ? ", " : "") + to_string(row[i]);
    text += "]";
  }
  group.rows = "replica_groups = dense<[" + text + "]> : tensor<" + to_string(rows.size()) + "x" +
               to_string(group.size) + "xi64>";
  return group;
}

void Grower::addLocal() {
  std::string a = pickValue(), b = pickValue(), r = name(), t = square();
  switch (pick(9)) {
  case 0:
    both(r + " = stablehlo.add " + a + ", " + b + " : " + t);
    break;
  case 1:
    both(r + " = stablehlo.maximum " + a + ", " + b + " : " + t);
    break;
  case 2:
    both(r + " = stablehlo.tanh " + a + " : " + t);
    break;
  case 3: {
    std::string d = name();
    both(d + " = stablehlo.dot_general " + a + ", " + b + ", contracting_dims = [" +
         to_string(pick(2)) + "] x [" + to_string(pick(2)) + "] : (" + t + ", " + t + ") -> " + t);
    both(r + " = stablehlo.tanh " + d + " : " + t);
    break;
  }
  case 4:
    both(r + " = stablehlo.transpose " + a + ", dims = [1, 0] : (" + t + ") -> " + t);
    break;
  case 5: {
    std::string s = name(), dim = to_string(pick(2));
    std::string vector = "tensor<" + to_string(extent) + "xf64>";
    both(s + " = stablehlo.reduce(" + a +
         " init: %zero) applies stablehlo.add across dimensions = [" + dim + "] : (" + t +
         ", tensor<f64>) -> " + vector);
    both(r + " = stablehlo.broadcast_in_dim " + s + ", dims = [" + to_string(pick(2)) + "] : (" +
         vector + ") -> " + t);
    break;
  }
  case 6: {
    std::string x = name(), y = name(), half = type(extent / 2, extent);
    std::string h = to_string(extent / 2), e = to_string(extent);
    both(x + " = stablehlo.slice " + a + " [0:" + h + ", 0:" + e + "] : (" + t + ") -> " + half);
    both(y + " = stablehlo.slice " + b + " [" + h + ":" + e + ", 0:" + e + "] : (" + t + ") -> " +
         half);
    both(r + " = stablehlo.concatenate " + y + ", " + x + ", dim = 0 : (" + half + ", " + half +
         ") -> " + t);
    break;
  }
  case 7:
    both(r + " = stablehlo.reverse " + a + ", dims = [" + to_string(pick(2)) + "] : " + t);
    break;
  default: {
    std::string p = name();
    both(p + " = stablehlo.compare LT, " + a + ", " + b + " : (" + t + ", " + t + ") -> " +
         type(extent, extent, "i1"));
    both(r + " = stablehlo.select " + p + ", " + a + ", " + b + " : " + type(extent, extent, "i1") +
         ", " + t);
    break;
  }
  }
  pool.push_back(r);
}

/// Rows at places that differ from device to device.
void Grower::addIndexed() {
  std::string a = pickValue(), b = pickValue(), at = name(), i = name(), part = name(), r = name();
  std::string half = type(extent / 2, extent), t = square(),
              row = "tensor<" + to_string(extent) + "xf64>";
  // The place comes out of the values themselves.
  std::string sum = name(), scaled = name();
  both(sum + " = stablehlo.reduce(" + a +
       " init: %zero) applies stablehlo.add across dimensions = [0, 1] : (" + t +
       ", tensor<f64>) -> tensor<f64>");
  both(scaled + " = stablehlo.multiply " + sum + ", %three : tensor<f64>");
  both(at + " = stablehlo.floor " + scaled + " : tensor<f64>");
  both(i + " = stablehlo.convert " + at + " : (tensor<f64>) -> tensor<i32>");
  switch (pick(3)) {
  case 0:
    both(part + " = stablehlo.dynamic_slice " + b + ", " + i + ", %none, sizes = [" +
         to_string(extent / 2) + ", " + to_string(extent) + "] : (" + t +
         ", tensor<i32>, tensor<i32>) -> " + half);
    both(r + " = stablehlo.concatenate " + part + ", " + part + ", dim = 0 : (" + half + ", " +
         half + ") -> " + t);
    break;
  case 1:
    both(part + " = stablehlo.slice " + a + " [0:" + to_string(extent / 2) +
         ", 0:" + to_string(extent) + "] : (" + t + ") -> " + half);
    both(r + " = stablehlo.dynamic_update_slice " + b + ", " + part + ", " + i + ", %none : (" + t +
         ", " + half + ", tensor<i32>, tensor<i32>) -> " + t);
    break;
  default: {
    std::string many = name(), plus = name(), index = "tensor<" + to_string(extent) + "xi32>";
    std::string column = "tensor<" + to_string(extent) + "x1xi32>";
    std::string iota = name(), rows = name();
    both(iota + " = stablehlo.iota dim = 0 : " + index);
    both(many + " = stablehlo.broadcast_in_dim " + i + ", dims = [] : (tensor<i32>) -> " + index);
    both(plus + " = stablehlo.add " + iota + ", " + many + " : " + index);
    both(rows + " = stablehlo.reshape " + plus + " : (" + index + ") -> " + column);
    both(r + " = \"stablehlo.gather\"(" + b + ", " + rows +
         ") <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
         "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, " +
         to_string(extent) + ">}> : (" + t + ", " + column + ") -> " + t);
    break;
  }
  }
  pool.push_back(r);
}

/// The number of the device, or its place along an axis.
void Grower::addNumber() {
  size_t axis = pick(mesh.size());
  int64_t stride = 1;
  for (size_t i = axis + 1; i < mesh.size(); ++i)
    stride *= mesh[i];
  bool whole = pick(3) == 0;
  std::vector<int64_t> places;
  for (int64_t device = 0; device < program.devices; ++device)
    places.push_back(whole ? device : coordinate(device, axis));
  std::string place = told(places);
  std::string id = name(), q = name(), m = name(), s = name(), n = name(), f = name(), w = name(),
              r = name();
  std::string ids = "tensor<ui32>";
  stable += "    " + id + " = stablehlo.partition_id : " + ids + "\n";
  if (whole) {
    m = id;
  } else {
    stable += "    " + s + " = stablehlo.constant dense<" + to_string(stride) + "> : " + ids + "\n";
    stable +=
        "    " + n + " = stablehlo.constant dense<" + to_string(mesh[axis]) + "> : " + ids + "\n";
    stable += "    " + q + " = stablehlo.divide " + id + ", " + s + " : " + ids + "\n";
    stable += "    " + m + " = stablehlo.remainder " + q + ", " + n + " : " + ids + "\n";
  }
  stable += "    " + f + " = stablehlo.convert " + m + " : (" + ids + ") -> tensor<f64>\n";
  plain += "    " + f + " = stablehlo.convert " + place + " : (tensor<i32>) -> tensor<f64>\n";
  both(w + " = stablehlo.broadcast_in_dim " + f + ", dims = [] : (tensor<f64>) -> " + square());
  both(r + " = stablehlo.add " + w + ", " + pickValue() + " : " + square());
  pool.push_back(r);
}

void Grower::addReduce() {
  Group group = pickGroup();
  const char *const kinds[][2] = {{"add", "sum"}, {"maximum", "max"}, {"minimum", "min"}};
  auto kind = kinds[pick(3)];
  std::string a = pickValue(), r = name(), t = square();
  stable += "    " + r + " = \"stablehlo.all_reduce\"(" + a + ") <{" + group.rows + ", " +
            channel() +
            ", use_global_device_ids}> ({\n    ^bb0(%x: tensor<f64>, %y: tensor<f64>):\n"
            "      %s = stablehlo." +
            kind[0] +
            " %x, %y : tensor<f64>\n"
            "      stablehlo.return %s : tensor<f64>\n    }) : (" +
            t + ") -> " + t + "\n";
  plain += "    " + r + " = dist.all_reduce " + a + " " + kind[1] + " over [" + group.names +
           "] on @mesh : " + t + "\n";
  pool.push_back(r);
}

void Grower::addGather() {
  Group group = pickGroup();
  int64_t dim = pick(2), from = pick(extent * (group.size - 1) + 1);
  std::string a = pickValue(), g = name(), r = name(), t = square();
  std::string wide = dim ? type(extent, extent * group.size) : type(extent * group.size, extent);
  stable += "    " + g + " = \"stablehlo.all_gather\"(" + a +
            ") <{all_gather_dim = " + to_string(dim) + " : i64, " + group.rows + ", " + channel() +
            ", use_global_device_ids}> : (" + t + ") -> " + wide + "\n";
  plain += "    " + g + " = dist.all_gather " + a + " dim " + to_string(dim) + " over [" +
           group.names + "] on @mesh : (" + t + ") -> " + wide + "\n";
  std::string cut = to_string(from) + ":" + to_string(from + extent),
              all = "0:" + to_string(extent);
  both(r + " = stablehlo.slice " + g + " [" + (dim ? all + ", " + cut : cut + ", " + all) +
       "] : (" + wide + ") -> " + t);
  pool.push_back(r);
}

void Grower::addScatter() {
  Group group = pickGroup();
  int64_t dim = pick(2), part = extent / group.size;
  std::string a = pickValue(), s = name(), r = name(), t = square();
  std::string narrow = dim ? type(extent, part) : type(part, extent);
  stable += "    " + s + " = \"stablehlo.reduce_scatter\"(" + a +
            ") <{scatter_dimension = " + to_string(dim) + " : i64, " + group.rows + ", " +
            channel() +
            ", use_global_device_ids}> ({\n    ^bb0(%x: tensor<f64>, %y: tensor<f64>):\n"
            "      %s = stablehlo.add %x, %y : tensor<f64>\n"
            "      stablehlo.return %s : tensor<f64>\n    }) : (" +
            t + ") -> " + narrow + "\n";
  plain += "    " + s + " = dist.reduce_scatter " + a + " sum dim " + to_string(dim) + " over [" +
           group.names + "] on @mesh : (" + t + ") -> " + narrow + "\n";
  std::string list, types;
  for (int64_t i = 0; i < group.size; ++i) {
    list += (i ? ", " : "") + s;
    types += (i ? ", " : "") + narrow;
  }
  both(r + " = stablehlo.concatenate " + list + ", dim = " + to_string(dim) + " : (" + types +
       ") -> " + t);
  pool.push_back(r);
}

void Grower::addExchange() {
  Group group = pickGroup();
  int64_t from = pick(2), to = pick(4) ? 1 - from : from, part = extent / group.size;
  std::string a = pickValue(), e = name(), r = name(), t = square();
  std::string moved = from == to ? t
                      : from     ? type(extent * group.size, part)
                                 : type(part, extent * group.size);
  stable += "    " + e + " = \"stablehlo.all_to_all\"(" + a +
            ") <{split_dimension = " + to_string(from) +
            " : i64, concat_dimension = " + to_string(to) +
            " : i64, split_count = " + to_string(group.size) + " : i64, " + group.rows + ", " +
            channel() + "}> : (" + t + ") -> " + moved + "\n";
  if (from != to) {
    plain += "    " + e + " = dist.all_to_all " + a + " split " + to_string(from) + " concat " +
             to_string(to) + " over [" + group.names + "] on @mesh : (" + t + ") -> " + moved +
             "\n";
  } else {
    // What a device receives, out of what all have.
    std::string g = name(), four = name(), mine = name(), n = to_string(group.size);
    std::string wide = from ? type(extent, extent * group.size) : type(extent * group.size, extent);
    std::string p = to_string(part), x = to_string(extent), place = told(group.places);
    std::string parts = from ? "tensor<" + x + "x" + n + "x" + n + "x" + p + "xf64>"
                             : "tensor<" + n + "x" + n + "x" + p + "x" + x + "xf64>";
    std::string own = from ? "tensor<" + x + "x" + n + "x1x" + p + "xf64>"
                           : "tensor<" + n + "x1x" + p + "x" + x + "xf64>";
    std::string sizes = from ? x + ", " + n + ", 1, " + p : n + ", 1, " + p + ", " + x;
    std::string starts =
        from ? "%none, %none, " + place + ", %none" : "%none, " + place + ", %none, %none";
    plain += "    " + g + " = dist.all_gather " + a + " dim " + to_string(from) + " over [" +
             group.names + "] on @mesh : (" + t + ") -> " + wide + "\n";
    plain += "    " + four + " = stablehlo.reshape " + g + " : (" + wide + ") -> " + parts + "\n";
    plain += "    " + mine + " = stablehlo.dynamic_slice " + four + ", " + starts + ", sizes = [" +
             sizes + "] : (" + parts + ", tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> " +
             own + "\n";
    plain += "    " + e + " = stablehlo.reshape " + mine + " : (" + own + ") -> " + moved + "\n";
  }
  both(r + " = stablehlo.reshape " + e + " : (" + moved + ") -> " + t);
  pool.push_back(r);
}

/// Each device of a group sends to another one, or some to none.
void Grower::addPermute() {
  Group group = pickGroup();
  std::vector<int64_t> senders(group.size);
  std::iota(senders.begin(), senders.end(), 0);
  if (pick(2))
    std::rotate(senders.begin(), senders.begin() + pick(group.size), senders.end());
  else
    std::shuffle(senders.begin(), senders.end(), random);
  for (int64_t &sender : senders)
    if (pick(6) == 0)
      sender = -1;
  std::string pairs;
  std::vector<int64_t> from(program.devices), has(program.devices);
  int64_t count = 0;
  for (int64_t target = 0; target < program.devices; ++target) {
    int64_t sender = senders[group.places[target]];
    from[target] = std::max<int64_t>(sender, 0);
    has[target] = sender >= 0;
    if (sender < 0)
      continue;
    for (int64_t source = 0; source < program.devices; ++source) {
      bool together = group.places[source] == sender;
      for (size_t axis = 0; axis < mesh.size(); ++axis)
        if (std::find(group.axes.begin(), group.axes.end(), axis) == group.axes.end())
          together &= coordinate(source, axis) == coordinate(target, axis);
      if (!together)
        continue;
      pairs += (count++ ? ", [" : "[") + to_string(source) + ", " + to_string(target) + "]";
    }
  }
  if (count == 0)
    return;
  std::string a = pickValue(), r = name(), g = name(), three = name(), mine = name(), flat = name(),
              f = name(), w = name(), t = square();
  stable += "    " + r + " = \"stablehlo.collective_permute\"(" + a +
            ") <{source_target_pairs = dense<[" + pairs + "]> : tensor<" + to_string(count) +
            "x2xi64>, " + channel() + "}> : (" + t + ") -> " + t + "\n";
  std::string n = to_string(group.size), x = to_string(extent);
  std::string wide = type(extent * group.size, extent);
  std::string parts = "tensor<" + n + "x" + x + "x" + x + "xf64>",
              own = "tensor<1x" + x + "x" + x + "xf64>";
  std::string place = told(from), mask = told(has);
  plain += "    " + g + " = dist.all_gather " + a + " dim 0 over [" + group.names +
           "] on @mesh : (" + t + ") -> " + wide + "\n";
  plain += "    " + three + " = stablehlo.reshape " + g + " : (" + wide + ") -> " + parts + "\n";
  plain += "    " + mine + " = stablehlo.dynamic_slice " + three + ", " + place +
           ", %none, %none, sizes = [1, " + x + ", " + x + "] : (" + parts +
           ", tensor<i32>, tensor<i32>, tensor<i32>) -> " + own + "\n";
  plain += "    " + flat + " = stablehlo.reshape " + mine + " : (" + own + ") -> " + t + "\n";
  plain += "    " + f + " = stablehlo.convert " + mask + " : (tensor<i32>) -> tensor<f64>\n";
  plain += "    " + w + " = stablehlo.broadcast_in_dim " + f + ", dims = [] : (tensor<f64>) -> " +
           t + "\n";
  plain += "    " + r + " = stablehlo.multiply " + flat + ", " + w + " : " + t + "\n";
  pool.push_back(r);
}

DeviceProgram Grower::grow() {
  const std::vector<std::vector<int64_t>> meshes = {{2},    {3},    {4},      {2, 2},
                                                    {2, 3}, {3, 2}, {2, 2, 2}};
  mesh = meshes[pick(meshes.size())];
  for (int64_t size : mesh)
    program.devices *= size;
  // Every group divides it, and a half of it.
  extent = program.extent = program.devices % 2 ? 2 * program.devices : program.devices;
  std::string arguments, annotated, results, types;
  for (int i = 0; i < 3; ++i) {
    bool isUniform = pick(3) == 0;
    program.uniformArguments.push_back(isUniform);
    std::string argument = (i ? ", %p" : "%p") + to_string(i) + ": " + square();
    arguments += argument;
    annotated += argument + (isUniform ? " {mhlo.sharding = \"{replicated}\"}" : "");
    pool.push_back("%p" + to_string(i));
  }
  both("%zero = stablehlo.constant dense<0.0> : tensor<f64>");
  both("%three = stablehlo.constant dense<3.0> : tensor<f64>");
  both("%none = stablehlo.constant dense<0> : tensor<i32>");
  for (int64_t i = 0, steps = 8 + pick(8); i < steps; ++i) {
    int64_t choice = pick(13);
    program.collectives += choice >= 7;
    if (choice < 4)
      addLocal();
    else if (choice < 6)
      addIndexed();
    else if (choice == 6)
      addNumber();
    else if (choice == 7 || choice == 8)
      addReduce();
    else if (choice == 9)
      addGather();
    else if (choice == 10)
      addScatter();
    else if (choice == 11)
      addExchange();
    else
      addPermute();
  }
  // One that all devices have, and several that they may not.
  addReduce();
  size_t count = std::min<size_t>(4, pool.size());
  for (size_t i = 0; i < count; ++i) {
    results += (i ? ", " : "") + pool[pool.size() - 1 - i];
    types += (i ? ", " : "") + square();
  }
  std::string end = "    return " + results + " : " + types + "\n  }\n";
  program.global = "module attributes {mhlo.num_partitions = " + to_string(program.devices) +
                   " : i32, mhlo.num_replicas = 1 : i32} {\n  func.func @main(" + annotated +
                   ") -> (" + types + ") {\n" + stable + end + "}\n";
  std::string axes;
  for (size_t axis = 0; axis < mesh.size(); ++axis)
    axes += (axis ? ", \"a" : "\"a") + to_string(axis) + "\"=" + to_string(mesh[axis]);
  for (size_t i = 0; i < program.places.size(); ++i)
    arguments += ", %place" + to_string(i) + ": tensor<i32>";
  program.local = "dist.mesh @mesh <" + axes + ">\n  func.func @main(" + arguments + ") -> (" +
                  types + ") {\n" + plain + end;
  return program;
}

} // namespace

DeviceProgram growDeviceProgram(uint64_t seed) { return Grower(seed).grow(); }

} // namespace shardc::test
