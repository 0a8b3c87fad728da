using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting;

namespace SfPerf.Fabric.Remoting.Tests;

public interface IProbe : IService
{
    Task<byte[]?> EchoAsync(byte[]? value);

    Task<long> AddAsync(long left, long right);

    Task<string?> JoinAsync(string? a, int b, List<string> c);

    Task<Order> OrderAsync(Order order);

    Task PingAsync();

    Task FailAsync(string kind);

    Task WaitAsync(CancellationToken token);

    Task BlockAsync();

    Task<byte[]> ManyBytesAsync(int count);

    Task<Spiteful> SpiteAsync(Spiteful value);

    Task<Chain> ChainAsync(Chain chain);

    Task<long> TokenAsync(long value, CancellationToken token);
}
