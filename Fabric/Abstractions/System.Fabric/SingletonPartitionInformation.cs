#nullable disable

namespace System.Fabric;

public sealed class SingletonPartitionInformation : ServicePartitionInformation
{
    internal SingletonPartitionInformation() => Kind = ServicePartitionKind.Singleton;
}
