using System.Threading;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>Represents one call on the service side, from its frame to its reply.</summary>
internal abstract class ServerCall : IThreadPoolWorkItem
{
    internal ServerConnection Connection { get; set; } = null!;

    internal ServiceRoute Route { get; set; } = null!;

    internal ulong Number { get; set; }

    /// <summary>Takes the call's place among others before it is queued to the thread pool, which keeps no order.
    /// Called on the receive thread: it runs no code of the service.</summary>
    /// <returns>Whether the call is executed now; otherwise it has been answered, or begins later by itself.</returns>
    internal virtual bool Arrive() => true;

    public abstract void Execute();
}
