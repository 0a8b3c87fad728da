#nullable disable

namespace System.Fabric;

public enum ProtectionLevel
{
    None = 0,
    Sign = 1,
    EncryptAndSign = 2,
}
