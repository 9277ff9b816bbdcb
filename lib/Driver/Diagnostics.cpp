//===- Diagnostics.cpp - how the command line reports -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One line a diagnostic, the text it is about, first error only.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Diagnostics.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "shardc/Driver/Hints.h"
#include "shardc/Driver/Progress.h"
#include "shardc/Driver/RemarkRecorder.h"
#include "shardc/Driver/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LineIterator.h"
#include <cstdlib>

using namespace mlir;

namespace shardc {

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

std::optional<FileLineColLoc> placeOf(Location loc) {
  using Place = std::optional<FileLineColLoc>;
  return llvm::TypeSwitch<LocationAttr, Place>(loc)
      .Case<FileLineColLoc>([](FileLineColLoc l) -> Place { return l; })
      .Case<NameLoc>([](NameLoc l) { return placeOf(l.getChildLoc()); })
      .Case<FusedLoc>([](FusedLoc l) -> Place {
        for (Location part : l.getLocations())
          if (Place place = placeOf(part))
            return place;
        return std::nullopt;
      })
      .Case<CallSiteLoc>([](CallSiteLoc l) { return placeOf(l.getCallee()); })
      .Default([](LocationAttr) { return std::nullopt; });
}

std::string formatLocation(Location loc) {
  return llvm::TypeSwitch<LocationAttr, std::string>(loc)
      .Case<FileLineColLoc>([](FileLineColLoc l) {
        std::string text = l.getFilename().str();
        if (l.getLine())
          text += ":" + std::to_string(l.getLine()) + ":" + std::to_string(l.getColumn());
        return text;
      })
      .Case<NameLoc>([](NameLoc l) {
        // A name says more to a user than the place in a generator, but a place
        // in his own file says most.
        std::string child = formatLocation(l.getChildLoc());
        return child == "<unknown>" ? l.getName().str() : child;
      })
      .Case<FusedLoc>([](FusedLoc l) {
        for (Location part : l.getLocations()) {
          std::string text = formatLocation(part);
          if (text != "<unknown>")
            return text;
        }
        return std::string("<unknown>");
      })
      .Case<CallSiteLoc>([](CallSiteLoc l) { return formatLocation(l.getCallee()); })
      .Default([](LocationAttr) { return std::string("<unknown>"); });
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

RemarkFilter RemarkFilter::all() {
  RemarkFilter filter;
  for (const RemarkCategoryInfo &info : getRemarkCategories())
    filter.shown.push_back(info.category);
  return filter;
}

std::string RemarkFilter::parse(StringRef text, RemarkFilter &filter) {
  SmallVector<StringRef> words;
  text.split(words, ',');
  for (StringRef word : words) {
    word = word.trim();
    if (word == "all") {
      filter = all();
      continue;
    }
    llvm::Regex pattern("^(" + word.str() + ")$");
    std::string why;
    if (!pattern.isValid(why))
      return "'" + word.str() + "' is no regular expression: " + why;
    size_t before = filter.shown.size();
    bool isKnown = false;
    for (const RemarkCategoryInfo &info : getRemarkCategories())
      if (pattern.match(info.name)) {
        isKnown = true;
        if (!filter.shows(info.category))
          filter.shown.push_back(info.category);
      }
    if (!isKnown && before == filter.shown.size()) {
      std::string known;
      for (const RemarkCategoryInfo &info : getRemarkCategories())
        known += (known.empty() ? "" : ", ") + info.name.str();
      return "unknown category '" + word.str() + "'; known: all, " + known;
    }
  }
  return {};
}

bool RemarkFilter::shows(RemarkCategory category) const {
  return llvm::is_contained(shown, category);
}

void printRemarkCategories(llvm::raw_ostream &os) {
  for (const RemarkCategoryInfo &info : getRemarkCategories())
    os << "  " << llvm::left_justify(info.name, 12) << " " << info.description << "\n";
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

DiagnosticWriter::DiagnosticWriter(llvm::raw_ostream &os, RemarkFilter filter)
    : os(os), filter(std::move(filter)),
      hasColors(os.has_colors() && os.is_displayed() && !std::getenv("NO_COLOR")) {}

void DiagnosticWriter::addSource(StringRef name, StringRef text) {
  sources[name] = llvm::MemoryBuffer::getMemBufferCopy(text, name);
}

std::optional<StringRef> DiagnosticWriter::lineOf(StringRef name, unsigned line) {
  auto [entry, isNew] = sources.try_emplace(name, nullptr);
  llvm::sys::fs::file_status status;
  if (isNew && !llvm::sys::fs::status(name, status) &&
      status.type() == llvm::sys::fs::file_type::regular_file)
    if (auto file = llvm::MemoryBuffer::getFile(name))
      entry->second = std::move(*file);
  if (!entry->second || line == 0)
    return std::nullopt;
  StringRef text = entry->second->getBuffer();
  while (--line) {
    size_t newline = text.find('\n');
    if (newline == StringRef::npos)
      return std::nullopt;
    text = text.drop_front(newline + 1);
  }
  return text.take_until([](char c) { return c == '\n' || c == '\r'; });
}

/// Prints a line of text and what a column of it (from 1, in bytes) points at. Of a long
/// line only what surrounds the column.
static void printExcerpt(StringRef line, unsigned column, llvm::raw_ostream &os, bool hasColors) {
  constexpr size_t width = 100, before = 40;
  size_t at = std::min<size_t>(column - 1, line.size());
  auto isLetter = [](char c) { return llvm::isAlnum(c) || StringRef("_.%@#!-").contains(c); };
  size_t end = at;
  while (end < line.size() && isLetter(line[end]))
    ++end;
  size_t first = 0;
  // Begin with the code of an indented line.
  while (first < at && (line[first] == ' ' || line[first] == '\t'))
    ++first;
  if (line.size() - first > width && at - first > before)
    first = at - before;
  // Not in the middle of a letter of several bytes.
  auto isInside = [&](size_t i) { return i < line.size() && (line[i] & 0xC0) == 0x80; };
  while (isInside(first))
    ++first;
  size_t last = std::min(line.size(), first + width);
  while (isInside(last))
    ++last;
  bool cutsFront = first > 0 && !line.take_front(first).trim().empty();
  std::string text = cutsFront ? "…" : "", marks = cutsFront ? " " : "";
  for (size_t i = first; i < last; ++i)
    text += line[i] == '\t' || static_cast<unsigned char>(line[i]) < 0x20 ? ' ' : line[i];
  for (size_t i = first; i < at; ++i)
    if (!isInside(i))
      marks += ' ';
  marks += '^';
  for (size_t i = at + 1; i < std::min(end, last); ++i)
    if (!isInside(i))
      marks += '~';
  os << "  " << text << (last < line.size() ? "…" : "") << "\n  ";
  if (hasColors)
    os.changeColor(llvm::raw_ostream::GREEN, /*Bold=*/true);
  os << marks;
  if (hasColors)
    os.resetColor();
  os << "\n";
}

void DiagnosticWriter::writeOne(Location loc, StringRef kind, llvm::raw_ostream::Colors color,
                                StringRef message, bool withExcerpt) {
  if (hasColors)
    os.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  os << oneLine(formatLocation(loc)) << ": ";
  if (hasColors)
    os.changeColor(color, /*Bold=*/true);
  os << kind << ": ";
  if (hasColors)
    os.resetColor();
  os << oneLine(message) << "\n";
  std::optional<FileLineColLoc> place = placeOf(loc);
  if (!withExcerpt || !place || !place->getColumn())
    return;
  std::optional<StringRef> line = lineOf(place->getFilename(), place->getLine());
  // Who counts errors by their lines must not count what a file says, and a file that is no
  // text must not reach a terminal.
  auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; };
  if (line && llvm::none_of(*line, isControl) && llvm::json::isUTF8(*line) &&
      !line->trim().empty() && !line->contains("error:") && place->getColumn() <= line->size() + 1)
    printExcerpt(*line, place->getColumn(), os, hasColors);
}

void DiagnosticWriter::write(Diagnostic &diagnostic) {
  StringRef kind;
  llvm::raw_ostream::Colors color = llvm::raw_ostream::SAVEDCOLOR;
  std::string message = diagnostic.str();
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    if (numErrors++)
      return;
    kind = "error";
    color = llvm::raw_ostream::RED;
    break;
  case DiagnosticSeverity::Warning:
    kind = "warning";
    color = llvm::raw_ostream::MAGENTA;
    break;
  case DiagnosticSeverity::Remark:
    kind = "remark";
    color = llvm::raw_ostream::BLUE;
    break;
  case DiagnosticSeverity::Note:
    kind = "note";
    color = llvm::raw_ostream::CYAN;
    break;
  }
  // A command may read a model several times; once is enough to be told. What is told
  // is the message, not how a passage of it was counted the second time.
  std::string key = formatLocation(diagnostic.getLocation()) + ": " + kind.str() + ": " + message;
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error && !printed.insert(key).second)
    return;
  if (diagnostic.getSeverity() == DiagnosticSeverity::Remark) {
    recordRemark(diagnostic);
    RemarkCategory category = getRemarkCategory(diagnostic);
    if (!filter.shows(category)) {
      ++hidden[category];
      return;
    }
    message += " [" + getRemarkName(category).str() + "]";
  }
  ProgressPause pause;
  // Remarks come in numbers: a line each.
  bool withExcerpt = diagnostic.getSeverity() != DiagnosticSeverity::Remark;
  writeOne(diagnostic.getLocation(), kind, color, message, withExcerpt);
  auto help = [&](StringRef text) {
    if (hasColors)
      os.changeColor(llvm::raw_ostream::CYAN, /*Bold=*/true);
    os << "help: ";
    if (hasColors)
      os.resetColor();
    os << oneLine(text) << "\n";
  };
  for (Diagnostic &note : diagnostic.getNotes()) {
    std::string text = note.str();
    StringRef advice = text;
    if (advice.consume_front("help: "))
      help(advice);
    else
      writeOne(note.getLocation(), "note", llvm::raw_ostream::CYAN, text,
               withExcerpt && note.getLocation() != diagnostic.getLocation());
  }
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
    if (std::string hint = hintFor(message, diagnostic.getLocation()->getContext()); !hint.empty())
      help(hint);
  os.flush();
}

void DiagnosticWriter::writeSummary(StringRef tool) {
  unsigned sum = 0;
  std::string kinds;
  for (auto [category, count] : hidden) {
    sum += count;
    kinds +=
        (kinds.empty() ? "" : ", ") + std::to_string(count) + " " + getRemarkName(category).str();
  }
  if (!sum || numErrors)
    return;
  ProgressPause pause;
  os << tool << ": " << sum << (sum == 1 ? " remark" : " remarks") << " not shown (" << kinds
     << "); --remarks shows " << (sum == 1 ? "it" : "them") << "\n";
  hidden.clear();
}

DiagnosticPrinter::DiagnosticPrinter(MLIRContext *context, llvm::raw_ostream &os,
                                     RemarkFilter filter)
    : ScopedDiagnosticHandler(context), writer(os, std::move(filter)) {
  setHandler([this](Diagnostic &diagnostic) {
    writer.write(diagnostic);
    return success();
  });
}

} // namespace shardc
