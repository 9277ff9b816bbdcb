#!/usr/bin/env bash
# Installs what building and testing need on Debian 12. Asks nothing, does
# nothing when all is there. CUDA and NCCL are optional and not installed here.
set -euo pipefail
packages=(
  build-essential cmake ninja-build ccache git ca-certificates python3
  clang-22 lld-22 libclang-rt-22-dev llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  clang-format-22 clang-tidy-22
  libflatbuffers-dev flatbuffers-compiler nlohmann-json3-dev libdnnl-dev
  libgtest-dev libgmock-dev libbenchmark-dev zlib1g-dev libzstd-dev
)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if ((${#missing[@]})); then
  sudo=""
  if [ "$(id -u)" != 0 ]; then sudo=sudo; fi
  echo "installing: ${missing[*]}"
  $sudo apt-get update -q
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends "${missing[@]}"
fi
