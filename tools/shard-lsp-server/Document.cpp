//===- Document.cpp - one open file -----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "dialects/Dist/Dist.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Hints.h"
#include "shardc/Import/Import.h"
#include "shardc/Import/Names.h"
#include "shardc/Sharding/ValueNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LSP/Logging.h"

using namespace mlir;
namespace lsp = llvm::lsp;

namespace shardc {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

lsp::Range Document::rangeOf(SMRange range) const {
  const char *begin = sources.getMemoryBuffer(sources.getMainFileID())->getBufferStart();
  return {places.positionOf(range.Start.getPointer() - begin),
          places.positionOf(range.End.getPointer() - begin)};
}

lsp::Range Document::rangeOf(Location loc) const {
  std::optional<FileLineColLoc> place = placeOf(loc);
  size_t offset = 0;
  if (place && place->getFilename() == "strategy" && options.isGiven) {
    offset = options.strategyOffset + place->getColumn() - 1;
  } else if (place && place->getFilename() == name && place->getLine()) {
    offset = places.offsetOf(place->getLine(), place->getColumn());
  }
  size_t end = offset;
  while (end < text.size() &&
         (llvm::isAlnum(text[end]) || StringRef("_.%@#!$").contains(text[end])))
    ++end;
  return {places.positionOf(offset), places.positionOf(std::max(end, offset + 1))};
}

lsp::Location Document::locationOf(SMRange range) const { return {uri, rangeOf(range)}; }

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

Document::Document(const DialectRegistry &registry, lsp::URIForFile uri, std::string given,
                   int64_t version)
    : uri(std::move(uri)), text(std::move(given)), places(text), version(version),
      name(this->uri.file().str()), context(registry, MLIRContext::Threading::DISABLED) {
  context.printOpOnDiagnostic(false);
  context.loadAllAvailableDialects();
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    keep(diagnostic);
    return success();
  });
  readOptions();
  parse();
}

void Document::readOptions() {
  StringRef rest = text;
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    rest = after;
    StringRef words = line.trim();
    if (!words.consume_front("//") || !(words = words.ltrim()).consume_front("shardc:"))
      continue;
    SmallVector<StringRef> list;
    words.split(list, ' ', -1, /*KeepEmpty=*/false);
    StringRef option;
    for (StringRef word : list) {
      StringRef value = word.trim();
      if (option.empty() && value.starts_with("--") && value.contains('=')) {
        option = value.take_until([](char c) { return c == '='; });
        value = value.drop_front(option.size() + 1);
      } else if (option.empty()) {
        option = value;
        continue;
      }
      if (option == "--strategy") {
        options.strategy = value.str();
        options.strategyOffset = value.data() - text.data();
      } else if (option == "--role") {
        options.roles = value.str();
      } else if (option == "--axis-map") {
        options.axisMap = value.str();
      } else if (option == "--train") {
        options.train = value == "adamw";
      }
      option = {};
    }
    options.isGiven = true;
    return;
  }
}

void Document::keep(Diagnostic &diagnostic) {
  // What was decided is told where it is asked for; roles would be everywhere.
  bool isRemark = diagnostic.getSeverity() == DiagnosticSeverity::Remark;
  if (isRemark && getRemarkCategory(diagnostic) == RemarkCategory::Roles)
    return;
  lsp::Diagnostic kept;
  kept.range = rangeOf(diagnostic.getLocation());
  kept.source = "shardc";
  kept.message = diagnostic.str();
  kept.severity = isRemark ? lsp::DiagnosticSeverity::Information
                  : diagnostic.getSeverity() == DiagnosticSeverity::Warning
                      ? lsp::DiagnosticSeverity::Warning
                      : lsp::DiagnosticSeverity::Error;
  if (isRemark)
    kept.category = getRemarkName(getRemarkCategory(diagnostic)).str();
  std::vector<lsp::DiagnosticRelatedInformation> related;
  for (Diagnostic &note : diagnostic.getNotes()) {
    std::optional<FileLineColLoc> place = placeOf(note.getLocation());
    if (place && place->getFilename() == name)
      related.emplace_back(lsp::Location(uri, rangeOf(note.getLocation())), note.str());
    else
      kept.message += "\n" + note.str();
  }
  if (!related.empty())
    kept.relatedInformation = std::move(related);
  if (std::string hint = hintFor(kept.message, &context); !hint.empty())
    kept.message += "\nhelp: " + hint;
  for (const lsp::Diagnostic &other : diagnostics)
    if (other.range == kept.range && other.message == kept.message)
      return;
  diagnostics.push_back(std::move(kept));
}

bool Document::isPastImport() {
  bool isPast = false;
  for (Operation &top : block)
    top.walk([&](Operation *op) {
      StringRef dialect = op->getName().getDialectNamespace();
      isPast |= dialect == "sched" || op->hasAttr("dist.segment") ||
                op->hasAttr("dist.shardings") || op->hasAttr("dist.phase") ||
                op->hasAttr("shardc.strategy");
    });
  return isPast;
}

void Document::parse() {
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, name), llvm::SMLoc());
  if (failed(checkNesting(text, name, &context)))
    return;
  if (failed(parseAsmSourceFile(sources, &block, ParserConfig(&context), &state))) {
    // Import says what an unknown op or a foreign dialect means to who exported the model.
    std::vector<lsp::Diagnostic> plain = std::move(diagnostics);
    diagnostics.clear();
    OwningOpRef<ModuleOp> module = importText(text, name, &context, ImportOptions());
    if (module || diagnostics.empty())
      diagnostics = std::move(plain);
    return;
  }
  isParsed = true;
  // Places of ops are those in this text, whatever generator they name; values have the
  // names of this text as well.
  auto nameAt = [](SMRange range) -> StringRef {
    if (!range.isValid())
      return {};
    StringRef written(range.Start.getPointer(), range.End.getPointer() - range.Start.getPointer());
    written = written.take_until([](char c) { return c == '#' || c == ':'; }).ltrim('%');
    return llvm::all_of(written, llvm::isDigit) ? StringRef() : written;
  };
  for (Operation &top : block)
    top.walk([&](Operation *op) {
      // Names in locations first: those are replaced.
      if (auto function = dyn_cast<func::FuncOp>(op))
        nameArguments(function);
      auto place = [&](SMRange range) -> Location {
        auto [line, column] = sources.getLineAndColumn(range.Start);
        return FileLineColLoc::get(&context, name, line, column);
      };
      if (const auto *def = state.getOpDef(op)) {
        Location loc = place(def->loc);
        StringRef called = nameOfLocation(op->getLoc());
        if (called.empty() && def->resultGroups.size() == 1)
          called = nameAt(def->resultGroups.front().definition.loc);
        if (!called.empty())
          loc = NameLoc::get(StringAttr::get(&context, called), loc);
        op->setLoc(loc);
      }
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          if (const auto *def = state.getBlockDef(&inner))
            for (auto [argument, written] : llvm::zip(inner.getArguments(), def->arguments))
              if (written.loc.isValid())
                argument.setLoc(place(written.loc));
      auto function = dyn_cast<func::FuncOp>(op);
      if (!function || function.isExternal())
        return;
      const auto *entry = state.getBlockDef(&function.getBody().front());
      for (unsigned i = 0; entry && i < entry->arguments.size(); ++i)
        if (StringRef name = nameAt(entry->arguments[i].loc);
            !name.empty() && !function.getArgAttr(i, "dist.name"))
          function.setArgAttr(i, "dist.name", StringAttr::get(&context, name));
    });
  if (!isPastImport())
    checkImport();
}

void Document::checkImport() {
  // A file of functions that are no model (a test, a library) is as good as it parses.
  bool hasMain = false;
  for (Operation &top : block)
    top.walk([&](func::FuncOp function) { hasMain |= function.getSymName() == "main"; });
  if (!hasMain)
    return;
  ImportOptions import;
  import.roles = options.roles;
  import.axisMap = options.axisMap;
  OwningOpRef<ModuleOp> module = importText(text, name, &context, import);
  if (module && options.isGiven)
    explain();
}

} // namespace shardc
