using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Peers;

/// <summary>What a peer must be able to do. Operations run concurrently.</summary>
internal interface IPeerStore : IAsyncDisposable
{
    /// <summary>Finds the member that takes writes, reads what it promises, and opens connections to it.</summary>
    /// <exception cref="PeerException">It cannot be measured.</exception>
    Task<PeerFacts> OpenAsync(CancellationToken token);

    /// <summary>Sets a value; ends when the store has acknowledged it as demanded. The value is not kept.</summary>
    ValueTask SetAsync(long key, byte[] value, CancellationToken token);

    /// <summary>Gets a value as last acknowledged; null when there is none.</summary>
    ValueTask<byte[]?> GetAsync(long key, CancellationToken token);
}
