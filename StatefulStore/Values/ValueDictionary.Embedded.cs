using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Data;

namespace SfPerf.StatefulStore.Values;

/// <content>A scan with our runtime, whose dictionaries find the first key of a range.</content>
internal sealed partial class ValueDictionary<T>
{
    private partial Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<long, T>>> EnumerateFromAsync(
        ITransaction transaction, long firstKey) =>
        ((IKeyRange<long, T>)dictionary).CreateEnumerableFromAsync(transaction, firstKey);
}
