//===- OpsTableTest.cpp - docs/ops.md tells what there is -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The table has one row for each registered op of the dialects of model IR, and says
// "none" in a column just where no interface is attached. Ops that import keeps have
// a sharding rule and a cost. Set SHARDC_OPS_LIST to print what is registered.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace mlir;
using namespace shardc;

namespace {

struct Row {
  std::string import, rule, gradient, cost, shown;
};

/// Rows of the tables of docs/ops.md, by the name of the op.
std::map<std::string, Row> readTable() {
  std::map<std::string, Row> rows;
  auto buffer = llvm::MemoryBuffer::getFile(SHARDC_SOURCE_DIR "/docs/ops.md");
  EXPECT_TRUE(bool(buffer)) << "docs/ops.md is missing";
  if (!buffer)
    return rows;
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.consume_front("| `"))
      continue;
    SmallVector<StringRef> cells;
    line.split(cells, '|');
    if (cells.size() < 8)
      continue;
    std::string op = cells[0].trim().rtrim('`').str();
    EXPECT_EQ(rows.count(op), 0u) << op << " has two rows";
    rows[op] = {cells[1].trim().str(), cells[3].trim().str(), cells[4].trim().str(),
                cells[5].trim().str(), cells[7].trim().str()};
  }
  return rows;
}

TEST(OpsTableTest, TellsWhatThereIs) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::map<std::string, Row> rows = readTable();
  std::set<std::string> registered;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    StringRef dialect = name.getDialectNamespace();
    if (dialect != "stablehlo" && dialect != "chlo" && dialect != "nn")
      continue;
    std::string op = name.getStringRef().str();
    bool rule = name.hasInterface<ShardableOpInterface>(),
         gradient = name.hasInterface<DifferentiableOpInterface>(),
         cost = name.hasInterface<CostOpInterface>();
    if (std::getenv("SHARDC_OPS_LIST"))
      std::printf("%s %d %d %d\n", op.c_str(), rule, gradient, cost);
    registered.insert(op);
    auto found = rows.find(op);
    if (found == rows.end()) {
      ADD_FAILURE() << op << " has no row in docs/ops.md";
      continue;
    }
    const Row &row = found->second;
    auto says = [](StringRef cell) { return !cell.starts_with("none"); };
    EXPECT_EQ(says(row.rule), rule) << op << ": sharding rule";
    EXPECT_EQ(says(row.gradient), gradient) << op << ": gradient";
    EXPECT_EQ(says(row.cost), cost) << op << ": cost";
    if (row.import == "kept") {
      EXPECT_TRUE(rule) << op << " is kept by import and cannot be sharded";
      EXPECT_TRUE(cost) << op << " is kept by import and has no cost";
    }
    // What shows it exists.
    SmallVector<StringRef> files;
    StringRef(row.shown).split(files, ' ', -1, /*KeepEmpty=*/false);
    EXPECT_FALSE(files.empty()) << op << " is shown by nothing";
    for (StringRef file : files) {
      file = file.trim("`,;");
      if (file.contains('/'))
        EXPECT_TRUE(llvm::sys::fs::exists(SHARDC_SOURCE_DIR "/test/" + file))
            << op << ": there is no test/" << file.str();
    }
  }
  for (const auto &[op, row] : rows)
    EXPECT_TRUE(registered.count(op) || StringRef(op).starts_with("sdy."))
        << op << " has a row and is not registered";
}

} // namespace
