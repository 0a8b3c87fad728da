#nullable disable

using System.Collections.Generic;

namespace Microsoft.ServiceFabric.Data.Notifications;

public class NotifyDictionaryRebuildEventArgs<TKey, TValue> : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    public IAsyncEnumerable<KeyValuePair<TKey, TValue>> State { get; }

    public NotifyDictionaryRebuildEventArgs(IAsyncEnumerable<KeyValuePair<TKey, TValue>> enumerableState)
        : base(NotifyDictionaryChangedAction.Rebuild)
    {
        State = enumerableState;
    }
}
