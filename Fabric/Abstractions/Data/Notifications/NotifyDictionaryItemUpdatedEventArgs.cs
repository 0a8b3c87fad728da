#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public class NotifyDictionaryItemUpdatedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    public NotifyDictionaryItemUpdatedEventArgs(ITransaction transaction, TKey key, TValue value)
        : base(transaction, NotifyDictionaryChangedAction.Update)
    {
        Key = key;
        Value = value;
    }

    public TKey Key { get; }

    public TValue Value { get; }
}
