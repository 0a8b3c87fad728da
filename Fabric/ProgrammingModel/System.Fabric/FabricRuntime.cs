#nullable disable

using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel;
using SfPerf.Platform;

namespace System.Fabric;

public sealed class FabricRuntime : IDisposable
{
    private FabricRuntime()
    {
    }

    public static async Task<NodeContext> GetNodeContextAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        (await ConnectAsync(timeout, cancellationToken).ConfigureAwait(false)).NodeContext;

    public static async Task<CodePackageActivationContext> GetActivationContextAsync(
        TimeSpan timeout, CancellationToken cancellationToken) =>
        (CodePackageActivationContext)(await ConnectAsync(timeout, cancellationToken).ConfigureAwait(false))
            .ActivationContext;

    public static NodeContext GetNodeContext() => Connect().NodeContext;

    public static CodePackageActivationContext GetActivationContext() =>
        (CodePackageActivationContext)Connect().ActivationContext;

    /// <summary>Does nothing: what was registered stays registered until the process ends.</summary>
    public void Dispose()
    {
    }

    private static Task<IRuntimeHost> ConnectAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        RuntimeHost.ConnectAsync(cancellationToken).WaitAsync(timeout, cancellationToken);

    // Service Fabric's method blocks, too.
    private static IRuntimeHost Connect() =>
        RuntimeHost.Connected ?? Blocking.Wait(Task.Run(() => RuntimeHost.ConnectAsync(CancellationToken.None)));
}
