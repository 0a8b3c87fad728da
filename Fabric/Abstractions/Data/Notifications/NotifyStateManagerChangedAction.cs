#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public enum NotifyStateManagerChangedAction
{
    Add = 0,
    Remove = 1,
    Rebuild = 2,
}
