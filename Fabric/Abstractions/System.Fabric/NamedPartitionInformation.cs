#nullable disable

namespace System.Fabric;

public sealed class NamedPartitionInformation : ServicePartitionInformation
{
    internal NamedPartitionInformation() => Kind = ServicePartitionKind.Named;

    public string Name { get; internal set; }
}
