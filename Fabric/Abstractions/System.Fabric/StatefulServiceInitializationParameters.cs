#nullable disable

namespace System.Fabric;

public sealed class StatefulServiceInitializationParameters : ServiceInitializationParameters
{
    internal StatefulServiceInitializationParameters()
    {
    }

    public long ReplicaId { get; internal set; }
}
