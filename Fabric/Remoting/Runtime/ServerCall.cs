using System.Threading;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>One call on the service side, from its frame to its reply.</summary>
internal abstract class ServerCall : IThreadPoolWorkItem
{
    internal ServerConnection Connection { get; set; } = null!;

    internal ServiceRoute Route { get; set; } = null!;

    internal ulong Number { get; set; }

    public abstract void Execute();
}
