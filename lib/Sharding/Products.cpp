//===- Products.cpp - products of matrices and convolutions -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;

namespace shardc {

std::optional<Product> Product::get(Operation *op) {
  Product product;
  product.op = op;
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
    auto numbers = dot.getDotDimensionNumbers();
    llvm::append_range(product.contracting[0], numbers.getLhsContractingDimensions());
    llvm::append_range(product.contracting[1], numbers.getRhsContractingDimensions());
    llvm::append_range(product.batch[0], numbers.getLhsBatchingDimensions());
    llvm::append_range(product.batch[1], numbers.getRhsBatchingDimensions());
    return product;
  }
  auto convolution = dyn_cast<stablehlo::ConvolutionOp>(op);
  if (!convolution)
    return std::nullopt;
  product.isConvolution = true;
  auto numbers = convolution.getDimensionNumbers();
  int64_t groups = convolution.getFeatureGroupCount();
  if (groups == 1) {
    product.contracting[0] = {numbers.getInputFeatureDimension()};
    product.contracting[1] = {numbers.getKernelInputFeatureDimension()};
  } else {
    product.batch[0] = {numbers.getInputFeatureDimension()};
    product.batch[1] = {numbers.getKernelOutputFeatureDimension()};
    product.groupColumns = cast<RankedTensorType>(convolution.getRhs().getType())
                               .getDimSize(numbers.getKernelOutputFeatureDimension()) /
                           groups;
  }
  return product;
}

bool Product::sumsOver(unsigned side, int64_t dim) const {
  return llvm::is_contained(contracting[side], dim);
}

bool Product::repeatsOver(unsigned side, int64_t dim) const {
  return llvm::is_contained(batch[side], dim);
}

} // namespace shardc
