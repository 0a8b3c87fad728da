#nullable disable

namespace System.Fabric;

public enum FabricClientRole
{
    Unknown = 0,
    User = 1,
    Admin = 2,
}
