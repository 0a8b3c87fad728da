using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting;
using SfPerf.Contracts;

namespace SfPerf.ServiceContracts;

/// <summary>The store that is measured, as the original declares it, and its scans. The key chooses the
/// partition.</summary>
public interface ISfDictionary : IService
{
    /// <summary>Writes in a transaction of its own; when the task ends, a quorum has the value on disk.</summary>
    /// <param name="key">The key.</param>
    /// <param name="data">The value; kept, so the caller must not change it afterwards.</param>
    Task SetDataAsync(long key, byte[] data);

    /// <summary>Returns the value last committed; null when there is none.</summary>
    /// <param name="key">The key.</param>
    Task<byte[]?> GetDataAsync(long key);

    /// <summary>Returns the rows from a key upwards, by rising keys, as of one moment. It ends with the partition of
    /// that key.</summary>
    /// <param name="firstKey">The lowest key; need not exist.</param>
    /// <param name="rowsMax">The most rows returned; 1 to <see cref="ScanLimits.RowsMax"/>.</param>
    Task<KeyValuePair<long, byte[]>[]> ScanAsync(long firstKey, int rowsMax);
}
