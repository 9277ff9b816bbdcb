//===- Document.h - one open file -------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A version of a file: parsed, with what is wrong with it, and with the shardings of its
// values, which are worked out when they are first asked for.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TOOLS_SHARD_LSP_SERVER_DOCUMENT_H
#define SHARDC_TOOLS_SHARD_LSP_SERVER_DOCUMENT_H

#include "TextPlaces.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/MLIRContext.h"
#include "shardc/Driver/Explain.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/SourceMgr.h"

namespace shardc {

/// How the file is to be split: `// shardc: --strategy tp=2 --train adamw` in it.
struct DocumentOptions {
  std::string strategy, roles, axisMap;
  bool train = false;
  /// Offset of the text of the strategy in the file, for errors in it.
  size_t strategyOffset = 0;
  bool isGiven = false;
};

class Document {
public:
  /// Parses the text; of no effect outside. `registry` outlives the document.
  Document(const mlir::DialectRegistry &registry, llvm::lsp::URIForFile uri, std::string text,
           int64_t version);

  const std::string &getText() const { return text; }
  int64_t getVersion() const { return version; }

  /// Errors and warnings of the parser, the verifiers, import and the strategy.
  std::vector<llvm::lsp::Diagnostic> takeDiagnostics() { return std::move(diagnostics); }
  /// What stands at a position: an op, or a value with its type and sharding.
  std::optional<llvm::lsp::Hover> hover(llvm::lsp::Position position);
  /// Where the value or symbol at a position is made.
  std::vector<llvm::lsp::Location> define(llvm::lsp::Position position);
  /// Everywhere it is used, where it is made included.
  std::vector<llvm::lsp::Location> findReferences(llvm::lsp::Position position);
  /// Functions and their ops with names.
  std::vector<llvm::lsp::DocumentSymbol> listSymbols();

private:
  /// A value or an op at a place in the text.
  struct Found {
    const mlir::AsmParserState::OperationDefinition *op = nullptr;
    mlir::Value value;
    const mlir::AsmParserState::SMDefinition *definition = nullptr;
    /// The op is meant as a symbol.
    bool isSymbol = false;
    llvm::SMRange range;
  };

  void readOptions();
  void parse();
  void checkImport();
  /// Whether a stage of the road has worked on the module already: import takes none such.
  bool isPastImport();
  void keep(mlir::Diagnostic &diagnostic);
  std::optional<Found> find(llvm::lsp::Position position);
  void explain();
  const ExplainedValue *findSharding(mlir::Value value);
  std::string describeValue(mlir::Value value);
  std::string describeOp(mlir::Operation *op);

  llvm::lsp::Range rangeOf(llvm::SMRange range) const;
  llvm::lsp::Range rangeOf(mlir::Location loc) const;
  llvm::lsp::Location locationOf(llvm::SMRange range) const;

  llvm::lsp::URIForFile uri;
  std::string text;
  TextPlaces places;
  int64_t version;
  std::string name;
  DocumentOptions options;
  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  mlir::Block block;
  mlir::AsmParserState state;
  bool isParsed = false;
  std::vector<llvm::lsp::Diagnostic> diagnostics;

  bool isExplained = false;
  /// Why there are no shardings.
  std::string whyNot;
  std::string meshText;
  /// By place and number of result: what import made of the value, often more than one op.
  llvm::StringMap<std::vector<ExplainedValue>> shardings;
};

} // namespace shardc

#endif // SHARDC_TOOLS_SHARD_LSP_SERVER_DOCUMENT_H
