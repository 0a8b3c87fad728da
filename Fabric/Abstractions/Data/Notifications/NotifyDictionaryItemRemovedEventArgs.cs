#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public class NotifyDictionaryItemRemovedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    public NotifyDictionaryItemRemovedEventArgs(ITransaction transaction, TKey key)
        : base(transaction, NotifyDictionaryChangedAction.Remove)
    {
        Key = key;
    }

    public TKey Key { get; }
}
