#nullable disable

using System;

namespace Microsoft.ServiceFabric.Data.Notifications;

public abstract class NotifyDictionaryChangedEventArgs<TKey, TValue> : EventArgs
{
    public NotifyDictionaryChangedAction Action { get; }

    public NotifyDictionaryChangedEventArgs(NotifyDictionaryChangedAction action)
    {
        Action = action;
    }
}
