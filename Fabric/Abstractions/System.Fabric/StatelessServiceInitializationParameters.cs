#nullable disable

namespace System.Fabric;

public sealed class StatelessServiceInitializationParameters : ServiceInitializationParameters
{
    internal StatelessServiceInitializationParameters()
    {
    }

    public long InstanceId { get; internal set; }
}
