using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Peers;

/// <summary>Defines what a peer must be able to do. Operations run concurrently.</summary>
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

/// <summary>A peer that keeps its keys in order.</summary>
internal interface IScanStore : IPeerStore
{
    /// <summary>Gets the rows from a key upwards, by rising keys, as of one moment.</summary>
    /// <param name="firstKey">The lowest key; need not exist.</param>
    /// <param name="rowsMax">The most rows returned.</param>
    /// <param name="token">Cancels the operation.</param>
    ValueTask<IReadOnlyList<KeyValuePair<long, byte[]>>> ScanAsync(
        long firstKey, int rowsMax, CancellationToken token);
}

/// <summary>Describes what a peer says of itself; read from the server, not assumed.</summary>
/// <param name="Product">Name and version.</param>
/// <param name="Copies">Copies of the data.</param>
/// <param name="Durability">What an acknowledged write has reached, and by which settings.</param>
/// <param name="Settings">The settings that decide it, by the server's own names.</param>
public sealed record PeerFacts(
    string Product, int Copies, string Durability, IReadOnlyDictionary<string, string> Settings);

/// <summary>Specifies what an acknowledged write must have reached.</summary>
public enum DurabilityDemand
{
    /// <summary>The disks of a majority of the copies; a server set to less is refused.</summary>
    Fsync,

    /// <summary>A majority of the copies, on disk or in memory as the server is set.</summary>
    Configured,

    /// <summary>The primary alone, on disk or in memory as the server is set.</summary>
    Primary,
}

/// <summary>A peer cannot be measured: it is not reached, refuses us, or does not promise what was demanded. The
/// message says what to change.</summary>
public sealed class PeerException(string message, Exception? cause = null) : Exception(message, cause);
