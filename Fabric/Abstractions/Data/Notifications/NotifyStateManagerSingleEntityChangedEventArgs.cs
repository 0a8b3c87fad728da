#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public class NotifyStateManagerSingleEntityChangedEventArgs : NotifyStateManagerChangedEventArgs
{
    public IReliableState ReliableState { get; }

    public ITransaction Transaction { get; }

    public NotifyStateManagerSingleEntityChangedEventArgs(
        ITransaction transaction, IReliableState reliableState, NotifyStateManagerChangedAction action)
        : base(action)
    {
        Transaction = transaction;
        ReliableState = reliableState;
    }
}
