#nullable disable

namespace System.Fabric;

public sealed class Int64RangePartitionInformation : ServicePartitionInformation
{
    internal Int64RangePartitionInformation() => Kind = ServicePartitionKind.Int64Range;

    public long HighKey { get; internal set; }

    public long LowKey { get; internal set; }
}
