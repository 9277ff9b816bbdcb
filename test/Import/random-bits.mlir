// The bits that XLA draws, and the states that it leaves.
// RUN: shard-opt %s --shardc-normalize-module --shardc-interpret -o /dev/null | FileCheck %s

// CHECK: philox: {{\[}}[302208988, 4144915783, 2348299927], [3659718865, 1308131340, 2319931125], [3359779725, 456088322, 101138393]] : tensor<3x3xui32>
// CHECK: philox_next: [1234605617868164317, 8] : tensor<2xui64>
// CHECK: philox64: [17802277732961441756, 15718372840077538967, 9964028312155619340, 1958884430437297037, 5563229314218409945] : tensor<5xui64>
// CHECK: philox64_next: [1234605617868164317, 8] : tensor<2xui64>
// CHECK: default8: [220, 71, 151, 209, 12, 245] : tensor<6xui8>
// CHECK: default8_next: [1234605617868164317, 7] : tensor<2xui64>
// CHECK: threefry: {{\[}}[1293997100, 202264688, 1233132599, 2698719583, 3815063759], [3852917765, 3620503572, 2581893938, 569162132, 2554820872], [3034133732, 1558460253, 3045591147, 834780383, 4010438244]] : tensor<3x5xui32>
// CHECK: threefry_next: [1234605617868164317, 14] : tensor<2xui64>
// CHECK: threefry_even: {{\[}}[1293997100, 202264688, 1233132599, 2698719583], [3815063759, 500755528, 3852917765, 3620503572], [2581893938, 569162132, 2554820872, 4140758815]] : tensor<3x4xui32>
// CHECK: threefry_even_next: [1234605617868164317, 11] : tensor<2xui64>
// CHECK: threefry64: [868720221389640748, 11590912351292890167, 2150728619866276047] : tensor<3xui64>
// CHECK: threefry64_next: [1234605617868164317, 8] : tensor<2xui64>
func.func @main() -> (tensor<3x3xui32> {dist.name = "philox"},
    tensor<2xui64> {dist.name = "philox_next"},
    tensor<5xui64> {dist.name = "philox64"},
    tensor<2xui64> {dist.name = "philox64_next"},
    tensor<6xui8> {dist.name = "default8"},
    tensor<2xui64> {dist.name = "default8_next"},
    tensor<3x5xui32> {dist.name = "threefry"},
    tensor<2xui64> {dist.name = "threefry_next"},
    tensor<3x4xui32> {dist.name = "threefry_even"},
    tensor<2xui64> {dist.name = "threefry_even_next"},
    tensor<3xui64> {dist.name = "threefry64"},
    tensor<2xui64> {dist.name = "threefry64_next"}) {
  %state = stablehlo.constant dense<[1234605617868164317, 5]> : tensor<2xui64>
  %philox_next, %philox = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  %philox64_next, %philox64 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  %default8_next, %default8 = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>)
  %threefry_next, %threefry = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  %threefry_even_next, %threefry_even = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  %threefry64_next, %threefry64 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  return %philox, %philox_next, %philox64, %philox64_next, %default8, %default8_next, %threefry, %threefry_next, %threefry_even, %threefry_even_next, %threefry64, %threefry64_next : tensor<3x3xui32>, tensor<2xui64>, tensor<5xui64>, tensor<2xui64>, tensor<6xui8>, tensor<2xui64>, tensor<3x5xui32>, tensor<2xui64>, tensor<3x4xui32>, tensor<2xui64>, tensor<3xui64>, tensor<2xui64>
}
