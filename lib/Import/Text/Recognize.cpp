//===- Recognize.cpp - what a file is, by its content -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Tells StableHLO text from what people give by mistake, and says how to turn
// that into text.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"

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

namespace {

/// A format by its first bytes, and what to do with it.
struct Format {
  /// Where the bytes stand.
  size_t offset;
  StringRef bytes;
  StringRef what, advice;
};

constexpr StringLiteral asText =
    "; export StableHLO text, as JAX does by jax.jit(f).lower(...).as_text()";
constexpr StringLiteral fromTorch =
    "; it holds weights or a program of PyTorch; export the program with "
    "torch_mlir.fx.export_and_import(model, ..., output_type=\"stablehlo\") and save its text";
constexpr StringLiteral fromOnnx =
    "; convert it with 'python -m torch_mlir.tools.import_onnx FILE -o model.torch.mlir' and "
    "'torch-mlir-opt --convert-torch-onnx-to-torch --torch-decompose-complex-ops "
    "--torch-backend-to-stablehlo-backend-pipeline'";
constexpr StringLiteral toUtf8 = "; convert it with 'iconv -f UTF-16 -t UTF-8'";
constexpr StringLiteral weightsOnly = "; it holds weights only, a model is a program";

const Format formats[] = {
    {0, StringRef("PK\x03\x04", 4), "a zip archive (PyTorch's .pt and .pt2, NumPy's .npz)",
     fromTorch},
    {0, "\x80\x02", "a Python pickle", fromTorch},
    {0, "\x80\x03", "a Python pickle", fromTorch},
    {0, "\x80\x04", "a Python pickle", fromTorch},
    {0, "\x80\x05", "a Python pickle", fromTorch},
    {0, "\x93NUMPY", "an array of NumPy", weightsOnly},
    {0, "GGUF", "a GGUF file", weightsOnly},
    {0, "\x89HDF\r\n", "an HDF5 file", weightsOnly},
    {8, "{\"", "a safetensors file", weightsOnly},
    {4, "TFL3", "a TensorFlow Lite model",
     "; convert it with 'flatbuffer_translate --tflite-flatbuffer-to-mlir FILE' and "
     "'tf-opt --tfl-to-tosa-pipeline'"},
    {4, "SHRD", "a plan, which is what a model is compiled to", "; run it with shard-run"},
    {0, "\x1f\x8b", "compressed by gzip", "; unpack it with 'gunzip'"},
    {0, StringRef("\x28\xb5\x2f\xfd", 4), "compressed by zstd", "; unpack it with 'unzstd'"},
    {0,
     StringRef("\xfd"
               "7zXZ\0",
               6),
     "compressed by xz", "; unpack it with 'unxz'"},
    {0, "BZh", "compressed by bzip2", "; unpack it with 'bunzip2'"},
    {0, "\xff\xfe", "text in UTF-16", toUtf8},
    {0, "\xfe\xff", "text in UTF-16", toUtf8},
    {0,
     "\x7f"
     "ELF",
     "a program or library", asText},
};

/// MLIR bytecode says who wrote it behind its version.
StringRef bytecodeProducer(StringRef bytes) {
  return bytes.drop_front(std::min<size_t>(5, bytes.size())).take_front(64).split('\0').first;
}

/// Whether bytes begin a protobuf of ONNX: the version of its IR, then who made it.
bool isOnnx(StringRef bytes) {
  if (bytes.size() < 4 || bytes[0] != 0x08 || static_cast<unsigned char>(bytes[1]) > 64)
    return false;
  char next = bytes[2];
  return next == 0x12 || next == 0x1a || next == 0x3a || next == 0x42;
}

/// Whether bytes are a protobuf of an HLO module, whose first field is its name, or a
/// message that begins with one.
bool isHloProto(StringRef bytes) {
  return bytes.starts_with("\n") && bytes.contains('\0') &&
         (bytes.contains("parameter") || bytes.contains("get-tuple-element"));
}

} // namespace

/// Parsers go down a level by a call; this many are far above real models.
static constexpr unsigned maxNesting = 1000;

/// Where brackets outside of strings and comments are nested too deeply.
static std::optional<size_t> tooDeep(StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      while (++i < text.size() && text[i] != '"' && text[i] != '\n')
        i += text[i] == '\\';
    } else if (c == '/' && text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '(' || c == '[' || c == '{') {
      if (++depth > maxNesting)
        return i;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return std::nullopt;
}

bool isNestedTooDeeply(StringRef text) { return tooDeep(text).has_value(); }

LogicalResult checkNesting(StringRef text, StringRef name, MLIRContext *context) {
  if (std::optional<size_t> offset = tooDeep(text))
    return emitError(locationIn(text, name, *offset, context))
           << "is nested more than " << maxNesting << " levels deep";
  return success();
}

LogicalResult recognizeText(StringRef text, StringRef name, MLIRContext *context) {
  auto refuse = [&](size_t offset = 0) {
    return emitError(locationIn(text, name, offset, context));
  };
  if (text.starts_with("ML\xefR")) {
    StringRef producer = bytecodeProducer(text);
    if (producer.starts_with("StableHLO") || text.contains("vhlo"))
      return refuse()
             << "is a portable artifact of StableHLO (VHLO bytecode), not text; convert it "
                "with 'stablehlo-translate --deserialize FILE -o model.mlir'";
    return refuse() << "is MLIR bytecode (written by '" << producer.take_front(40)
                    << "'), not text; convert it with 'stablehlo-opt FILE -o model.mlir'";
  }
  StringRef content = skipTrivia(text);
  if (content.empty())
    return refuse() << (text.empty() ? "the file is empty"
                                     : "the file holds no model, only blanks "
                                       "and comments");
  if (content.starts_with("HloModule"))
    return refuse(content.data() - text.data())
           << "is HLO text, not StableHLO; convert it with 'xla-translate "
              "--hlo-text-to-stablehlo FILE -o model.mlir'";
  for (const Format &format : formats)
    if (text.size() >= format.offset && text.drop_front(format.offset).starts_with(format.bytes))
      return refuse() << "is " << format.what << ", not StableHLO text" << format.advice;
  if (isOnnx(text))
    return refuse() << "is an ONNX model, not StableHLO text" << fromOnnx;
  if (isHloProto(text))
    return refuse() << "is an HLO module in binary form, not StableHLO text; convert it with "
                       "'xla-translate --hlo-to-stablehlo FILE -o model.mlir'";
  if (text.contains("ML\xefR"))
    return refuse() << "is an export that holds StableHLO in binary form; write its text instead, "
                       "as jax.export does by exported.mlir_module()";
  for (StringRef word : {"import ", "from ", "def ", "#!/"})
    if (content.starts_with(word))
      return refuse(content.data() - text.data()) << "is source text, not a model" << asText;
  if (content.starts_with("{ lambda"))
    return refuse(content.data() - text.data()) << "is a jaxpr, not StableHLO text" << asText;
  if (size_t zero = text.find('\0'); zero != StringRef::npos)
    return refuse(zero) << "is a binary file, not StableHLO text; export text, "
                           "as JAX does by lower(...).as_text()";
  return checkNesting(text, name, context);
}

} // namespace shardc
