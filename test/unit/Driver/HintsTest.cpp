//===- HintsTest.cpp - what may have been meant ---------------------------===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Hints.h"
#include "mlir/IR/MLIRContext.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/Text.h"
#include "shardc/Sharding/Strategy.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;

namespace {

TEST(Hints, OneSlipOfAnyKeyFindsIt) {
  // A letter left out, doubled, or two that change places.
  for (llvm::StringRef key : Strategy::getKeys()) {
    if (key.size() < 5)
      continue;
    for (size_t i = 1; i < key.size(); ++i) {
      std::string without = (key.take_front(i) + key.drop_front(i + 1)).str();
      std::string doubled = (key.take_front(i) + key.drop_front(i - 1)).str();
      EXPECT_EQ(nearestWord(without, Strategy::getKeys()), key) << without;
      EXPECT_EQ(nearestWord(doubled, Strategy::getKeys()), key) << doubled;
    }
  }
}

TEST(Hints, WhatIsLikeNothingFindsNothing) {
  EXPECT_EQ(nearestWord("quantum", Strategy::getKeys()), "");
  EXPECT_EQ(nearestWord("", Strategy::getKeys()), "");
  EXPECT_EQ(nearestWord("x", {}), "");
  EXPECT_EQ(hintFor("unknown model 'resnet'; known: tiny-llama, gpt2", nullptr), "");
}

TEST(Hints, OfTwoAsFarTheOneThatBeginsAlike) {
  EXPECT_EQ(nearestWord("ad", {"pad", "add"}), "add");
  EXPECT_EQ(nearestWord("zer", {"zero2-reduce", "zero"}), "zero");
}

TEST(Hints, MessagesSayWhatIsKnown) {
  EXPECT_EQ(hintFor("unknown backend 'hots'; known: host, mpi", nullptr), "did you mean 'host'?");
  EXPECT_EQ(hintFor("'sp' must be one of on, off, but got 'of'", nullptr), "did you mean 'off'?");
  EXPECT_EQ(hintFor("axis 'dq' is not one of the mesh #dist.mesh<\"dp\"=2, \"tp\"=4>", nullptr),
            "did you mean 'dp'?");
  EXPECT_EQ(hintFor("the file is empty", nullptr), "");
}

TEST(Hints, SlipsBetweenWords) {
  EXPECT_EQ(hintFor("'dp' must be a whole number from 1 to 8, but got '2 tp=2'", nullptr),
            "commas stand between the keys of a strategy, as in dp=2,tp=2");
  EXPECT_EQ(hintFor("'dp' must be a whole number from 1 to 8, but got '2x'", nullptr), "");
  std::string role = "expected a role such as '0-13=param', with param, input or state, but got '";
  EXPECT_EQ(hintFor(role + "w=parm'", nullptr), "did you mean 'param'?");
  EXPECT_EQ(hintFor(role + "w:param'", nullptr), "did you mean 'w=param'?");
  EXPECT_EQ(hintFor(role + "w=nonsense'", nullptr), "");
  EXPECT_EQ(hintFor("with or without KiB, MiB or GiB behind it, but got '16gb'", nullptr),
            "did you mean '16GiB'?");
  EXPECT_EQ(hintFor("axis 'tp' is not one of the mesh #dist.mesh<>", nullptr),
            "the model has no mesh; a strategy makes one, as --strategy tp=2 does");
}

TEST(Hints, OpsOfTheContext) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  EXPECT_EQ(hintFor("op 'stablehlo.dot_genral' is not supported", &context),
            "did you mean 'stablehlo.dot_general'?");
  EXPECT_EQ(hintFor("custom op 'rms_norm' is unknown", &context), "did you mean 'nn.rms_norm'?");
  EXPECT_EQ(hintFor("op 'stablehlo.tanh' is not supported", &context), "");
}

TEST(RemarkFilter, ListsAndPatterns) {
  RemarkFilter filter;
  EXPECT_EQ(RemarkFilter::parse("roles,re.*", filter), "");
  EXPECT_TRUE(filter.shows(RemarkCategory::Roles));
  EXPECT_TRUE(filter.shows(RemarkCategory::Reshard));
  EXPECT_TRUE(filter.shows(RemarkCategory::Remat));
  EXPECT_FALSE(filter.shows(RemarkCategory::Sharding));
  RemarkFilter all;
  EXPECT_EQ(RemarkFilter::parse("all", all), "");
  for (const RemarkCategoryInfo &info : getRemarkCategories())
    EXPECT_TRUE(all.shows(info.category)) << info.name.str();
  RemarkFilter none;
  EXPECT_FALSE(none.showsAny());
  EXPECT_NE(RemarkFilter::parse("role", none), "");
  EXPECT_NE(RemarkFilter::parse("(", none), "");
}

TEST(DiagnosticWriter, RemarksKeepTheirCategoryAndComeOnce) {
  MLIRContext context;
  std::string text;
  llvm::raw_string_ostream os(text);
  {
    DiagnosticPrinter printer(&context, os, RemarkFilter::all());
    for (int i = 0; i < 2; ++i)
      shardc::emitRemark(UnknownLoc::get(&context), RemarkCategory::Raise) << "found " << 3;
    mlir::emitRemark(UnknownLoc::get(&context)) << "plain";
    mlir::emitError(UnknownLoc::get(&context)) << "first";
    mlir::emitError(UnknownLoc::get(&context)) << "second";
    EXPECT_EQ(printer.getNumErrors(), 2u);
  }
  EXPECT_EQ(text, "<unknown>: remark: found 3 [raise]\n<unknown>: remark: plain [other]\n"
                  "<unknown>: error: first\n");
}

TEST(DiagnosticWriter, PointsIntoTextsThatAreNoFiles) {
  MLIRContext context;
  std::string text;
  llvm::raw_string_ostream os(text);
  {
    DiagnosticPrinter printer(&context, os);
    printer.getWriter().addSource("strategy", "dp=2,\tö=x");
    mlir::emitError(FileLineColLoc::get(&context, "strategy", 1, 9)) << "wrong";
  }
  // A letter of two bytes is one column, a tab too.
  EXPECT_EQ(text, "strategy:1:9: error: wrong\n  dp=2, ö=x\n         ^\n");
}

TEST(Text, IsOneLineThatNoTerminalObeys) {
  EXPECT_EQ(oneLine("layers.0/w ü … 文"), "layers.0/w ü … 文");
  EXPECT_EQ(oneLine("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(oneLine(llvm::StringRef("\x1b[31m\x7f\0", 7)), "\\x1b[31m\\x7f\\x00");
  // The C1 controls, of two bytes each; U+00A0 is none. A byte that is no letter is shown too.
  EXPECT_EQ(oneLine("\xc2\x9b"
                    "1m\xc2\xa0\xff\xc2"),
            "\\xc2\\x9b1m\xc2\xa0\\xff\\xc2");
  // The largest letter stays; one beyond, a surrogate, an overlong one and one cut short do not.
  EXPECT_EQ(oneLine("\xf4\x8f\xbf\xbf"), "\xf4\x8f\xbf\xbf");
  EXPECT_EQ(oneLine("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(oneLine("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(oneLine("\xc0\xaf\xe0\x80\xaf"), "\\xc0\\xaf\\xe0\\x80\\xaf");
  EXPECT_EQ(oneLine("\xe6\x96z"), "\\xe6\\x96z");
}

} // namespace
