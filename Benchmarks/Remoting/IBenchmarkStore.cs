using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting;

namespace SfPerf.Benchmarks.Remoting;

/// <summary>Defines what the store's contract looks like to remoting, without the store.</summary>
public interface IBenchmarkStore : IService
{
    /// <summary>Gets a value.</summary>
    Task<byte[]> ReadAsync(long key);

    /// <summary>Takes a value.</summary>
    Task WriteAsync(long key, byte[] value);
}
