using System.Threading.Tasks;

namespace SfPerf.Benchmarks.Remoting;

internal sealed class BenchmarkStore(int bytes) : IBenchmarkStore
{
    private readonly byte[] _value = new byte[bytes];

    public Task<byte[]> ReadAsync(long key) => Task.FromResult(_value);

    public Task WriteAsync(long key, byte[] value) => Task.CompletedTask;
}
