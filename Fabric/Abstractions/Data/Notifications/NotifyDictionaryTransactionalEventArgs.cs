#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public abstract class NotifyDictionaryTransactionalEventArgs<TKey, TValue>
    : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    public ITransaction Transaction { get; }

    public NotifyDictionaryTransactionalEventArgs(ITransaction transaction, NotifyDictionaryChangedAction action)
        : base(action)
    {
        Transaction = transaction;
    }
}
