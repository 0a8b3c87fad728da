pkg: sfperf
cpu: AMD EPYC
sdk: 10.0.401
runtime: .NET 10.0.1
Unit ops/s better=higher
Unit p99-ns better=lower
BenchmarkLocal1/op=Write/outstanding=3-2 12000 4299407.9 ns/op 600.00 ops/s 10133503 p99-ns
BenchmarkLocal1/op=Read/outstanding=3-2 24000 2167189.5 ns/op 1200.00 ops/s 5074943 p99-ns
