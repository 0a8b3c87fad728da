#nullable disable

namespace Microsoft.ServiceFabric.Data.Notifications;

public enum NotifyDictionaryChangedAction
{
    Add = 0,
    Update = 1,
    Remove = 2,
    Clear = 3,
    Rebuild = 4,
}
