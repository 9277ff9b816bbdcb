//===- ExportStableHLO.cpp - programs for XLA and IREE ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Collectives become those of StableHLO over device numbers; ranks count as devices.
//
//===----------------------------------------------------------------------===//
#include "LocalProgram.h"
#include "SdyShardings.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interop/Passes.h"
#include "shardc/Sharding/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

#define GEN_PASS_DEF_EXPORTSTABLEHLOPASS
#include "shardc/Interop/Passes.h.inc"

namespace {
using namespace interop;

class CollectiveExporter {
public:
  explicit CollectiveExporter(Program &program) : program(program) {}

  LogicalResult run() {
    return replaceDistOps(program.main, "StableHLO", [&](Operation *op, OpBuilder &builder) {
      TensorBuilder b(builder, op->getLoc());
      return FailureOr<Value>(
          llvm::TypeSwitch<Operation *, Value>(op)
              .Case<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp, dist::AllToAllOp,
                    dist::PermuteOp, dist::BroadcastOp>([&](auto op) { return lower(op, b); })
              .Default([](Operation *) { return Value(); }));
    });
  }

private:
  /// Channels tell collectives apart; type 1 is from device to device.
  stablehlo::ChannelHandleAttr nextChannel(TensorBuilder &b) {
    return stablehlo::ChannelHandleAttr::get(b.getBuilder().getContext(), ++channel, 1);
  }

  DenseIntElementsAttr table(ArrayRef<SmallVector<int64_t>> rows) {
    SmallVector<int64_t> flat;
    for (ArrayRef<int64_t> row : rows)
      llvm::append_range(flat, row);
    auto type = RankedTensorType::get(
        {static_cast<int64_t>(rows.size()), static_cast<int64_t>(rows.front().size())},
        IntegerType::get(program.main.getContext(), 64));
    return DenseIntElementsAttr::get(type, flat);
  }
  DenseIntElementsAttr groups(ArrayAttr axes) { return table(groupsOf(axes, program.mesh)); }
  int64_t sizeOf(ArrayAttr axes) {
    return groupSize(llvm::to_vector(axes.getAsRange<dist::AxisRefAttr>()), program.mesh);
  }

  void fillReducer(Region &region, dist::ReductionKind kind, Type element, Location loc) {
    auto scalar = RankedTensorType::get({}, element);
    mlir::Block &block = region.emplaceBlock();
    block.addArguments({scalar, scalar}, {loc, loc});
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    Operation *combine =
        buildReducer(builder, loc, kind, block.getArgument(0), block.getArgument(1));
    stablehlo::ReturnOp::create(builder, loc, combine->getResults());
  }

  Value lower(dist::AllReduceOp op, TensorBuilder &b) {
    auto reduce = stablehlo::AllReduceOp::create(b.getBuilder(), op.getLoc(), op->getResultTypes(),
                                                 op.getInput(), groups(op.getAxes()),
                                                 nextChannel(b), /*use_global_device_ids=*/true);
    fillReducer(reduce.getComputation(), op.getKind(), typeOf(op.getResult()).getElementType(),
                op.getLoc());
    return reduce.getResult(0);
  }

  Value lower(dist::AllGatherOp op, TensorBuilder &b) {
    RankedTensorType type = typeOf(op.getInput());
    SmallVector<int64_t> shape(type.getShape());
    shape[op.getDim()] *= sizeOf(op.getAxes());
    auto gather = stablehlo::AllGatherOp::create(
        b.getBuilder(), op.getLoc(), TypeRange(type.clone(shape)), op.getInput(), op.getDim(),
        groups(op.getAxes()), nextChannel(b), true);
    return cutTo(b, gather.getResult(0), op.getDim(),
                 typeOf(op.getResult()).getDimSize(op.getDim()));
  }

  Value lower(dist::ReduceScatterOp op, TensorBuilder &b) {
    RankedTensorType type = typeOf(op.getResult());
    Value whole =
        padTo(b, op.getInput(), op.getDim(), type.getDimSize(op.getDim()) * sizeOf(op.getAxes()));
    auto scatter =
        stablehlo::ReduceScatterOp::create(b.getBuilder(), op.getLoc(), type, whole, op.getDim(),
                                           groups(op.getAxes()), nextChannel(b), true);
    fillReducer(scatter.getComputation(), op.getKind(), type.getElementType(), op.getLoc());
    return scatter.getResult();
  }

  Value lower(dist::AllToAllOp op, TensorBuilder &b) {
    RankedTensorType type = typeOf(op.getResult());
    int64_t parts = sizeOf(op.getAxes());
    Value whole =
        padTo(b, op.getInput(), op.getSplitDim(), type.getDimSize(op.getSplitDim()) * parts);
    SmallVector<int64_t> shape(typeOf(whole).getShape());
    shape[op.getSplitDim()] /= parts;
    shape[op.getConcatDim()] *= parts;
    auto exchange = stablehlo::AllToAllOp::create(
        b.getBuilder(), op.getLoc(), TypeRange(type.clone(shape)), whole, op.getSplitDim(),
        op.getConcatDim(), parts, groups(op.getAxes()), nextChannel(b));
    return cutTo(b, exchange.getResult(0), op.getConcatDim(), type.getDimSize(op.getConcatDim()));
  }

  Value lower(dist::PermuteOp op, TensorBuilder &b) {
    auto axes = llvm::to_vector(op.getAxes().getAsRange<dist::AxisRefAttr>());
    auto targets = llvm::to_vector(op.getTargets().getAsRange<dist::AxisRefAttr>());
    int64_t size = groupSize(axes, program.mesh), shift = op.getShift();
    SmallVector<SmallVector<int64_t>> pairs;
    for (int64_t rank = 0; rank < program.mesh.getNumRanks(); ++rank) {
      int64_t position = groupPosition(coordinatesOf(rank, program.mesh), axes, program.mesh);
      pairs.push_back({rank, groupOf(rank, targets, program.mesh)[(position + shift) % size]});
    }
    return stablehlo::CollectivePermuteOp::create(b.getBuilder(), op.getLoc(), op.getInput(),
                                                  table(pairs), nextChannel(b));
  }

  Value lower(dist::BroadcastOp op, TensorBuilder &b) {
    SmallVector<SmallVector<int64_t>> rows = groupsOf(op.getAxes(), program.mesh);
    for (SmallVector<int64_t> &row : rows)
      std::swap(row.front(), row[op.getRoot()]);
    return stablehlo::CollectiveBroadcastOp::create(b.getBuilder(), op.getLoc(), op.getInput(),
                                                    table(rows), nextChannel(b));
  }

  Program &program;
  int64_t channel = 0;
};

/// How a whole value at a border of @main becomes blocks: where a dimension is not split
/// evenly, it is padded to what the blocks cover, if they lie one after the other.
struct BorderValue {
  RankedTensorType whole;
  RankedTensorType padded;
  /// Of the padded value, for the manual computation.
  sdy::TensorShardingAttr blocks;
  /// Of the whole value, whose uneven dimensions stay together.
  sdy::TensorShardingAttr even;
};

/// Puts the program of a device into a manual computation over whole values.
class GlobalBorders {
public:
  explicit GlobalBorders(Program &program) : program(program), main(program.main) {}

  LogicalResult run() {
    SmallVector<BorderValue> in, out;
    for (BlockArgument argument : main.getArguments()) {
      unsigned i = argument.getArgNumber();
      if (failed(add(argument.getType(), main.getArgAttrDict(i), "argument", i, argument.getLoc(),
                     in)))
        return failure();
    }
    for (unsigned i = 0; i < main.getNumResults(); ++i)
      if (failed(add(main.getResultTypes()[i], main.getResultAttrDict(i), "result", i,
                     main.getLoc(), out)))
        return failure();
    wrap(in, out);
    for (auto [i, value] : llvm::enumerate(in))
      main.setArgAttr(i, "sdy.sharding", value.even);
    for (auto [i, value] : llvm::enumerate(out))
      main.setResultAttr(i, "sdy.sharding", value.even);

    auto module = main->getParentOfType<ModuleOp>();
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    sdy::MeshOp::create(builder, main.getLoc(), program.meshName.getAttr(), toSdy(program.mesh));
    return success();
  }

private:
  /// Moves the body of @main into a manual computation.
  void wrap(ArrayRef<BorderValue> in, ArrayRef<BorderValue> out) {
    auto map = [](ArrayRef<BorderValue> values, auto member) {
      return llvm::map_to_vector(values, [&](const BorderValue &value) { return value.*member; });
    };
    auto types = [&](ArrayRef<BorderValue> values, auto member) {
      return llvm::map_to_vector(values, [&](const BorderValue &v) { return Type(v.*member); });
    };
    auto perValue = [&](ArrayRef<BorderValue> values) {
      return sdy::TensorShardingPerValueAttr::get(main.getContext(),
                                                  map(values, &BorderValue::blocks));
    };
    OpBuilder builder(main.getContext());
    TensorBuilder b(builder, main.getLoc());
    mlir::Block *local = &main.front();
    auto locations = llvm::map_to_vector(local->getArguments(),
                                         [](BlockArgument a) { return Location(a.getLoc()); });
    SmallVector<Type> whole = types(in, &BorderValue::whole);
    mlir::Block *outer =
        builder.createBlock(&main.getBody(), main.getBody().begin(), whole, locations);
    SmallVector<Value> padded;
    for (auto [argument, value] : llvm::zip(outer->getArguments(), in)) {
      padded.push_back(argument);
      for (auto [dim, extent] : llvm::enumerate(value.padded.getShape()))
        padded.back() = padTo(b, padded.back(), dim, extent);
    }
    auto manual = sdy::ManualComputationOp::create(
        builder, main.getLoc(), types(out, &BorderValue::padded), padded, perValue(in),
        perValue(out),
        sdy::ManualAxesAttr::get(main.getContext(), builder.getArrayAttr(axisNames(program.mesh))));
    SmallVector<Value> results;
    for (auto [result, value] : llvm::zip(manual.getResults(), out)) {
      results.push_back(result);
      for (auto [dim, extent] : llvm::enumerate(value.whole.getShape()))
        results.back() = cutTo(b, results.back(), dim, extent);
    }
    func::ReturnOp::create(builder, main.getLoc(), results);

    local->moveBefore(&manual.getBody(), manual.getBody().end());
    auto end = cast<func::ReturnOp>(local->getTerminator());
    builder.setInsertionPoint(end);
    sdy::ReturnOp::create(builder, end.getLoc(), end.getOperands());
    end.erase();
    main.setFunctionType(builder.getFunctionType(whole, types(out, &BorderValue::whole)));
  }

  /// Whether rank after rank holds the next block of the dimension.
  bool areConsecutive(int64_t extent, dist::DimShardingAttr dim) {
    int64_t block = localExtent(extent, dim, program.mesh);
    for (int64_t rank = 0; rank < program.mesh.getNumRanks(); ++rank) {
      SmallVector<int64_t> coordinates = coordinatesOf(rank, program.mesh);
      if (blockOf(extent, dim, program.mesh, coordinates).offset !=
          block * groupPosition(coordinates, dim.getAxes(), program.mesh))
        return false;
    }
    return true;
  }

  /// Notes a border value. One error where its blocks are not consecutive.
  LogicalResult add(Type local, DictionaryAttr attributes, StringRef what, unsigned index,
                    Location loc, SmallVectorImpl<BorderValue> &values) {
    auto type = cast<RankedTensorType>(local);
    auto whole = attributes ? attributes.getAs<TypeAttr>("dist.global_type") : TypeAttr();
    auto sharding =
        attributes ? attributes.getAs<dist::ShardingAttr>("dist.sharding") : dist::ShardingAttr();
    if (whole)
      type = cast<RankedTensorType>(whole.getValue());
    if (!sharding)
      sharding = dist::ShardingAttr::getReplicated(program.meshName, type.getRank());

    SmallVector<int64_t> padded;
    SmallVector<dist::DimShardingAttr> even, plain;
    for (auto [dim, given] : llvm::enumerate(sharding.getDims())) {
      int64_t extent = type.getDimSize(dim), parts = groupSize(given.getAxes(), program.mesh);
      if (!areConsecutive(extent, given)) {
        auto name = attributes ? attributes.getAs<StringAttr>("dist.name") : StringAttr();
        InFlightDiagnostic diag = emitError(loc) << what << " " << index;
        if (name)
          diag << " '" << name.getValue() << "'";
        return diag << ": the blocks of dimension " << dim << " of size " << extent
                    << " have padding between them, which a whole value cannot have; export the "
                       "program of a device (form=device)";
      }
      padded.push_back(localExtent(extent, given, program.mesh) * parts);
      auto fine = dist::DimShardingAttr::get(given.getContext(), given.getAxes());
      plain.push_back(fine);
      even.push_back(
          padded.back() == extent
              ? fine
              : dist::DimShardingAttr::get(given.getContext(), ArrayRef<dist::AxisRefAttr>()));
    }
    BorderValue value{type, type.clone(padded), {}, {}};
    auto convert = [&](ArrayRef<dist::DimShardingAttr> dims, RankedTensorType of) {
      return *toSdy(dist::ShardingAttr::get(main.getContext(), sharding.getMesh(), dims), of,
                    program.mesh, [&] { return emitError(loc); });
    };
    value.blocks = convert(plain, value.padded);
    value.even = convert(even, type);
    values.push_back(value);
    return success();
  }

  Program &program;
  func::FuncOp main;
};

struct ExportStableHLOPass : impl::ExportStableHLOPassBase<ExportStableHLOPass> {
  using Base::Base;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    if (form != "global" && form != "device") {
      module.emitError() << "unknown form '" << form.getValue() << "'; known: global, device";
      return signalPassFailure();
    }
    // As what runs is made: blocks go round a ring, and are not gathered.
    OpPassManager rotate(ModuleOp::getOperationName());
    rotate.addPass(createRotateBlocksPass());
    if (failed(runPipeline(rotate, module)))
      return signalPassFailure();
    FailureOr<Program> program = Program::of(module);
    if (failed(program) || failed(makePlain(program->main)))
      return signalPassFailure();
    lowerRankOps(*program, [](TensorBuilder &b) -> Value {
      auto scalar = RankedTensorType::get({}, b.getBuilder().getIntegerType(32, false));
      Value number = stablehlo::PartitionIdOp::create(b.getBuilder(), b.getLoc(), scalar);
      return b.convert(number, b.getBuilder().getI32Type());
    });
    if (failed(CollectiveExporter(*program).run()))
      return signalPassFailure();
    keepDonations(program->main);
    if (form == "global" && failed(GlobalBorders(*program).run()))
      return signalPassFailure();
    stripDist(module);
    module.setSymName("partitioned");
    Builder builder(module.getContext());
    module->setAttr("mhlo.num_partitions", builder.getI32IntegerAttr(program->mesh.getNumRanks()));
    module->setAttr("mhlo.num_replicas", builder.getI32IntegerAttr(1));
  }

  /// An argument that a result updates shares its memory.
  static void keepDonations(func::FuncOp main) {
    Builder builder(main.getContext());
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      if (auto update = main.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by"))
        main.setArgAttr(i, "tf.aliasing_output", builder.getI32IntegerAttr(update.getInt()));
  }
};

} // namespace
} // namespace shardc
