//===- Recognize.cpp - what a file is, by its content -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Tells StableHLO text from what people give by mistake, and says how to turn
// that into text.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"

using namespace mlir;

namespace shardc {

TextPosition positionOf(StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  TextPosition position;
  position.line = before.count('\n') + 1;
  size_t newline = before.rfind('\n');
  position.column = newline == StringRef::npos ? before.size() + 1 : before.size() - newline;
  return position;
}

Location locationIn(StringRef text, StringRef name, size_t offset, MLIRContext *context) {
  TextPosition position = positionOf(text, offset);
  return FileLineColLoc::get(context, name, position.line, position.column);
}

/// The text without leading blanks and comments.
static StringRef skipTrivia(StringRef text) {
  while (true) {
    text = text.ltrim();
    if (!text.starts_with("//"))
      return text;
    text = text.drop_front(std::min(text.find('\n'), text.size()));
  }
}

LogicalResult recognizeText(StringRef text, StringRef name, MLIRContext *context) {
  auto refuse = [&](size_t offset = 0) {
    return emitError(locationIn(text, name, offset, context));
  };
  if (text.starts_with("ML\xefR"))
    return refuse() << "is a portable artifact (MLIR bytecode), not StableHLO "
                       "text; convert it with 'stablehlo-translate "
                       "--deserialize FILE -o model.mlir'";
  StringRef content = skipTrivia(text);
  if (content.empty())
    return refuse() << (text.empty() ? "the file is empty"
                                     : "the file holds no model, only blanks "
                                       "and comments");
  if (content.starts_with("HloModule"))
    return refuse(content.data() - text.data())
           << "is HLO text, not StableHLO; convert it with 'xla-translate "
              "--hlo-text-to-stablehlo FILE -o model.mlir'";
  if (size_t zero = text.find('\0'); zero != StringRef::npos)
    return refuse(zero) << "is a binary file, not StableHLO text; export text, "
                           "as JAX does by lower(...).as_text()";
  return success();
}

} // namespace shardc
