#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public class NotifyDictionaryItemAddedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    public NotifyDictionaryItemAddedEventArgs(ITransaction transaction, TKey key, TValue value)
        : base(transaction, NotifyDictionaryChangedAction.Add)
    {
        Key = key;
        Value = value;
    }

    public TKey Key { get; }

    public TValue Value { get; }
}
