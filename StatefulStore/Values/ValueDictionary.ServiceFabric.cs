using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;

namespace SfPerf.StatefulStore.Values;

/// <content>A scan with Service Fabric, whose interface can only leave out the keys below the first one by
/// one.</content>
internal sealed partial class ValueDictionary<T>
{
    private partial Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<long, T>>> EnumerateFromAsync(
        ITransaction transaction, long firstKey) =>
        dictionary.CreateEnumerableAsync(transaction, key => key >= firstKey, EnumerationMode.Ordered);
}
