#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public enum NotifyTransactionChangedAction
{
    Commit = 0,
}
