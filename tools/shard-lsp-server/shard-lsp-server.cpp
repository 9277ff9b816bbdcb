//===- shard-lsp-server.cpp - shardc in editors -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The language server protocol over stdin and stdout, on LLVM's transport: diagnostics
// while a file is typed, hover with shardings, definitions, references, symbols.
//
//===----------------------------------------------------------------------===//

#include "Connection.h"
#include "Document.h"
#include "dialects/Sdy/Sdy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "shardc/Driver/CommandLine.h"
#include "shardc/Driver/Files.h"
#include "shardc/Driver/Registry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/Program.h"

namespace cl = llvm::cl;
namespace lsp = llvm::lsp;
using namespace shardc;

namespace {

constexpr int exitSuccess = 0, exitRefused = 1, exitUsage = 2;

class Server {
public:
  Server(const mlir::DialectRegistry &registry, lsp::JSONTransport &transport, bool isDelimited)
      : registry(registry), handler(transport), connection(stdin, transport, handler, isDelimited) {
    publish = handler.outgoingNotification<lsp::PublishDiagnosticsParams>(
        "textDocument/publishDiagnostics");
    handler.method("initialize", this, &Server::onInitialize);
    handler.notification("initialized", this, &Server::onInitialized);
    handler.method("shutdown", this, &Server::onShutdown);
    handler.notification("textDocument/didOpen", this, &Server::onOpen);
    handler.notification("textDocument/didChange", this, &Server::onChange);
    handler.notification("textDocument/didClose", this, &Server::onClose);
    handler.method("textDocument/hover", this, &Server::onHover);
    handler.method("textDocument/definition", this, &Server::onDefinition);
    handler.method("textDocument/references", this, &Server::onReferences);
    handler.method("textDocument/documentSymbol", this, &Server::onSymbols);
  }

  Connection &getConnection() { return connection; }

private:
  void onInitialize(const lsp::InitializeParams &, lsp::Callback<llvm::json::Value> reply) {
    connection.setPhase(Connection::Phase::Running);
    llvm::json::Object sync{{"openClose", true}, {"change", 2}};
    reply(llvm::json::Object{
        {"serverInfo", llvm::json::Object{{"name", "shard-lsp-server"}, {"version", "0.1.0"}}},
        {"capabilities", llvm::json::Object{{"positionEncoding", "utf-16"},
                                            {"textDocumentSync", std::move(sync)},
                                            {"hoverProvider", true},
                                            {"definitionProvider", true},
                                            {"referencesProvider", true},
                                            {"documentSymbolProvider", true}}}});
  }
  void onInitialized(const lsp::InitializedParams &) {}
  void onShutdown(const lsp::NoParams &, lsp::Callback<std::nullptr_t> reply) {
    connection.setPhase(Connection::Phase::ShutDown);
    reply(nullptr);
  }

  /// Reads a text anew and says what is wrong with it.
  void update(const lsp::URIForFile &uri, std::string text, int64_t version) {
    auto document = std::make_unique<Document>(registry, uri, std::move(text), version);
    lsp::PublishDiagnosticsParams params(uri, version);
    params.diagnostics = document->takeDiagnostics();
    documents[uri.file()] = std::move(document);
    publish(params);
  }
  void onOpen(const lsp::DidOpenTextDocumentParams &params) {
    update(params.textDocument.uri, params.textDocument.text, params.textDocument.version);
  }
  void onChange(const lsp::DidChangeTextDocumentParams &params) {
    Document *document = find(params.textDocument.uri);
    if (!document) {
      lsp::Logger::error("a change of {0}, which is not open", params.textDocument.uri.file());
      return;
    }
    update(params.textDocument.uri, applyChanges(document->getText(), params.contentChanges),
           params.textDocument.version);
  }
  void onClose(const lsp::DidCloseTextDocumentParams &params) {
    Document *document = find(params.textDocument.uri);
    if (!document)
      return;
    // What is no longer open has nothing wrong with it.
    lsp::PublishDiagnosticsParams empty(params.textDocument.uri, document->getVersion());
    documents.erase(params.textDocument.uri.file());
    publish(empty);
  }

  void onHover(const lsp::TextDocumentPositionParams &params,
               lsp::Callback<std::optional<lsp::Hover>> reply) {
    Document *document = find(params.textDocument.uri);
    reply(document ? document->hover(params.position) : std::nullopt);
  }
  void onDefinition(const lsp::TextDocumentPositionParams &params,
                    lsp::Callback<std::vector<lsp::Location>> reply) {
    Document *document = find(params.textDocument.uri);
    reply(document ? document->define(params.position) : std::vector<lsp::Location>());
  }
  void onReferences(const lsp::ReferenceParams &params,
                    lsp::Callback<std::vector<lsp::Location>> reply) {
    Document *document = find(params.textDocument.uri);
    reply(document ? document->findReferences(params.position) : std::vector<lsp::Location>());
  }
  void onSymbols(const lsp::DocumentSymbolParams &params,
                 lsp::Callback<std::vector<lsp::DocumentSymbol>> reply) {
    Document *document = find(params.textDocument.uri);
    reply(document ? document->listSymbols() : std::vector<lsp::DocumentSymbol>());
  }

  Document *find(const lsp::URIForFile &uri) {
    auto found = documents.find(uri.file());
    return found == documents.end() ? nullptr : found->second.get();
  }

  const mlir::DialectRegistry &registry;
  lsp::MessageHandler handler;
  Connection connection;
  lsp::OutgoingNotification<lsp::PublishDiagnosticsParams> publish;
  llvm::StringMap<std::unique_ptr<Document>> documents;
};

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::OptionCategory category("Options");
  cl::opt<bool> isTest("lit-test",
                       cl::desc("read messages that are parted by lines `// -----`, and print "
                                "replies for people"),
                       cl::cat(category));
  cl::opt<bool> isVerbose("verbose", cl::desc("log every message to stderr"), cl::cat(category));
  cl::HideUnrelatedOptions(category);
  if (printToolDocument(argc, argv, "shard-lsp-server", "diagnostics and shardings in editors", ""))
    return flushStdout() ? exitSuccess : exitRefused;
  if (!parseCommandLine(argc, argv, "shard-lsp-server", "shardc: language server\n"))
    return exitUsage;
  lsp::Logger::setLogLevel(isVerbose ? lsp::Logger::Level::Debug : lsp::Logger::Level::Error);

  mlir::DialectRegistry registry;
  registerDialects(registry);
  registry.insert<mlir::sdy::SdyDialect, mlir::arith::ArithDialect, mlir::linalg::LinalgDialect,
                  mlir::math::MathDialect, mlir::scf::SCFDialect, mlir::tensor::TensorDialect,
                  mlir::tosa::TosaDialect>();
  llvm::sys::ChangeStdinToBinary();
  // The transport only writes: what is read passes the connection's checks.
  lsp::JSONTransport transport(stdin, llvm::outs(), lsp::JSONStreamStyle::Standard,
                               /*PrettyOutput=*/isTest);
  Server server(registry, transport, isTest);
  Connection::End end = server.getConnection().run();
  // The protocol wants an end that was not announced to be a failure.
  if (server.getConnection().getPhase() == Connection::Phase::ShutDown)
    return exitSuccess;
  llvm::errs() << "shard-lsp-server: error: "
               << (end == Connection::End::Exit ? "'exit' came before 'shutdown'"
                                                : "the input ended before 'shutdown' and 'exit'")
               << "\n";
  return exitRefused;
}
