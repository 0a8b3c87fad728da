#nullable disable

using System;

namespace Microsoft.ServiceFabric.Data.Notifications;

public abstract class NotifyStateManagerChangedEventArgs : EventArgs
{
    public NotifyStateManagerChangedAction Action { get; }

    public NotifyStateManagerChangedEventArgs(NotifyStateManagerChangedAction action)
    {
        Action = action;
    }
}
