pkg: sfperf
Unit ops/s better=higher
Unit p99-ns better=lower
cpu: AMD EPYC
sdk: 10.0.401
runtime: .NET 10.0.1
commit: 0123456789abcdef
durability: Fsync
BenchmarkLocal1/op=write/outstanding=3/size=1024-2 12000 4299407.9 ns/op 600.00 ops/s 10133503 p99-ns
BenchmarkLocal1/op=read/outstanding=3/size=1024-2 24000 2167189.5 ns/op 1200.00 ops/s 5074943 p99-ns
