#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public class NotifyDictionaryClearEventArgs<TKey, TValue> : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    public NotifyDictionaryClearEventArgs(long commitSequenceNumber)
        : base(NotifyDictionaryChangedAction.Clear)
    {
        CommitSequenceNumber = commitSequenceNumber;
    }

    public long CommitSequenceNumber { get; }
}
