//===- Hints.cpp - what may have been meant ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Messages about unknown words say which words are known: a hint needs no more
// than the message.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Hints.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include <vector>

using llvm::StringRef;

namespace shardc {
namespace {

/// Splits `a, b and c` or `'a', 'b'` into words.
void addWords(StringRef list, llvm::SmallVectorImpl<StringRef> &words) {
  llvm::SmallVector<StringRef> parts;
  list.split(parts, ',');
  for (StringRef part : parts) {
    auto [first, second] = part.split(" and ");
    for (StringRef word : {first, second}) {
      word = word.trim();
      word.consume_front("or ");
      word = word.trim(" '\"");
      if (!word.empty() && !word.contains(' '))
        words.push_back(word);
    }
  }
}

/// The unknown op that a message is about; empty when it is about none.
StringRef unknownOp(StringRef message) {
  llvm::SmallVector<StringRef> match;
  for (const char *pattern :
       {"op '([^']+)' is not supported", "custom op '([^']+)' is unknown",
        "unregistered operation '([^']+)'", "not found for custom op '([^']+)'"})
    if (llvm::Regex(pattern).match(message, &match))
      return match[1];
  return {};
}

StringRef nearestOp(StringRef op, mlir::MLIRContext *context) {
  llvm::SmallVector<StringRef> names;
  auto [dialect, mnemonic] = op.split('.');
  for (mlir::RegisteredOperationName name : context->getRegisteredOperations()) {
    // An op without its dialect, or with another one's, is what it is called.
    StringRef other = name.getStringRef();
    if (other == op)
      return {};
    if (mnemonic.empty() ? other.split('.').second == op : other.split('.').second == mnemonic)
      return other;
    names.push_back(other);
  }
  llvm::SmallVector<StringRef> own;
  for (StringRef name : names)
    if (name.split('.').first == dialect)
      own.push_back(name.split('.').second);
  StringRef nearest = nearestWord(mnemonic, own);
  if (!nearest.empty())
    // Back to the full name: the mnemonic is a part of it.
    return StringRef(nearest.data() - dialect.size() - 1, dialect.size() + 1 + nearest.size());
  return nearestWord(op, names);
}

/// Letters to change, add, take away or swap with the next between two words, whatever
/// their case.
unsigned distanceBetween(StringRef a, StringRef b) {
  std::vector<std::vector<unsigned>> rows(a.size() + 1, std::vector<unsigned>(b.size() + 1));
  auto same = [&](size_t i, size_t j) { return llvm::toLower(a[i]) == llvm::toLower(b[j]); };
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (!i || !j) {
        rows[i][j] = i + j;
        continue;
      }
      unsigned &cell = rows[i][j];
      cell = std::min(
          {rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + !same(i - 1, j - 1)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1))
        cell = std::min(cell, rows[i - 2][j - 2] + 1);
    }
  return rows[a.size()][b.size()];
}

} // namespace

StringRef nearestWord(StringRef word, llvm::ArrayRef<StringRef> candidates) {
  StringRef best;
  // A third of a word may be mistyped; of a short one a letter.
  const unsigned most = std::max<size_t>(1, word.size() / 3);
  unsigned limit = most + 1, common = 0;
  for (StringRef candidate : candidates) {
    unsigned longer = std::max(word.size(), candidate.size());
    // Options of tools are hundreds: the lengths tell most of them apart.
    unsigned distance = longer - std::min(word.size(), candidate.size()) > most
                            ? most + 1
                            : distanceBetween(word, candidate);
    // What only begins like the word needs more letters, not others.
    if (word.size() >= 3 && candidate.starts_with_insensitive(word))
      distance = std::min(distance, most);
    if (distance >= std::max(word.size(), candidate.size()))
      continue;
    // Of two that are as far, the one that begins alike, then the one as long.
    unsigned alike = 0;
    while (alike < std::min(word.size(), candidate.size()) && word[alike] == candidate[alike])
      ++alike;
    auto farFrom = [&](StringRef other) {
      return std::max(word.size(), other.size()) - std::min(word.size(), other.size());
    };
    bool isAsFar = distance == limit && !best.empty();
    bool isNearer = alike > common || (alike == common && farFrom(candidate) < farFrom(best));
    if (distance < limit || (isAsFar && isNearer)) {
      best = candidate;
      limit = distance;
      common = alike;
    }
  }
  return best;
}

std::string hintFor(StringRef message, mlir::MLIRContext *context) {
  StringRef word, found;
  llvm::SmallVector<StringRef> match, known;
  if (StringRef op = unknownOp(message); !op.empty()) {
    if (context)
      found = nearestOp(op, context);
  } else if (llvm::Regex("unknown [a-zA-Z ]+ '([^']+)'.*; (known|supported)[a-z ]*: (.*)$")
                 .match(message, &match) ||
             llvm::Regex("unknown [a-zA-Z ]+ '([^']+)'(; )(.*) exist$").match(message, &match)) {
    word = match[1];
    addWords(match[3], known);
  } else if (llvm::Regex("must be one of (.*), but got '([^']+)'").match(message, &match)) {
    word = match[2];
    addWords(match[1], known);
  } else if (llvm::Regex("axis '([^']+)' is not one of the mesh [^<]*<([^>]*)>")
                 .match(message, &match)) {
    word = match[1];
    llvm::SmallVector<StringRef> axes;
    match[2].split(axes, ',');
    for (StringRef axis : axes)
      known.push_back(axis.split('=').first.trim(" \""));
  }
  if (message.contains("is not one of the mesh #dist.mesh<>"))
    return "the model has no mesh; a strategy makes one, as --strategy tp=2 does";
  // Slips of the keyboard between words.
  if (llvm::Regex("must be a whole number .*, but got '[^=']*[ ;][^']*=").match(message))
    return "commas stand between the keys of a strategy, as in dp=2,tp=2";
  if (llvm::Regex("KiB, MiB or GiB behind it, but got '([0-9]+) *([KMGkmg])[iI]?[bB]?'")
          .match(message, &match))
    return "did you mean '" + match[1].str() + match[2].upper() + "iB'?";
  if (llvm::Regex("with param, input or state, but got '([^=':]+):([a-z]+)'")
          .match(message, &match))
    return "did you mean '" + match[1].str() + "=" + match[2].str() + "'?";
  if (llvm::Regex("with param, input or state, but got '[^']*=([a-z]+)'").match(message, &match)) {
    word = match[1];
    known = {"param", "input", "state"};
  }
  if (!word.empty()) {
    found = nearestWord(word.split(':').first, known);
    if (found == word)
      found = {};
  }
  return found.empty() ? std::string() : "did you mean '" + found.str() + "'?";
}

} // namespace shardc
