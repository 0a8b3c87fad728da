#nullable disable

namespace Microsoft.ServiceFabric.Data;

public enum BackupOption
{
    Full = 0,
    Incremental = 1,
}
