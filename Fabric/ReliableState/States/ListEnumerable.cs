using System.Collections.Generic;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>A list that never changes, as Service Fabric's interface wants it.</summary>
internal sealed class ListEnumerable<T>(IReadOnlyList<T> items) : Microsoft.ServiceFabric.Data.IAsyncEnumerable<T>
{
    public Microsoft.ServiceFabric.Data.IAsyncEnumerator<T> GetAsyncEnumerator() => new ListEnumerator<T>(items);
}
