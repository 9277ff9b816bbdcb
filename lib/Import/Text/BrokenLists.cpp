//===- BrokenLists.cpp - lists that MLIR's parsers trust --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Parsers and verifiers of some ops of MLIR take for granted that their lists are
// well-formed, and end the process where one is not. They are looked at beforehand.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {
namespace {

/// Whether a text begins with a list of numbers, "[1, 0]".
bool startsWithList(StringRef text) {
  if (!text.consume_front("["))
    return false;
  StringRef inside = text.take_until([](char c) { return c == ']' || c == '\n'; });
  if (!text.drop_front(inside.size()).starts_with("]"))
    return false;
  SmallVector<StringRef> parts;
  if (!inside.trim().empty())
    inside.split(parts, ',');
  return llvm::all_of(parts, [](StringRef part) {
    int64_t number = 0;
    return !part.trim().getAsInteger(10, number);
  });
}

/// What a name such as `#iterators` stands for, where a text begins with one; else the
/// text itself.
StringRef resolveAlias(StringRef text, StringRef whole) {
  if (!text.starts_with("#"))
    return text;
  StringRef name =
      text.take_while([](char c) { return c == '#' || c == '_' || c == '.' || llvm::isAlnum(c); });
  for (size_t at = whole.find(name); at != StringRef::npos; at = whole.find(name, at + 1)) {
    StringRef rest = whole.drop_front(at + name.size()).ltrim();
    bool beginsLine = at == 0 || whole[at - 1] == '\n';
    if (beginsLine && rest.consume_front("="))
      return rest.ltrim();
  }
  return text;
}

/// Whether a text begins with a list of strings, `["parallel"]`.
bool startsWithStrings(StringRef text) {
  if (!text.consume_front("["))
    return false;
  SmallVector<StringRef> parts;
  StringRef inside = text.take_until([](char c) { return c == ']'; });
  if (!inside.trim().empty())
    inside.split(parts, ',');
  return llvm::all_of(parts, [](StringRef part) { return part.trim().starts_with("\""); });
}

/// Whether a text begins with groups of numbers that count from 0, "[[0, 1], [2]]".
bool startsWithGroups(StringRef text) {
  text = text.take_front(std::min(text.find("]]"), text.size()));
  if (text.contains('\n') || !text.consume_front("["))
    return false;
  SmallVector<StringRef> groups, parts;
  text.split(groups, ']');
  int64_t next = 0;
  for (StringRef group : groups) {
    group = group.ltrim(", ");
    if (!group.consume_front("["))
      return false;
    parts.clear();
    group.split(parts, ',');
    for (StringRef part : parts)
      if (int64_t number = 0; part.trim().getAsInteger(10, number) || number != next++)
        return false;
  }
  return true;
}

/// Where a list is not well-formed, and what is expected there.
struct Broken {
  size_t offset;
  StringRef expected;
};

std::optional<Broken> findBrokenList(StringRef text) {
  for (StringRef op : {"tensor.expand_shape", "tensor.collapse_shape"})
    for (size_t at = text.find(op); at != StringRef::npos; at = text.find(op, at + 1)) {
      StringRef rest = text.drop_front(at);
      StringRef line = rest.take_front(std::min(rest.find('\n'), rest.size()));
      size_t list = line.find('[');
      // A shape of no dimensions has no groups.
      if (list == StringRef::npos || line.drop_front(list).starts_with("[]"))
        continue;
      if (!startsWithGroups(line.drop_front(list)))
        return Broken{at + list, "dimensions such as '[[0, 1], [2]]'"};
    }
  // Iterators of ops in pretty form are strings.
  for (size_t at = text.find("iterator_types"); at != StringRef::npos;
       at = text.find("iterator_types", at + 1)) {
    size_t op = text.take_front(at).rfind("linalg.generic");
    if (op != StringRef::npos && op > 0 && text[op - 1] == '"')
      continue;
    StringRef list = text.drop_front(at + StringRef("iterator_types").size()).ltrim();
    if (!list.consume_front("="))
      continue;
    list = resolveAlias(list.ltrim(), text);
    if (!startsWithStrings(list))
      return Broken{static_cast<size_t>(list.data() - text.data()),
                    "iterators such as '[\"parallel\", \"reduction\"]'"};
  }
  for (StringRef op : {"linalg.transpose", "linalg.broadcast", "linalg.reduce"})
    for (size_t at = text.find(op); at != StringRef::npos; at = text.find(op, at + 1)) {
      StringRef keyword = op == "linalg.transpose" ? "permutation" : "dimensions";
      StringRef rest = text.drop_front(at + op.size());
      rest = rest.take_front(std::min(rest.find("linalg."), rest.size()));
      size_t found = rest.find(keyword);
      if (found == StringRef::npos)
        continue;
      StringRef list = rest.drop_front(found + keyword.size()).ltrim();
      if (list.consume_front("=") && !startsWithList(list.ltrim()))
        return Broken{static_cast<size_t>(list.ltrim().data() - text.data()),
                      "dimensions such as '[1, 0]'"};
    }
  return std::nullopt;
}

} // namespace

LogicalResult checkLists(StringRef text, StringRef name, MLIRContext *context) {
  if (std::optional<Broken> broken = findBrokenList(text))
    return emitError(locationIn(text, name, broken->offset, context))
           << "expected a list of " << broken->expected;
  return success();
}

} // namespace shardc
