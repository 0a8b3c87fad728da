#nullable disable

using System;

namespace Microsoft.ServiceFabric.Data.Notifications;

public enum NotifyStateManagerChangedAction
{
    Add = 0,
    Remove = 1,
    Rebuild = 2,
}

public abstract class NotifyStateManagerChangedEventArgs : EventArgs
{
    public NotifyStateManagerChangedAction Action { get; }

    public NotifyStateManagerChangedEventArgs(NotifyStateManagerChangedAction action)
    {
        Action = action;
    }
}

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

public class NotifyStateManagerRebuildEventArgs : NotifyStateManagerChangedEventArgs
{
    public IAsyncEnumerable<IReliableState> ReliableStates { get; }

    public NotifyStateManagerRebuildEventArgs(IAsyncEnumerable<IReliableState> reliableStates)
        : base(NotifyStateManagerChangedAction.Rebuild)
    {
        ReliableStates = reliableStates;
    }
}
