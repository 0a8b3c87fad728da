using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Peers;

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
